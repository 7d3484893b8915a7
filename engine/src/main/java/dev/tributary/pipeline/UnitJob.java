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

import dev.tributary.errors.RunException;
import dev.tributary.mapping.AppendRule;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.source.StoredFiles;
import dev.tributary.target.Removal;
import dev.tributary.target.StagedTable;
import dev.tributary.target.TargetAddress;
import dev.tributary.target.TargetOutput;
import dev.tributary.target.Unit;
import java.io.Serializable;
import java.util.Map;
import org.apache.iceberg.Table;

/**
 * Everything that the steps of a unit need to know. Travels to workers.
 *
 * @param creation the table that the unit's commit creates; null: it exists
 * @param removal what becomes of rows that the unit's keys have already
 * @param output where files of the target are written
 * @param rows how the source's changes are read
 * @param stored the files that an initial load takes over instead of reading their rows; null: none
 * @param appending how changes become rows of the target; null: they are netted by key and applied
 * @param deadLetter where rows go that cannot be applied; null: they end the run
 * @param shards number of shards that changes are cut into; 0: as many as their number asks for
 * @param distribution how rows are spread over the writers of data files
 * @param sorterBytes memory for sorting the changes of a shard
 * @param snapshotProperties further entries of the snapshot summary
 */
public record UnitJob(
    Kind kind,
    Unit unit,
    TargetAddress target,
    StagedTable creation,
    Removal removal,
    TargetOutput output,
    TargetRows rows,
    Pairing pairing,
    StoredFiles stored,
    AppendRule appending,
    DeadLetterRule deadLetter,
    int shards,
    RowDistribution distribution,
    long sorterBytes,
    Map<String, String> snapshotProperties)
    implements Serializable {

  /** Snapshot summary key of the target's first unit: the name of its {@link Kind}. */
  public static final String FIRST_UNIT = "tributary.first-unit";

  /** What a unit brings. */
  public enum Kind {
    /** The source's state before the range, into an empty table. */
    INITIAL_LOAD,
    CHANGES
  }

  /**
   * Refuses a target whose columns are no longer those that the run was planned for: rows of files
   * that are rewritten would lose the values of new ones.
   */
  void refuseOtherColumns(Table current) {
    if (!current.schema().sameSchema(output.table().schema())) {
      throw new RunException(
          String.format(
              "The columns of target %s were changed during the run. Run again.", target));
    }
  }

  /** Whether the unit deletes rows by their keys, without looking for them. */
  boolean deletesByKey() {
    return kind == Kind.CHANGES && removal == Removal.DELETE_BY_KEY && creation == null;
  }

  /** How changes of a key are paired when they are netted: what rows state themselves, is not. */
  Pairing netting() {
    return rows.tellsKinds() ? Pairing.AS_STATED : pairing;
  }

  UnitContext context() {
    return UnitContext.of(unit.id());
  }
}
