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
package dev.tributary.app.target;

import dev.tributary.app.control.BusyLine;
import dev.tributary.app.control.ErrorPanel;
import dev.tributary.app.control.Field;
import dev.tributary.app.control.Icons;
import dev.tributary.app.dialog.Dialogs;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.WizardPage;
import dev.tributary.app.wizard.WizardPageModel;
import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.nio.file.Path;
import java.util.List;
import javafx.beans.property.Property;
import javafx.beans.property.SimpleStringProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** Cards for the kinds of catalogs, the chosen one's fields, and how rows get there. */
public final class TargetView implements WizardPage {
  private static final int CARDS_IN_A_ROW = 3;

  private final TargetViewModel model;
  private final Dialogs dialogs;
  private final Texts texts;
  private final GridPane cards = new GridPane();
  private final ScrollPane root;

  /** A page over the model. */
  public TargetView(TargetViewModel model, Dialogs dialogs, Texts texts) {
    this.model = model;
    this.dialogs = dialogs;
    this.texts = texts;
    VBox body = new VBox(cards(), place(), options());
    body.getStyleClass().add("page");
    root = new ScrollPane(body);
    root.setId(TargetIds.PAGE);
    root.setFitToWidth(true);
    root.getStyleClass().add("page-scroll");
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
    cards.getChildren().stream()
        .filter(card -> ((ToggleButton) card).isSelected())
        .findFirst()
        .ifPresent(Node::requestFocus);
  }

  private VBox cards() {
    Label title = new Label(texts.text("target.title"));
    title.getStyleClass().add("title-2");
    cards.getStyleClass().add("preset-cards");
    ToggleGroup group = new ToggleGroup();
    for (int i = 0; i < CARDS_IN_A_ROW; i++) {
      ColumnConstraints column = new ColumnConstraints();
      column.setPercentWidth(100.0 / CARDS_IN_A_ROW);
      cards.getColumnConstraints().add(column);
    }
    for (Preset preset : Preset.values()) {
      ToggleButton card = card(preset);
      card.setToggleGroup(group);
      cards.add(card, preset.ordinal() % CARDS_IN_A_ROW, preset.ordinal() / CARDS_IN_A_ROW);
    }
    group
        .selectedToggleProperty()
        .addListener(
            (property, before, now) -> {
              if (now == null) {
                before.setSelected(true);
              } else {
                model.preset().set((Preset) now.getUserData());
              }
            });
    Runnable select =
        () ->
            group.getToggles().stream()
                .filter(toggle -> toggle.getUserData() == model.preset().get())
                .forEach(group::selectToggle);
    model.preset().addListener((property, before, now) -> select.run());
    select.run();
    VBox all = new VBox(title, cards);
    all.setMinHeight(VBox.USE_PREF_SIZE);
    return all;
  }

  private ToggleButton card(Preset preset) {
    Label name = new Label(texts.name(preset));
    name.getStyleClass().add("card-title");
    Label words = new Label(texts.text("target.preset." + preset));
    words.getStyleClass().add("card-words");
    words.setWrapText(true);
    VBox content = new VBox(name, words);
    content.getStyleClass().add("card-content");
    ToggleButton card = new ToggleButton();
    card.setGraphic(content);
    card.setId(TargetIds.preset(preset));
    card.setUserData(preset);
    card.setAccessibleText(name.getText() + ". " + words.getText());
    card.getStyleClass().add("preset-card");
    return card;
  }

  private VBox place() {
    Label title = new Label(texts.text("target.place"));
    title.getStyleClass().add("title-3");
    VBox fields = new VBox();
    fields.getStyleClass().add("fields");
    Runnable fill =
        () ->
            fields
                .getChildren()
                .setAll(model.preset().get().fields().stream().map(this::field).toList());
    model.preset().addListener((property, before, now) -> fill.run());
    fill.run();

    TextField table = new TextField();
    table.setId(TargetIds.TABLE);
    table.getStyleClass().add("code");
    table.setAccessibleText(texts.text("target.table"));
    table.textProperty().bindBidirectional(model.table());
    table.setOnAction(event -> model.look());
    Button look = new Button(texts.text("target.look"));
    look.setId(TargetIds.LOOK);
    look.setMinWidth(Button.USE_PREF_SIZE);
    look.setOnAction(event -> model.look());
    HBox row = new HBox(table, look);
    HBox.setHgrow(table, Priority.ALWAYS);
    row.getStyleClass().add("row");

    Label found = new Label();
    found.setId(TargetIds.FOUND);
    found.textProperty().bind(model.found());
    found.setWrapText(true);
    HBox foundRow = new HBox(Icons.icon("mdal-info"), found);
    foundRow.getStyleClass().addAll("finding", "muted");
    foundRow.visibleProperty().bind(found.textProperty().isNotEmpty());
    foundRow.managedProperty().bind(foundRow.visibleProperty());
    VBox place =
        new VBox(
            title,
            fields,
            new Field(texts.text("target.table"), table, row)
                .withHint(texts.text("target.table.hint")),
            foundRow,
            new BusyLine(
                TargetIds.BUSY,
                model.looking(),
                new SimpleStringProperty(texts.text("target.looking")),
                model::cancel,
                texts),
            new ErrorPanel(TargetIds.FAILURE, model.failure(), texts),
            more());
    place.getStyleClass().add("fields");
    return place;
  }

  private Field field(Preset.Field field) {
    TextField text = new TextField();
    text.setId(TargetIds.field(field));
    text.getStyleClass().add("code");
    String label = texts.text("target.field." + field);
    text.setAccessibleText(label);
    text.setPromptText(texts.text("target.prompt." + model.preset().get() + "." + field));
    text.textProperty().bindBidirectional(model.field(field));
    text.setOnAction(event -> model.look());
    if (field != Preset.Field.FOLDER) {
      return new Field(label, text);
    }
    Button browse = new Button(texts.text("action.browse"));
    browse.setId(TargetIds.BROWSE);
    browse.setMinWidth(Button.USE_PREF_SIZE);
    browse.setOnAction(
        event ->
            dialogs.chooseFolder(label, folder()).map(Path::toString).ifPresent(text::setText));
    HBox row = new HBox(text, browse);
    HBox.setHgrow(text, Priority.ALWAYS);
    row.getStyleClass().add("row");
    return new Field(label, text, row);
  }

  private Path folder() {
    try {
      return Path.of(model.field(Preset.Field.FOLDER).get());
    } catch (java.nio.file.InvalidPathException e) {
      return Path.of("");
    }
  }

  private TitledPane more() {
    TextArea properties = new TextArea();
    properties.setId(TargetIds.MORE);
    properties.getStyleClass().add("code");
    properties.setPrefRowCount(3);
    properties.setAccessibleText(texts.text("target.more"));
    properties.textProperty().bindBidirectional(model.more());
    Field field =
        new Field(texts.text("target.more"), properties)
            .withHint(texts.text("target.more.hint"))
            .withProblem(TargetIds.MORE + "-problem", model.moreProblem());
    TitledPane pane = new TitledPane(texts.text("target.more.title"), field);
    pane.setId(TargetIds.MORE + "-pane");
    pane.setAnimated(false);
    pane.setExpanded(!model.more().get().isBlank() && model.preset().get() == Preset.OTHER);
    model.preset().addListener((property, before, now) -> pane.setExpanded(now == Preset.OTHER));
    return pane;
  }

  private GridPane options() {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("options");
    ColumnConstraints half = new ColumnConstraints();
    half.setPercentWidth(50);
    grid.getColumnConstraints().addAll(half, half);
    VBox format = options("format-version", List.of(3, 2), model.formatVersion().asObject());
    format.disableProperty().bind(model.exists());
    grid.add(format, 0, 0);
    grid.add(options("initial-load", List.of(InitialLoad.values()), model.initialLoad()), 1, 0);
    grid.add(options("mode", List.of(WriteMode.values()), model.mode()), 0, 1);
    VBox last =
        new VBox(
            options("schema-changes", List.of(SchemaChanges.values()), model.schemaChanges()),
            options("null-keys", List.of(NullKeys.values()), model.nullKeys()));
    last.getStyleClass().add("fields");
    grid.add(last, 1, 1);
    return grid;
  }

  private <T> VBox options(String set, List<T> values, Property<T> chosen) {
    Label title = new Label(texts.text("target." + set));
    title.getStyleClass().add("title-3");
    title.setWrapText(true);
    title.setMinHeight(Label.USE_PREF_SIZE);
    VBox box = new VBox(title);
    box.getStyleClass().add("option-set");
    ToggleGroup group = new ToggleGroup();
    for (T value : values) {
      RadioButton button = new RadioButton(texts.text("target." + set + "." + value));
      button.setId(TargetIds.option(set, value));
      button.setUserData(value);
      button.setToggleGroup(group);
      String words = texts.text("target." + set + "." + value + ".words");
      Label hint = new Label(words);
      hint.getStyleClass().addAll("field-hint", "option-hint");
      hint.setWrapText(true);
      hint.setMinHeight(Label.USE_PREF_SIZE);
      button.setAccessibleHelp(hint.getText());
      button.setSelected(value.equals(chosen.getValue()));
      box.getChildren().add(new VBox(button, hint));
    }
    group
        .selectedToggleProperty()
        .addListener(
            (property, before, now) -> {
              if (now != null) {
                @SuppressWarnings("unchecked")
                T value = (T) now.getUserData();
                chosen.setValue(value);
              }
            });
    chosen.addListener(
        (property, before, now) ->
            group.getToggles().stream()
                .filter(toggle -> toggle.getUserData().equals(now))
                .forEach(group::selectToggle));
    return box;
  }
}
