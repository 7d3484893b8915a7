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
package dev.tributary.app.mapping;

import dev.tributary.app.control.BusyLine;
import dev.tributary.app.control.Cells;
import dev.tributary.app.control.ErrorPanel;
import dev.tributary.app.control.Icons;
import dev.tributary.app.dialog.Dialogs;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.WizardPage;
import dev.tributary.app.wizard.WizardPageModel;
import dev.tributary.mapping.MappedColumn;
import dev.tributary.mapping.SchemaDifference;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.property.SimpleStringProperty;
import javafx.collections.ListChangeListener;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/**
 * One row a column on the left with the key's facts below, what becomes of the target beside it.
 */
public final class MappingView implements WizardPage {
  private static final double ROW_HEIGHT = 40;

  private final MappingViewModel model;
  private final Dialogs dialogs;
  private final Texts texts;
  private final TableView<ColumnRow> table = new TableView<>();
  private final VBox findings = new VBox();
  private final VBox differences = new VBox();
  private final SplitPane root;

  /** A page over the model. */
  public MappingView(MappingViewModel model, Dialogs dialogs, Texts texts) {
    this.model = model;
    this.dialogs = dialogs;
    this.texts = texts;
    root = new SplitPane(source(), target());
    root.setId(MappingIds.PAGE);
    root.setOrientation(Orientation.HORIZONTAL);
    root.setDividerPositions(0.64);
    root.getStyleClass().add("mapping-page");
    model.keyFindings().addListener((ListChangeListener<KeyFinding>) change -> showFindings());
    model.differences().addListener((ListChangeListener<SchemaDifference>) c -> showDifferences());
    showFindings();
    showDifferences();
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
    table.requestFocus();
  }

  private VBox source() {
    Label title = new Label(texts.text("mapping.title"));
    title.getStyleClass().add("title-2");
    Label problem = new Label();
    problem.setId(MappingIds.PROBLEM);
    problem.getStyleClass().add("field-problem");
    problem.setWrapText(true);
    problem.setMinHeight(Label.USE_PREF_SIZE);
    problem.textProperty().bind(model.problem());
    problem.visibleProperty().bind(problem.textProperty().isNotEmpty());
    problem.managedProperty().bind(problem.visibleProperty());
    Button retry = new Button(texts.text("action.retry"));
    retry.setId(MappingIds.FAILURE + "-retry");
    retry.setOnAction(event -> model.load());
    ErrorPanel failure =
        new ErrorPanel(MappingIds.FAILURE, model.failure(), texts).withAction(retry);
    BusyLine busy =
        new BusyLine(
            MappingIds.BUSY,
            model.loading(),
            new SimpleStringProperty(texts.text("mapping.loading")),
            model::cancel,
            texts);
    fillTable();
    VBox.setVgrow(table, Priority.ALWAYS);
    VBox source = new VBox(title, failure, busy, table, problem, key());
    source.getStyleClass().add("pane");
    return source;
  }

  private void fillTable() {
    table.setId(MappingIds.TABLE);
    table.setAccessibleText(texts.text("mapping.table"));
    table.setFixedCellSize(ROW_HEIGHT);
    table.setItems(model.rows());
    table.setPlaceholder(new Label(texts.text("mapping.no-columns")));
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    TableColumn<ColumnRow, ColumnRow> use = Cells.node(texts.text("mapping.column.use"), this::use);
    fixed(use, 48);
    TableColumn<ColumnRow, ColumnRow> key = Cells.node(texts.text("mapping.column.key"), this::key);
    fixed(key, 48);
    TableColumn<ColumnRow, ColumnRow> source =
        Cells.node(texts.text("mapping.column.source"), this::sourceColumn);
    source.setPrefWidth(150);
    TableColumn<ColumnRow, ColumnRow> name =
        Cells.node(texts.text("mapping.column.target"), this::targetName);
    name.setPrefWidth(150);
    TableColumn<ColumnRow, ColumnRow> type =
        Cells.node(texts.text("mapping.column.type"), this::targetType);
    type.setPrefWidth(160);
    table.getColumns().setAll(List.of(use, key, source, name, type));
    table.getColumns().forEach(column -> column.setReorderable(false));
  }

  private static void fixed(TableColumn<?, ?> column, double width) {
    column.setMinWidth(width);
    column.setMaxWidth(width);
    column.setResizable(false);
  }

  private Node use(ColumnRow row) {
    CheckBox box = new CheckBox();
    box.setId(MappingIds.use(row.source()));
    box.setAccessibleText(texts.text("mapping.use", row.source()));
    box.selectedProperty().bindBidirectional(row.used());
    return box;
  }

  private Node key(ColumnRow row) {
    CheckBox box = new CheckBox();
    box.setId(MappingIds.key(row.source()));
    box.setAccessibleText(
        row.notKey().orElseGet(() -> texts.text("mapping.make-key", row.source())));
    box.selectedProperty().bindBidirectional(row.key());
    box.disableProperty().bind(row.used().not());
    row.notKey().ifPresent(why -> box.setTooltip(new Tooltip(why)));
    return box;
  }

  private Node sourceColumn(ColumnRow row) {
    Label name = new Label(row.source());
    name.getStyleClass().add("code");
    Label type =
        new Label(
            row.required() ? texts.text("mapping.required", row.sourceType()) : row.sourceType());
    type.getStyleClass().addAll("code", "muted");
    name.setTooltip(new Tooltip(row.source() + " " + row.sourceType()));
    VBox both = new VBox(name, type);
    both.getStyleClass().add("two-lines");
    return both;
  }

  private Node targetName(ColumnRow row) {
    TextField field = new TextField();
    field.setId(MappingIds.target(row.source()));
    field.getStyleClass().addAll("code", "in-cell");
    field.setAccessibleText(texts.text("mapping.target-name", row.source()));
    field.textProperty().bindBidirectional(row.target());
    field.disableProperty().bind(row.used().not());
    return field;
  }

  private Node targetType(ColumnRow row) {
    if (row.types().size() == 1) {
      Label only = new Label(row.types().get(0));
      only.setId(MappingIds.type(row.source()));
      only.getStyleClass().addAll("code", "only-type");
      only.setTooltip(new Tooltip(row.types().get(0)));
      return only;
    }
    ComboBox<String> box = new ComboBox<>();
    box.setId(MappingIds.type(row.source()));
    box.getStyleClass().addAll("code", "in-cell");
    box.setMaxWidth(Double.MAX_VALUE);
    box.setAccessibleText(texts.text("mapping.target-type", row.source()));
    box.getItems().setAll(row.types());
    box.valueProperty().bindBidirectional(row.type());
    box.disableProperty().bind(row.used().not());
    return box;
  }

  private VBox key() {
    Label title = new Label(texts.text("mapping.key.title"));
    title.getStyleClass().add("title-3");
    Button check = new Button(texts.text("mapping.key.check"));
    check.setId(MappingIds.CHECK_KEY);
    check.getStyleClass().add("small");
    check.disableProperty().bind(Bindings.isEmpty(model.keyFindings()).or(model.checking()));
    check.setOnAction(event -> model.checkKey());
    HBox head = new HBox(title, check);
    head.getStyleClass().add("row");
    Label hint = new Label(texts.text("mapping.key.hint"));
    hint.getStyleClass().add("field-hint");
    hint.setWrapText(true);
    BusyLine busy =
        new BusyLine(
            MappingIds.CHECK_KEY + "-busy",
            model.checking(),
            model.checkProgress(),
            model::cancel,
            texts);
    findings.setId(MappingIds.KEY_FINDINGS);
    findings.getStyleClass().add("findings");
    VBox key = new VBox(head, hint, busy, findings);
    key.getStyleClass().add("key-panel");
    key.setMinHeight(VBox.USE_PREF_SIZE);
    return key;
  }

  private void showFindings() {
    findings.getChildren().setAll(model.keyFindings().stream().map(this::finding).toList());
  }

  private Node finding(KeyFinding finding) {
    Label subject = new Label(finding.subject());
    subject.getStyleClass().add("finding-subject");
    Label answer = new Label(finding.answer());
    answer.setWrapText(true);
    answer.setMinHeight(Label.USE_PREF_SIZE);
    VBox words = new VBox(new HBox(subject), answer);
    if (!finding.examples().isEmpty()) {
      Label examples = new Label(String.join("\n", finding.examples()));
      examples.getStyleClass().addAll("code", "muted");
      examples.setMinHeight(Label.USE_PREF_SIZE);
      words.getChildren().add(examples);
    }
    HBox.setHgrow(words, Priority.ALWAYS);
    HBox row = new HBox(Icons.icon(icon(finding.verdict())), words);
    row.setId(finding.id());
    row.getStyleClass().addAll("finding", style(finding.verdict()));
    row.setAccessibleText(
        texts.name(finding.verdict()) + ". " + finding.subject() + ". " + finding.answer());
    return row;
  }

  private static String icon(KeyFinding.Verdict verdict) {
    return switch (verdict) {
      case GOOD -> "mdal-check_circle_outline";
      case BAD -> "mdal-error_outline";
      case DOUBTFUL -> "mdmz-warning";
      case UNKNOWN -> "mdal-help_outline";
    };
  }

  private static String style(KeyFinding.Verdict verdict) {
    return switch (verdict) {
      case GOOD -> "good";
      case BAD -> "bad";
      case DOUBTFUL -> "doubtful";
      case UNKNOWN -> "muted";
    };
  }

  private Node target() {
    Label title = new Label();
    title.textProperty().bind(model.targetTitle());
    title.getStyleClass().add("title-3");
    title.setWrapText(true);
    TableView<MappedColumn> columns = new TableView<>(model.targetColumns());
    columns.setId(MappingIds.TARGET_TABLE);
    columns.accessibleTextProperty().bind(title.textProperty());
    columns.setPlaceholder(new Label(texts.text("mapping.no-target")));
    columns.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    columns
        .getColumns()
        .setAll(
            List.of(
                Cells.<MappedColumn>code(texts.text("mapping.target.column"), MappedColumn::target),
                Cells.<MappedColumn>code(
                    texts.text("mapping.target.type"), column -> column.targetType().toString()),
                Cells.<MappedColumn>text(texts.text("mapping.target.note"), this::note)));
    columns.getColumns().forEach(column -> column.setSortable(false));
    columns.getColumns().get(0).setPrefWidth(100);
    columns.getColumns().get(1).setPrefWidth(128);
    columns.getColumns().get(2).setPrefWidth(66);
    VBox.setVgrow(columns, Priority.ALWAYS);
    Label layout = new Label();
    layout.getStyleClass().add("muted");
    layout.setWrapText(true);
    layout.textProperty().bind(Bindings.createStringBinding(this::layout, model.spec()));
    differences.setId(MappingIds.DIFFERENCES);
    differences.getStyleClass().add("findings");
    ScrollPane scroll = new ScrollPane(differences);
    scroll.setFitToWidth(true);
    scroll.setMaxHeight(260);
    scroll.visibleProperty().bind(Bindings.isNotEmpty(differences.getChildren()));
    scroll.managedProperty().bind(scroll.visibleProperty());
    VBox target = new VBox(title, columns, layout, scroll);
    target.getStyleClass().add("pane");
    return target;
  }

  private String note(MappedColumn column) {
    if (column.key()) {
      return texts.text("mapping.target.key");
    }
    return texts.text(column.required() ? "mapping.target.required" : "mapping.target.optional");
  }

  private String layout() {
    List<String> partitions = model.spec().get().target().partitionFields();
    List<String> sort = model.spec().get().target().sortFields();
    return texts.text(
        "mapping.target.layout",
        partitions.isEmpty() ? texts.text("mapping.target.none") : String.join(", ", partitions),
        sort.isEmpty() ? texts.text("mapping.target.none") : String.join(", ", sort));
  }

  private void showDifferences() {
    differences.getChildren().setAll(model.differences().stream().map(this::difference).toList());
  }

  private Node difference(SchemaDifference difference) {
    Label message = new Label(difference.message());
    message.setWrapText(true);
    message.setMinHeight(Label.USE_PREF_SIZE);
    VBox words = new VBox(message);
    HBox.setHgrow(words, Priority.ALWAYS);
    difference
        .alter()
        .ifPresent(
            statement -> {
              TextField alter = new TextField(statement);
              alter.setEditable(false);
              alter.getStyleClass().add("code");
              alter.setAccessibleText(texts.text("mapping.alter", difference.column()));
              HBox.setHgrow(alter, Priority.ALWAYS);
              Button copy = new Button(texts.text("error.copy"));
              copy.setAccessibleText(texts.text("mapping.copy-alter", difference.column()));
              copy.getStyleClass().add("small");
              copy.setMinWidth(Button.USE_PREF_SIZE);
              copy.setOnAction(event -> dialogs.copy(statement));
              HBox row = new HBox(alter, copy);
              row.getStyleClass().add("row");
              words.getChildren().add(row);
            });
    HBox row = new HBox(Icons.icon("mdal-error_outline"), words);
    row.getStyleClass().addAll("finding", "bad");
    return row;
  }
}
