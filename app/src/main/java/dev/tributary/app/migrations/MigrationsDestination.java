/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License
 * is distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express
 * or implied. See the License for the specific language governing permissions and limitations under
 * the License.
 */
package dev.tributary.app.migrations;

import dev.tributary.app.frame.Destination;
import dev.tributary.app.frame.FrameViewModel;
import dev.tributary.app.frame.Place;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.PageFactory;
import dev.tributary.app.wizard.WizardPage;
import dev.tributary.app.wizard.WizardView;
import dev.tributary.app.wizard.WizardViewModel;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;

/** Shows the home page, or the migration that is open. */
public final class MigrationsDestination implements Destination {
  private static final KeyCombination SAVE =
      new KeyCodeCombination(KeyCode.S, KeyCombination.SHORTCUT_DOWN);
  private static final KeyCombination SAVE_AS =
      new KeyCodeCombination(KeyCode.S, KeyCombination.SHORTCUT_DOWN, KeyCombination.SHIFT_DOWN);
  private static final KeyCombination OPEN =
      new KeyCodeCombination(KeyCode.O, KeyCombination.SHORTCUT_DOWN);
  private static final KeyCombination NEW =
      new KeyCodeCombination(KeyCode.N, KeyCombination.SHORTCUT_DOWN);

  private final MigrationsViewModel model;
  private final FrameViewModel frame;
  private final PageFactory factory;
  private final Texts texts;
  private final StackPane root = new StackPane();
  private final HomeView home;
  private Optional<WizardViewModel> wizard = Optional.empty();

  /** Shows what the model has open, with the wizard pages that the factory makes for it. */
  public MigrationsDestination(
      MigrationsViewModel model, FrameViewModel frame, PageFactory factory, Texts texts) {
    this.model = model;
    this.frame = frame;
    this.factory = factory;
    this.texts = texts;
    this.home = new HomeView(model, texts);
    root.addEventHandler(KeyEvent.KEY_PRESSED, this::shortcut);
    model.workspace().addListener((property, before, now) -> show(now));
    show(model.workspace().get());
  }

  @Override
  public Place place() {
    return Place.MIGRATIONS;
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public boolean mayClose(Runnable later) {
    return model.mayClose(later);
  }

  private void show(Optional<WorkspaceViewModel> workspace) {
    wizard.ifPresent(WizardViewModel::close);
    wizard = Optional.empty();
    frame.subject().unbind();
    frame.subject().set("");
    if (workspace.isEmpty()) {
      root.getChildren().setAll(home.node());
      return;
    }
    WorkspaceViewModel open = workspace.get();
    WizardViewModel steps = new WizardViewModel(texts);
    List<WizardPage> pages = factory.pages(open.draft(), steps);
    steps.start(pages.stream().map(WizardPage::model).toList());
    wizard = Optional.of(steps);
    WizardView view = new WizardView(steps, pages, texts);
    root.getChildren().setAll(new WorkspaceView(open, view.node(), model::close, texts).node());
    frame.subject().bind(open.draft().name());
  }

  private void shortcut(KeyEvent event) {
    if (SAVE.match(event)) {
      model.workspace().get().ifPresent(WorkspaceViewModel::save);
    } else if (SAVE_AS.match(event)) {
      model.workspace().get().ifPresent(WorkspaceViewModel::saveAs);
    } else if (OPEN.match(event)) {
      model.chooseSpec();
    } else if (NEW.match(event)) {
      model.create();
    } else {
      return;
    }
    event.consume();
  }
}
