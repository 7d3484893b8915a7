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
package dev.tributary.app.preflight;

import dev.tributary.app.control.BusyLine;
import dev.tributary.app.control.ErrorPanel;
import dev.tributary.app.control.Icons;
import dev.tributary.app.dialog.Dialogs;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.PageId;
import dev.tributary.app.wizard.WizardPage;
import dev.tributary.app.wizard.WizardPageModel;
import dev.tributary.preflight.Finding;
import java.nio.file.Path;
import javafx.collections.ListChangeListener;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The findings, one below the other, as they come. */
public final class PreflightView implements WizardPage {
  private final PreflightViewModel model;
  private final Dialogs dialogs;
  private final Texts texts;
  private final VBox list = new VBox();
  private final Button check;
  private final VBox root;

  /** A page over the model. */
  public PreflightView(PreflightViewModel model, Dialogs dialogs, Texts texts) {
    this.model = model;
    this.dialogs = dialogs;
    this.texts = texts;
    check = new Button(texts.text("preflight.check"));
    check.setId(PreflightIds.CHECK);
    check.disableProperty().bind(model.running());
    check.setOnAction(event -> model.check());
    list.setId(PreflightIds.LIST);
    list.getStyleClass().add("findings");
    ScrollPane scroll = new ScrollPane(list);
    scroll.setFitToWidth(true);
    scroll.getStyleClass().add("page-scroll");
    VBox.setVgrow(scroll, Priority.ALWAYS);
    root =
        new VBox(
            head(),
            new ErrorPanel(PreflightIds.FAILURE, model.failure(), texts),
            new BusyLine(PreflightIds.BUSY, model.running(), model.summary(), model::cancel, texts),
            alteration(),
            scroll);
    root.setId(PreflightIds.PAGE);
    root.getStyleClass().add("page");
    model.findings().addListener((ListChangeListener<FindingRow>) this::changed);
    model.findings().forEach(row -> list.getChildren().add(node(row)));
  }

  @Override
  public WizardPageModel model() {
    return model;
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public void focusFirst() {
    check.requestFocus();
  }

  private HBox head() {
    Label summary = new Label();
    summary.setId(PreflightIds.SUMMARY);
    summary.getStyleClass().add("title-2");
    summary.setWrapText(true);
    summary.textProperty().bind(model.summary());
    summary.setMaxWidth(Double.MAX_VALUE);
    summary
        .textProperty()
        .addListener(
            (property, before, now) ->
                summary.notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT));
    HBox.setHgrow(summary, Priority.ALWAYS);
    Button save = new Button(texts.text("preflight.save"));
    save.setId(PreflightIds.SAVE);
    save.disableProperty().bind(model.running());
    save.setOnAction(
        event ->
            dialogs
                .saveFile(
                    texts.text("preflight.save"),
                    Path.of(System.getProperty("user.home")),
                    "preflight.txt")
                .ifPresent(model::saveReport));
    check.setMinWidth(Button.USE_PREF_SIZE);
    save.setMinWidth(Button.USE_PREF_SIZE);
    HBox head = new HBox(summary, check, save);
    head.getStyleClass().add("row");
    return head;
  }

  private HBox alteration() {
    Label words = new Label();
    words.setId(PreflightIds.ALTER_WORDS);
    words.setWrapText(true);
    words.setMinHeight(Label.USE_PREF_SIZE);
    words.setMaxWidth(Double.MAX_VALUE);
    words.textProperty().bind(model.statementsWords());
    HBox.setHgrow(words, Priority.ALWAYS);
    Button alter = new Button(texts.text("preflight.alter"));
    alter.setId(PreflightIds.ALTER);
    alter.setMinWidth(Button.USE_PREF_SIZE);
    alter.setOnAction(event -> model.alter());
    HBox row = new HBox(words, alter);
    row.getStyleClass().add("row");
    row.visibleProperty().bind(model.statementsWords().isNotEmpty());
    row.managedProperty().bind(row.visibleProperty());
    return row;
  }

  private void changed(ListChangeListener.Change<? extends FindingRow> change) {
    while (change.next()) {
      if (change.wasRemoved()) {
        list.getChildren().remove(change.getFrom(), change.getFrom() + change.getRemovedSize());
      }
      for (int i = change.getFrom(); i < change.getTo() && change.wasAdded(); i++) {
        list.getChildren().add(i, node(change.getList().get(i)));
      }
    }
  }

  private Node node(FindingRow row) {
    Finding finding = row.finding();
    Label severity = new Label(texts.name(finding.severity()));
    severity.getStyleClass().add("badge");
    Label subject = new Label(finding.subject());
    subject.getStyleClass().addAll("finding-subject", "code");
    subject.setWrapText(true);
    HBox first = new HBox(severity, subject);
    first.getStyleClass().add("row");
    Label message = new Label(finding.message());
    message.setWrapText(true);
    message.setMinHeight(Label.USE_PREF_SIZE);
    VBox words = new VBox(first, message);
    words.getStyleClass().add("finding-words");
    finding
        .fix()
        .ifPresent(
            text -> {
              Label fix = new Label(text);
              fix.getStyleClass().add("muted");
              fix.setWrapText(true);
              fix.setMinHeight(Label.USE_PREF_SIZE);
              words.getChildren().add(fix);
            });
    HBox.setHgrow(words, Priority.ALWAYS);
    HBox node = new HBox(Icons.icon(icon(finding.severity())), words);
    if (row.wantsTick()) {
      CheckBox noted = new CheckBox(texts.text("preflight.noted"));
      noted.setId(PreflightIds.noted(finding.id()));
      noted.setAccessibleText(texts.text("preflight.note", finding.message()));
      noted.selectedProperty().bindBidirectional(row.noted());
      noted.setMinWidth(CheckBox.USE_PREF_SIZE);
      node.getChildren().add(noted);
    }
    if (finding.severity() != Finding.Severity.INFO && PageId.of(finding.area()) != PageId.START) {
      PageId page = PageId.of(finding.area());
      Button go = new Button(texts.text("preflight.go-to", texts.name(page)));
      go.getStyleClass().add("small");
      go.setMinWidth(Button.USE_PREF_SIZE);
      go.setOnAction(event -> model.goToFix(finding));
      node.getChildren().add(go);
    }
    node.setId(PreflightIds.finding(finding.id()));
    node.setAccessibleRole(AccessibleRole.TEXT);
    node.setAccessibleText(
        severity.getText() + ". " + finding.subject() + ". " + finding.message());
    node.getStyleClass().addAll("finding", style(finding.severity()));
    return node;
  }

  private static String icon(Finding.Severity severity) {
    return switch (severity) {
      case ERROR -> "mdal-error_outline";
      case WARNING -> "mdmz-warning";
      case INFO -> "mdal-check_circle_outline";
    };
  }

  private static String style(Finding.Severity severity) {
    return switch (severity) {
      case ERROR -> "bad";
      case WARNING -> "doubtful";
      case INFO -> "good";
    };
  }
}
