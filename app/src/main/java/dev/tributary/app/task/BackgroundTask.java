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
package dev.tributary.app.task;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * Work to be done off the UI thread, and what to do on the UI thread with its outcome. Exactly one
 * of {@code onSuccess}, {@code onFailure} and {@code onCancelled} runs, then {@code onFinished}.
 *
 * @param <T> what the work yields
 */
public final class BackgroundTask<T> {
  private final Work<T> work;
  private Consumer<Progress> onProgress = progress -> {};
  private Consumer<? super T> onSuccess = result -> {};
  private Consumer<Failure> onFailure = failure -> {};
  private Runnable onCancelled = () -> {};
  private Runnable onFinished = () -> {};

  private BackgroundTask(Work<T> work) {
    this.work = Objects.requireNonNull(work, "work");
  }

  /** A task around work that takes notice of cancelling or reports progress. */
  public static <T> BackgroundTask<T> of(Work<T> work) {
    return new BackgroundTask<>(work);
  }

  /** The work itself; runs off the UI thread and must not touch what the UI shows. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does the work. */
    T run(TaskControl control) throws Exception;
  }

  /**
   * How far the work is.
   *
   * @param fraction between 0 and 1, or negative when unknown
   */
  public record Progress(double fraction, String message) {}

  /** Hears what the work tells of its progress. */
  public BackgroundTask<T> onProgress(Consumer<Progress> action) {
    onProgress = action;
    return this;
  }

  /** Hears the result. */
  public BackgroundTask<T> onSuccess(Consumer<? super T> action) {
    onSuccess = action;
    return this;
  }

  /** Hears why the work failed. */
  public BackgroundTask<T> onFailure(Consumer<Failure> action) {
    onFailure = action;
    return this;
  }

  /** Runs when the task was cancelled. */
  public BackgroundTask<T> onCancelled(Runnable action) {
    onCancelled = action;
    return this;
  }

  /** Runs last, however the task ended. */
  public BackgroundTask<T> onFinished(Runnable action) {
    onFinished = action;
    return this;
  }

  /** Starts this task. */
  public RunningTask executeWith(TaskExecutor executor) {
    return executor.execute(this);
  }

  /** For executors: does the work on the calling thread. */
  public T perform(TaskControl control) throws Exception {
    return work.run(control);
  }

  /** For executors: passes progress on. */
  public void progressed(Progress progress) {
    onProgress.accept(progress);
  }

  /** For executors: ends the task with its result. */
  public void succeeded(T result) {
    onSuccess.accept(result);
    onFinished.run();
  }

  /** For executors: ends the task with a failure. */
  public void failed(Throwable cause) {
    onFailure.accept(Failure.of(cause));
    onFinished.run();
  }

  /** For executors: ends the task as cancelled. */
  public void wasCancelled() {
    onCancelled.run();
    onFinished.run();
  }
}
