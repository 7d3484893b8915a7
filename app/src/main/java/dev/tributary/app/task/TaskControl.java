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

/** What running work sees of its task. May be used from any thread. */
public interface TaskControl {

  /** Whether the task was cancelled; long work asks now and then. */
  boolean cancelled();

  /** Runs the action on the UI thread, unless the task has been cancelled by then. */
  void onUi(Runnable action);

  /** Tells how far the work is: between 0 and 1, or negative when that is unknown. */
  void progress(double fraction, String message);
}
