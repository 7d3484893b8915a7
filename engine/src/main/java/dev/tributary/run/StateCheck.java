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

import dev.tributary.errors.MappingException;
import dev.tributary.history.Position;
import dev.tributary.keys.KeyCheck;
import dev.tributary.keys.KeyFacts;
import dev.tributary.pipeline.TargetRows;
import dev.tributary.run.Agenda.PlannedRows;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** Checks, before anything is written, that the equality columns identify the rows of a run. */
final class StateCheck {
  private final MigrationSpec spec;
  private final BooleanSupplier cancelled;

  StateCheck(MigrationSpec spec, BooleanSupplier cancelled) {
    this.spec = spec;
    this.cancelled = cancelled;
  }

  /**
   * Reads the key columns of all rows of the state that is loaded.
   *
   * @throws MappingException when keys are null or not unique
   */
  void checkLoaded(SourceTable source, Position position, PlannedRows rows) {
    KeyFacts facts = facts(source, position, rows);
    refuseNulls(facts, position);
    if (!facts.unique()) {
      throw new MappingException(
          facts.duplicatesInWords() + ". Choose columns that identify each row.");
    }
  }

  /**
   * Reads the key columns of all rows at the end of a range that brings them, so that a null among
   * them is not first met when earlier units are committed. Duplicates pass: later rows may be
   * meant to replace earlier ones.
   *
   * @throws MappingException when keys are null
   */
  void checkArrived(SourceTable source, Position position, PlannedRows rows) {
    if (spec.target().nullKeys() == NullKeys.REJECT
        && spec.target().deadLetter().isEmpty()
        && mayHaveNullKeys(source.schema(position), rows)) {
      refuseNulls(facts(source, position, rows), position);
    }
  }

  /** Whether the columns that make the key, or what they are nested in, may be null. */
  private boolean mayHaveNullKeys(Schema schema, PlannedRows rows) {
    PlannedRows keys = keys(rows);
    List<String> columns = Agenda.columnsAt(schema, keys);
    return columns.size() < keys.columns().size()
        || TypeUtil.indexById(schema.select(columns).asStruct()).values().stream()
            .anyMatch(Types.NestedField::isOptional);
  }

  private PlannedRows keys(PlannedRows rows) {
    return new PlannedRows(
        rows.source(),
        KeyCheck.mapping(rows.source(), spec, rows.mapping().equalityColumns()),
        Optional.empty(),
        rows.migrated());
  }

  private void refuseNulls(KeyFacts facts, Position position) {
    if (spec.target().nullKeys() == NullKeys.REJECT
        && spec.target().deadLetter().isEmpty()
        && !facts.nullKeys().isEmpty()) {
      throw new MappingException(
          String.format(
              "%s, after commit %s. Choose columns without nulls, or set null_keys: match.",
              facts.nullsInWords(), position.commitId()));
    }
  }

  private KeyFacts facts(SourceTable source, Position position, PlannedRows rows) {
    List<String> keys = rows.mapping().equalityColumns();
    PlannedRows keyRows = keys(rows);
    ReadPlan state = source.planState(position, Agenda.columnsAt(source.schema(position), keyRows));
    // Of the other columns not even nulls are made, for each row of the table.
    Schema read = rows.source().select(keyRows.mapping().sourceColumns());
    TargetRows reader =
        new TargetRows(state, read, keyRows.mapping(), keys, TargetRows.NullKey.ALLOWED);
    return KeyCheck.check(
        state,
        keyRows.mapping().targetSchema(),
        reader::map,
        keys,
        KeyCheck.Rows.applicable(spec),
        rowsRead -> {},
        cancelled);
  }
}
