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

import dev.tributary.app.control.Field;
import dev.tributary.app.control.Icons;
import dev.tributary.app.control.NumberSpinner;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.WizardPage;
import dev.tributary.app.wizard.WizardPageModel;
import javafx.beans.InvalidationListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The Range page: chart above, strip between, table and inspector below. */
public final class RangeView implements WizardPage {
  private static final double CHART_SHARE = 0.27;
  private static final double TABLE_SHARE = 0.74;
  private static final double ROOMY = 800;
  private static final int MOST_POLL_SECONDS = 86_400;

  private final RangeViewModel model;
  private final Texts texts;
  private final CommitChart chart;
  private final CommitInspector inspector;
  private final SplitPane below;
  private final VBox root = new VBox();

  /** A page over this model. */
  public RangeView(RangeViewModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    this.chart = new CommitChart(model, texts);
    this.inspector = new CommitInspector(model, texts);
    this.below = new SplitPane(new CommitTable(model, texts), inspector);
    below.setDividerPositions(TABLE_SHARE);
    // Takes what the chart leaves, instead of pressing it to its least height.
    below.setMinHeight(56);
    below.setPrefHeight(120);
    below.getStyleClass().add("plain-split");
    SplitPane.setResizableWithParent(inspector, false);
    VBox.setVgrow(below, Priority.ALWAYS);
    root.getChildren()
        .addAll(
            header(),
            chart,
            words(),
            strip(),
            staying(),
            Field.line(RangeIds.ROW_FILTER_PROBLEM, "field-problem", model.rowFilter().problem()),
            below);
    root.setId(RangeIds.PAGE);
    root.heightProperty()
        .addListener(
            (property, before, now) -> chart.setPrefHeight(now.doubleValue() * CHART_SHARE));
    root.getStyleClass().add("page");
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
    chart.requestFocus();
  }

  private void showInspector(boolean show) {
    if (!show) {
      below.getItems().remove(inspector);
    } else if (!below.getItems().contains(inspector)) {
      below.getItems().add(inspector);
      below.setDividerPositions(TABLE_SHARE);
    }
  }

  private HBox header() {
    Label title = new Label(texts.text("range.title"));
    title.getStyleClass().add("title-2");
    title.setMinWidth(Region.USE_PREF_SIZE);
    Label legend = new Label(texts.text("range.legend"));
    legend.getStyleClass().add("subtle");
    HBox.setHgrow(legend, Priority.ALWAYS);
    legend.setMaxWidth(Double.MAX_VALUE);
    legend.visibleProperty().bind(root.widthProperty().greaterThan(ROOMY));
    Button out = iconButton(RangeIds.ZOOM_OUT, "mdmz-zoom_out", "range.zoom-out");
    out.setOnAction(event -> chart.zoom(0.8));
    Button in = iconButton(RangeIds.ZOOM_IN, "mdmz-zoom_in", "range.zoom-in");
    in.setOnAction(event -> chart.zoom(1.25));
    TextField filter = new TextField();
    filter.setId(RangeIds.FILTER);
    filter.setPromptText(texts.text("range.filter"));
    filter.setAccessibleText(texts.text("range.filter"));
    filter.textProperty().bindBidirectional(model.filter());
    filter.setPrefColumnCount(10);
    filter.setMinWidth(Region.USE_PREF_SIZE);
    HBox row = new HBox(title, legend, out, in, filter, details());
    row.getStyleClass().add("row");
    return row;
  }

  private ToggleButton details() {
    ToggleButton details = new ToggleButton(texts.text("range.details"));
    details.setId(RangeIds.DETAILS);
    details.getStyleClass().add("quiet-toggle");
    details.setMinWidth(Region.USE_PREF_SIZE);
    details.selectedProperty().addListener((property, before, now) -> showInspector(now));
    details.setSelected(true);
    root.widthProperty()
        .addListener(
            (property, before, now) -> {
              if (before.doubleValue() == 0) {
                details.setSelected(now.doubleValue() >= ROOMY);
              }
            });
    return details;
  }

  private Button iconButton(String id, String icon, String key) {
    Button button = new Button("", Icons.icon(icon));
    button.setId(id);
    button.getStyleClass().addAll("flat", "button-icon");
    button.setTooltip(new Tooltip(texts.text(key)));
    button.setAccessibleText(texts.text(key));
    return button;
  }

  private Label words() {
    Label words = new Label();
    words.setId(RangeIds.STRIP);
    words.getStyleClass().add("strong");
    words.textProperty().bind(model.strip());
    words.setWrapText(true);
    words.setMinHeight(Region.USE_PREF_SIZE);
    return words;
  }

  private HBox strip() {
    HBox condition = condition();
    HBox.setHgrow(condition, Priority.ALWAYS);
    Button all = new Button(texts.text("range.all"));
    all.setId(RangeIds.ALL);
    all.getStyleClass().add("small");
    all.setMinWidth(Region.USE_PREF_SIZE);
    all.setTooltip(new Tooltip(texts.text("range.all-tooltip")));
    all.setOnAction(event -> model.chooseAll());
    Button state = new Button(texts.text("range.state"));
    state.setId(RangeIds.STATE_ONLY);
    state.getStyleClass().add("small");
    state.setMinWidth(Region.USE_PREF_SIZE);
    state.setTooltip(new Tooltip(texts.text("range.state-tooltip")));
    state.setDisable(!model.canChooseStateOnly());
    model
        .rows()
        .addListener(
            (InvalidationListener) property -> state.setDisable(!model.canChooseStateOnly()));
    state.setOnAction(event -> model.chooseStateOnly());
    HBox row = new HBox(all, state, condition);
    row.getStyleClass().addAll("row", "strip");
    return row;
  }

  private CheckBox follow() {
    CheckBox follow = new CheckBox(texts.text("range.follow-latest"));
    follow.setId(RangeIds.FOLLOW_LATEST);
    follow.setMinWidth(Region.USE_PREF_SIZE);
    follow.setSelected(model.followsLatest().get());
    model.followsLatest().addListener((property, before, now) -> follow.setSelected(now));
    follow.setOnAction(
        event -> {
          model.followLatest(follow.isSelected());
          follow.setSelected(model.followsLatest().get());
        });
    return follow;
  }

  private FlowPane staying() {
    CheckBox stay = new CheckBox(texts.text("range.stay"));
    stay.setId(RangeIds.STAY);
    stay.setMinWidth(Region.USE_PREF_SIZE);
    stay.setTooltip(new Tooltip(texts.text("range.stay-tooltip")));
    stay.disableProperty().bind(model.followsLatest().not());
    stay.setSelected(model.stays().get());
    model.stays().addListener((property, before, now) -> stay.setSelected(now));
    stay.setOnAction(event -> model.stay(stay.isSelected()));
    NumberSpinner seconds = new NumberSpinner(1, MOST_POLL_SECONDS, model.pollSeconds().get());
    seconds.setId(RangeIds.POLL_SECONDS);
    seconds.setAccessibleText(texts.text("range.poll-seconds-spoken"));
    seconds.getEditor().setPrefColumnCount(4);
    seconds.setMinWidth(Region.USE_PREF_SIZE);
    seconds.disableProperty().bind(stay.selectedProperty().not());
    seconds.valueProperty().addListener((property, before, now) -> model.pollEvery(now));
    model.pollSeconds().addListener((property, before, now) -> seconds.show(now.intValue()));
    Label unit = new Label(texts.text("range.poll-seconds"));
    unit.getStyleClass().add("subtle");
    HBox interval = new HBox(stay, seconds, unit);
    interval.getStyleClass().add("row");
    FlowPane row = new FlowPane(follow(), interval);
    row.getStyleClass().addAll("loose-row", "strip");
    return row;
  }

  private HBox condition() {
    Label only = new Label(texts.text("range.row-filter"));
    only.setMinWidth(Region.USE_PREF_SIZE);
    TextField condition = new TextField();
    condition.setId(RangeIds.ROW_FILTER);
    condition.getStyleClass().add("code");
    condition.setPromptText(texts.text("range.row-filter-prompt"));
    condition.setAccessibleText(texts.text("range.row-filter"));
    condition.textProperty().bindBidirectional(model.rowFilter().text());
    condition.setOnAction(event -> model.rowFilter().apply());
    condition
        .focusedProperty()
        .addListener(
            (property, before, now) -> {
              if (!now) {
                model.rowFilter().apply();
              }
            });
    only.setLabelFor(condition);
    HBox.setHgrow(condition, Priority.ALWAYS);
    HBox row = new HBox(only, condition);
    row.getStyleClass().add("row");
    return row;
  }
}
