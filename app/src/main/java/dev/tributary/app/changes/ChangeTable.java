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

import dev.tributary.app.control.Columns;
import dev.tributary.app.text.Formats;
import dev.tributary.app.text.Texts;
import java.util.Locale;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.geometry.NodeOrientation;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;

/**
 * The change rows. What changed in an update stands as before → after in its cell; kinds are told
 * by sign, word and colour together.
 */
final class ChangeTable extends TableView<ChangeRow> {
  private static final int WIDTH = 140;

  private final ChangesViewModel model;
  private final Texts texts;

  ChangeTable(ChangesViewModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    setId(ChangesIds.TABLE);
    setAccessibleText(texts.text("changes.table-spoken"));
    getStyleClass().addAll("dense", "bordered");
    setPlaceholder(new Label(texts.text("changes.none")));
    setItems(model.shown());
    model.columns().addListener((ListChangeListener<String>) change -> fillColumns());
    fillColumns();
  }

  private void fillColumns() {
    Formats formats = texts.formats();
    getColumns().clear();
    getColumns().add(kind());
    getColumns()
        .add(
            Columns.of(
                "changes-column-commit",
                texts.text("range.commit"),
                9,
                "code",
                ChangeRow::commitId,
                id -> id,
                row -> row.commitId() + "  " + formats.utc(row.timestamp())));
    for (int i = 0; i < model.columns().size(); i++) {
      getColumns().add(values(model.columns().get(i), i));
    }
  }

  private TableColumn<ChangeRow, RowKind> kind() {
    TableColumn<ChangeRow, RowKind> column = new TableColumn<>(texts.text("changes.kind"));
    column.setId("changes-column-kind");
    column.setPrefWidth(WIDTH - 20);
    column.setCellValueFactory(data -> new ReadOnlyObjectWrapper<>(data.getValue().kind()));
    column.setCellFactory(
        unused ->
            new TableCell<>() {
              @Override
              protected void updateItem(RowKind item, boolean empty) {
                super.updateItem(item, empty);
                if (empty || item == null) {
                  setGraphic(null);
                  return;
                }
                Label label = new Label(item.sign() + " " + texts.name(item));
                label
                    .getStyleClass()
                    .addAll("kind", "kind-" + item.chip().name().toLowerCase(Locale.ROOT));
                setGraphic(label);
              }
            });
    return column;
  }

  private TableColumn<ChangeRow, Cell> values(String name, int index) {
    TableColumn<ChangeRow, Cell> column = new TableColumn<>(name);
    column.setId("changes-column-value-" + name);
    column.setPrefWidth(WIDTH);
    column.setSortable(false);
    column.setCellValueFactory(
        data -> new ReadOnlyObjectWrapper<>(data.getValue().cells().get(index)));
    boolean number = model.numeric(index);
    if (number) {
      column.getStyleClass().add("number");
    }
    column.setCellFactory(
        unused -> {
          ValueCell cell = new ValueCell();
          if (number) {
            cell.getStyleClass().add("number");
          }
          return cell;
        });
    return column;
  }

  private static Label value(Optional<String> text) {
    Label label = new Label(text.orElse(Cell.NULL));
    label.getStyleClass().add("code");
    label.pseudoClassStateChanged(PseudoClass.getPseudoClass("null"), text.isEmpty());
    return label;
  }

  private final class ValueCell extends TableCell<ChangeRow, Cell> {
    @Override
    protected void updateItem(Cell item, boolean empty) {
      super.updateItem(item, empty);
      if (empty || item == null) {
        setGraphic(null);
        setTooltip(null);
        setAccessibleText("");
        return;
      }
      setNodeOrientation(NodeOrientation.LEFT_TO_RIGHT);
      String after = item.value().orElse(Cell.NULL);
      if (!item.changed()) {
        setGraphic(value(item.value()));
        setTooltip(new Tooltip(after));
        setAccessibleText(after);
        return;
      }
      String before = item.before().orElse(Cell.NULL);
      Label old = value(item.before());
      old.getStyleClass().add("before");
      Label now = value(item.value());
      now.getStyleClass().add("after");
      HBox both = new HBox(old, new Label("→"), now);
      both.getStyleClass().add("before-after");
      setGraphic(both);
      setTooltip(new Tooltip(before + "  →  " + after));
      setAccessibleText(texts.text("changes.cell-spoken", before, after));
    }
  }
}
