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

import dev.tributary.app.control.Cells;
import dev.tributary.app.control.ErrorPanel;
import dev.tributary.app.engine.Job;
import dev.tributary.app.frame.Destination;
import dev.tributary.app.frame.Place;
import dev.tributary.app.text.Texts;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The list of jobs. */
public final class JobsDestination implements Destination {
  private static final double ROW_HEIGHT = 40;

  private final JobsViewModel model;
  private final Consumer<Job> open;
  private final Texts texts;
  private final VBox root;

  /**
   * A list over the model.
   *
   * @param open shows a job's window
   */
  public JobsDestination(JobsViewModel model, Consumer<Job> open, Texts texts) {
    this.model = model;
    this.open = open;
    this.texts = texts;
    Label title = new Label(texts.text("jobs.title"));
    title.getStyleClass().add("title-1");
    Label subtitle = new Label(texts.text("jobs.subtitle"));
    subtitle.getStyleClass().add("muted");
    subtitle.setWrapText(true);
    TableView<Job> table = table();
    VBox.setVgrow(table, Priority.ALWAYS);
    root = new VBox(title, subtitle, new ErrorPanel("jobs-failure", model.failure(), texts), table);
    root.getStyleClass().addAll("place-body");
    root.sceneProperty()
        .addListener(
            (property, before, now) -> {
              if (now == null) {
                model.hide();
              }
            });
  }

  @Override
  public Place place() {
    return Place.JOBS;
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public void shown() {
    model.show();
  }

  private TableView<Job> table() {
    TableView<Job> table = new TableView<>(model.list());
    table.setId(JobIds.LIST);
    table.setAccessibleText(texts.text("jobs.title"));
    table.setFixedCellSize(ROW_HEIGHT);
    table.setPlaceholder(new Label(texts.text("jobs.none")));
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table
        .getColumns()
        .setAll(
            List.of(
                Cells.<Job>text(texts.text("jobs.column.migration"), Job::migration),
                Cells.<Job>code(
                    texts.text("jobs.column.route"),
                    job -> texts.text("job.route", job.source(), job.target())),
                Cells.<Job>text(texts.text("jobs.column.state"), job -> texts.name(job.state())),
                Cells.<Job>node(texts.text("jobs.column.started"), this::started),
                Cells.<Job>number(texts.text("jobs.column.elapsed"), model::elapsed),
                Cells.<Job>node("", this::button)));
    table.getColumns().get(1).setPrefWidth(320);
    table.getColumns().forEach(column -> column.setSortable(false));
    table.setRowFactory(
        ignored -> {
          TableRow<Job> row = new TableRow<>();
          row.setOnMouseClicked(
              event -> {
                if (event.getClickCount() == 2 && !row.isEmpty()) {
                  open.accept(row.getItem());
                }
              });
          return row;
        });
    table.setOnKeyPressed(
        event -> {
          Job selected = table.getSelectionModel().getSelectedItem();
          if (event.getCode() == KeyCode.ENTER && selected != null) {
            open.accept(selected);
          }
        });
    return table;
  }

  private Node started(Job job) {
    Label started = new Label(model.started(job));
    started.setTooltip(new Tooltip(texts.formats().utc(job.started())));
    return started;
  }

  private Node button(Job job) {
    Button button = new Button(texts.text("jobs.open"));
    button.setId(JobIds.LIST_OPEN + "-" + job.id());
    button.getStyleClass().add("small");
    button.setAccessibleText(
        texts.text("jobs.open-job", job.migration(), texts.formats().local(job.started())));
    button.setOnAction(event -> open.accept(job));
    return button;
  }
}
