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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.geometry.NodeOrientation;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/**
 * One bar a commit, oldest first: rows added upwards, rows deleted downwards. The scale is
 * logarithmic, since one first load would flatten everything after it. Click chooses, shift-click
 * extends, dragging brushes; with the keyboard the arrows move and Enter and Shift+Enter do the
 * same.
 */
final class CommitChart extends VBox {
  private static final double NARROWEST = 5;
  private static final double WIDEST = 64;
  private static final double LEAST_BAR = 2;
  private static final double AXIS = 56;
  private static final double BAR_SHARE = 0.7;
  private static final PseudoClass IN_RANGE = PseudoClass.getPseudoClass("in-range");
  private static final PseudoClass INSPECTED = PseudoClass.getPseudoClass("inspected");
  private static final PseudoClass WITHOUT_CHANGES = PseudoClass.getPseudoClass("without-changes");

  private final RangeViewModel model;
  private final Texts texts;
  private final Pane plot = new Pane();
  private final ScrollBar scroll = new ScrollBar();
  private final Region zeroLine = new Region();
  private final Label mostAdded = new Label();
  private final Label mostDeleted = new Label();
  private final Label zero = new Label("0");
  private final List<Column> columns = new ArrayList<>();
  private double wanted;
  private int cursor = -1;
  private int brushFrom = -1;
  private double scale = 1;

  CommitChart(RangeViewModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    setId(RangeIds.CHART);
    getStyleClass().add("commit-chart");
    setNodeOrientation(NodeOrientation.LEFT_TO_RIGHT);
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.NODE);
    plot.getStyleClass().add("commit-plot");
    zeroLine.getStyleClass().add("zero-line");
    for (Label label : List.of(mostAdded, mostDeleted, zero)) {
      label.getStyleClass().add("axis-label");
      label.setMouseTransparent(true);
    }
    scroll.setOrientation(Orientation.HORIZONTAL);
    scroll.valueProperty().addListener(property -> place());
    plot.widthProperty().addListener(property -> place());
    plot.heightProperty().addListener(property -> place());
    plot.setOnMousePressed(this::pressed);
    plot.setOnMouseDragged(this::dragged);
    plot.setOnScroll(this::scrolled);
    setOnKeyPressed(this::key);
    VBox.setVgrow(plot, Priority.ALWAYS);
    getChildren().addAll(plot, scroll);
    model.rows().addListener((ListChangeListener<CommitRow>) change -> fill());
    model.inspected().addListener(property -> markInspected());
    model.strip().addListener(property -> speak());
    fill();
  }

  /** A commit's place in the chart: a ground that shows the range, and the two bars on it. */
  private final class Column {
    final CommitRow row;
    final Region ground = new Region();
    final Region added = new Region();
    final Region deleted = new Region();
    final Label unknown = new Label("?");

    Column(CommitRow row) {
      this.row = row;
      ground.setId(RangeIds.bar(row.commit().id()));
      ground.getStyleClass().add("commit-ground");
      added.getStyleClass().add("bar-added");
      deleted.getStyleClass().add("bar-deleted");
      unknown.getStyleClass().add("axis-label");
      added.setMouseTransparent(true);
      deleted.setMouseTransparent(true);
      unknown.setMouseTransparent(true);
      Tooltip.install(ground, new Tooltip(words(row)));
      row.inRange().addListener(property -> mark());
      boolean without = !row.commit().readable() || row.index().isEmpty() || !row.changesRows();
      for (Region part : List.of(ground, added, deleted)) {
        part.pseudoClassStateChanged(WITHOUT_CHANGES, without);
      }
      mark();
    }

    private void mark() {
      for (Region part : List.of(ground, added, deleted)) {
        part.pseudoClassStateChanged(IN_RANGE, row.inRange().get());
      }
    }

    void place(double x, double width, double middle, double up, double down) {
      ground.resizeRelocate(x, 0, width, plot.getHeight());
      double bar = Math.max(LEAST_BAR, width * BAR_SHARE);
      double left = x + (width - bar) / 2;
      double above = length(row.commit().figures().addedRows()) * up;
      double below = length(row.commit().figures().deletedRows()) * down;
      above = above > 0 ? Math.max(LEAST_BAR, above) : 0;
      below = below > 0 ? Math.max(LEAST_BAR, below) : 0;
      added.resizeRelocate(left, middle - above, bar, above);
      deleted.resizeRelocate(left, middle + 1, bar, below);
      unknown.setVisible(
          row.commit().figures().addedRows().isEmpty()
              && row.commit().figures().deletedRows().isEmpty()
              && width > 10);
      unknown.autosize();
      unknown.relocate(x + (width - unknown.getWidth()) / 2, middle - unknown.getHeight());
    }

    void show(boolean visible) {
      ground.setVisible(visible);
      added.setVisible(visible);
      deleted.setVisible(visible);
      if (!visible) {
        unknown.setVisible(false);
      }
    }
  }

  /** The share of the room above or below the line; a rewrite may exceed the scale. */
  private double length(OptionalLong rows) {
    return Math.min(1, Math.log1p(rows.orElse(0)) / scale);
  }

  private void fill() {
    columns.clear();
    model.rows().forEach(row -> columns.add(new Column(row)));
    Collections.reverse(columns);
    long most = 0;
    for (Column column : columns) {
      if (!column.row.changesRows()) {
        continue;
      }
      most = Math.max(most, column.row.commit().figures().addedRows().orElse(0));
      most = Math.max(most, column.row.commit().figures().deletedRows().orElse(0));
    }
    scale = Math.max(1, Math.log1p(most));
    Formats formats = texts.formats();
    mostAdded.setText(formats.added(OptionalLong.of(most)));
    mostDeleted.setText(formats.removed(OptionalLong.of(most)));
    plot.getChildren().clear();
    columns.forEach(
        column ->
            plot.getChildren().addAll(column.ground, column.added, column.deleted, column.unknown));
    plot.getChildren().addAll(zeroLine, mostAdded, mostDeleted, zero);
    // Placed by hand: the pane would give each its preferred size, which is none.
    plot.getChildren().forEach(child -> child.setManaged(false));
    wanted = 0;
    cursor = columns.size() - 1;
    scroll.setValue(Double.MAX_VALUE);
    place();
    scroll.setValue(scroll.getMax());
    markInspected();
    speak();
  }

  private double room() {
    return Math.max(0, plot.getWidth() - AXIS);
  }

  /** The width of a column: what was zoomed to, else what lets all of them be seen. */
  private double columnWidth() {
    double fitting = columns.isEmpty() ? WIDEST : room() / columns.size();
    double width = wanted > 0 ? wanted : fitting;
    return Math.max(NARROWEST, Math.min(WIDEST, width));
  }

  private int visibleColumns() {
    return Math.max(1, (int) Math.floor(room() / columnWidth()));
  }

  private int firstVisible() {
    return (int) Math.round(Math.min(scroll.getValue(), scroll.getMax()));
  }

  private void place() {
    int visible = visibleColumns();
    double most = Math.max(0, columns.size() - visible);
    scroll.setMax(most);
    scroll.setVisibleAmount(columns.isEmpty() ? 0 : most * visible / Math.max(1, columns.size()));
    scroll.setVisible(most > 0);
    scroll.setManaged(most > 0);
    if (scroll.getValue() > most) {
      scroll.setValue(most);
      return;
    }
    double width = columnWidth();
    double half = Math.max(1, plot.getHeight() / 2 - 4);
    double middle = plot.getHeight() / 2;
    int first = firstVisible();
    for (int i = 0; i < columns.size(); i++) {
      boolean seen = i >= first && i < first + visible;
      columns.get(i).show(seen);
      if (seen) {
        columns.get(i).place(AXIS + (i - first) * width, width, middle, half, half);
      }
    }
    zeroLine.resizeRelocate(AXIS, middle, room(), 1);
    axisLabel(mostAdded, 0);
    axisLabel(zero, middle - zero.prefHeight(-1) / 2);
    axisLabel(mostDeleted, plot.getHeight() - mostDeleted.prefHeight(-1));
  }

  private static void axisLabel(Label label, double y) {
    double width = Math.min(AXIS - 6, label.prefWidth(-1));
    label.resizeRelocate(AXIS - 6 - width, y, width, label.prefHeight(-1));
  }

  /** Makes columns wider or narrower. */
  void zoom(double factor) {
    double before = columnWidth();
    wanted = Math.max(NARROWEST, Math.min(WIDEST, before * factor));
    place();
    reveal(cursor);
  }

  private int columnAt(double x) {
    int index = firstVisible() + (int) Math.floor((x - AXIS) / columnWidth());
    return x < AXIS || index >= columns.size() ? -1 : index;
  }

  private void pressed(MouseEvent event) {
    requestFocus();
    int index = columnAt(event.getX());
    brushFrom = index;
    if (index >= 0) {
      act(index, event.isShiftDown());
    }
  }

  private void dragged(MouseEvent event) {
    int index = columnAt(event.getX());
    if (brushFrom >= 0 && index >= 0 && index != cursor) {
      cursor = index;
      model.choose(columns.get(brushFrom).row, columns.get(index).row);
    }
  }

  private void act(int index, boolean extend) {
    cursor = index;
    CommitRow row = columns.get(index).row;
    if (extend) {
      model.extendTo(row);
    } else {
      model.choose(row);
    }
  }

  private void scrolled(ScrollEvent event) {
    if (event.isShortcutDown()) {
      zoom(event.getDeltaY() > 0 ? 1.25 : 0.8);
    } else {
      double by = event.getDeltaX() != 0 ? event.getDeltaX() : event.getDeltaY();
      double to = scroll.getValue() - Math.signum(by) * Math.max(1, visibleColumns() / 10);
      scroll.setValue(Math.max(0, Math.min(scroll.getMax(), to)));
    }
    event.consume();
  }

  private void key(KeyEvent event) {
    switch (event.getCode()) {
      case LEFT -> moveTo(cursor - 1);
      case RIGHT -> moveTo(cursor + 1);
      case HOME -> moveTo(0);
      case END -> moveTo(columns.size() - 1);
      case PLUS, EQUALS, ADD -> zoom(1.25);
      case MINUS, SUBTRACT -> zoom(0.8);
      case ENTER, SPACE -> {
        if (cursor >= 0) {
          act(cursor, event.isShiftDown());
        }
      }
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void moveTo(int index) {
    if (index >= 0 && index < columns.size()) {
      cursor = index;
      model.inspected().set(Optional.of(columns.get(index).row));
      reveal(index);
      speak();
    }
  }

  private void reveal(int index) {
    int visible = visibleColumns();
    int first = firstVisible();
    if (index >= 0 && index < first) {
      scroll.setValue(index);
    } else if (index >= first + visible) {
      scroll.setValue(index - visible + 1);
    }
  }

  private void markInspected() {
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      boolean here = model.inspected().get().filter(row -> row == column.row).isPresent();
      column.ground.pseudoClassStateChanged(INSPECTED, here);
      if (here) {
        cursor = i;
      }
    }
  }

  private void speak() {
    String summary = texts.text("range.chart-spoken", columns.size(), model.strip().get());
    setAccessibleText(
        cursor >= 0 && cursor < columns.size()
            ? summary + " " + words(columns.get(cursor).row)
            : summary);
    notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
  }

  private String words(CommitRow row) {
    Formats formats = texts.formats();
    return texts.text(
        "range.bar",
        row.commit().id(),
        row.commit().operation(),
        formats.local(row.commit().timestamp()),
        formats.added(row.commit().figures().addedRows()),
        formats.removed(row.commit().figures().deletedRows()));
  }
}
