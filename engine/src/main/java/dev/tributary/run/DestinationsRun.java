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

import dev.tributary.destinations.SharedPlans;
import dev.tributary.failpoint.Failpoint;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.mapping.RowMapping;
import dev.tributary.migration.SourceTables;
import dev.tributary.run.RunResult.FileCounts;
import dev.tributary.run.RunResult.InitialLoadResult;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.run.RunResult.TableResult;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.target.DestinationMark;
import dev.tributary.target.DestinationTables;
import dev.tributary.target.TableDefinition;
import dev.tributary.target.TargetTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;

/**
 * Brings all tables up to a source that its target's template names. Tables that rows go to for the
 * first time are made, and marked with where they begin, before any table is moved on: so whoever
 * comes after a run that was killed finds all that are needed, and each of them goes on from its
 * own progress.
 */
final class DestinationsRun implements TargetRun {
  private final MigrationSpec spec;
  private final long changesPerUnit;
  private final Cancellation cancellation;
  private final RunEvents events;
  private final long startNanos = System.nanoTime();
  private final Map<String, Destination> tables = new TreeMap<>();
  private Optional<String> noLoad = Optional.empty();
  private boolean established;

  DestinationsRun(
      MigrationSpec spec, long changesPerUnit, Cancellation cancellation, RunEvents events) {
    this.spec = spec;
    this.changesPerUnit = changesPerUnit;
    this.cancellation = cancellation;
    this.events = events;
  }

  /** One of the tables. */
  private final class Destination implements Reports {
    private final String table;
    private final RunTotals totals = new RunTotals();
    private final CatchUp work;
    private int planned;

    Destination(String table) {
      this.table = table;
      this.work =
          new CatchUp(
              spec.into(table),
              Agenda.Membership.DESTINATION,
              changesPerUnit,
              cancellation,
              events,
              this,
              totals);
    }

    @Override
    public void lacking(List<SourceCommit> commits) {
      // How far the target is behind is told of all tables together.
    }

    @Override
    public void position(Position position) {
      // That of all tables together is the one that is furthest behind.
    }

    @Override
    public void planned(int units) {
      planned = units;
      tellUnits();
    }

    @Override
    public void committed(Position through, RowCounts rows, String message) {
      events.committedPart(sum(), table + ": " + message);
    }
  }

  @Override
  public void run(SourceTable source) {
    events.stage("planning");
    SourceTable shared = new SharedPlans(source);
    DestinationPlan plan =
        new DestinationPlan.Planner(
                spec,
                shared,
                DestinationTables.find(spec.target()),
                new RowCounter(rows -> {}, cancellation::requested))
            .plan();
    plan.reached().ifPresent(events::position);
    plan.range().ifPresent(range -> events.lacking(range.commits()));
    plan.load().ifPresent(this::tell);
    if (!plan.fresh().isEmpty()) {
      events.state("running", "planning");
      establish(plan, shared);
    }
    plan.tables().forEach(table -> tables.computeIfAbsent(table, Destination::new));
    // A table that was dropped meanwhile is not the run's any more.
    tables.keySet().retainAll(plan.tables());
    tellUnits();
    for (Destination destination : tables.values()) {
      if (cancellation.requested()) {
        throw new CancellationException("Cancelled");
      }
      destination.work.run(
          SourceTables.ofDestination(
              spec, shared, destination.table, plan.occurrences().tasksOf(destination.table)));
    }
    position().ifPresent(events::arrived);
  }

  private void tell(InitialLoad load) {
    if (load.position().isEmpty() && noLoad.isEmpty()) {
      noLoad = Optional.of(load.reason());
      events.log("No initial load: " + load.reason());
    }
  }

  private void tellUnits() {
    events.unitsTotal(tables.values().stream().mapToLong(it -> it.planned).sum());
  }

  /**
   * Makes and marks the tables that are new; nothing was moved on before, and nothing is made
   * before all are found to be free.
   */
  private void establish(DestinationPlan plan, SourceTable source) {
    Position end = plan.range().orElseThrow().end().orElseThrow();
    Map<String, DestinationMark> marks = new TreeMap<>();
    Map<String, RowMapping> mappings = new TreeMap<>();
    for (Map.Entry<String, DestinationMark> fresh : plan.fresh().entrySet()) {
      MigrationSpec ofTable = spec.into(fresh.getKey());
      SourceTable rows =
          SourceTables.ofDestination(
              spec, source, fresh.getKey(), plan.occurrences().tasksOf(fresh.getKey()));
      mappings.put(fresh.getKey(), RowMapping.plan(rows.schema(end), ofTable));
      marks.put(fresh.getKey(), wanted(ofTable, fresh.getValue(), rows));
    }
    for (Map.Entry<String, DestinationMark> mark : marks.entrySet()) {
      if (cancellation.requested()) {
        throw new CancellationException("Cancelled");
      }
      MigrationSpec ofTable = spec.into(mark.getKey());
      RowMapping mapping = mappings.get(mark.getKey());
      DestinationTables.establish(
          ofTable.target(), mark.getValue(), () -> definition(ofTable, mapping));
      established = true;
      events.log("Rows go to " + mark.getKey() + " for the first time");
      Failpoint.DESTINATION_MADE.pass();
    }
  }

  private static TableDefinition definition(MigrationSpec ofTable, RowMapping mapping) {
    TableDefinition definition = TableDefinition.of(ofTable.target(), mapping.targetSchema());
    mapping.requireFormat(definition.formatVersion());
    return definition;
  }

  /** A table that is there with rows of its own gets no state, as a single target does not. */
  private DestinationMark wanted(MigrationSpec ofTable, DestinationMark mark, SourceTable rows) {
    Optional<TargetTable> existing = TargetTable.open(ofTable.target());
    if (existing.isEmpty()) {
      return mark;
    }
    try (TargetTable target = existing.get()) {
      DestinationTables.requireFree(target, mark);
      if (target.empty() || target.destination().isPresent()) {
        return mark;
      }
      events.warn(
          String.format("Table %s has rows already; those of the source join them", mark.table()));
      if (mark.start() == DestinationMark.Start.CHANGES) {
        return mark;
      }
      InitialLoad load = InitialLoad.decide(ofTable, rows, rows.range(), Optional.of(target));
      return load.position().isPresent()
          ? mark
          : new DestinationMark(
              mark.template(),
              mark.table(),
              mark.sourceId(),
              Optional.empty(),
              "",
              DestinationMark.Start.CHANGES);
    }
  }

  @Override
  public boolean started() {
    return established || tables.values().stream().anyMatch(it -> it.work.started());
  }

  @Override
  public Optional<Position> position() {
    return tables.values().stream().allMatch(it -> it.work.position().isPresent())
        ? tables.values().stream()
            .flatMap(it -> it.work.position().stream())
            .min(Comparator.comparingLong(Position::sequence))
        : Optional.empty();
  }

  @Override
  public int commits() {
    return tables.values().stream().mapToInt(it -> it.work.commits()).sum();
  }

  private RowCounts sum() {
    return tables.values().stream()
        .map(it -> it.totals.rows())
        .reduce(RowCounts.ZERO, RowCounts::plus);
  }

  @Override
  public RunResult result(RunResult.Status status, Optional<String> error) {
    List<TableResult> results = tables.values().stream().map(it -> it.totals.of(it.table)).toList();
    List<String> alterations = new ArrayList<>();
    tables.values().forEach(it -> alterations.addAll(it.totals.alterations()));
    return new RunResult(
        status,
        position(),
        OptionalLong.empty(),
        load(results),
        sum(),
        results.stream().map(TableResult::files).reduce(FileCounts.ZERO, FileCounts::plus),
        commits(),
        Duration.ofNanos(System.nanoTime() - startNanos),
        error,
        alterations,
        results);
  }

  private Optional<InitialLoadResult> load(List<TableResult> results) {
    List<InitialLoadResult> loads =
        results.stream().flatMap(it -> it.initialLoad().stream()).toList();
    List<InitialLoadResult> done =
        loads.stream().filter(load -> !load.kind().equals("none")).toList();
    if (done.isEmpty()) {
      return noLoad
          .map(reason -> new InitialLoadResult("none", reason, 0, 0, 0))
          .or(() -> loads.stream().findFirst());
    }
    return Optional.of(
        new InitialLoadResult(
            done.get(0).kind(),
            done.get(0).reason(),
            done.stream().mapToLong(InitialLoadResult::rows).sum(),
            done.stream().mapToLong(InitialLoadResult::files).sum(),
            done.stream().mapToLong(InitialLoadResult::bytes).sum()));
  }
}
