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

/**
 * Runs background tasks and brings their outcome back to the UI thread. Production uses {@link
 * FxTaskExecutor}; tests run everything on their own thread.
 */
public interface TaskExecutor {

  /** Starts the task. Call from the UI thread; the task's callbacks run there too. */
  <T> RunningTask execute(BackgroundTask<T> task);

  /** Runs the action on the UI thread, soon. May be called from any thread. */
  void onUi(Runnable action);

  /**
   * Runs the action on the UI thread again and again until the returned task is cancelled; the
   * first time after one interval.
   */
  RunningTask every(Duration interval, Runnable action);
}
