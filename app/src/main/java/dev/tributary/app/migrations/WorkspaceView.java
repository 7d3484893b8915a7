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
import dev.tributary.app.control.Icons;
import dev.tributary.app.text.Texts;
import javafx.beans.binding.Bindings;
import javafx.geometry.NodeOrientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The open migration: its header, and the wizard below. */
final class WorkspaceView {
  private static final int SHORTEST_NAME = 8;
  private static final int LONGEST_NAME = 24;

  private final BorderPane root = new BorderPane();

  WorkspaceView(WorkspaceViewModel model, Region wizard, Runnable close, Texts texts) {
    TextField name = new TextField();
    name.setId(MigrationsIds.NAME);
    name.getStyleClass().add("workspace-name");
    name.textProperty().bindBidirectional(model.draft().name());
    name.setAccessibleText(texts.text("workspace.name"));
    name.setTooltip(new Tooltip(texts.text("workspace.name")));
    name.prefColumnCountProperty()
        .bind(
            Bindings.createIntegerBinding(
                () -> Math.max(SHORTEST_NAME, Math.min(LONGEST_NAME, name.getLength())),
                name.textProperty()));
    Label saved = new Label();
    saved.setId(MigrationsIds.SAVED);
    saved.getStyleClass().add("subtle");
    saved.textProperty().bind(model.saved());
    saved.setMinWidth(Region.USE_PREF_SIZE);
    Label route = new Label();
    route.setId(MigrationsIds.ROUTE);
    route.getStyleClass().addAll("code", "subtle");
    route.setNodeOrientation(NodeOrientation.LEFT_TO_RIGHT);
    route.textProperty().bind(model.route());
    Tooltip whole = new Tooltip();
    whole.textProperty().bind(model.route());
    route.setTooltip(whole);
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    Button save = new Button(texts.text("workspace.save"), Icons.icon("mdmz-save"));
    save.setId(MigrationsIds.SAVE);
    save.setTooltip(new Tooltip(texts.text("workspace.save-tooltip")));
    save.setOnAction(event -> model.save());
    save.setMinWidth(Region.USE_PREF_SIZE);
    Button leave = new Button(texts.text("workspace.close"), Icons.icon("mdal-close"));
    leave.setId(MigrationsIds.CLOSE);
    leave.setOnAction(event -> close.run());
    leave.setMinWidth(Region.USE_PREF_SIZE);
    HBox header = new HBox(name, saved, gap, route, save, leave);
    header.getStyleClass().add("workspace-header");
    root.setId(MigrationsIds.WORKSPACE);
    root.setTop(
        new VBox(header, new ErrorPanel(MigrationsIds.SAVE_FAILURE, model.failure(), texts)));
    root.setCenter(wizard);
  }

  Node node() {
    return root;
  }
}
