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

/** A task that was started. */
public interface RunningTask {

  /**
   * Gives the task up: its {@code onCancelled} runs at once, its thread is interrupted, and
   * whatever it still brings is dropped. Has no effect on a task that has ended. Call from the UI
   * thread.
   */
  void cancel();

  /** Whether the task has neither ended nor been cancelled. */
  boolean running();

  /** A task that has nothing to do, for fields that hold the latest task. */
  static RunningTask none() {
    return new RunningTask() {
      @Override
      public void cancel() {}

      @Override
      public boolean running() {
        return false;
      }
    };
  }
}
