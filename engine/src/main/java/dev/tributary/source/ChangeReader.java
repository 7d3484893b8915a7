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
package dev.tributary.source;

import dev.tributary.changes.Change;
import java.io.Serializable;
import java.util.List;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Reads the tasks of the plan that it came with. Travels to workers; keeps no state between tasks
 * and may be called from several threads.
 */
public interface ChangeReader extends Serializable {

  /**
   * The changes of one task, as raw kinds: formats without update images give DELETE and INSERT,
   * and unchanged copy-on-write rows come as a pair that the resolver cancels. Rows are not reused.
   *
   * @throws dev.tributary.errors.SourceException while iterating, when a file is missing or corrupt
   */
  CloseableIterable<Change> read(ReadTask task);

  /**
   * The same work in fewer tasks, where reading one for several commits is cheaper. A task that
   * stands for several gives the changes of all their commits.
   */
  default List<ReadTask> joined(List<ReadTask> tasks) {
    return tasks;
  }
}
