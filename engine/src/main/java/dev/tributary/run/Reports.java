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
import dev.tributary.history.SourceCommit;
import dev.tributary.run.RunResult.RowCounts;
import java.util.List;

/** What the catching up of a table tells the run that it is, or is a part of. */
interface Reports {

  /** The commits that the table lacks. */
  void lacking(List<SourceCommit> commits);

  /** What the table holds. */
  void position(Position position);

  /** How many units there are for the table, those included that are done. */
  void planned(int units);

  /**
   * A unit was committed.
   *
   * @param rows of all units of the table
   */
  void committed(Position through, RowCounts rows, String message);

  /** The table is all that the run is about. */
  record OfRun(RunEvents events) implements Reports {
    @Override
    public void lacking(List<SourceCommit> commits) {
      events.lacking(commits);
    }

    @Override
    public void position(Position position) {
      events.position(position);
    }

    @Override
    public void planned(int units) {
      events.unitsTotal(units);
    }

    @Override
    public void committed(Position through, RowCounts rows, String message) {
      events.committed(through, rows, message);
    }
  }
}
