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
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.Tooltip;

/** Columns of tables: right-aligned figures, monospaced identifiers, words. */
public final class Columns {
  private static final String NUMBER = "number";

  private Columns() {}

  /**
   * A column of texts.
   *
   * @param width in em
   * @param styleClass of its cells, such as {@code number} or {@code code}; empty: none
   */
  public static <R> TableColumn<R, String> text(
      String id, String title, double width, String styleClass, Function<R, String> text) {
    return of(id, title, width, styleClass, text, value -> value, row -> "");
  }

  /**
   * A column that sorts by values and shows their texts.
   *
   * @param tooltip of a row's cell; empty: none
   */
  public static <R, V> TableColumn<R, V> of(
      String id,
      String title,
      double width,
      String styleClass,
      Function<R, V> value,
      Function<V, String> text,
      Function<R, String> tooltip) {
    TableColumn<R, V> column = new TableColumn<>(title);
    column.setId(id);
    // Tables size columns in pixels; 14 is the size of the type unless a person changes it.
    column.setPrefWidth(width * 14);
    column.setCellValueFactory(data -> new ReadOnlyObjectWrapper<>(value.apply(data.getValue())));
    if (styleClass.equals(NUMBER)) {
      column.getStyleClass().add(styleClass);
    }
    column.setCellFactory(
        unused ->
            new TableCell<>() {
              {
                if (!styleClass.isEmpty()) {
                  getStyleClass().add(styleClass);
                }
              }

              @Override
              protected void updateItem(V item, boolean empty) {
                super.updateItem(item, empty);
                if (empty || item == null || getTableRow().getItem() == null) {
                  setText(null);
                  setTooltip(null);
                  return;
                }
                setText(text.apply(item));
                String words = tooltip.apply(getTableRow().getItem());
                setTooltip(words.isEmpty() ? null : new Tooltip(words));
              }
            });
    return column;
  }
}
