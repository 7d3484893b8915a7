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

import dev.tributary.destinations.Occurrences;
import dev.tributary.destinations.SharedPlans;
import dev.tributary.errors.TargetException;
import dev.tributary.filter.DestinationNames;
import dev.tributary.history.Position;
import dev.tributary.mapping.ChangeLog;
import dev.tributary.migration.SourceTables;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TableTemplate;
import dev.tributary.target.DestinationTables;
import dev.tributary.target.DestinationTables.Known;
import dev.tributary.target.Progress;
import dev.tributary.target.TargetTable;
import dev.tributary.verify.Verification.OfTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.apache.iceberg.Schema;

/**
 * Compares the tables that a target's template names with the source, each at its own position.
 * Rows of the source that go to a table which is not there are missing.
 */
final class DestinationVerifier {
  private static final int MOST_EXAMPLES = 20;

  private final MigrationSpec spec;
  private final RowCounter counter;

  DestinationVerifier(MigrationSpec spec, RowCounter counter) {
    this.spec = spec;
    this.counter = counter;
  }

  Verification verify() {
    try (SourceTable source = SourceTables.open(spec.source())) {
      return verify(new SharedPlans(source));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Verification verify(SourceTable source) {
    List<Known> known =
        DestinationTables.find(spec.target()).stream()
            .filter(it -> it.mark().sourceId().equals(source.identity()))
            .toList();
    if (known.isEmpty()) {
      throw new TargetException(
          String.format(
              "No table that target %s names follows the source yet: there is nothing to verify."
                  + " Run the migration first.",
              spec.target().table()));
    }
    known.forEach(DestinationVerifier::requireBegun);
    Position furthest =
        known.stream()
            .map(DestinationVerifier::position)
            .max(Comparator.comparingLong(Position::sequence))
            .orElseThrow();
    SourceTable read =
        ChangeLog.of(source.schema(furthest), spec)
            .map(log -> source.asLog(log.columns()))
            .orElse(source);
    Occurrences occurrences =
        new Occurrences(
            read,
            DestinationNames.of(
                TableTemplate.of(spec.target()).orElseThrow(), source.schema(furthest).asStruct()));
    Map<String, Long> rows = new TreeMap<>(occurrences.addState(furthest, counter));
    List<OfTable> tables = new ArrayList<>();
    for (Known table : known) {
      rows.remove(table.table());
      Verification verification = verify(source, occurrences, table.table());
      tables.add(new OfTable(table.table(), Optional.of(verification), verification.sourceRows()));
    }
    rows.forEach((table, count) -> tables.add(new OfTable(table, Optional.empty(), count)));
    return sum(tables, known);
  }

  private static void requireBegun(Known table) {
    if (table.progress().isEmpty()) {
      throw new TargetException(
          String.format(
              "Table %s was made by a run that ended before it wrote to it: there is no state to"
                  + " compare it with. Run the migration again.",
              table.table()));
    }
  }

  private static Position position(Known table) {
    return table.progress().map(Progress::committedThrough).orElseThrow();
  }

  private Verification verify(SourceTable source, Occurrences occurrences, String table) {
    MigrationSpec ofTable = spec.into(table);
    SourceTable rows = SourceTables.ofDestination(spec, source, table, occurrences.tasksOf(table));
    try (TargetTable target = Verifier.open(ofTable)) {
      return Verifier.verify(ofTable, rows, target, counter);
    }
  }

  private static Verification sum(List<OfTable> tables, List<Known> known) {
    List<Verification> verified =
        tables.stream().flatMap(it -> it.verification().stream()).toList();
    long withoutTable =
        tables.stream()
            .filter(it -> it.verification().isEmpty())
            .mapToLong(OfTable::sourceRows)
            .sum();
    Verification first =
        verified.stream().filter(it -> !it.match()).findFirst().orElse(verified.get(0));
    Schema schema = first.schema();
    return new Verification(
        tables.stream().allMatch(OfTable::match),
        total(verified, Verification::sourceRows) + withoutTable,
        total(verified, Verification::targetRows),
        total(verified, Verification::missing) + withoutTable,
        total(verified, Verification::unexpected),
        total(verified, Verification::different),
        // Examples are shown in the columns of one table; the others have theirs.
        verified.stream()
            .filter(it -> it.schema().asStruct().equals(schema.asStruct()))
            .flatMap(it -> it.examples().stream())
            .limit(MOST_EXAMPLES)
            .toList(),
        schema,
        first.key(),
        known.stream()
            .map(DestinationVerifier::position)
            .min(Comparator.comparingLong(Position::sequence))
            .orElseThrow(),
        total(verified, Verification::inapplicable),
        tables);
  }

  private static long total(List<Verification> verified, ToLongFunction<Verification> figure) {
    return verified.stream().mapToLong(figure).sum();
  }
}
