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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs tasks on the calling thread: at once, or, after {@link #hold()}, when {@link #release()} is
 * called, so that a test can look at what shows while a task runs.
 */
public final class SameThreadTaskExecutor implements TaskExecutor {
  private final List<Runnable> held = new ArrayList<>();
  private final List<Runnable> beats = new ArrayList<>();
  private boolean holding;

  /** Keeps tasks from now on as started but not done. */
  public void hold() {
    holding = true;
  }

  /** Does the held work, and runs later tasks at once again. */
  public void release() {
    holding = false;
    List<Runnable> work = List.copyOf(held);
    held.clear();
    work.forEach(Runnable::run);
  }

  /** Runs all repeated actions once. */
  public void beat() {
    List.copyOf(beats).forEach(Runnable::run);
  }

  @Override
  public <T> RunningTask execute(BackgroundTask<T> task) {
    Running<T> running = new Running<>(task);
    if (holding) {
      held.add(running::work);
    } else {
      running.work();
    }
    return running;
  }

  @Override
  public void onUi(Runnable action) {
    action.run();
  }

  @Override
  public RunningTask every(Duration interval, Runnable action) {
    beats.add(action);
    return new RunningTask() {
      @Override
      public void cancel() {
        beats.remove(action);
      }

      @Override
      public boolean running() {
        return beats.contains(action);
      }
    };
  }

  private static final class Running<T> implements RunningTask, TaskControl {
    private final BackgroundTask<T> task;
    private boolean ended;
    private boolean cancelled;

    Running(BackgroundTask<T> task) {
      this.task = task;
    }

    void work() {
      if (cancelled) {
        return;
      }
      T result;
      try {
        result = task.perform(this);
      } catch (Exception e) {
        ended = true;
        task.failed(e);
        return;
      }
      ended = true;
      task.succeeded(result);
    }

    @Override
    public void cancel() {
      if (!ended) {
        ended = true;
        cancelled = true;
        task.wasCancelled();
      }
    }

    @Override
    public boolean running() {
      return !ended;
    }

    @Override
    public boolean cancelled() {
      return cancelled;
    }

    @Override
    public void onUi(Runnable action) {
      action.run();
    }

    @Override
    public void progress(double fraction, String message) {
      task.progressed(new BackgroundTask.Progress(fraction, message));
    }
  }
}
