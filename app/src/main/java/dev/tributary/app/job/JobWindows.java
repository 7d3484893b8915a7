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

import dev.tributary.app.engine.Job;
import dev.tributary.app.engine.Jobs;
import dev.tributary.app.settings.SceneStyle;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import javafx.scene.Scene;
import javafx.stage.Stage;

/** Opens a window for each job, and at most one. Closing it leaves the job alone. */
public final class JobWindows {
  private static final double WIDTH = 1040;
  private static final double HEIGHT = 760;

  private final Jobs jobs;
  private final TaskExecutor executor;
  private final Texts texts;
  private final SceneStyle style;
  private final Map<String, Stage> open = new HashMap<>();

  /** No window yet. */
  public JobWindows(Jobs jobs, TaskExecutor executor, Texts texts, SceneStyle style) {
    this.jobs = jobs;
    this.executor = executor;
    this.texts = texts;
    this.style = style;
  }

  /** Shows the job's window, or brings it to the front. */
  public void show(Job job, JobActions actions) {
    Stage there = open.get(job.id());
    if (there != null) {
      there.toFront();
      there.requestFocus();
      return;
    }
    JobViewModel model = new JobViewModel(job, jobs, executor, texts, Clock.systemUTC());
    JobView view = new JobView(model, actions, texts);
    Scene scene = new Scene(view.node(), WIDTH, HEIGHT);
    style.follow(scene);
    Stage stage = new Stage();
    stage.setTitle(texts.text("job.window", job.migration()));
    stage.setScene(scene);
    stage.setMinWidth(760);
    stage.setMinHeight(520);
    stage.setOnHidden(
        event -> {
          model.close();
          open.remove(job.id());
        });
    open.put(job.id(), stage);
    stage.show();
    stage.requestFocus();
    model.start();
  }
}
