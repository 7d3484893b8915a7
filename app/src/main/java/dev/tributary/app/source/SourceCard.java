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
package dev.tributary.app.source;

import dev.tributary.app.control.Icons;
import dev.tributary.app.draft.SourceFacts;
import dev.tributary.app.text.Formats;
import dev.tributary.app.text.Texts;
import dev.tributary.history.SourceCommit;
import dev.tributary.source.SourceDescription;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javafx.geometry.NodeOrientation;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** What a look at the table found, as a card of labelled facts. */
final class SourceCard extends VBox {
  private static final int COLUMNS = 4;

  private final Texts texts;
  private final Formats formats;
  private final GridPane figures = new GridPane();
  private final GridPane words = new GridPane();

  SourceCard(SourceFacts facts, Texts texts) {
    this.texts = texts;
    this.formats = texts.formats();
    setId(SourceIds.CARD);
    getStyleClass().add("card");
    SourceDescription table = facts.description();
    figures.getStyleClass().add("facts");
    for (int i = 0; i < COLUMNS; i++) {
      ColumnConstraints column = new ColumnConstraints();
      column.setPercentWidth(100.0 / COLUMNS);
      figures.getColumnConstraints().add(column);
    }
    figure("rows", formats.number(table.rows()));
    figure("size", formats.bytes(table.bytes()));
    figure("files", formats.number(table.dataFiles()));
    figure("commits", formats.number(facts.history().size()));
    words.getStyleClass().add("facts");
    ColumnConstraints labels = new ColumnConstraints();
    ColumnConstraints values = new ColumnConstraints();
    values.setHgrow(Priority.ALWAYS);
    words.getColumnConstraints().addAll(labels, values);
    word("location", table.location()).getStyleClass().add("code");
    Instant now = Instant.now();
    Label last =
        word(
            "last-commit",
            table.lastCommit().map(time -> formats.relative(time, now)).orElse(formats.unknown()));
    table.lastCommit().ifPresent(time -> last.setTooltip(new Tooltip(formats.utc(time))));
    word("partitioning", list(table.partitioning())).getStyleClass().add("code");
    word("key", list(table.identifierFields())).getStyleClass().add("code");
    feedSince(facts.history()).ifPresent(since -> word("feed", since));
    Label title = new Label(table.format());
    title.setId(SourceIds.fact("format"));
    title.getStyleClass().add("title-3");
    getChildren().addAll(title, figures, words);
    if (!table.features().isEmpty()) {
      getChildren().add(features(table.features()));
    }
    if (!table.problems().isEmpty()) {
      getChildren().add(problems(table.problems()));
    }
  }

  private String list(List<String> values) {
    return values.isEmpty() ? texts.text("source.card.none") : String.join(", ", values);
  }

  private void figure(String name, String value) {
    Label number = new Label(value);
    number.setId(SourceIds.fact(name));
    number.getStyleClass().add("figure");
    Label label = new Label(texts.text("source.card." + name));
    label.getStyleClass().add("subtle");
    number.setAccessibleText(label.getText() + ": " + value);
    figures.add(new VBox(number, label), figures.getChildren().size(), 0);
  }

  private Label word(String name, String value) {
    Label label = new Label(texts.text("source.card." + name));
    label.getStyleClass().add("subtle");
    label.setMinWidth(USE_PREF_SIZE);
    Label shown = new Label(value);
    shown.setId(SourceIds.fact(name));
    shown.setWrapText(true);
    shown.setNodeOrientation(NodeOrientation.LEFT_TO_RIGHT);
    shown.setAccessibleText(label.getText() + ": " + value);
    words.addRow(words.getRowCount(), label, shown);
    return shown;
  }

  /**
   * From which commit on the feed has been on without a gap; empty for tables without the notion.
   */
  private Optional<String> feedSince(List<SourceCommit> newestFirst) {
    if (newestFirst.stream().allMatch(commit -> commit.changeFeed().isEmpty())) {
      return Optional.empty();
    }
    SourceCommit since = null;
    for (SourceCommit commit : newestFirst) {
      if (!commit.changeFeed().orElse(false)) {
        break;
      }
      since = commit;
    }
    return Optional.of(
        since == null
            ? texts.text("source.card.feed-off")
            : texts.text("source.card.feed-since", since.id(), formats.local(since.timestamp())));
  }

  private static FlowPane features(List<String> features) {
    FlowPane flow = new FlowPane();
    flow.setId(SourceIds.fact("features"));
    flow.getStyleClass().add("badges");
    for (String feature : features) {
      Label badge = new Label(feature);
      badge.getStyleClass().add("badge");
      flow.getChildren().add(badge);
    }
    return flow;
  }

  private VBox problems(List<String> problems) {
    VBox list = new VBox();
    list.setId(SourceIds.PROBLEMS);
    list.getStyleClass().add("warning-panel");
    list.getChildren().add(new Label(texts.text("source.card.problems")));
    for (String problem : problems) {
      Label words = new Label(problem);
      words.setWrapText(true);
      HBox.setHgrow(words, Priority.ALWAYS);
      HBox row = new HBox(Icons.icon("mdmz-warning"), words);
      row.getStyleClass().add("row");
      list.getChildren().add(row);
    }
    return list;
  }
}
