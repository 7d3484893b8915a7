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

import dev.tributary.app.text.Formats;
import dev.tributary.app.text.Texts;
import java.util.Optional;
import java.util.TreeMap;
import javafx.geometry.NodeOrientation;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;

/** All that the metadata says about one commit, and buttons to begin or end the range there. */
final class CommitInspector extends ScrollPane {
  private final RangeViewModel model;
  private final Texts texts;
  private final VBox body = new VBox();

  CommitInspector(RangeViewModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    setId(RangeIds.INSPECTOR);
    getStyleClass().add("inspector");
    setFitToWidth(true);
    body.getStyleClass().add("section");
    setContent(body);
    model.inspected().addListener((property, before, now) -> show(now));
    show(model.inspected().get());
  }

  private void show(Optional<CommitRow> row) {
    body.getChildren().clear();
    row.ifPresent(this::fill);
  }

  private void fill(CommitRow row) {
    Formats formats = texts.formats();
    TextField id = new TextField(row.commit().id());
    id.setId(RangeIds.INSPECTED_ID);
    id.setEditable(false);
    id.getStyleClass().addAll("code", "plain-field");
    id.setNodeOrientation(NodeOrientation.LEFT_TO_RIGHT);
    id.setAccessibleText(texts.text("range.commit"));
    Label title = new Label(texts.text("range.commit"));
    title.getStyleClass().add("subtle");
    title.setLabelFor(id);
    body.getChildren().addAll(new VBox(title, id));
    if (row.index().isPresent()) {
      Button start = new Button(texts.text("range.start-here"));
      start.setId(RangeIds.START_HERE);
      start.getStyleClass().add("small");
      start.setOnAction(event -> model.startAt(row));
      Button end = new Button(texts.text("range.end-here"));
      end.setId(RangeIds.END_HERE);
      end.getStyleClass().add("small");
      end.setOnAction(event -> model.endAt(row));
      FlowPane buttons = new FlowPane(start, end);
      buttons.getStyleClass().add("badges");
      body.getChildren().add(buttons);
    }
    row.commit().note().ifPresent(note -> pair(texts.text("range.note"), note));
    pair(texts.text("range.operation"), row.commit().operation());
    pair(texts.text("range.time-utc"), formats.utc(row.commit().timestamp()));
    row.commit().parentId().ifPresent(parent -> pair(texts.text("range.parent"), parent));
    row.commit()
        .sequence()
        .ifPresent(number -> pair(texts.text("range.sequence"), Long.toString(number)));
    new TreeMap<>(row.commit().summary()).forEach(this::pair);
  }

  private void pair(String name, String value) {
    Label label = new Label(name);
    label.getStyleClass().add("subtle");
    label.setWrapText(true);
    Label shown = new Label(value);
    shown.getStyleClass().add("code");
    shown.setNodeOrientation(NodeOrientation.LEFT_TO_RIGHT);
    shown.setWrapText(true);
    shown.setAccessibleText(name + ": " + value);
    body.getChildren().add(new VBox(label, shown));
  }
}
