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
package dev.tributary.app.changes;

import dev.tributary.app.control.ErrorPanel;
import dev.tributary.app.control.Field;
import dev.tributary.app.control.Icons;
import dev.tributary.app.control.Segmented;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.WizardPage;
import dev.tributary.app.wizard.WizardPageModel;
import dev.tributary.preview.Preview;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.beans.InvalidationListener;
import javafx.collections.FXCollections;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/** The Changes page: what to show above, the change rows below. */
public final class ChangesView implements WizardPage {
  private final ChangesViewModel model;
  private final Texts texts;
  private final ChangeTable table;
  private final VBox root;

  /** A page over this model. */
  public ChangesView(ChangesViewModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    this.table = new ChangeTable(model, texts);
    VBox.setVgrow(table, Priority.ALWAYS);
    ErrorPanel failure = new ErrorPanel(ChangesIds.FAILURE, model.failure(), texts);
    Button retry = new Button(texts.text("action.retry"), Icons.icon("mdmz-refresh"));
    retry.setId(ChangesIds.RELOAD);
    retry.setOnAction(event -> model.load());
    failure.withAction(retry);
    root =
        new VBox(
            header(),
            filters(),
            Field.line(ChangesIds.KEY_HINT, "field-warning", model.keyHint()),
            failure,
            table,
            status());
    root.setId(ChangesIds.PAGE);
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
    table.requestFocus();
  }

  private HBox header() {
    Label title = new Label(texts.text("changes.title"));
    title.getStyleClass().add("title-2");
    title.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(title, Priority.ALWAYS);
    Segmented<Preview.View> view =
        new Segmented<>(ChangesIds.VIEW, List.of(Preview.View.values()), model.view(), texts);
    HBox row = new HBox(title, key(), view);
    row.getStyleClass().add("row");
    return row;
  }

  private FlowPane filters() {
    FlowPane row = new FlowPane();
    row.getStyleClass().add("badges");
    for (Chip chip : Chip.values()) {
      row.getChildren().add(chip(chip));
    }
    TextField filter = new TextField();
    filter.setId(ChangesIds.FILTER);
    filter.setPromptText(texts.text("changes.filter"));
    filter.setAccessibleText(texts.text("changes.filter"));
    filter.textProperty().bindBidirectional(model.filter());
    filter.setPrefColumnCount(14);
    row.getChildren().addAll(filter, column());
    return row;
  }

  private ToggleButton chip(Chip chip) {
    ToggleButton button = new ToggleButton();
    button.setId(Segmented.id(ChangesIds.CHIP, chip));
    button.getStyleClass().addAll("chip", "kind-" + chip.name().toLowerCase(Locale.ROOT));
    button.textProperty().bind(model.words(chip));
    button.selectedProperty().bindBidirectional(model.chosen(chip));
    button.setTooltip(new Tooltip(texts.text("changes.chip-tooltip")));
    return button;
  }

  private ComboBox<String> column() {
    ComboBox<String> box = new ComboBox<>();
    box.setId(ChangesIds.COLUMN);
    String all = texts.text("changes.all-columns");
    InvalidationListener fill =
        property -> {
          List<String> items = new ArrayList<>(model.columns());
          items.add(0, "");
          box.setItems(FXCollections.observableArrayList(items));
          box.setValue(model.column().get().orElse(""));
        };
    model.columns().addListener(fill);
    box.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(String name) {
            return name == null || name.isEmpty() ? all : name;
          }

          @Override
          public String fromString(String text) {
            return text.equals(all) ? "" : text;
          }
        });
    fill.invalidated(model.columns());
    box.setAccessibleText(texts.text("changes.column"));
    box.setTooltip(new Tooltip(texts.text("changes.column")));
    box.valueProperty()
        .addListener(
            (property, before, now) ->
                model
                    .column()
                    .set(now == null || now.isEmpty() ? Optional.empty() : Optional.of(now)));
    return box;
  }

  private MenuButton key() {
    MenuButton button = new MenuButton();
    button.setId(ChangesIds.KEY);
    button.setMnemonicParsing(false);
    button.setTooltip(new Tooltip(texts.text("changes.key-tooltip")));
    InvalidationListener fill =
        property -> {
          button.setText(
              model.key().isEmpty()
                  ? texts.text("changes.key-none")
                  : texts.text("changes.key", String.join(", ", model.key())));
          button.getItems().setAll(model.columns().stream().map(this::keyItem).toList());
        };
    model.columns().addListener(fill);
    model.key().addListener(fill);
    fill.invalidated(model.key());
    button.setOnHidden(
        event ->
            model.chooseKey(
                button.getItems().stream()
                    .map(CheckMenuItem.class::cast)
                    .filter(CheckMenuItem::isSelected)
                    .map(CheckMenuItem::getText)
                    .toList()));
    return button;
  }

  private CheckMenuItem keyItem(String column) {
    CheckMenuItem item = new CheckMenuItem(column);
    item.setId(ChangesIds.KEY + "-" + column);
    item.setMnemonicParsing(false);
    item.setSelected(model.key().contains(column));
    return item;
  }

  private HBox status() {
    Label words = new Label();
    words.setId(ChangesIds.STATUS);
    words.getStyleClass().add("subtle");
    words.textProperty().bind(model.status());
    words.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(words, Priority.ALWAYS);
    Label progress = new Label();
    progress.textProperty().bind(model.progress());
    progress.setMinWidth(Region.USE_PREF_SIZE);
    ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
    bar.setAccessibleText(texts.text("changes.reading"));
    Button cancel = new Button(texts.text("action.cancel"));
    cancel.setId(ChangesIds.CANCEL);
    cancel.getStyleClass().add("small");
    cancel.setOnAction(event -> model.cancel());
    HBox busy = new HBox(bar, progress, cancel);
    busy.setId(ChangesIds.BUSY);
    busy.getStyleClass().add("busy-row");
    busy.visibleProperty().bind(model.loading());
    busy.managedProperty().bind(model.loading());
    HBox row = new HBox(words, busy);
    row.getStyleClass().add("row");
    return row;
  }
}
