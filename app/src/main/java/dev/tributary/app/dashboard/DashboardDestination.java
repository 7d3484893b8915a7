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
package dev.tributary.app.dashboard;

import dev.tributary.app.chart.ChartPane;
import dev.tributary.app.control.Cells;
import dev.tributary.app.control.ErrorPanel;
import dev.tributary.app.control.Icons;
import dev.tributary.app.dashboard.DashboardViewModel.Chart;
import dev.tributary.app.frame.Destination;
import dev.tributary.app.frame.Place;
import dev.tributary.app.text.Texts;
import dev.tributary.metrics.SnapshotMetrics;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/** Charts over the target's snapshots, the same as a table, and a sample of its rows. */
public final class DashboardDestination implements Destination {
  private static final double ROW_HEIGHT = 28;
  private static final double CHART_HEIGHT = 250;
  private static final int MOST_POINTS = 60;

  private final DashboardViewModel model;
  private final Texts texts;
  private final FlowPane figures = new FlowPane();
  private final TableView<List<String>> sample = new TableView<>();
  private final Label sampleNote = new Label();
  private final ScrollPane root;

  /** A dashboard over the model. */
  public DashboardDestination(DashboardViewModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    figures.getStyleClass().add("tiles");
    VBox body =
        new VBox(
            head(),
            new ErrorPanel(DashboardIds.FAILURE, model.failure(), texts),
            advice(),
            figures,
            charts(),
            heading("dashboard.snapshots"),
            snapshots(),
            sampleHead(),
            sample());
    body.getStyleClass().addAll("page", "dashboard");
    root = new ScrollPane(body);
    root.setId(DashboardIds.PAGE);
    root.setFitToWidth(true);
    root.getStyleClass().add("page-scroll");
    root.sceneProperty()
        .addListener(
            (property, before, now) -> {
              if (now == null) {
                model.hide();
              }
            });
    model.snapshots().addListener((ListChangeListener<SnapshotMetrics>) change -> showFigures());
    showFigures();
  }

  @Override
  public Place place() {
    return Place.DASHBOARD;
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public void shown() {
    model.show();
  }

  private HBox head() {
    Label title = new Label(texts.text("dashboard.title"));
    title.getStyleClass().add("title-1");
    ComboBox<TargetChoice> target = new ComboBox<>(model.targets());
    target.setId(DashboardIds.TARGET);
    target.setAccessibleText(texts.text("dashboard.target"));
    target.setPromptText(texts.text("dashboard.no-target"));
    target.setPrefWidth(320);
    target.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(TargetChoice choice) {
            return choice == null
                ? ""
                : texts.text("dashboard.choice", choice.target(), choice.migration());
          }

          @Override
          public TargetChoice fromString(String text) {
            throw new UnsupportedOperationException("The box is not editable");
          }
        });
    target.valueProperty().bindBidirectional(model.target());
    Label asOf = new Label();
    asOf.setId(DashboardIds.AS_OF);
    asOf.getStyleClass().add("muted");
    asOf.textProperty().bind(model.asOf());
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    Button refresh = new Button(texts.text("dashboard.refresh"), Icons.icon("mdmz-refresh"));
    refresh.setId(DashboardIds.REFRESH);
    refresh.setMinWidth(Region.USE_PREF_SIZE);
    refresh.setOnAction(event -> model.refresh());
    HBox head = new HBox(title, target, space, asOf, refresh);
    head.getStyleClass().add("row");
    return head;
  }

  private HBox advice() {
    Label words = new Label();
    words.setId(DashboardIds.ADVICE);
    words.setWrapText(true);
    words.textProperty().bind(model.advice());
    HBox advice = new HBox(Icons.icon("mdal-info"), words);
    advice.getStyleClass().addAll("finding", "muted");
    advice.visibleProperty().bind(words.textProperty().isNotEmpty());
    advice.managedProperty().bind(advice.visibleProperty());
    return advice;
  }

  private void showFigures() {
    figures.getChildren().clear();
    if (model.snapshots().isEmpty()) {
      return;
    }
    SnapshotMetrics now = model.snapshots().get(model.snapshots().size() - 1);
    figures
        .getChildren()
        .addAll(
            figure("live-rows", texts.formats().number(now.liveRows())),
            figure("total-rows", texts.formats().number(now.totalRows())),
            figure("data-files", texts.formats().number(now.dataFiles())),
            figure("data-bytes", texts.formats().bytes(now.dataBytes())),
            figure("dv-files", texts.formats().number(now.deletionVectorFiles())),
            figure("dv-bytes", texts.formats().bytes(now.deletionVectorBytes())),
            figure("dv-positions", texts.formats().number(now.deletionVectorPositions())));
    if (now.positionDeleteFiles() > 0) {
      figures
          .getChildren()
          .add(figure("position-delete-files", texts.formats().number(now.positionDeleteFiles())));
    }
  }

  private VBox figure(String id, String value) {
    Label number = new Label(value);
    number.setId(DashboardIds.now(id));
    number.getStyleClass().add("tile-value");
    String words = texts.text("dashboard.series." + id);
    number.setAccessibleText(words + ": " + value);
    Label name = new Label(words);
    name.getStyleClass().add("tile-name");
    VBox tile = new VBox(number, name);
    tile.getStyleClass().add("tile");
    return tile;
  }

  private GridPane charts() {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("charts");
    ColumnConstraints half = new ColumnConstraints();
    half.setPercentWidth(50);
    grid.getColumnConstraints().addAll(half, half);
    DoubleFunction<String> count = value -> texts.formats().number(Math.round(value));
    DoubleFunction<String> signed =
        value -> (value < 0 ? "−" : "") + texts.formats().number(Math.round(Math.abs(value)));
    DoubleFunction<String> bytes = value -> texts.formats().bytes(Math.round(value));
    DoubleFunction<String> percent = value -> texts.formats().decimal(value) + " %";
    grid.add(chart(Chart.ROWS, ChartPane.Shape.LINES, count), 0, 0);
    grid.add(chart(Chart.CHANGES, ChartPane.Shape.BARS, signed), 1, 0);
    grid.add(chart(Chart.FILES, ChartPane.Shape.BARS, count), 0, 1);
    grid.add(chart(Chart.VECTORS, ChartPane.Shape.LINES, count), 1, 1);
    grid.add(chart(Chart.VECTOR_BYTES, ChartPane.Shape.BARS, bytes), 0, 2);
    grid.add(chart(Chart.DELETED_SHARE, ChartPane.Shape.LINES, percent), 1, 2);
    return grid;
  }

  private ChartPane chart(Chart chart, ChartPane.Shape shape, DoubleFunction<String> format) {
    String id = chart.name().toLowerCase(Locale.ROOT).replace('_', '-');
    ChartPane pane = new ChartPane(texts, DashboardIds.chart(id), shape, format, MOST_POINTS);
    pane.setPrefHeight(CHART_HEIGHT);
    pane.setMinHeight(CHART_HEIGHT);
    pane.getStyleClass().add("card");
    pane.show(model.chart(chart).get());
    model.chart(chart).addListener((property, before, now) -> pane.show(now));
    pane.selected().bindBidirectional(model.selected());
    return pane;
  }

  private Label heading(String key) {
    Label heading = new Label(texts.text(key));
    heading.getStyleClass().add("title-3");
    return heading;
  }

  private TableView<SnapshotMetrics> snapshots() {
    TableView<SnapshotMetrics> table = new TableView<>(model.snapshots());
    table.setId(DashboardIds.SNAPSHOTS);
    table.setAccessibleText(texts.text("dashboard.snapshots"));
    table.setPlaceholder(new Label(texts.text("dashboard.no-snapshots")));
    table.setFixedCellSize(ROW_HEIGHT);
    table.setPrefHeight(280);
    table.setMinHeight(200);
    table
        .getColumns()
        .setAll(
            List.of(
                width(
                    Cells.code(
                        texts.text("dashboard.column.snapshot"),
                        m -> Long.toString(m.snapshotId())),
                    190),
                width(Cells.node(texts.text("dashboard.column.time"), this::time), 170),
                width(
                    Cells.text(
                        texts.text("dashboard.column.operation"), SnapshotMetrics::operation),
                    100),
                width(
                    Cells.text(
                        texts.text("dashboard.column.by"),
                        m ->
                            m.position()
                                .map(at -> texts.text("dashboard.ours", at))
                                .orElseGet(() -> texts.text("dashboard.others"))),
                    300),
                figureColumn("live-rows", m -> texts.formats().number(m.liveRows())),
                figureColumn("total-rows", m -> texts.formats().number(m.totalRows())),
                figureColumn("added-rows", m -> texts.formats().added(m.addedRows())),
                figureColumn("deleted-rows", m -> texts.formats().removed(m.deletedRows())),
                figureColumn("data-files", m -> texts.formats().number(m.dataFiles())),
                figureColumn("data-bytes", m -> texts.formats().bytes(m.dataBytes())),
                figureColumn("dv-files", m -> texts.formats().number(m.deletionVectorFiles())),
                figureColumn("dv-bytes", m -> texts.formats().bytes(m.deletionVectorBytes())),
                figureColumn(
                    "dv-positions", m -> texts.formats().number(m.deletionVectorPositions())),
                figureColumn(
                    "position-delete-files", m -> texts.formats().number(m.positionDeleteFiles())),
                figureColumn(
                    "equality-delete-files",
                    m -> texts.formats().number(m.equalityDeleteFiles()))));
    table.getColumns().forEach(column -> column.setSortable(false));
    table
        .getSelectionModel()
        .selectedIndexProperty()
        .addListener(
            (property, before, now) -> {
              if (now.intValue() >= 0) {
                model.selected().set(now.intValue());
              }
            });
    model
        .selected()
        .addListener(
            (property, before, now) -> {
              if (now.intValue() >= 0) {
                table.getSelectionModel().select(now.intValue());
                table.scrollTo(Math.max(0, now.intValue() - 2));
              }
            });
    return table;
  }

  private TableColumn<SnapshotMetrics, String> figureColumn(
      String figure, java.util.function.Function<SnapshotMetrics, String> value) {
    return width(Cells.number(texts.text("dashboard.series." + figure), value), 140);
  }

  private static <T> TableColumn<SnapshotMetrics, T> width(
      TableColumn<SnapshotMetrics, T> column, double width) {
    column.setPrefWidth(width);
    return column;
  }

  private Node time(SnapshotMetrics metrics) {
    Label time = new Label(texts.formats().local(metrics.timestamp()));
    time.setTooltip(new Tooltip(texts.formats().utc(metrics.timestamp())));
    return time;
  }

  private HBox sampleHead() {
    sampleNote.getStyleClass().add("muted");
    HBox head = new HBox(heading("dashboard.sample"), sampleNote);
    head.getStyleClass().add("row");
    return head;
  }

  private TableView<List<String>> sample() {
    sample.setId(DashboardIds.SAMPLE);
    sample.setAccessibleText(texts.text("dashboard.sample"));
    sample.setPlaceholder(new Label(texts.text("dashboard.no-rows")));
    sample.setFixedCellSize(ROW_HEIGHT);
    sample.setPrefHeight(260);
    sample.setMinHeight(160);
    model.sample().addListener((property, before, now) -> showSample(before, now));
    showSample(TargetSample.NONE, model.sample().get());
    return sample;
  }

  private void showSample(TargetSample before, TargetSample now) {
    if (!before.columns().equals(now.columns())) {
      sample.getColumns().clear();
      for (int i = 0; i < now.columns().size(); i++) {
        int index = i;
        TableColumn<List<String>, String> column =
            Cells.code(now.columns().get(i), row -> row.get(index));
        column.setPrefWidth(150);
        column.setSortable(false);
        sample.getColumns().add(column);
      }
    }
    sample.getItems().setAll(now.rows());
    sampleNote.setText(
        now.rows().isEmpty()
            ? ""
            : texts.text(
                now.more() ? "dashboard.sample.first" : "dashboard.sample.all", now.rows().size()));
  }
}
