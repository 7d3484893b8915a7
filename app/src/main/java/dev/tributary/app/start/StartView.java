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
package dev.tributary.app.start;

import dev.tributary.app.control.BusyLine;
import dev.tributary.app.control.ErrorPanel;
import dev.tributary.app.control.Icons;
import dev.tributary.app.dialog.Dialogs;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.WizardPage;
import dev.tributary.app.wizard.WizardPageModel;
import java.nio.file.Path;
import javafx.beans.binding.Bindings;
import javafx.beans.property.SimpleStringProperty;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** What will happen, the button that makes it happen, and the same as commands and code. */
public final class StartView implements WizardPage {
  private final StartViewModel model;
  private final Dialogs dialogs;
  private final Texts texts;
  private final VBox lines = new VBox();
  private final Button start;
  private final VBox root;

  /** A page over the model. */
  public StartView(StartViewModel model, Dialogs dialogs, Texts texts) {
    this.model = model;
    this.dialogs = dialogs;
    this.texts = texts;
    start = new Button(texts.text("start.button"), Icons.icon("mdmz-play_arrow"));
    root =
        new VBox(
            plan(), new ErrorPanel(StartIds.FAILURE, model.failure(), texts), buttons(), tabs());
    root.setId(StartIds.PAGE);
    root.getStyleClass().add("page");
  }

  @Override
  public WizardPageModel model() {
    return model;
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public void focusFirst() {
    start.requestFocus();
  }

  private VBox plan() {
    Label title = new Label(texts.text("start.title"));
    title.getStyleClass().add("title-2");
    lines.setId(StartIds.LINES);
    lines.getStyleClass().add("plan-lines");
    model.lines().addListener((ListChangeListener<String>) change -> showLines());
    showLines();
    Label runner = new Label(texts.text("start.runner"));
    runner.getStyleClass().add("muted");
    runner.setWrapText(true);
    Label estimate = new Label();
    estimate.setId(StartIds.ESTIMATE);
    estimate.getStyleClass().add("muted");
    estimate.setWrapText(true);
    estimate.textProperty().bind(model.estimate());
    VBox plan =
        new VBox(
            title,
            new BusyLine(
                StartIds.BUSY,
                model.loading(),
                new SimpleStringProperty(texts.text("start.loading")),
                model::leave,
                texts),
            lines,
            estimate,
            runner);
    plan.getStyleClass().add("fields");
    plan.setMinHeight(Region.USE_PREF_SIZE);
    return plan;
  }

  private void showLines() {
    lines.getChildren().clear();
    for (int i = 0; i < model.lines().size(); i++) {
      Label number = new Label(texts.formats().number(i + 1));
      number.getStyleClass().add("line-number");
      number.setMinWidth(Region.USE_PREF_SIZE);
      Label words = new Label(model.lines().get(i));
      words.setWrapText(true);
      words.setMinHeight(Region.USE_PREF_SIZE);
      HBox.setHgrow(words, Priority.ALWAYS);
      HBox line = new HBox(number, words);
      line.getStyleClass().add("plan-line");
      lines.getChildren().add(line);
    }
  }

  private HBox buttons() {
    start.setId(StartIds.START);
    start.getStyleClass().addAll("accent", "large");
    start.disableProperty().bind(model.startable().not());
    start.setOnAction(event -> model.start());
    Button show = new Button(texts.text("start.show-job"));
    show.setId(StartIds.SHOW_JOB);
    show.setOnAction(event -> model.showJob());
    show.visibleProperty()
        .bind(
            Bindings.createBooleanBinding(
                () -> model.started().get().isPresent(), model.started()));
    HBox buttons = new HBox(start, show);
    buttons.getStyleClass().add("row");
    return buttons;
  }

  private TabPane tabs() {
    TabPane tabs = new TabPane();
    tabs.setId(StartIds.TABS);
    tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    for (Tab tab : Tab.values()) {
      javafx.scene.control.Tab shown = new javafx.scene.control.Tab(texts.name(tab), form(tab));
      shown.setId("start-tab-" + tab.name().toLowerCase(java.util.Locale.ROOT));
      tabs.getTabs().add(shown);
    }
    VBox.setVgrow(tabs, Priority.ALWAYS);
    tabs.setMinHeight(180);
    return tabs;
  }

  private VBox form(Tab tab) {
    TextArea text = new TextArea();
    text.setId(StartIds.text(tab));
    text.setEditable(false);
    text.getStyleClass().add("code");
    text.setAccessibleText(texts.name(tab));
    text.textProperty().bind(model.text(tab));
    VBox.setVgrow(text, Priority.ALWAYS);
    Label hint = new Label(texts.text("start.tab." + tab));
    hint.getStyleClass().add("field-hint");
    hint.setWrapText(true);
    hint.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(hint, Priority.ALWAYS);
    Button copy = new Button(texts.text("error.copy"), Icons.icon("mdal-content_copy"));
    copy.setId(StartIds.copy(tab));
    copy.setAccessibleText(texts.text("start.copy", texts.name(tab)));
    copy.getStyleClass().add("small");
    copy.setMinWidth(Region.USE_PREF_SIZE);
    copy.setOnAction(event -> dialogs.copy(text.getText()));
    Button save = new Button(texts.text("start.save"), Icons.icon("mdmz-save"));
    save.setId(StartIds.save(tab));
    save.setAccessibleText(texts.text("start.save-form", texts.name(tab)));
    save.getStyleClass().add("small");
    save.setMinWidth(Region.USE_PREF_SIZE);
    save.setOnAction(
        event ->
            dialogs
                .saveFile(
                    texts.text("start.save-form", texts.name(tab)),
                    Path.of(System.getProperty("user.home")),
                    model.fileName(tab))
                .ifPresent(file -> model.save(tab, file)));
    HBox row = new HBox(hint, copy, save);
    row.getStyleClass().add("row");
    VBox form = new VBox(row, text);
    form.getStyleClass().add("form");
    return form;
  }
}
