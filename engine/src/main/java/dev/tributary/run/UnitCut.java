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

import dev.tributary.history.Position;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import java.util.ArrayList;
import java.util.List;

/**
 * A contiguous part of a planned range that becomes one commit of the target.
 *
 * @param plan reads the part's changes
 * @param end the source's position after its last commit
 */
record UnitCut(ReadPlan plan, Position end) {

  /**
   * Cuts a plan between commits, so that no unit has more than the given number of changes unless
   * one commit alone has.
   */
  static List<UnitCut> cut(ReadPlan plan, long changesPerUnit) {
    long[] changes = new long[plan.commits().size()];
    for (ReadTask task : plan.tasks()) {
      changes[task.commit()] += task.estimatedChanges();
    }
    List<UnitCut> units = new ArrayList<>();
    int first = 0;
    long inUnit = 0;
    for (int commit = 0; commit < changes.length; commit++) {
      if (inUnit > 0 && inUnit + changes[commit] > changesPerUnit) {
        units.add(part(plan, first, commit));
        first = commit;
        inUnit = 0;
      }
      inUnit += changes[commit];
    }
    if (first < changes.length) {
      units.add(part(plan, first, changes.length));
    }
    return units;
  }

  private static UnitCut part(ReadPlan plan, int from, int to) {
    List<ReadTask> tasks =
        plan.tasks().stream().filter(task -> task.commit() >= from && task.commit() < to).toList();
    return new UnitCut(plan.withTasks(tasks), plan.commits().get(to - 1).position());
  }
}
