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
package dev.tributary.app.mapping;

import dev.tributary.errors.TributaryException;
import dev.tributary.keys.KeyCheck;
import dev.tributary.keys.KeyFacts;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.TargetTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.apache.iceberg.Schema;

/** What the Mapping page reads from the tables; not for the UI thread. */
final class MappingSource {
  private MappingSource() {}

  /**
   * The columns to map.
   *
   * @param schema after the range's last commit
   * @param identifiers columns that the source itself declares as its key
   * @param rows of the source's latest state, if its metadata states them
   * @param existing columns of the target, if it exists
   * @param targetProblem why the target could not be looked at
   */
  record Columns(
      Schema schema,
      List<String> identifiers,
      OptionalLong rows,
      Optional<Schema> existing,
      Optional<String> targetProblem) {}

  /**
   * What the key is like in the states around the range.
   *
   * @param before the state that the initial load would take; empty when there is none
   * @param after the state at the end of the range
   */
  record KeyStates(Optional<KeyFacts> before, Optional<KeyFacts> after) {}

  /**
   * Reads the columns.
   *
   * @param sourceOnly the spec with a stand-in for the target
   * @param whole the spec with its target, once one is chosen
   */
  static Columns columns(MigrationSpec sourceOnly, Optional<MigrationSpec> whole)
      throws IOException {
    try (SourceTable table = SourceTables.open(Specs.resolve(sourceOnly).source())) {
      SourceRange range = table.range();
      Schema schema = range.end().map(table::schema).orElseGet(Schema::new);
      Optional<Schema> existing = Optional.empty();
      Optional<String> problem = Optional.empty();
      if (whole.isPresent()) {
        try {
          existing = existing(Specs.resolve(whole.get()).target());
        } catch (TributaryException e) {
          problem = Optional.of(e.getMessage());
        }
      }
      return new Columns(
          schema, table.describe().identifierFields(), table.describe().rows(), existing, problem);
    }
  }

  private static Optional<Schema> existing(TargetSpec target) {
    Optional<TargetTable> table = TargetTable.open(target);
    try {
      return table.map(TargetTable::schema);
    } finally {
      table.ifPresent(TargetTable::close);
    }
  }

  /** Reads the key columns of both states; as long as that takes, unless cancelled. */
  static KeyStates key(MigrationSpec sourceOnly, LongConsumer rowsRead, BooleanSupplier cancelled)
      throws IOException {
    MigrationSpec spec = Specs.resolve(sourceOnly);
    List<String> key = spec.target().equalityColumns();
    try (SourceTable table = SourceTables.open(spec.source())) {
      SourceRange range = table.range();
      Optional<KeyFacts> after = Optional.empty();
      if (range.end().isPresent()) {
        after =
            Optional.of(
                KeyCheck.checkState(table, range.end().get(), spec, key, rowsRead, cancelled));
      }
      Optional<KeyFacts> before = Optional.empty();
      if (range.before().isPresent() && !range.before().equals(range.end())) {
        before =
            Optional.of(
                KeyCheck.checkState(table, range.before().get(), spec, key, rowsRead, cancelled));
      }
      return new KeyStates(before, after);
    }
  }
}
