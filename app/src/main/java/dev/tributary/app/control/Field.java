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

import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/** A control with its label above it and a line for hints or problems below. */
public final class Field extends VBox {

  /** A control with its label. */
  public Field(String label, Node control) {
    this(label, control, control);
  }

  /** A row with the label of the control in it. */
  public Field(String label, Node control, Node row) {
    getStyleClass().add("field");
    Label words = new Label(label);
    words.getStyleClass().add("field-label");
    words.setLabelFor(control);
    getChildren().addAll(words, row);
  }

  /** Adds a quiet line that explains. */
  public Field withHint(String hint) {
    Label words = new Label(hint);
    words.getStyleClass().add("field-hint");
    words.setWrapText(true);
    getChildren().add(words);
    return this;
  }

  /** Adds a line that shows a problem as long as there is one. */
  public Field withProblem(String id, ObservableValue<String> problem) {
    getChildren().add(line(id, "field-problem", problem));
    return this;
  }

  /** A line that takes room only while its text is not empty. */
  public static Label line(String id, String styleClass, ObservableValue<String> text) {
    Label words = new Label();
    words.setId(id);
    words.getStyleClass().add(styleClass);
    words.setWrapText(true);
    words.setMinHeight(USE_PREF_SIZE);
    words.textProperty().bind(text);
    words.visibleProperty().bind(words.textProperty().isNotEmpty());
    words.managedProperty().bind(words.visibleProperty());
    return words;
  }
}
