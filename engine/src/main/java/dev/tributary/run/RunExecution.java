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

import dev.tributary.errors.TributaryException;
import dev.tributary.history.Position;
import dev.tributary.pipeline.UnitJob;
import dev.tributary.run.Agenda.PlannedUnit;
import dev.tributary.scan.SpillFolder;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.target.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a migration: computes from the target's progress what there is to do, does it unit by
 * unit, and starts over from the progress when another run was faster. Used by one thread.
 */
final class RunExecution {
  /**
   * Beyond this many changes a range is applied in several commits; the Java option
   * -Dtributary.changes-per-unit sets another number.
   */
  static final long CHANGES_PER_UNIT = Long.getLong("tributary.changes-per-unit", 2_000_000);

  private static final Logger LOG = LoggerFactory.getLogger(RunExecution.class);
  private static final int MOST_ROUNDS = 50;

  private final MigrationSpec spec;
  private final Function<SourceSpec, SourceTable> sources;
  private final long changesPerUnit;
  private final RunListener listener;
  private final Cancellation cancellation;
  private final String runId = UUID.randomUUID().toString();
  private final RunTotals totals = new RunTotals();

  // Once a unit was begun, failures are the run's result and no longer exceptions.
  private boolean started;

  RunExecution(
      MigrationSpec spec,
      Function<SourceSpec, SourceTable> sources,
      long changesPerUnit,
      RunListener listener,
      Cancellation cancellation) {
    this.spec = spec;
    this.sources = sources;
    this.changesPerUnit = changesPerUnit;
    this.listener = listener;
    this.cancellation = cancellation;
  }

  RunResult run() {
    try (RunEvents events = new RunEvents(listener, cancellation)) {
      events.start();
      SpillFolder.deleteAbandoned();
      RunResult result = withSource(events);
      events.end(result);
      return result;
    }
  }

  private RunResult withSource(RunEvents events) {
    try (SourceTable source = sources.apply(spec.source())) {
      return rounds(source, events);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RunResult rounds(SourceTable source, RunEvents events) {
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      Optional<RunResult> result = round(source, events);
      if (result.isPresent()) {
        return result.get();
      }
      events.warn("Another run moved the target on; going on from where it is now");
    }
    return totals.result(
        RunResult.Status.FAILED,
        Optional.of(
            String.format(
                "Other runs moved target %s on %d times. Run only one at a time.",
                spec.target().table(), MOST_ROUNDS)));
  }

  /** Does what there is to do; empty when the target was moved on by someone else. */
  private Optional<RunResult> round(SourceTable source, RunEvents events) {
    events.stage("planning");
    try {
      Agenda agenda = plan(source, events);
      if (agenda.units().isEmpty()) {
        return Optional.of(
            totals.result(
                totals.commits() > 0 ? RunResult.Status.SUCCEEDED : RunResult.Status.NOTHING_TO_DO,
                Optional.empty()));
      }
      events.unitsTotal(totals.commits() + agenda.units().size());
      events.state("running", "planning");
      return apply(agenda, source, events)
          ? Optional.of(totals.result(RunResult.Status.SUCCEEDED, Optional.empty()))
          : Optional.empty();
    } catch (CancellationException e) {
      return Optional.of(totals.result(RunResult.Status.CANCELLED, Optional.empty()));
    } catch (TributaryException e) {
      if (!started) {
        throw e;
      }
      LOG.info("Run {} failed", runId, e);
      return Optional.of(totals.result(RunResult.Status.FAILED, Optional.of(e.getMessage())));
    }
  }

  private Agenda plan(SourceTable source, RunEvents events) {
    Agenda agenda =
        new Agenda.Planner(
                spec, source, changesPerUnit, new StateCheck(spec, cancellation::requested))
            .plan();
    agenda
        .progress()
        .map(Progress::committedThrough)
        .ifPresent(
            position -> {
              totals.position(position);
              events.position(position);
            });
    agenda.snapshotId().ifPresent(totals::snapshotId);
    if (totals.commits() == 0 && agenda.load().position().isEmpty()) {
      totals.noLoad(agenda.load().reason());
      events.log("No initial load: " + agenda.load().reason());
    }
    return agenda;
  }

  /** Applies all units; false when the target was moved on by someone else. */
  private boolean apply(Agenda agenda, SourceTable source, RunEvents events) {
    UnitStep step = new UnitStep(spec, events, cancellation::requested);
    Optional<Position> before = agenda.progress().map(Progress::committedThrough);
    for (PlannedUnit unit : agenda.units()) {
      if (cancellation.requested()) {
        throw new CancellationException("Cancelled");
      }
      Progress after = new Progress(source.identity(), unit.end(), runId);
      UnitStep.Prepared prepared =
          step.prepare(unit, agenda.mapping().orElseThrow(), before, after);
      started = true;
      Optional<Snapshot> snapshot = prepared.apply();
      if (snapshot.isEmpty()) {
        return false;
      }
      count(unit, snapshot.get(), agenda, events);
      before = Optional.of(unit.end());
    }
    return true;
  }

  private void count(PlannedUnit unit, Snapshot snapshot, Agenda agenda, RunEvents events) {
    if (unit.kind() == UnitJob.Kind.INITIAL_LOAD) {
      totals.loaded(snapshot, unit.end(), agenda.load().reason());
      events.committed(
          unit.end(),
          String.format(
              "Loaded %s rows, the source's state after commit %s",
              snapshot.summary().getOrDefault(SnapshotSummary.ADDED_RECORDS_PROP, "0"),
              unit.end().commitId()));
      return;
    }
    RunResult.RowCounts rows = totals.applied(snapshot, unit.end());
    events.committed(
        unit.end(),
        String.format(
            "Applied the changes through commit %s: %,d inserted, %,d updated, %,d deleted",
            unit.end().commitId(), rows.inserted(), rows.updated(), rows.deleted()));
    warn(rows, agenda.mapping().orElseThrow().mapping().equalityColumns(), events);
  }

  private static void warn(
      RunResult.RowCounts rows, List<String> equalityColumns, RunEvents events) {
    if (rows.replacedInserts() > 0) {
      events.warn(
          String.format(
              "%,d inserts met a row with the same key and replaced it: the equality columns %s"
                  + " may not identify the source's rows",
              rows.replacedInserts(), equalityColumns));
    }
    if (rows.unmatchedUpdates() > 0 || rows.unmatchedDeletes() > 0) {
      events.warn(
          String.format(
              "%,d updates and %,d deletes met no row with their key in the target",
              rows.unmatchedUpdates(), rows.unmatchedDeletes()));
    }
  }
}
