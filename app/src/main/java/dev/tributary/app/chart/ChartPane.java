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
package dev.tributary.app.chart;

import dev.tributary.app.text.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.collections.FXCollections;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.chart.CategoryAxis;
import javafx.scene.chart.LineChart;
import javafx.scene.chart.NumberAxis;
import javafx.scene.chart.StackedBarChart;
import javafx.scene.chart.XYChart;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/**
 * A chart that can be read as a table too. Clicking a point or a row selects it; the selection can
 * be bound, so that several charts and tables point at the same thing.
 */
public final class ChartPane extends VBox {
  private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");
  private static final double TABLE_ROW_HEIGHT = 28;
  private static final double COLUMN_WIDTH = 150;
  private static final double NARROWEST_GAP = 2;
  private static final double WIDEST_BAR = 64;

  /** How the series are drawn. */
  public enum Shape {
    LINES,
    /** Bars on top of each other; negative values hang down. */
    BARS
  }

  private final Texts texts;
  private final Shape shape;
  private final DoubleFunction<String> format;
  private final int most;
  private final Label title = new Label();
  private final Label note = new Label();
  private final FlowPane legend = new FlowPane();
  private final CategoryAxis horizontal = new CategoryAxis();
  private final NumberAxis vertical = new NumberAxis();
  private final XYChart<String, Number> chart;
  private final TableView<Integer> table = new TableView<>();
  private final IntegerProperty selected = new SimpleIntegerProperty(this, "selected", -1);
  private ChartData data;
  private int firstShown;

  /**
   * An empty chart.
   *
   * @param id of this node; those of its parts begin with it
   * @param format how a value looks in the table and on the axis
   * @param most points that are drawn; the table always has all
   */
  public ChartPane(Texts texts, String id, Shape shape, DoubleFunction<String> format, int most) {
    this.texts = texts;
    this.shape = shape;
    this.format = format;
    this.most = most;
    this.chart =
        shape == Shape.LINES
            ? new LineChart<>(horizontal, vertical)
            : new StackedBarChart<>(horizontal, vertical);
    setId(id);
    getStyleClass().add("chart-pane");
    getChildren().addAll(header(), legend, body());
    selected.addListener((property, before, now) -> showSelection());
  }

  private HBox header() {
    title.getStyleClass().add("chart-title-label");
    note.getStyleClass().add("chart-note");
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    ToggleButton asTable = new ToggleButton(texts.text("chart.table"));
    asTable.setId(getId() + "-as-table");
    asTable.setMinWidth(Region.USE_PREF_SIZE);
    asTable.getStyleClass().addAll("small", "flat");
    asTable.accessibleTextProperty().bind(title.textProperty().concat(": " + asTable.getText()));
    table.visibleProperty().bind(asTable.selectedProperty());
    chart.visibleProperty().bind(asTable.selectedProperty().not());
    legend.getStyleClass().add("chart-key");
    legend.setMinHeight(Region.USE_PREF_SIZE);
    HBox header = new HBox(title, note, space, asTable);
    header.getStyleClass().add("chart-header");
    header.setAlignment(Pos.CENTER_LEFT);
    return header;
  }

  private StackPane body() {
    chart.setId(getId() + "-chart");
    chart.setAnimated(false);
    chart.setVerticalGridLinesVisible(false);
    chart.setMinHeight(0);
    chart.setFocusTraversable(false);
    chart.setLegendVisible(false);
    horizontal.widthProperty().addListener((property, before, now) -> narrowBars());
    horizontal.setAnimated(false);
    horizontal.setGapStartAndEnd(true);
    vertical.setAnimated(false);
    vertical.setMinorTickVisible(false);
    vertical.setForceZeroInRange(true);
    vertical.setTickLabelFormatter(
        new StringConverter<>() {
          @Override
          public String toString(Number value) {
            // Counts have no halves: an axis over 0 to 1 would otherwise label them.
            return value.doubleValue() == Math.rint(value.doubleValue())
                ? format.apply(value.doubleValue())
                : "";
          }

          @Override
          public Number fromString(String text) {
            throw new UnsupportedOperationException("An axis is not edited");
          }
        });
    table.setId(getId() + "-table");
    table.setFixedCellSize(TABLE_ROW_HEIGHT);
    table
        .getSelectionModel()
        .selectedItemProperty()
        .addListener(
            (property, before, now) -> {
              if (now != null) {
                selected.set(now);
              }
            });
    StackPane body = new StackPane(chart, table);
    VBox.setVgrow(body, Priority.ALWAYS);
    return body;
  }

  /** The selected point, counted from the first of the data; -1 when none is. */
  public IntegerProperty selected() {
    return selected;
  }

  /** Shows other data. */
  public void show(ChartData newData) {
    if (newData.equals(data)) {
      return;
    }
    data = newData;
    ChartData drawn = data.last(most);
    firstShown = data.labels().size() - drawn.labels().size();
    title.setText(data.title());
    note.setText(firstShown == 0 ? "" : texts.text("chart.last-of", most, data.labels().size()));
    horizontal.setLabel(data.horizontal());
    draw(drawn);
    fillTable();
    chart.setAccessibleText(summary());
    table.setAccessibleText(data.title());
    showSelection();
  }

  private void draw(ChartData drawn) {
    List<String> categories = unique(drawn.labels());
    chart.getData().clear();
    horizontal.setCategories(FXCollections.observableArrayList(categories));
    boolean roomForLabels = categories.size() <= 40;
    horizontal.setTickLabelsVisible(roomForLabels);
    horizontal.setTickMarkVisible(roomForLabels);
    showLegend(drawn);
    narrowBars();
    if (chart instanceof LineChart<String, Number> lines) {
      lines.setCreateSymbols(categories.size() <= 60);
    }
    for (ChartData.Series one : drawn.series()) {
      XYChart.Series<String, Number> series = new XYChart.Series<>();
      series.setName(one.name());
      List<XYChart.Data<String, Number>> points = new ArrayList<>();
      for (int i = 0; i < categories.size(); i++) {
        OptionalDouble value = one.values().get(i);
        if (value.isPresent()) {
          XYChart.Data<String, Number> point =
              new XYChart.Data<>(categories.get(i), value.getAsDouble());
          point.setExtraValue(firstShown + i);
          points.add(point);
        }
      }
      series.getData().setAll(points);
      chart.getData().add(series);
      points.forEach(
          point -> {
            // The chart knows a bar that hangs down by its style, but gives it only to points that
            // come after their series.
            if (shape == Shape.BARS && point.getYValue().doubleValue() < 0) {
              point.getNode().getStyleClass().add("negative");
            }
            makeSelectable(one.name(), point);
          });
    }
  }

  /** The chart's own legend takes a line of its own, which small charts do not have. */
  private void showLegend(ChartData drawn) {
    legend.getChildren().clear();
    legend.setManaged(drawn.series().size() > 1);
    if (drawn.series().size() < 2) {
      return;
    }
    for (int i = 0; i < drawn.series().size(); i++) {
      Region colour = new Region();
      colour.getStyleClass().addAll("chart-key-colour", "series-" + i);
      Label name = new Label(drawn.series().get(i).name());
      name.getStyleClass().add("chart-note");
      HBox entry = new HBox(colour, name);
      entry.getStyleClass().add("chart-key-entry");
      entry.setAlignment(Pos.CENTER_LEFT);
      legend.getChildren().add(entry);
    }
  }

  private void narrowBars() {
    if (chart instanceof StackedBarChart<String, Number> bars
        && !horizontal.getCategories().isEmpty()) {
      double room = horizontal.getWidth() / horizontal.getCategories().size();
      bars.setCategoryGap(Math.max(NARROWEST_GAP, room - WIDEST_BAR));
    }
  }

  private void makeSelectable(String series, XYChart.Data<String, Number> point) {
    Node node = point.getNode();
    if (node == null) {
      return;
    }
    int index = (int) point.getExtraValue();
    node.setOnMouseClicked(event -> selected.set(index));
    Tooltip.install(
        node,
        new Tooltip(
            data.labels().get(index)
                + "\n"
                + series
                + ": "
                + format.apply(point.getYValue().doubleValue())));
  }

  private void fillTable() {
    table.getColumns().clear();
    table.getColumns().add(column(data.horizontal(), false, index -> data.labels().get(index)));
    for (ChartData.Series one : data.series()) {
      table
          .getColumns()
          .add(
              column(
                  one.name(),
                  true,
                  index -> {
                    OptionalDouble value = one.values().get(index);
                    return value.isPresent()
                        ? format.apply(value.getAsDouble())
                        : texts.formats().unknown();
                  }));
    }
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < data.labels().size(); i++) {
      rows.add(i);
    }
    table.getItems().setAll(rows);
  }

  private static TableColumn<Integer, String> column(
      String name, boolean number, java.util.function.IntFunction<String> value) {
    TableColumn<Integer, String> column = new TableColumn<>(name);
    column.setCellValueFactory(cell -> new SimpleStringProperty(value.apply(cell.getValue())));
    column.setSortable(false);
    column.setPrefWidth(COLUMN_WIDTH);
    if (number) {
      column.getStyleClass().add("number");
    }
    return column;
  }

  private void showSelection() {
    int index = selected.get();
    for (XYChart.Series<String, Number> series : chart.getData()) {
      for (XYChart.Data<String, Number> point : series.getData()) {
        if (point.getNode() != null) {
          point.getNode().pseudoClassStateChanged(SELECTED, index == (int) point.getExtraValue());
        }
      }
    }
    if (index >= 0 && index < table.getItems().size()) {
      table.getSelectionModel().select(index);
      table.scrollTo(Math.max(0, index - 2));
    } else {
      table.getSelectionModel().clearSelection();
    }
  }

  private String summary() {
    StringBuilder summary = new StringBuilder(data.title());
    for (ChartData.Series one : data.series()) {
      OptionalDouble last = one.last();
      summary
          .append(", ")
          .append(one.name())
          .append(' ')
          .append(last.isPresent() ? format.apply(last.getAsDouble()) : texts.formats().unknown());
    }
    return summary.toString();
  }

  /** A category axis takes equal labels for one category; invisible spaces tell them apart. */
  private static List<String> unique(List<String> labels) {
    List<String> unique = new ArrayList<>();
    for (String label : labels) {
      String candidate = label;
      while (unique.contains(candidate)) {
        candidate += "\u200b";
      }
      unique.add(candidate);
    }
    return unique;
  }
}
