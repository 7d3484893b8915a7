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
package dev.tributary.run;

/** A request to stop a run; may be made from any thread, any number of times. */
public final class Cancellation {
  private volatile boolean requested;

  /** Asks the run to stop before its next commit. */
  public void request() {
    requested = true;
  }

  /** Whether the run has been asked to stop. */
  public boolean requested() {
    return requested;
  }
}
