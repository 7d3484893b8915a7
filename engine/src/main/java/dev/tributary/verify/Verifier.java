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
package dev.tributary.verify;

import dev.tributary.errors.MappingException;
import dev.tributary.errors.TargetException;
import dev.tributary.history.Position;
import dev.tributary.mapping.ChangeLog;
import dev.tributary.mapping.RowMapping;
import dev.tributary.migration.SourceTables;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TableTemplate;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.target.Progress;
import dev.tributary.target.TargetTable;
import dev.tributary.verify.TableComparison.Applicability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** Compares target and source. */
public final class Verifier {
  private Verifier() {}

  /**
   * Reads both tables and compares them; memory stays bounded whatever their size.
   *
   * @param rowsRead hears how many rows were read so far, of both sides
   * @throws dev.tributary.errors.TributaryException when either side cannot be read, or the target
   *     holds no progress of this source
   */
  public static Verification verify(MigrationSpec spec, LongConsumer rowsRead) {
    return verify(spec, rowsRead, () -> false);
  }

  /**
   * Reads both tables and compares them; memory stays bounded whatever their size.
   *
   * @param rowsRead hears how many rows were read so far, of both sides
   * @param cancelled asked every few thousand rows
   * @throws dev.tributary.errors.TributaryException when either side cannot be read, or the target
   *     holds no progress of this source
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Verification verify(
      MigrationSpec spec, LongConsumer rowsRead, BooleanSupplier cancelled) {
    if (TableTemplate.of(spec.target()).isPresent()) {
      return new DestinationVerifier(spec, new RowCounter(rowsRead, cancelled)).verify();
    }
    try (TargetTable target = open(spec);
        SourceTable source = SourceTables.open(spec)) {
      return verify(spec, source, target, new RowCounter(rowsRead, cancelled));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Verification verify(
      MigrationSpec spec, SourceTable source, TargetTable target, RowCounter counter) {
    Position position = position(spec, source, target);
    refuseSelectedChanges(source, position);
    RowMapping mapping = RowMapping.plan(source.schema(position), spec).onto(target.schema());
    if (spec.target().mode() == TargetSpec.WriteMode.APPEND) {
      AppendedRows expected = AppendedRows.of(source, position, mapping, target, counter);
      return new TableComparison(mapping, List.of(), Applicability.ALL, position, counter)
          .compare(expected, target.table());
    }
    Applicability applicability =
        spec.target().deadLetter().isPresent() && spec.target().nullKeys() == NullKeys.REJECT
            ? Applicability.WITHOUT_NULL_KEYS
            : Applicability.ALL;
    TableComparison comparison =
        new TableComparison(mapping, mapping.equalityColumns(), applicability, position, counter);
    Optional<ChangeLog> log = ChangeLog.of(source.schema(position), spec);
    SourceTable table = log.map(it -> source.asLog(it.columns())).orElse(source);
    ReadPlan state = table.planState(position, ChangeLog.columns(mapping, log));
    if (log.isEmpty()) {
      return comparison.compare(state, target.table());
    }
    if (!log.get().tellsOrder()) {
      throw new TargetException(
          String.format(
              "Target %s cannot be compared: the source is a log of changes whose rows have no"
                  + " order of their own. Name the column that orders them in"
                  + " target.sequence_number_column.",
              spec.target().table()));
    }
    return comparison.compare(
        new LogState(state, mapping, log.get(), applicability, counter), target.table());
  }

  private static void refuseSelectedChanges(SourceTable source, Position position) {
    source
        .changeCondition(position)
        .ifPresent(
            condition -> {
              throw new MappingException(
                  String.format(
                      "The target cannot be verified: source.filter chooses among changes, by %s,"
                          + " so the target is no state of the source that it could be compared"
                          + " with. Use a filter on the table's own columns, or compare by a query"
                          + " of your own.",
                      condition));
            });
  }

  static TargetTable open(MigrationSpec spec) {
    return TargetTable.open(spec.target())
        .orElseThrow(
            () ->
                new TargetException(
                    String.format(
                        "Target table %s does not exist yet: there is nothing to verify. Run the"
                            + " migration first.",
                        spec.target().table())));
  }

  private static Position position(MigrationSpec spec, SourceTable source, TargetTable target) {
    Progress progress =
        target
            .progress()
            .orElseThrow(
                () ->
                    new TargetException(
                        String.format(
                            "Target table %s holds no progress of a migration: there is no source"
                                + " state to compare it with. Run the migration first.",
                            spec.target().table())));
    if (!progress.sourceId().equals(source.identity())) {
      throw new TargetException(
          String.format(
              "Target table %s follows another source: its progress is of the source with identity"
                  + " %s, and %s has %s. Choose the target of this source.",
              spec.target().table(),
              progress.sourceId(),
              spec.source().table(),
              source.identity()));
    }
    return progress.committedThrough();
  }
}
