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
package dev.tributary.preflight;

import dev.tributary.catalog.Catalogs;
import dev.tributary.destinations.SharedPlans;
import dev.tributary.errors.Area;
import dev.tributary.filter.DestinationNames;
import dev.tributary.history.Position;
import dev.tributary.keys.KeyCheck;
import dev.tributary.keys.KeyFacts;
import dev.tributary.mapping.ChangeLog;
import dev.tributary.mapping.RowMapping;
import dev.tributary.migration.SourceTables;
import dev.tributary.preflight.Checks.Depth;
import dev.tributary.run.DestinationPlan;
import dev.tributary.run.InitialLoad;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TableTemplate;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.spec.TargetSpec.WriteMode;
import dev.tributary.target.DestinationMark.Start;
import dev.tributary.target.DestinationTables;
import dev.tributary.target.DestinationTables.Known;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The checks of a migration into tables that a template names. Used once. */
final class DestinationChecks {
  private static final String TABLES = "target-tables";
  private static final int MOST_NAMED = 20;

  private final MigrationSpec spec;
  private final Findings findings;
  private final Depth depth;
  private final BooleanSupplier cancelled;
  private final String subject;

  DestinationChecks(MigrationSpec spec, Findings findings, Depth depth, BooleanSupplier cancelled) {
    this.spec = spec;
    this.findings = findings;
    this.depth = depth;
    this.cancelled = cancelled;
    this.subject = spec.target().table();
  }

  void run() {
    Optional<SourceTable> source =
        findings.attempt(
            "source-readable",
            Area.SOURCE,
            spec.source().table(),
            () -> SourceTables.open(spec.source()));
    Optional<List<Known>> marked = marked();
    if (source.isEmpty()) {
      findings.unchecked("the range, the mapping and the tables that rows go to");
      return;
    }
    try (SourceTable open = new SharedPlans(source.get())) {
      check(open, marked);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<List<Known>> marked() {
    Optional<Path> database = Catalogs.databaseFile(spec.target().catalogProperties());
    if (database.isPresent() && !Files.exists(database.get())) {
      findings.info(
          "target-catalog",
          Area.TARGET,
          subject,
          "The catalog does not exist yet; the run creates it in " + database.get());
      return Optional.of(List.of());
    }
    Optional<List<Known>> marked =
        findings.attempt(
            "target-catalog", Area.TARGET, subject, () -> DestinationTables.find(spec.target()));
    marked.ifPresent(
        it ->
            findings.info(
                "target-catalog",
                Area.TARGET,
                subject,
                String.format("The catalog answers; %,d tables of the name are there", it.size())));
    return marked;
  }

  private void check(SourceTable source, Optional<List<Known>> marked) {
    SourceChecks sourceChecks = new SourceChecks(spec, findings, source);
    if (depth == Depth.FULL) {
      sourceChecks.describe();
    }
    Optional<Position> latest = sourceChecks.latest(Optional.empty());
    if (latest.isEmpty() || marked.isEmpty()) {
      findings.unchecked("the mapping and the tables that rows go to");
      return;
    }
    if (depth == Depth.BEFORE_RUN) {
      // What follows is what the run finds out by itself before it writes.
      names(source, latest.get());
      return;
    }
    if (names(source, latest.get()).isEmpty()) {
      findings.unchecked("the tables that rows go to");
      return;
    }
    Optional<DestinationPlan> plan =
        findings.attempt(
            TABLES,
            Area.MAPPING,
            subject,
            () ->
                new DestinationPlan.Planner(
                        spec, source, marked.get(), new RowCounter(rows -> {}, cancelled))
                    .plan());
    plan.ifPresent(it -> check(source, it));
  }

  private Optional<DestinationNames> names(SourceTable source, Position position) {
    return findings.attempt(
        TABLES,
        Area.MAPPING,
        subject,
        () ->
            DestinationNames.of(
                TableTemplate.of(spec.target()).orElseThrow(), source.schema(position).asStruct()));
  }

  private void check(SourceTable source, DestinationPlan plan) {
    describe(plan);
    Optional<Position> end = plan.range().flatMap(SourceRange::end);
    if (end.isEmpty()) {
      return;
    }
    Optional<RowMapping> planned = Optional.empty();
    for (String table : plan.tables()) {
      MigrationSpec ofTable = spec.into(table);
      SourceTable rows =
          SourceTables.ofDestination(spec, source, table, plan.occurrences().tasksOf(table));
      boolean first = planned.isEmpty();
      if (first) {
        planned =
            findings.attempt(
                "mapping",
                Area.MAPPING,
                spec.source().table(),
                () -> RowMapping.plan(rows.schema(end.get()), ofTable));
        if (planned.isEmpty()) {
          return;
        }
      }
      if (first || !plan.fresh().containsKey(table)) {
        // Tables that are made are alike.
        try (OpenedTarget target = OpenedTarget.open(ofTable.target(), findings)) {
          new MappingChecks(ofTable, findings, target)
              .check(planned.get(), rows, rows.schema(end.get()));
          new TargetChecks(ofTable, findings, target).withMapping(planned.get());
        }
      }
    }
    planned.ifPresent(mapping -> checkKeys(source, plan, mapping, end.get()));
  }

  private void describe(DestinationPlan plan) {
    plan.range()
        .ifPresent(
            range ->
                findings.info(
                    "range",
                    Area.RANGE,
                    spec.source().table(),
                    String.format(
                        "%,d commits that some table does not hold yet", range.commits().size())));
    List<String> tables = List.copyOf(plan.tables());
    findings.info(
        TABLES,
        Area.TARGET,
        subject,
        tables.isEmpty()
            ? "No row names a table yet"
            : String.format(
                "%,d tables, %,d of them new: %s%s",
                tables.size(),
                plan.fresh().size(),
                String.join(", ", tables.subList(0, Math.min(MOST_NAMED, tables.size()))),
                tables.size() > MOST_NAMED ? ", …" : ""));
    plan.load().ifPresent(this::describe);
  }

  private void describe(InitialLoad load) {
    findings.info(
        "initial-load",
        Area.TARGET,
        subject,
        load.position().isPresent()
            ? String.format(
                "The run first loads the source's state after commit %s: %s",
                load.position().get().commitId(), load.reason())
            : "The run applies only the range's changes: " + load.reason());
  }

  /** Keys have to identify the rows of each table; other tables may have the same. */
  private void checkKeys(
      SourceTable source, DestinationPlan plan, RowMapping mapping, Position end) {
    if (spec.target().mode() == WriteMode.APPEND
        || mapping.equalityColumns().isEmpty()
        || ChangeLog.of(source.schema(end), spec).isPresent()) {
      return;
    }
    String key = String.join(", ", mapping.equalityColumns());
    int problems = 0;
    for (String table : plan.tables()) {
      boolean loads =
          plan.fresh().containsKey(table) && plan.fresh().get(table).start() == Start.STATE;
      Position state = loads ? plan.load().flatMap(InitialLoad::position).orElse(end) : end;
      SourceTable rows =
          SourceTables.ofDestination(spec, source, table, plan.occurrences().tasksOf(table));
      Optional<KeyFacts> facts =
          findings.attempt(
              "equality-columns-unique",
              Area.MAPPING,
              key,
              () ->
                  KeyCheck.checkState(
                      rows,
                      state,
                      spec.into(table),
                      mapping.equalityColumns(),
                      read -> {},
                      cancelled));
      problems += facts.map(it -> report(it, table, key, loads) ? 0 : 1).orElse(1);
    }
    if (problems == 0) {
      findings.info(
          "equality-columns-unique", Area.MAPPING, key, "Unique in the rows of each table");
    }
  }

  private boolean report(KeyFacts facts, String table, String key, boolean loads) {
    boolean nulls =
        spec.target().nullKeys() == NullKeys.REJECT
            && spec.target().deadLetter().isEmpty()
            && !facts.nullKeys().isEmpty();
    if (nulls) {
      findings.error(
          "equality-columns-nulls",
          Area.MAPPING,
          key,
          facts.nullsInWords() + ", among the rows of " + table,
          "Choose columns without nulls, or set null_keys: match");
    }
    if (facts.unique()) {
      return !nulls;
    }
    String message = facts.duplicatesInWords() + ", among the rows of " + table;
    if (loads) {
      findings.error(
          "equality-columns-unique",
          Area.MAPPING,
          key,
          message,
          "Choose columns that identify each row");
    } else {
      findings.warning(
          "equality-columns-unique",
          Area.MAPPING,
          key,
          message + ": the table keeps one row of each such key",
          "Choose columns that identify each row, unless later rows are meant to replace earlier"
              + " ones");
    }
    return false;
  }
}
