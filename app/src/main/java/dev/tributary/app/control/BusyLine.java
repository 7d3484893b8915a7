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
import javafx.animation.PauseTransition;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.util.Duration;

/**
 * Says what is being waited for, with a button to give it up. Appears only when the wait is long
 * enough to be noticed, and takes no room before that.
 */
public final class BusyLine extends HBox {
  private static final Duration NOTICED = Duration.millis(400);

  /**
   * A line that follows a state.
   *
   * @param id of the line; the button's is {@code ID-cancel}
   * @param busy whether there is a wait
   * @param words what is being waited for
   */
  public BusyLine(
      String id,
      ObservableValue<Boolean> busy,
      ObservableValue<String> words,
      Runnable cancel,
      Texts texts) {
    setId(id);
    getStyleClass().add("busy-line");
    setAlignment(Pos.CENTER_LEFT);
    ProgressIndicator indicator = new ProgressIndicator();
    indicator.getStyleClass().add("busy-indicator");
    Label label = new Label();
    label.textProperty().bind(words);
    indicator.accessibleTextProperty().bind(label.textProperty());
    Button stop = new Button(texts.text("action.cancel"));
    stop.setId(id + "-cancel");
    stop.getStyleClass().add("small");
    stop.setOnAction(event -> cancel.run());
    getChildren().addAll(indicator, label, stop);
    PauseTransition pause = new PauseTransition(NOTICED);
    pause.setOnFinished(event -> show(busy.getValue()));
    busy.addListener(
        (property, before, now) -> {
          if (now) {
            pause.playFromStart();
          } else {
            pause.stop();
            show(false);
          }
        });
    show(busy.getValue());
  }

  private void show(boolean visible) {
    setVisible(visible);
    setManaged(visible);
  }
}
