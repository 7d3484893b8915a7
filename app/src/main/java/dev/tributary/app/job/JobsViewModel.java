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
import dev.tributary.app.task.BackgroundTask;
import dev.tributary.app.task.Failure;
import dev.tributary.app.task.RunningTask;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** All jobs of this user, kept up to date while somebody looks. */
public final class JobsViewModel {
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  private final Jobs jobs;
  private final TaskExecutor executor;
  private final Texts texts;
  private final Clock clock;
  private final ObservableList<Job> list = FXCollections.observableArrayList();
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(this, "failure", Optional.empty());
  private RunningTask beat = RunningTask.none();
  private RunningTask load = RunningTask.none();

  /** A list that has not been read yet. */
  public JobsViewModel(Jobs jobs, TaskExecutor executor, Texts texts, Clock clock) {
    this.jobs = jobs;
    this.executor = executor;
    this.texts = texts;
    this.clock = clock;
  }

  /** Somebody looks from now on. */
  public void show() {
    refresh();
    beat.cancel();
    beat = executor.every(INTERVAL, this::refresh);
  }

  /** Nobody looks any more. */
  public void hide() {
    beat.cancel();
  }

  private void refresh() {
    if (load.running()) {
      return;
    }
    load =
        BackgroundTask.of(control -> jobs.refresh())
            .onSuccess(this::show)
            .onFailure(reason -> failure.set(Optional.of(reason)))
            .executeWith(executor);
  }

  private void show(List<Job> found) {
    failure.set(Optional.empty());
    // Only what differs is replaced, so that a selected row stays selected.
    for (int i = 0; i < found.size(); i++) {
      if (i >= list.size()) {
        list.add(found.get(i));
      } else if (!list.get(i).equals(found.get(i))) {
        list.set(i, found.get(i));
      }
    }
    list.remove(found.size(), list.size());
  }

  /** How long a job took, or has taken so far. */
  public String elapsed(Job job) {
    Instant until = job.ended().orElseGet(clock::instant);
    return texts.formats().duration(Duration.between(job.started(), until));
  }

  /** When a job was started, as people say it. */
  public String started(Job job) {
    return texts.formats().relative(job.started(), clock.instant());
  }

  /** The jobs, latest first. */
  public ObservableList<Job> list() {
    return list;
  }

  /** Why the jobs could not be listed. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }
}
