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

import dev.tributary.app.control.ErrorPanel;
import dev.tributary.app.control.Field;
import dev.tributary.app.control.Icons;
import dev.tributary.app.control.PairTable;
import dev.tributary.app.control.Segmented;
import dev.tributary.app.draft.SourceFacts;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.WizardPage;
import dev.tributary.app.wizard.WizardPageModel;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.util.List;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableBooleanValue;
import javafx.geometry.NodeOrientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/** The Source page: where the table is, and the card with what was found there. */
public final class SourceView implements WizardPage {
  private final SourceViewModel model;
  private final Texts texts;
  private final TextField table = new TextField();
  private final VBox result = new VBox();
  private final ScrollPane root;

  /** A page over this model. */
  public SourceView(SourceViewModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    Label title = new Label(texts.text("source.title"));
    title.getStyleClass().add("title-2");
    result.getStyleClass().add("section");
    ErrorPanel failure = new ErrorPanel(SourceIds.FAILURE, model.failure(), texts);
    Button retry = new Button(texts.text("action.retry"), Icons.icon("mdmz-refresh"));
    retry.setId(SourceIds.RETRY);
    retry.setOnAction(event -> model.look());
    failure.withAction(retry);
    VBox body =
        new VBox(
            title,
            kind(),
            catalog(),
            properties(),
            place(),
            advanced(),
            lookRow(),
            failure,
            result);
    body.getStyleClass().add("page");
    root = new ScrollPane(body);
    root.setId(SourceIds.PAGE);
    root.setFitToWidth(true);
    // What was found is what the person waits for.
    result.heightProperty().addListener(property -> root.setVvalue(root.getVmax()));
    root.getStyleClass().add("page-scroll");
    model.facts().addListener((property, before, now) -> show(now));
    model.looking().addListener((property, before, now) -> show(model.facts().get()));
    show(model.facts().get());
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

  private ObservableBooleanValue iceberg() {
    return model.format().isEqualTo(SourceFormat.ICEBERG);
  }

  private ObservableBooleanValue inCatalog() {
    return model
        .format()
        .isEqualTo(SourceFormat.ICEBERG)
        .and(model.access().isEqualTo(Access.CATALOG));
  }

  private static <N extends Node> N shownWhen(N node, ObservableBooleanValue condition) {
    node.visibleProperty().bind(condition);
    node.managedProperty().bind(condition);
    return node;
  }

  private HBox kind() {
    Segmented<SourceFormat> format =
        new Segmented<>(SourceIds.FORMAT, List.of(SourceFormat.values()), model.format(), texts);
    Segmented<Access> access =
        new Segmented<>(SourceIds.ACCESS, List.of(Access.values()), model.access(), texts);
    Field where = shownWhen(new Field(texts.text("source.access"), access), iceberg());
    HBox row = new HBox(new Field(texts.text("source.format"), format), where);
    row.getStyleClass().add("wide-row");
    return row;
  }

  private HBox catalog() {
    ComboBox<CatalogPreset> preset = new ComboBox<>();
    preset.setId(SourceIds.PRESET);
    preset.getItems().setAll(CatalogPreset.values());
    preset.valueProperty().bindBidirectional(model.preset());
    preset.setConverter(converter());
    preset.setMinWidth(Region.USE_PREF_SIZE);
    TextField catalogName = new TextField();
    catalogName.setId(SourceIds.CATALOG_NAME);
    catalogName.textProperty().bindBidirectional(model.catalogName());
    catalogName.setPromptText(texts.text("source.optional"));
    catalogName.setPrefColumnCount(8);
    HBox row =
        new HBox(
            new Field(texts.text("source.preset"), preset),
            new Field(texts.text("source.catalog-name"), catalogName));
    row.getStyleClass().add("wide-row");
    return shownWhen(row, inCatalog());
  }

  private HBox place() {
    table.setId(SourceIds.TABLE);
    table.getStyleClass().add("code");
    table.setNodeOrientation(NodeOrientation.LEFT_TO_RIGHT);
    table.textProperty().bindBidirectional(model.table());
    HBox.setHgrow(table, Priority.ALWAYS);
    Button browse = new Button(texts.text("action.browse"));
    browse.setId(SourceIds.BROWSE);
    browse.setMinWidth(Region.USE_PREF_SIZE);
    browse.setOnAction(event -> model.browse());
    shownWhen(browse, Bindings.not(inCatalog()));
    HBox tableRow = new HBox(table, browse);
    tableRow.getStyleClass().add("row");
    Label tableLabel = new Label();
    tableLabel.getStyleClass().add("field-label");
    tableLabel.setLabelFor(table);
    Runnable words =
        () -> {
          String key = "source.table-" + tableKind();
          tableLabel.setText(texts.text(key));
          table.setPromptText(texts.text(key + ".prompt"));
        };
    model.format().addListener((property, before, now) -> words.run());
    model.access().addListener((property, before, now) -> words.run());
    words.run();
    VBox tableField =
        new VBox(
            tableLabel,
            tableRow,
            Field.line(SourceIds.TABLE_PROBLEM, "field-problem", model.tableProblem()));
    tableField.getStyleClass().add("field");
    HBox.setHgrow(tableField, Priority.ALWAYS);
    TextField branch = new TextField();
    branch.setId(SourceIds.BRANCH);
    branch.getStyleClass().add("code");
    branch.textProperty().bindBidirectional(model.branch());
    branch.setPromptText("main");
    branch.setPrefColumnCount(8);
    HBox row =
        new HBox(tableField, shownWhen(new Field(texts.text("source.branch"), branch), iceberg()));
    row.getStyleClass().add("wide-row");
    return row;
  }

  private String tableKind() {
    if (model.format().get() == SourceFormat.DELTA) {
      return "delta";
    }
    return switch (model.access().get()) {
      case CATALOG -> "catalog";
      case LOCATION -> "location";
      case METADATA_FILE -> "metadata";
    };
  }

  private StringConverter<CatalogPreset> converter() {
    return new StringConverter<>() {
      @Override
      public String toString(CatalogPreset preset) {
        return preset == null ? "" : texts.name(preset);
      }

      @Override
      public CatalogPreset fromString(String text) {
        throw new UnsupportedOperationException("The box is not editable");
      }
    };
  }

  private VBox properties() {
    PairTable properties =
        new PairTable(
            SourceIds.CATALOG_PROPERTIES,
            texts.text("source.property"),
            texts.text("source.value"),
            model.catalogProperties(),
            texts);
    Label hint = new Label(texts.text("source.properties-hint"));
    hint.getStyleClass().add("field-hint");
    hint.setWrapText(true);
    VBox catalog = shownWhen(new VBox(properties, hint), inCatalog());
    Segmented<ChangeFeed> feed =
        new Segmented<>(
            SourceIds.CHANGE_FEED, List.of(ChangeFeed.values()), model.changeFeed(), texts);
    Field delta =
        new Field(texts.text("source.change-feed"), feed)
            .withHint(texts.text("source.change-feed-hint"));
    shownWhen(delta, Bindings.not(iceberg()));
    return new VBox(
        catalog, delta, Field.line(SourceIds.SECRET_HINT, "field-warning", model.secretHint()));
  }

  private TitledPane advanced() {
    PairTable rewrites =
        new PairTable(
            SourceIds.PATH_REWRITES,
            texts.text("source.rewrite-from"),
            texts.text("source.rewrite-to"),
            model.pathRewrites(),
            texts);
    PairTable config =
        new PairTable(
            SourceIds.CONFIG_PROPERTIES,
            texts.text("source.property"),
            texts.text("source.value"),
            model.configProperties(),
            texts);
    VBox content =
        new VBox(
            new Field(texts.text("source.rewrites"), rewrites)
                .withHint(texts.text("source.rewrites-hint")),
            new Field(texts.text("source.config"), config));
    content.getStyleClass().add("section");
    TitledPane pane = new TitledPane(texts.text("source.advanced"), content);
    pane.setId(SourceIds.ADVANCED);
    pane.setAnimated(false);
    pane.setExpanded(!model.pathRewrites().isEmpty() || !model.configProperties().isEmpty());
    pane.getStyleClass().add("dense");
    return pane;
  }

  private HBox lookRow() {
    Button look = new Button(texts.text("source.look"), Icons.icon("mdmz-search"));
    look.setId(SourceIds.LOOK);
    look.disableProperty().bind(model.looking());
    look.setOnAction(event -> model.look());
    ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
    bar.setAccessibleText(texts.text("source.looking"));
    Button cancel = new Button(texts.text("action.cancel"));
    cancel.setId(SourceIds.CANCEL);
    cancel.setOnAction(event -> model.cancel());
    HBox busy = new HBox(bar, new Label(texts.text("source.looking")), cancel);
    busy.getStyleClass().add("busy-row");
    HBox row = new HBox(look, shownWhen(busy, model.looking()));
    row.getStyleClass().add("wide-row");
    return row;
  }

  private void show(Optional<SourceFacts> facts) {
    if (model.looking().get()) {
      result.getChildren().setAll(skeleton());
    } else {
      result.getChildren().clear();
      facts.ifPresent(found -> result.getChildren().add(new SourceCard(found, texts)));
    }
  }

  private static VBox skeleton() {
    VBox card = new VBox();
    card.getStyleClass().add("card");
    for (int i = 0; i < 4; i++) {
      Region line = new Region();
      line.getStyleClass().add("skeleton");
      card.getChildren().add(line);
    }
    return card;
  }
}
