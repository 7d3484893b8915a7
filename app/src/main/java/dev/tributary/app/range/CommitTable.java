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
package dev.tributary.app.range;

import dev.tributary.app.control.Columns;
import dev.tributary.app.control.Icons;
import dev.tributary.app.text.Formats;
import dev.tributary.app.text.Texts;
import dev.tributary.history.SourceCommit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import javafx.beans.InvalidationListener;
import javafx.collections.transformation.SortedList;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;

/** The history as a table, newest first; choosing rows works as in the chart. */
final class CommitTable extends TableView<CommitRow> {
  private static final PseudoClass IN_RANGE = PseudoClass.getPseudoClass("in-range");

  private final RangeViewModel model;
  private final Texts texts;
  private final Formats formats;

  CommitTable(RangeViewModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    this.formats = texts.formats();
    setId(RangeIds.TABLE);
    setAccessibleText(texts.text("range.table-spoken"));
    getStyleClass().addAll("dense", "bordered");
    setPlaceholder(new Label(texts.text("range.no-match")));
    SortedList<CommitRow> sorted = new SortedList<>(model.shown());
    sorted.comparatorProperty().bind(comparatorProperty());
    setItems(sorted);
    getColumns().add(inRange());
    getColumns()
        .add(
            Columns.of(
                "range-column-commit",
                texts.text("range.commit"),
                12.8,
                "code",
                (CommitRow row) -> row.commit().id(),
                id -> id,
                row -> row.commit().id()));
    getColumns()
        .add(
            Columns.of(
                "range-column-time",
                texts.text("range.time"),
                11.8,
                "",
                (CommitRow row) -> row.commit().timestamp(),
                formats::local,
                row -> formats.utc(row.commit().timestamp())));
    getColumns().add(operation());
    getColumns().add(figure("added-rows", 6, c -> c.figures().addedRows(), formats::added));
    getColumns().add(figure("deleted-rows", 6, c -> c.figures().deletedRows(), formats::removed));
    getColumns().add(figure("added-files", 5, c -> c.figures().addedDataFiles(), formats::added));
    getColumns()
        .add(figure("removed-files", 5, c -> c.figures().removedDataFiles(), formats::removed));
    getColumns().add(figure("dvs", 4, c -> c.figures().addedDeletionVectors(), formats::number));
    getColumns()
        .add(
            figure(
                "position-deletes", 5, c -> c.figures().addedPositionDeletes(), formats::number));
    getColumns()
        .add(
            figure(
                "equality-deletes", 5, c -> c.figures().addedEqualityDeletes(), formats::number));
    getColumns()
        .add(
            Columns.text(
                "range-column-refs",
                texts.text("range.refs"),
                8,
                "",
                row -> String.join(", ", row.commit().refs())));
    getColumns()
        .add(
            Columns.of(
                "range-column-note",
                texts.text("range.note"),
                20,
                "",
                (CommitRow row) -> note(row),
                note -> note,
                CommitTable.this::note));
    setRowFactory(table -> row());
    addEventFilter(KeyEvent.KEY_PRESSED, this::key);
    getSelectionModel()
        .selectedItemProperty()
        .addListener(
            (property, before, now) -> {
              if (now != null) {
                model.inspected().set(Optional.of(now));
              }
            });
    model.inspected().addListener((property, before, now) -> now.ifPresent(this::reveal));
  }

  private String note(CommitRow row) {
    if (row.commit().note().isPresent()) {
      return row.commit().note().get();
    }
    if (row.index().isEmpty()) {
      return texts.text("range.not-on-line");
    }
    if (!row.changesRows()) {
      return texts.text("range.rewrite");
    }
    return row.commit().changeFeed().filter(on -> !on).isPresent()
        ? texts.text("range.no-feed")
        : "";
  }

  private void reveal(CommitRow row) {
    if (getSelectionModel().getSelectedItem() != row) {
      getSelectionModel().select(row);
      scrollTo(row);
    }
  }

  /** The mark, as a word for screen readers and a tick for eyes. */
  private TableColumn<CommitRow, Boolean> inRange() {
    TableColumn<CommitRow, Boolean> column = new TableColumn<>(texts.text("range.in"));
    column.setId("range-column-in");
    column.setPrefWidth(42);
    column.setCellValueFactory(data -> data.getValue().inRange());
    column.setCellFactory(
        unused ->
            new TableCell<>() {
              @Override
              protected void updateItem(Boolean item, boolean empty) {
                super.updateItem(item, empty);
                boolean in = !empty && Boolean.TRUE.equals(item);
                setGraphic(in ? Icons.icon("mdal-check") : null);
                setAccessibleText(
                    empty ? "" : texts.text(in ? "range.in-spoken" : "range.out-spoken"));
              }
            });
    return column;
  }

  private TableColumn<CommitRow, String> operation() {
    TableColumn<CommitRow, String> column =
        Columns.text(
            "range-column-operation",
            texts.text("range.operation"),
            8,
            "",
            row -> row.commit().operation());
    column.setCellFactory(
        unused ->
            new TableCell<>() {
              @Override
              protected void updateItem(String item, boolean empty) {
                super.updateItem(item, empty);
                if (empty || item == null) {
                  setGraphic(null);
                } else {
                  Label badge = new Label(item);
                  badge.getStyleClass().add("badge");
                  setGraphic(badge);
                }
              }
            });
    return column;
  }

  private TableColumn<CommitRow, OptionalLong> figure(
      String name,
      double width,
      Function<SourceCommit, OptionalLong> value,
      Function<OptionalLong, String> text) {
    TableColumn<CommitRow, OptionalLong> column =
        Columns.of(
            "range-column-" + name,
            texts.text("range." + name),
            width,
            "number",
            (CommitRow row) -> value.apply(row.commit()),
            text,
            row -> "");
    column.setComparator(Comparator.comparingLong(figure -> figure.orElse(-1)));
    return column;
  }

  private TableRow<CommitRow> row() {
    TableRow<CommitRow> row =
        new TableRow<>() {
          private final InvalidationListener marked = property -> mark();

          @Override
          protected void updateItem(CommitRow item, boolean empty) {
            if (getItem() != null) {
              getItem().inRange().removeListener(marked);
            }
            super.updateItem(item, empty);
            if (item != null) {
              item.inRange().addListener(marked);
            }
            mark();
          }

          private void mark() {
            pseudoClassStateChanged(IN_RANGE, getItem() != null && getItem().inRange().get());
          }
        };
    row.addEventHandler(
        MouseEvent.MOUSE_CLICKED,
        event -> {
          if (event.getButton() == MouseButton.PRIMARY && row.getItem() != null) {
            act(row.getItem(), event.isShiftDown());
          }
        });
    return row;
  }

  private void key(KeyEvent event) {
    CommitRow selected = getSelectionModel().getSelectedItem();
    if (selected != null && List.of(KeyCode.ENTER, KeyCode.SPACE).contains(event.getCode())) {
      act(selected, event.isShiftDown());
      event.consume();
    }
  }

  private void act(CommitRow row, boolean extend) {
    if (extend) {
      model.extendTo(row);
    } else {
      model.choose(row);
    }
  }
}
