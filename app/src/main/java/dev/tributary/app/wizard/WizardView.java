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
package dev.tributary.app.wizard;

import dev.tributary.app.control.ErrorPanel;
import dev.tributary.app.control.Icons;
import dev.tributary.app.task.Failure;
import dev.tributary.app.text.Texts;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.PseudoClass;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** The step list, the page in view, and the row with Back and Next. */
public final class WizardView {
  private final WizardViewModel model;
  private final Texts texts;
  private final Map<PageId, WizardPage> pages = new EnumMap<>(PageId.class);
  private final BorderPane root = new BorderPane();
  private final StackPane page = new StackPane();
  private final VBox list = new VBox();
  private final SimpleObjectProperty<Optional<Failure>> failure =
      new SimpleObjectProperty<>(Optional.empty());

  /** Shows a wizard that has been started with the models of these pages. */
  public WizardView(WizardViewModel model, List<? extends WizardPage> pages, Texts texts) {
    this.model = model;
    this.texts = texts;
    pages.forEach(each -> this.pages.put(each.model().id(), each));
    root.getStyleClass().add("wizard");
    root.setLeft(steps());
    page.setId(WizardIds.PAGE);
    page.getStyleClass().add("wizard-page");
    ErrorPanel routed = new ErrorPanel(WizardIds.FAILURE, failure, texts);
    Button dismiss = new Button(texts.text("wizard.dismiss-failure"));
    dismiss.setId(WizardIds.FAILURE + "-dismiss");
    dismiss.setOnAction(event -> model.dismissFailure());
    routed.withAction(dismiss);
    VBox.setVgrow(page, Priority.ALWAYS);
    VBox body = new VBox(routed, page);
    body.getStyleClass().add("wizard-body");
    root.setCenter(body);
    root.setBottom(buttons());
    model.current().addListener((property, before, now) -> show(now));
    show(model.current().get());
  }

  /** The wizard's node. */
  public Region node() {
    return root;
  }

  private VBox steps() {
    list.setId(WizardIds.STEPS);
    list.getStyleClass().add("steps");
    list.setAccessibleRole(AccessibleRole.LIST_VIEW);
    list.setAccessibleText(texts.text("wizard.steps"));
    model.steps().forEach(step -> list.getChildren().add(step(step)));
    list.addEventFilter(KeyEvent.KEY_PRESSED, this::moveAlongSteps);
    return list;
  }

  private void moveAlongSteps(KeyEvent event) {
    int by = event.getCode() == KeyCode.DOWN ? 1 : event.getCode() == KeyCode.UP ? -1 : 0;
    int from = list.getChildren().indexOf(event.getTarget());
    int to = from + by;
    if (by != 0 && from >= 0 && to >= 0 && to < list.getChildren().size()) {
      list.getChildren().get(to).requestFocus();
      event.consume();
    }
  }

  private Button step(Step step) {
    Label number = new Label(Integer.toString(step.id().ordinal() + 1));
    number.getStyleClass().add("step-number");
    Label title = new Label(texts.name(step.id()));
    title.getStyleClass().add("step-title");
    Label word = new Label();
    word.getStyleClass().add("step-word");
    VBox words = new VBox(title, word);
    HBox.setHgrow(words, Priority.ALWAYS);
    StackPane mark = new StackPane();
    mark.getStyleClass().add("step-mark");
    HBox content = new HBox(number, words, mark);
    content.getStyleClass().add("step-content");
    Button button = new Button();
    button.setGraphic(content);
    button.setId(WizardIds.step(step.id()));
    button.getStyleClass().add("step");
    button.setMaxWidth(Double.MAX_VALUE);
    content.prefWidthProperty().bind(button.widthProperty().subtract(24));
    button.setOnAction(event -> model.goTo(step.id()));
    button.setTooltip(new Tooltip());
    Runnable update =
        () -> {
          StepState state = step.state().get();
          for (StepState each : StepState.values()) {
            button.pseudoClassStateChanged(
                PseudoClass.getPseudoClass(each.name().toLowerCase(Locale.ROOT)), each == state);
          }
          String stateWord = texts.name(state);
          word.setText(stateWord);
          mark.getChildren().setAll(Icons.icon(icon(state)));
          button.setAccessibleText(
              texts.text(
                  "wizard.step-spoken", step.id().ordinal() + 1, texts.name(step.id()), stateWord));
          button.getTooltip().setText(texts.text("StepState." + state.name() + ".tooltip"));
        };
    step.state().addListener((property, before, now) -> update.run());
    update.run();
    return button;
  }

  private static String icon(StepState state) {
    return switch (state) {
      case DONE -> "mdal-check";
      case CURRENT -> "mdal-fiber_manual_record";
      case TODO -> "mdmz-radio_button_unchecked";
      case STALE -> "mdmz-refresh";
      case BLOCKED -> "mdmz-priority_high";
    };
  }

  private HBox buttons() {
    Label missing = new Label();
    missing.setId(WizardIds.MISSING);
    missing.getStyleClass().add("wizard-missing");
    missing.textProperty().bind(model.missing());
    missing.setMaxWidth(Double.MAX_VALUE);
    missing.setWrapText(true);
    HBox.setHgrow(missing, Priority.ALWAYS);
    Button back = new Button(texts.text("wizard.back"));
    back.setId(WizardIds.BACK);
    back.setMnemonicParsing(true);
    back.disableProperty().bind(model.canGoBack().not());
    back.setOnAction(event -> model.back());
    back.setMinWidth(Region.USE_PREF_SIZE);
    Button next = new Button();
    next.setId(WizardIds.NEXT);
    next.getStyleClass().add("accent");
    next.setDefaultButton(true);
    next.textProperty().bind(model.nextLabel());
    next.visibleProperty().bind(model.hasNext());
    next.managedProperty().bind(model.hasNext());
    next.setOnAction(event -> model.next());
    next.setMinWidth(Region.USE_PREF_SIZE);
    root.sceneProperty()
        .addListener(
            (property, before, scene) -> {
              if (before != null) {
                before.getAccelerators().remove(alt(KeyCode.PAGE_DOWN));
                before.getAccelerators().remove(alt(KeyCode.PAGE_UP));
              }
              if (scene != null) {
                scene.getAccelerators().put(alt(KeyCode.PAGE_DOWN), model::next);
                scene.getAccelerators().put(alt(KeyCode.PAGE_UP), model::back);
              }
            });
    HBox row = new HBox(missing, back, next);
    row.getStyleClass().add("wizard-buttons");
    return row;
  }

  private static KeyCombination alt(KeyCode code) {
    return new KeyCodeCombination(code, KeyCombination.ALT_DOWN);
  }

  private void show(Step step) {
    failure.bind(step.failure());
    WizardPage shown = pages.get(step.id());
    page.getChildren().setAll(shown.node());
    shown.focusFirst();
  }
}
