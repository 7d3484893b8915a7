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

import dev.tributary.app.text.Texts;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javafx.beans.property.Property;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;

/**
 * A row of buttons of which one is chosen, for a few closed alternatives.
 *
 * @param <T> the alternatives; their words are the messages {@code SimpleName.CONSTANT}
 */
public final class Segmented<T extends Enum<T>> extends HBox {

  /**
   * Buttons for these values.
   *
   * @param id of the row; a button's is {@link #id(String, Enum)}
   */
  public Segmented(String id, List<T> values, Property<T> chosen, Texts texts) {
    this(id, values, chosen, texts::name);
  }

  /** Buttons with words of their own. */
  public Segmented(String id, List<T> values, Property<T> chosen, Function<T, String> words) {
    setId(id);
    getStyleClass().add("segmented");
    ToggleGroup group = new ToggleGroup();
    for (int i = 0; i < values.size(); i++) {
      T value = values.get(i);
      ToggleButton button = new ToggleButton(words.apply(value));
      button.setId(id(id, value));
      button.setAccessibleRole(AccessibleRole.RADIO_BUTTON);
      button.setToggleGroup(group);
      button.setUserData(value);
      button.setMinWidth(USE_PREF_SIZE);
      button
          .getStyleClass()
          .add(i == 0 ? "left-pill" : i == values.size() - 1 ? "right-pill" : "center-pill");
      button.setSelected(value == chosen.getValue());
      getChildren().add(button);
    }
    group
        .selectedToggleProperty()
        .addListener(
            (property, before, now) -> {
              if (now == null) {
                before.setSelected(true);
              } else {
                chosen.setValue(values.get(group.getToggles().indexOf(now)));
              }
            });
    chosen.addListener(
        (property, before, now) -> {
          int index = values.indexOf(now);
          if (index >= 0) {
            group.getToggles().get(index).setSelected(true);
          }
        });
  }

  /** The id of a value's button, such as {@code source-format-delta}. */
  public static String id(String row, Enum<?> value) {
    return row + "-" + value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
