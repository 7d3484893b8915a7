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

import java.util.function.Function;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.scene.Node;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.Tooltip;

/** Columns for tables whose rows are whole values. */
public final class Cells {
  private Cells() {}

  /** A column of words. */
  public static <R> TableColumn<R, String> text(String title, Function<R, String> value) {
    TableColumn<R, String> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new SimpleStringProperty(value.apply(cell.getValue())));
    column.setCellFactory(ignored -> new TextCell<>());
    return column;
  }

  /** A column of numbers, aligned to the right. */
  public static <R> TableColumn<R, String> number(String title, Function<R, String> value) {
    TableColumn<R, String> column = text(title, value);
    column.getStyleClass().add("number");
    return column;
  }

  /** A column of identifiers or code, in a monospaced face. */
  public static <R> TableColumn<R, String> code(String title, Function<R, String> value) {
    TableColumn<R, String> column = text(title, value);
    column.getStyleClass().add("code");
    return column;
  }

  /** A column of controls, made anew for each row that a cell shows. */
  public static <R> TableColumn<R, R> node(String title, Function<R, Node> make) {
    TableColumn<R, R> column = new TableColumn<>(title);
    column.setSortable(false);
    column.setCellValueFactory(cell -> new SimpleObjectProperty<>(cell.getValue()));
    column.setCellFactory(ignored -> new NodeCell<>(make));
    return column;
  }

  /** Says in a tooltip what may be cut off. */
  private static final class TextCell<R> extends TableCell<R, String> {
    private static final int SURELY_FITS = 12;

    @Override
    protected void updateItem(String item, boolean empty) {
      super.updateItem(item, empty);
      setText(empty ? null : item);
      setTooltip(empty || item == null || item.length() <= SURELY_FITS ? null : new Tooltip(item));
    }
  }

  private static final class NodeCell<R> extends TableCell<R, R> {
    private final Function<R, Node> make;
    private R shown;

    NodeCell(Function<R, Node> make) {
      this.make = make;
      setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    }

    @Override
    protected void updateItem(R item, boolean empty) {
      super.updateItem(item, empty);
      if (empty || item == null) {
        shown = null;
        setGraphic(null);
      } else if (item != shown) {
        shown = item;
        setGraphic(make.apply(item));
      }
    }
  }
}
