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
package dev.tributary.app.job;

import dev.tributary.app.chart.ChartPane;
import dev.tributary.app.control.Cells;
import dev.tributary.app.control.Icons;
import dev.tributary.app.engine.JobState;
import dev.tributary.app.text.Texts;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.beans.binding.Bindings;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/**
 * What a job's window shows: live figures while it runs, then how it ended and what can be done.
 */
final class JobView {
  private static final double ROW_HEIGHT = 28;

  private final JobViewModel model;
  private final JobActions actions;
  private final Texts texts;
  private final VBox root = new VBox();
  private final VBox stages = new VBox();
  private final FlowPane tiles = new FlowPane();
  private final FlowPane results = new FlowPane();
  private final Map<String, Label> values = new HashMap<>();
  private final Button verify;

  JobView(JobViewModel model, JobActions actions, Texts texts) {
    this.model = model;
    this.actions = actions;
    this.texts = texts;
    verify = new Button(texts.text("job.verify"), Icons.icon("mdal-fact_check"));
    root.setId(JobIds.WINDOW);
    root.getStyleClass().addAll("job-window", "page");
    HBox panels = new HBox(left(), right());
    panels.getStyleClass().add("panels");
    VBox.setVgrow(panels, Priority.ALWAYS);
    tiles.getStyleClass().add("tiles");
    root.getChildren().addAll(head(), outcome(), tiles, panels);
    model.tiles().addListener((ListChangeListener<Figure>) change -> showTiles());
    model.stages().addListener((ListChangeListener<StageRow>) change -> showStages());
    model.results().addListener((ListChangeListener<Figure>) change -> showResults());
    model
        .finished()
        .addListener(
            (property, before, now) -> {
              if (now) {
                verify.requestFocus();
              }
            });
    showTiles();
    showStages();
    showResults();
  }

  Region node() {
    return root;
  }

  private HBox head() {
    Label name = new Label(model.job().get().migration());
    name.getStyleClass().add("title-2");
    Label route =
        new Label(texts.text("job.route", model.job().get().source(), model.job().get().target()));
    route.getStyleClass().addAll("code", "muted");
    Label state = new Label();
    state.setId(JobIds.STATE);
    state.getStyleClass().addAll("badge", "state");
    Runnable show =
        () -> {
          JobState now = model.state().get();
          state.setText(texts.name(now));
          for (JobState each : JobState.values()) {
            state.pseudoClassStateChanged(
                PseudoClass.getPseudoClass(each.name().toLowerCase(Locale.ROOT).replace('_', '-')),
                each == now);
          }
          state.notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
        };
    model.state().addListener((property, before, now) -> show.run());
    show.run();
    Label elapsed = new Label();
    elapsed.setId(JobIds.ELAPSED);
    elapsed
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                () -> texts.text("job.elapsed", model.elapsed().get()), model.elapsed()));
    Label units = new Label();
    units.textProperty().bind(model.units());
    units.getStyleClass().add("muted");
    HBox first = new HBox(name, state);
    first.getStyleClass().add("row");
    HBox second = new HBox(route, elapsed, units);
    second.getStyleClass().add("row");
    VBox words = new VBox(first, second);
    HBox.setHgrow(words, Priority.ALWAYS);
    HBox head = new HBox(words, cancel());
    head.setAlignment(Pos.CENTER_LEFT);
    head.getStyleClass().add("row");
    head.setMinHeight(Region.USE_PREF_SIZE);
    return head;
  }

  private Button cancel() {
    Button cancel = new Button();
    cancel.setId(JobIds.CANCEL);
    cancel.setMinWidth(Region.USE_PREF_SIZE);
    cancel
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                () ->
                    texts.text(
                        model.state().get() == JobState.CANCELLING
                            ? "job.cancelling"
                            : "job.cancel"),
                model.state()));
    cancel.disableProperty().bind(model.cancellable().not());
    cancel.visibleProperty().bind(model.finished().not());
    cancel.managedProperty().bind(cancel.visibleProperty());
    cancel.setOnAction(event -> model.cancel());
    return cancel;
  }

  private VBox outcome() {
    Label sentence = new Label();
    sentence.setId(JobIds.OUTCOME);
    sentence.getStyleClass().add("outcome-sentence");
    sentence.setWrapText(true);
    sentence.setMinHeight(Region.USE_PREF_SIZE);
    sentence.textProperty().bind(model.outcome());
    Label error = new Label();
    error.setId(JobIds.ERROR);
    error.getStyleClass().add("field-problem");
    error.setWrapText(true);
    error.setMinHeight(Region.USE_PREF_SIZE);
    error.textProperty().bind(model.error());
    error.visibleProperty().bind(error.textProperty().isNotEmpty());
    error.managedProperty().bind(error.visibleProperty());
    verify.setId(JobIds.VERIFY);
    verify.setOnAction(event -> actions.verify(model.job().get()));
    Button dashboard = new Button(texts.text("job.dashboard"), Icons.icon("mdmz-show_chart"));
    dashboard.setId(JobIds.DASHBOARD);
    dashboard.setOnAction(event -> actions.openDashboard(model.job().get()));
    Button report = new Button(texts.text("job.report"), Icons.icon("mdal-description"));
    report.setId(JobIds.REPORT);
    report.setOnAction(
        event ->
            actions.openReport(
                texts.text("job.report.title", model.job().get().migration()), model.report()));
    HBox buttons = new HBox(verify, dashboard, report);
    buttons.getStyleClass().add("row");
    results.getStyleClass().add("results");
    VBox outcome = new VBox(sentence, error, results, buttons);
    outcome.getStyleClass().addAll("card", "outcome");
    outcome.visibleProperty().bind(model.finished());
    outcome.managedProperty().bind(outcome.visibleProperty());
    outcome.setMinHeight(Region.USE_PREF_SIZE);
    return outcome;
  }

  private void showTiles() {
    for (Figure figure : model.tiles()) {
      values
          .computeIfAbsent(
              figure.id(),
              id -> {
                Label value = new Label();
                value.setId(JobIds.tile(id));
                value.getStyleClass().add("tile-value");
                Label name = new Label(figure.name());
                name.getStyleClass().add("tile-name");
                VBox tile = new VBox(value, name);
                tile.getStyleClass().add("tile");
                tiles.getChildren().add(tile);
                return value;
              })
          .setText(figure.value());
      values.get(figure.id()).setAccessibleText(figure.name() + ": " + figure.value());
    }
  }

  private void showResults() {
    results
        .getChildren()
        .setAll(
            model.results().stream()
                .map(
                    figure -> {
                      Label name = new Label(figure.name());
                      name.getStyleClass().add("muted");
                      Label value = new Label(figure.value());
                      value.setId(JobIds.result(figure.id()));
                      value.getStyleClass().add("result-value");
                      HBox pair = new HBox(name, value);
                      pair.getStyleClass().add("pair");
                      return (Node) pair;
                    })
                .toList());
  }

  private void showStages() {
    stages.getChildren().setAll(model.stages().stream().map(this::stage).toList());
  }

  private Node stage(StageRow row) {
    Label name = new Label(row.name());
    name.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(name, Priority.ALWAYS);
    Label spent =
        new Label(
            row.spent().isZero()
                ? texts.name(row.progress())
                : texts.formats().duration(row.spent()));
    spent.getStyleClass().add("muted");
    HBox node =
        new HBox(
            Icons.icon(
                switch (row.progress()) {
                  case DONE -> "mdal-check";
                  case CURRENT -> "mdal-fiber_manual_record";
                  case TODO -> "mdmz-radio_button_unchecked";
                }),
            name,
            spent);
    node.getStyleClass().addAll("stage", row.progress().name().toLowerCase(Locale.ROOT));
    node.setAccessibleText(row.name() + ", " + texts.name(row.progress()));
    return node;
  }

  private VBox left() {
    stages.setId(JobIds.STAGES);
    stages.getStyleClass().add("stages");
    ChartPane rate =
        new ChartPane(
            texts,
            JobIds.RATE,
            ChartPane.Shape.LINES,
            value -> texts.formats().number(Math.round(value)),
            120);
    rate.show(model.rates().get());
    model.rates().addListener((property, before, now) -> rate.show(now));
    VBox.setVgrow(rate, Priority.ALWAYS);
    VBox left = new VBox(heading("job.stages"), stages, rate);
    left.getStyleClass().add("panel");
    left.setPrefWidth(340);
    left.setMinWidth(300);
    return left;
  }

  private VBox right() {
    TableView<CommitRow> commits =
        table(JobIds.COMMITS, "job.commits", "job.no-commits", model.commits());
    commits
        .getColumns()
        .setAll(
            List.of(
                Cells.<CommitRow>text(
                    texts.text("job.commit.time"), row -> texts.formats().local(row.time())),
                Cells.<CommitRow>code(texts.text("job.commit.position"), CommitRow::position),
                Cells.<CommitRow>text(texts.text("job.commit.message"), CommitRow::message)));
    TableView<LogLine> log = table(JobIds.LOG, "job.log", "job.no-log", model.log());
    log.getColumns()
        .setAll(
            List.of(
                Cells.<LogLine>text(
                    texts.text("job.log.time"), line -> texts.formats().local(line.time())),
                Cells.<LogLine>text(texts.text("job.log.level"), line -> texts.name(line.level())),
                Cells.<LogLine>text(texts.text("job.log.text"), LogLine::text)));
    log.getColumns().get(0).setMinWidth(150);
    log.getColumns().get(0).setMaxWidth(180);
    log.getColumns().get(1).setMaxWidth(80);
    commits.getColumns().get(0).setMinWidth(150);
    commits.getColumns().get(0).setMaxWidth(180);
    model
        .log()
        .addListener((ListChangeListener<LogLine>) change -> log.scrollTo(model.log().size() - 1));
    VBox.setVgrow(log, Priority.ALWAYS);
    VBox.setVgrow(commits, Priority.SOMETIMES);
    VBox right = new VBox(heading("job.commits"), commits, heading("job.log"), log);
    right.getStyleClass().add("panel");
    HBox.setHgrow(right, Priority.ALWAYS);
    return right;
  }

  private Label heading(String key) {
    Label heading = new Label(texts.text(key));
    heading.getStyleClass().add("title-3");
    return heading;
  }

  private <R> TableView<R> table(
      String id, String titleKey, String emptyKey, ObservableList<R> rows) {
    TableView<R> table = new TableView<>(rows);
    table.setId(id);
    table.setAccessibleText(texts.text(titleKey));
    table.setPlaceholder(new Label(texts.text(emptyKey)));
    table.setFixedCellSize(ROW_HEIGHT);
    table.setPrefHeight(160);
    table.setMinHeight(90);
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    return table;
  }
}
