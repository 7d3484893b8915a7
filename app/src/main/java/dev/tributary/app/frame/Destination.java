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
package dev.tributary.app.frame;

import javafx.scene.Node;

/** A place that the navigation rail leads to. */
public interface Destination {

  /** Which place this is. */
  Place place();

  /** What is shown; built once. */
  Node node();

  /** The destination comes into view. */
  default void shown() {}

  /**
   * Whether the window may close now; asks the person if something would be lost. When the answer
   * takes time (saving first), it is no for now, and {@code later} is called once it is yes.
   */
  default boolean mayClose(Runnable later) {
    return true;
  }
}
