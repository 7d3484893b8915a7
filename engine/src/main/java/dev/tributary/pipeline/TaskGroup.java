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
package dev.tributary.pipeline;

import dev.tributary.source.ReadTask;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Read tasks for one worker to do one after the other.
 *
 * @param first number of the first task among all tasks
 */
record TaskGroup(long first, ArrayList<ReadTask> tasks) implements Serializable {
  private static final int MOST_TASKS = 256;

  /** Cuts tasks into groups of about the given size, in order. */
  static List<TaskGroup> of(List<ReadTask> tasks, long groupBytes) {
    List<TaskGroup> groups = new ArrayList<>();
    TaskGroup group = null;
    long bytes = 0;
    for (int i = 0; i < tasks.size(); i++) {
      if (group == null || bytes >= groupBytes || group.tasks.size() >= MOST_TASKS) {
        group = new TaskGroup(i, new ArrayList<>());
        groups.add(group);
        bytes = 0;
      }
      group.tasks.add(tasks.get(i));
      bytes += tasks.get(i).bytes();
    }
    return groups;
  }
}
