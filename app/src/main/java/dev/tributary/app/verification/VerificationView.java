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
package dev.tributary.app.verification;

import dev.tributary.app.control.BusyLine;
import dev.tributary.app.control.Cells;
import dev.tributary.app.control.ErrorPanel;
import dev.tributary.app.control.Icons;
import dev.tributary.app.text.Texts;
import dev.tributary.verify.Verification;
import java.util.Map;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The verdict, the counts, and the differing keys with source and target side by side. */
final class VerificationView {
  private static final PseudoClass GOOD = PseudoClass.getPseudoClass("good");
  private static final PseudoClass BAD = PseudoClass.getPseudoClass("bad");

  private final VerificationViewModel model;
  private final Texts texts;
  private final FlowPane counts = new FlowPane();
  private final TableView<DifferenceRow> examples = new TableView<>();
  private final VBox root;

  VerificationView(VerificationViewModel model, String title, Texts texts) {
    this.model = model;
    this.texts = texts;
    Label heading = new Label(title);
    heading.getStyleClass().add("title-2");
    counts.getStyleClass().add("tiles");
    examples.setId(VerificationIds.EXAMPLES);
    examples.setAccessibleText(texts.text("verify.examples"));
    examples.setItems(model.differences());
    examples.setFixedCellSize(32);
    examples.visibleProperty().bind(Bindings.isNotEmpty(model.differences()));
    VBox.setVgrow(examples, Priority.ALWAYS);
    Label examplesTitle = new Label(texts.text("verify.examples"));
    examplesTitle.getStyleClass().add("title-3");
    examplesTitle.visibleProperty().bind(examples.visibleProperty());
    root =
        new VBox(
            heading,
            new BusyLine(
                VerificationIds.BUSY, model.running(), model.progress(), model::cancel, texts),
            new ErrorPanel(VerificationIds.FAILURE, model.failure(), texts),
            verdict(),
            counts,
            examplesTitle,
            examples);
    root.setId(VerificationIds.WINDOW);
    root.getStyleClass().addAll("verify-window", "page");
    model.counts().addListener((ListChangeListener<VerificationViewModel.Count>) c -> showCounts());
    model.columns().addListener((ListChangeListener<String>) c -> showColumns());
  }

  Region node() {
    return root;
  }

  private HBox verdict() {
    Label words = new Label();
    words.setId(VerificationIds.VERDICT);
    words.getStyleClass().add("outcome-sentence");
    words.setWrapText(true);
    words.setMinHeight(Region.USE_PREF_SIZE);
    words.setMaxWidth(Double.MAX_VALUE);
    words.textProperty().bind(model.verdict());
    HBox.setHgrow(words, Priority.ALWAYS);
    HBox icon = new HBox();
    Button again = new Button(texts.text("verify.again"));
    again.setId(VerificationIds.AGAIN);
    again.setMinWidth(Region.USE_PREF_SIZE);
    again.disableProperty().bind(model.running());
    again.setOnAction(event -> model.verify());
    HBox verdict = new HBox(icon, words, again);
    verdict.getStyleClass().addAll("card", "verdict");
    verdict.visibleProperty().bind(model.running().not());
    model
        .match()
        .addListener(
            (property, before, now) -> {
              verdict.pseudoClassStateChanged(GOOD, now.equals(Optional.of(true)));
              verdict.pseudoClassStateChanged(BAD, now.equals(Optional.of(false)));
              icon.getChildren().clear();
              now.ifPresent(
                  equal ->
                      icon.getChildren()
                          .add(
                              Icons.icon(
                                  equal ? "mdal-check_circle_outline" : "mdal-error_outline")));
              words.notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
            });
    return verdict;
  }

  private void showCounts() {
    counts.getChildren().clear();
    for (VerificationViewModel.Count count : model.counts()) {
      Label value = new Label(count.value());
      value.setId(VerificationIds.count(count.id()));
      value.getStyleClass().add("tile-value");
      value.setAccessibleText(count.name() + ": " + count.value());
      Label name = new Label(count.name());
      name.getStyleClass().add("tile-name");
      VBox tile = new VBox(value, name);
      tile.getStyleClass().add("tile");
      counts.getChildren().add(tile);
    }
  }

  private void showColumns() {
    examples.getColumns().clear();
    examples
        .getColumns()
        .add(Cells.text(texts.text("verify.column.kind"), row -> texts.name(row.kind())));
    examples.getColumns().add(Cells.code(texts.text("verify.column.key"), DifferenceRow::key));
    for (String column : model.columns()) {
      TableColumn<DifferenceRow, DifferenceRow> both = new TableColumn<>(column);
      both.getColumns()
          .add(
              Cells.node(
                  texts.text("verify.column.source"),
                  row -> cell(row, row.source(), column, Verification.Kind.UNEXPECTED)));
      both.getColumns()
          .add(
              Cells.node(
                  texts.text("verify.column.target"),
                  row -> cell(row, row.target(), column, Verification.Kind.MISSING)));
      examples.getColumns().add(both);
    }
  }

  private Node cell(
      DifferenceRow row,
      Optional<Map<String, String>> side,
      String column,
      Verification.Kind absent) {
    Label label =
        new Label(
            row.kind() == absent
                ? texts.text("verify.no-row")
                : DifferenceRow.cell(side, column).orElse(texts.formats().unknown()));
    label.getStyleClass().add(row.kind() == absent ? "muted" : "code");
    if (row.kind() == Verification.Kind.DIFFERENT && row.differs(column)) {
      label.getStyleClass().add("differing");
    }
    return label;
  }
}
