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
package dev.tributary.app.control;

import dev.tributary.app.draft.Pair;
import dev.tributary.app.text.Texts;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.geometry.NodeOrientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/**
 * A small table of text pairs, edited in place, with a button to add a row and one on each to
 * remove it.
 */
public final class PairTable extends VBox {
  private final String id;
  private final String leftName;
  private final String rightName;
  private final ObservableList<Pair> rows;
  private final Texts texts;
  private final GridPane grid = new GridPane();

  /**
   * A table over these rows.
   *
   * @param id of the table; cells are {@code id-left-N} and {@code id-right-N}, buttons {@code
   *     id-remove-N} and {@code id-add}, N from 0
   */
  public PairTable(
      String id, String leftName, String rightName, ObservableList<Pair> rows, Texts texts) {
    this.id = id;
    this.leftName = leftName;
    this.rightName = rightName;
    this.rows = rows;
    this.texts = texts;
    setId(id);
    getStyleClass().add("pair-table");
    grid.getStyleClass().add("pair-grid");
    ColumnConstraints left = new ColumnConstraints();
    left.setPercentWidth(36);
    ColumnConstraints right = new ColumnConstraints();
    right.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().addAll(left, right, new ColumnConstraints());
    Button add = new Button(texts.text("pairs.add"), Icons.icon("mdal-add"));
    add.setId(id + "-add");
    add.getStyleClass().addAll("flat", "small");
    add.setOnAction(event -> addRow());
    getChildren().addAll(grid, add);
    rows.addListener(this::changed);
    fill();
  }

  private void addRow() {
    rows.add(new Pair("", ""));
    grid.lookup("#" + id + "-left-" + (rows.size() - 1)).requestFocus();
  }

  /** Typing in a cell changes the list as well, but not which cells there are. */
  private void changed(ListChangeListener.Change<? extends Pair> change) {
    while (change.next()) {
      if (!change.wasUpdated()) {
        fill();
        return;
      }
    }
  }

  private void fill() {
    grid.getChildren().clear();
    if (!rows.isEmpty()) {
      grid.addRow(0, head(leftName), head(rightName));
    }
    for (int i = 0; i < rows.size(); i++) {
      Pair row = rows.get(i);
      grid.addRow(i + 1, cell(row, i, true), cell(row, i, false), remove(row, i));
    }
  }

  private static Label head(String name) {
    Label head = new Label(name);
    head.getStyleClass().add("field-label");
    return head;
  }

  private Node cell(Pair row, int index, boolean left) {
    TextField field = new TextField();
    field.textProperty().bindBidirectional(left ? row.left() : row.right());
    field.setId(id + (left ? "-left-" : "-right-") + index);
    field.getStyleClass().add("code");
    field.setNodeOrientation(NodeOrientation.LEFT_TO_RIGHT);
    field.setAccessibleText(
        left
            ? texts.text("pairs.left-spoken", leftName, index + 1)
            : texts.text("pairs.right-spoken", rightName, row.left().get()));
    return field;
  }

  private Button remove(Pair row, int index) {
    Button remove = new Button("", Icons.icon("mdal-close"));
    remove.setId(id + "-remove-" + index);
    remove.getStyleClass().addAll("flat", "button-icon", "small");
    String words = texts.text("pairs.remove", index + 1);
    remove.setTooltip(new Tooltip(words));
    remove.setAccessibleText(words);
    remove.setOnAction(event -> rows.remove(row));
    return remove;
  }
}
