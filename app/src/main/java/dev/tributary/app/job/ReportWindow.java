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

import dev.tributary.app.dialog.Dialogs;
import dev.tributary.app.settings.SceneStyle;
import dev.tributary.app.task.BackgroundTask;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;

/** Shows a report as text, to be copied or saved. */
public final class ReportWindow {
  private final Dialogs dialogs;
  private final TaskExecutor executor;
  private final Texts texts;
  private final SceneStyle style;

  /** No window yet. */
  public ReportWindow(Dialogs dialogs, TaskExecutor executor, Texts texts, SceneStyle style) {
    this.dialogs = dialogs;
    this.executor = executor;
    this.texts = texts;
    this.style = style;
  }

  /** Opens a window with the report. */
  public void show(String title, String report) {
    TextArea text = new TextArea(report);
    text.setId("report-text");
    text.setEditable(false);
    text.getStyleClass().add("code");
    text.setAccessibleText(title);
    VBox.setVgrow(text, Priority.ALWAYS);
    Label problem = new Label();
    problem.setId("report-problem");
    problem.getStyleClass().add("field-problem");
    problem.setWrapText(true);
    problem.managedProperty().bind(problem.textProperty().isNotEmpty());
    Button copy = new Button(texts.text("error.copy"));
    copy.setId("report-copy");
    copy.setOnAction(event -> dialogs.copy(report));
    Button save = new Button(texts.text("job.report.save"));
    save.setId("report-save");
    save.setOnAction(
        event ->
            dialogs
                .saveFile(title, Path.of(System.getProperty("user.home")), "report.txt")
                .ifPresent(
                    file ->
                        BackgroundTask.of(
                                control -> Files.writeString(file, report, StandardCharsets.UTF_8))
                            .onFailure(failure -> problem.setText(failure.message()))
                            .executeWith(executor)));
    HBox buttons = new HBox(copy, save);
    buttons.getStyleClass().add("row");
    VBox root = new VBox(text, problem, buttons);
    root.getStyleClass().add("page");
    Scene scene = new Scene(root, 760, 560);
    style.follow(scene);
    Stage stage = new Stage();
    stage.setTitle(title);
    stage.setScene(scene);
    stage.show();
    stage.requestFocus();
  }
}
