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
import dev.tributary.history.Position;
import dev.tributary.keys.KeyCheck;
import dev.tributary.keys.KeyFacts;
import dev.tributary.mapping.RowMapping;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.TargetTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
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
    MigrationSpec spec = keyOnly(Specs.resolve(sourceOnly));
    try (SourceTable table = SourceTables.open(spec.source())) {
      SourceRange range = table.range();
      Optional<KeyFacts> after = Optional.empty();
      if (range.end().isPresent()) {
        after = Optional.of(facts(table, range.end().get(), spec, rowsRead, cancelled));
      }
      Optional<KeyFacts> before = Optional.empty();
      if (range.before().isPresent() && !range.before().equals(range.end())) {
        before = Optional.of(facts(table, range.before().get(), spec, rowsRead, cancelled));
      }
      return new KeyStates(before, after);
    }
  }

  private static KeyFacts facts(
      SourceTable table,
      Position position,
      MigrationSpec spec,
      LongConsumer rowsRead,
      BooleanSupplier cancelled) {
    RowMapping mapping = RowMapping.plan(table.schema(position), spec);
    ReadPlan state = table.planState(position, mapping.sourceColumns());
    return KeyCheck.check(
        state,
        mapping.targetSchema(),
        mapping::map,
        spec.target().equalityColumns(),
        rowsRead,
        cancelled);
  }

  /** The spec with the key's columns alone, and nulls allowed, since they are to be counted. */
  private static MigrationSpec keyOnly(MigrationSpec spec) {
    Set<String> keys = Set.copyOf(spec.target().equalityColumns());
    List<ColumnMapping> mapping =
        spec.mapping().stream().filter(column -> keys.contains(column.target())).toList();
    Set<String> renamed = mapping.stream().map(ColumnMapping::target).collect(Collectors.toSet());
    List<String> keep = new ArrayList<>(mapping.stream().map(ColumnMapping::source).toList());
    keys.stream().filter(key -> !renamed.contains(key)).forEach(keep::add);
    return spec.toBuilder()
        .source(spec.source().toBuilder().keep(keep).drop(List.of()).build())
        .target(spec.target().toBuilder().nullKeys(TargetSpec.NullKeys.MATCH).build())
        .mapping(mapping)
        .build();
  }
}
