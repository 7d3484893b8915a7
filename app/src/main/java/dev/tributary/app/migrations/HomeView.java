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
package dev.tributary.app.migrations;

import dev.tributary.app.control.ErrorPanel;
import dev.tributary.app.control.Field;
import dev.tributary.app.control.Icons;
import dev.tributary.app.text.Texts;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.collections.ListChangeListener;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** What shows while no migration is open: the ways to begin, and the recent specs. */
final class HomeView {
  private final MigrationsViewModel model;
  private final Texts texts;
  private final VBox recents = new VBox();
  private final ScrollPane root;

  HomeView(MigrationsViewModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    Label title = new Label(texts.text("home.title"));
    title.getStyleClass().add("title-1");
    Label subtitle = new Label(texts.text("home.subtitle"));
    subtitle.getStyleClass().add("subtle");
    subtitle.setWrapText(true);
    VBox body =
        new VBox(
            title,
            subtitle,
            new ErrorPanel(MigrationsIds.FAILURE, model.failure(), texts),
            busy(),
            samples(),
            begin(),
            recents());
    body.getStyleClass().add("home");
    root = new ScrollPane(body);
    root.setId(MigrationsIds.HOME);
    root.setFitToWidth(true);
    root.getStyleClass().add("page-scroll");
    root.setOnDragOver(this::dragOver);
    root.setOnDragDropped(this::dropped);
  }

  Node node() {
    return root;
  }

  private HBox busy() {
    Label words = new Label();
    words.textProperty().bind(model.busy());
    ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
    bar.setAccessibleText(texts.text("home.working"));
    Button cancel = new Button(texts.text("action.cancel"));
    cancel.setId(MigrationsIds.CANCEL);
    cancel.setOnAction(event -> model.cancel());
    HBox row = new HBox(bar, words, cancel);
    row.setId(MigrationsIds.BUSY);
    row.getStyleClass().add("busy-row");
    row.visibleProperty().bind(model.busy().isNotEmpty());
    row.managedProperty().bind(row.visibleProperty());
    return row;
  }

  private VBox samples() {
    Label head = new Label(texts.text("home.samples-title"));
    head.getStyleClass().add("title-3");
    Label words = new Label(texts.text("home.samples-words"));
    words.setWrapText(true);
    words.getStyleClass().add("subtle");
    TextField folder = new TextField();
    folder.setId(MigrationsIds.SAMPLES_FOLDER);
    folder.getStyleClass().add("code");
    folder.textProperty().bindBidirectional(model.samplesFolder());
    HBox.setHgrow(folder, Priority.ALWAYS);
    Button choose = new Button(texts.text("action.browse"));
    choose.setId(MigrationsIds.CHOOSE_SAMPLES_FOLDER);
    choose.setOnAction(event -> model.chooseSamplesFolder());
    Button start = new Button(texts.text("home.try-samples"), Icons.icon("mdmz-play_arrow"));
    start.setId(MigrationsIds.TRY_SAMPLES);
    start.getStyleClass().add("accent");
    start.setDefaultButton(true);
    start.setOnAction(event -> model.trySamples());
    start.disableProperty().bind(model.busy().isNotEmpty());
    start.setMinWidth(Region.USE_PREF_SIZE);
    choose.setMinWidth(Region.USE_PREF_SIZE);
    HBox row = new HBox(folder, choose, start);
    row.getStyleClass().add("row");
    VBox card = new VBox(head, words, new Field(texts.text("home.samples-folder"), folder, row));
    card.getStyleClass().add("card");
    return card;
  }

  private VBox begin() {
    Label head = new Label(texts.text("home.connect-title"));
    head.getStyleClass().add("title-3");
    Label words = new Label(texts.text("home.connect-words"));
    words.setWrapText(true);
    words.getStyleClass().add("subtle");
    Button create = new Button(texts.text("home.new"), Icons.icon("mdal-add"));
    create.setId(MigrationsIds.NEW);
    create.setOnAction(event -> model.create());
    Button open = new Button(texts.text("home.open"), Icons.icon("mdal-folder_open"));
    open.setId(MigrationsIds.OPEN);
    open.setOnAction(event -> model.chooseSpec());
    HBox row = new HBox(create, open);
    row.getStyleClass().add("row");
    VBox card = new VBox(head, words, row);
    card.getStyleClass().add("card");
    return card;
  }

  private VBox recents() {
    Label head = new Label(texts.text("home.recents"));
    head.getStyleClass().add("title-3");
    recents.setId(MigrationsIds.RECENTS);
    recents.setAccessibleRole(AccessibleRole.LIST_VIEW);
    recents.setAccessibleText(texts.text("home.recents"));
    model.recents().addListener((ListChangeListener<Path>) change -> fillRecents());
    fillRecents();
    VBox section = new VBox(head, recents);
    section.getStyleClass().add("section");
    section.visibleProperty().bind(Bindings.isNotEmpty(model.recents()));
    section.managedProperty().bind(section.visibleProperty());
    return section;
  }

  private void fillRecents() {
    recents.getChildren().clear();
    for (int i = 0; i < model.recents().size(); i++) {
      recents.getChildren().add(recent(i, model.recents().get(i)));
    }
  }

  private HBox recent(int index, Path file) {
    Label name = new Label(file.getFileName().toString());
    Label folder = new Label(String.valueOf(file.getParent()));
    folder.getStyleClass().addAll("subtle", "code");
    HBox words = new HBox(name, folder);
    words.getStyleClass().add("row");
    Button open = new Button();
    open.setGraphic(words);
    open.setId(MigrationsIds.recent(index));
    open.getStyleClass().add("list-button");
    open.setAccessibleText(texts.text("home.open-recent", file.getFileName(), file.getParent()));
    open.setMaxWidth(Double.MAX_VALUE);
    open.setOnAction(event -> model.openSpec(file));
    HBox.setHgrow(open, Priority.ALWAYS);
    Button forget = new Button("", Icons.icon("mdal-close"));
    forget.setId(MigrationsIds.recent(index) + "-forget");
    forget.getStyleClass().addAll("flat", "button-icon");
    String forgetWords = texts.text("home.forget-recent", file.getFileName());
    forget.setTooltip(new Tooltip(forgetWords));
    forget.setAccessibleText(forgetWords);
    forget.setOnAction(event -> model.forget(file));
    return new HBox(open, forget);
  }

  private void dragOver(DragEvent event) {
    if (event.getDragboard().hasFiles()) {
      event.acceptTransferModes(TransferMode.COPY, TransferMode.LINK);
    }
    event.consume();
  }

  private void dropped(DragEvent event) {
    List<Path> files = event.getDragboard().getFiles().stream().map(File::toPath).toList();
    event.setDropCompleted(!files.isEmpty());
    event.consume();
    if (!files.isEmpty()) {
      model.openDropped(files);
    }
  }
}
