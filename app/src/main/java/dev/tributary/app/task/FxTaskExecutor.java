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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.application.Platform;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks on daemon threads and their callbacks on the JavaFX thread. As many threads as tasks:
 * a table that does not answer must not keep another page waiting.
 */
public final class FxTaskExecutor implements TaskExecutor, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FxTaskExecutor.class);

  private final ExecutorService workers = Executors.newCachedThreadPool(named("tributary-task-"));
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(named("tributary-clock-"));

  private static ThreadFactory named(String prefix) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, prefix + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public <T> RunningTask execute(BackgroundTask<T> task) {
    Running<T> running = new Running<>(task);
    running.future = workers.submit(running::work);
    return running;
  }

  @Override
  public void onUi(Runnable action) {
    Platform.runLater(action);
  }

  @Override
  public RunningTask every(Duration interval, Runnable action) {
    Repeating repeating = new Repeating(action);
    repeating.future =
        clock.scheduleWithFixedDelay(
            repeating::tick, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    return repeating;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    workers.shutdownNow();
  }

  /** {@code ended} is written on the JavaFX thread only, so exactly one outcome is reported. */
  private final class Running<T> implements RunningTask, TaskControl {
    private final BackgroundTask<T> task;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean cancelled;
    private Future<?> future;

    Running(BackgroundTask<T> task) {
      this.task = task;
    }

    private void work() {
      try {
        T result = task.perform(this);
        end(() -> task.succeeded(result));
      } catch (Throwable e) {
        if (!cancelled) {
          LOG.warn("A background task failed", e);
        }
        end(() -> task.failed(e));
      }
    }

    private void end(Runnable report) {
      Platform.runLater(
          () -> {
            if (ended.compareAndSet(false, true)) {
              report.run();
            }
          });
    }

    @Override
    public void cancel() {
      if (ended.compareAndSet(false, true)) {
        cancelled = true;
        future.cancel(true);
        task.wasCancelled();
      }
    }

    @Override
    public boolean running() {
      return !ended.get();
    }

    @Override
    public boolean cancelled() {
      return cancelled;
    }

    @Override
    public void onUi(Runnable action) {
      Platform.runLater(
          () -> {
            if (!cancelled) {
              action.run();
            }
          });
    }

    @Override
    public void progress(double fraction, String message) {
      onUi(() -> task.progressed(new BackgroundTask.Progress(fraction, message)));
    }
  }

  /** Skips a beat rather than queueing beats up while the JavaFX thread is busy. */
  private static final class Repeating implements RunningTask {
    private final Runnable action;
    private final AtomicBoolean queued = new AtomicBoolean();
    private volatile boolean stopped;
    private ScheduledFuture<?> future;

    Repeating(Runnable action) {
      this.action = action;
    }

    private void tick() {
      if (queued.compareAndSet(false, true)) {
        Platform.runLater(
            () -> {
              queued.set(false);
              if (!stopped) {
                action.run();
              }
            });
      }
    }

    @Override
    public void cancel() {
      stopped = true;
      future.cancel(false);
    }

    @Override
    public boolean running() {
      return !stopped;
    }
  }
}
