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
package dev.tributary.filter;

import dev.tributary.history.Position;
import dev.tributary.source.ReadTask;

/** Tells the tasks of a plan that may have rows of a table from those that have none. */
public interface TaskChoice {

  /** Nothing is known of any task. */
  TaskChoice ALL =
      new TaskChoice() {
        @Override
        public boolean ofChanges(String commitId, ReadTask task) {
          return true;
        }

        @Override
        public boolean ofState(Position position, ReadTask task) {
          return true;
        }
      };

  /** Whether a task that reads changes of a commit may have rows of the table. */
  boolean ofChanges(String commitId, ReadTask task);

  /** Whether a task that reads a state may have rows of the table. */
  boolean ofState(Position position, ReadTask task);
}
