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

import javafx.scene.control.Spinner;
import javafx.scene.control.SpinnerValueFactory.IntegerSpinnerValueFactory;
import javafx.util.StringConverter;

/**
 * An editable spinner of whole numbers that keeps its value when something else is typed. Its range
 * is for what is typed; a value that comes from elsewhere is shown as it is.
 */
public final class NumberSpinner extends Spinner<Integer> {
  private final IntegerSpinnerValueFactory numbers;

  /** A spinner from {@code least} to {@code most}, both included. */
  public NumberSpinner(int least, int most, int value) {
    numbers = new IntegerSpinnerValueFactory(Math.min(least, value), Math.max(most, value), value);
    numbers.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(Integer number) {
            return number == null ? "" : number.toString();
          }

          @Override
          public Integer fromString(String text) {
            try {
              int typed = Integer.parseInt(text.strip());
              return typed == numbers.getValue() ? typed : Math.max(least, Math.min(most, typed));
            } catch (NumberFormatException e) {
              return numbers.getValue();
            }
          }
        });
    setValueFactory(numbers);
    setEditable(true);
    focusedProperty()
        .addListener(
            (property, before, now) -> {
              if (!now) {
                getEditor().setText(numbers.getConverter().toString(getValue()));
              }
            });
  }

  /** Shows a value that was not typed here, such as a spec's; the range has to make room for it. */
  public void show(int value) {
    numbers.setMin(Math.min(numbers.getMin(), value));
    numbers.setMax(Math.max(numbers.getMax(), value));
    numbers.setValue(value);
  }
}
