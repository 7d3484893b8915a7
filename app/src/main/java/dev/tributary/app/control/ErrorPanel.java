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

import dev.tributary.app.task.Failure;
import dev.tributary.app.text.Texts;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/**
 * Shows a failure in place for as long as it lasts: the message, the details on demand, a button to
 * copy both, and what can be done about it. Takes no room while there is none.
 */
public final class ErrorPanel extends VBox {
  private final Texts texts;
  private final Label message = new Label();
  private final TextArea details = new TextArea();
  private final Hyperlink more = new Hyperlink();
  private final FlowPane actions = new FlowPane();

  /**
   * A panel that follows a failure.
   *
   * @param id of the panel; its parts have it as a prefix: {@code -message}, {@code -details},
   *     {@code -more}, {@code -copy}
   */
  public ErrorPanel(String id, ObservableValue<Optional<Failure>> failure, Texts texts) {
    this.texts = texts;
    setId(id);
    getStyleClass().add("error-panel");
    message.setId(id + "-message");
    message.setWrapText(true);
    message.setMinHeight(USE_PREF_SIZE);
    message.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(message, Priority.ALWAYS);
    HBox top = new HBox(Icons.icon("mdal-error_outline"), message);
    top.getStyleClass().add("error-panel-top");
    details.setId(id + "-details");
    details.setEditable(false);
    details.getStyleClass().add("code");
    details.setPrefRowCount(8);
    details.setAccessibleText(texts.text("error.details"));
    more.setId(id + "-more");
    more.setOnAction(event -> showDetails(!details.isVisible()));
    Button copy = new Button(texts.text("error.copy"), Icons.icon("mdal-content_copy"));
    copy.setId(id + "-copy");
    copy.getStyleClass().add("small");
    copy.setOnAction(event -> copy());
    actions.getStyleClass().add("error-panel-actions");
    actions.getChildren().addAll(copy, more);
    getChildren().addAll(top, actions, details);
    setAccessibleRole(AccessibleRole.TEXT);
    failure.addListener((property, before, now) -> show(now));
    show(failure.getValue());
  }

  /** Adds a way out, such as a button to try again; stands before the others. */
  public ErrorPanel withAction(Button action) {
    action.getStyleClass().add("small");
    actions.getChildren().add(actions.getChildren().size() - 2, action);
    return this;
  }

  private void show(Optional<Failure> failure) {
    setVisible(failure.isPresent());
    setManaged(failure.isPresent());
    message.setText(failure.map(Failure::message).orElse(""));
    details.setText(failure.map(Failure::details).orElse(""));
    showDetails(false);
    setAccessibleText(failure.map(f -> texts.text("error.spoken", f.message())).orElse(""));
    notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
  }

  private void showDetails(boolean visible) {
    details.setVisible(visible);
    details.setManaged(visible);
    more.setVisited(false);
    more.setText(texts.text(visible ? "error.hide-details" : "error.show-details"));
  }

  private void copy() {
    ClipboardContent content = new ClipboardContent();
    content.putString(message.getText() + "\n\n" + details.getText());
    Clipboard.getSystemClipboard().setContent(content);
  }
}
