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

import dev.tributary.errors.RunException;
import dev.tributary.failpoint.Failpoint;
import dev.tributary.history.Position;
import dev.tributary.pipeline.UnitCounts;
import dev.tributary.pipeline.UnitJob;
import dev.tributary.run.Agenda.PlannedUnit;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.Progress;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import org.apache.iceberg.Snapshot;

/**
 * Brings the target up to a source as it was opened: computes from the target's progress what there
 * is to do, does it unit by unit, and starts over from the progress when another run was faster.
 * Used by one thread, for all of a run.
 */
final class CatchUp implements TargetRun {
  private static final int MOST_ROUNDS = 50;

  private final MigrationSpec spec;
  private final Agenda.Membership membership;
  private final Reports reports;
  private final long changesPerUnit;
  private final Cancellation cancellation;
  private final RunEvents events;
  private final RunTotals totals;
  private final String runId = UUID.randomUUID().toString();
  private final UnitStep step;

  private boolean started;
  private boolean loadToldOf;
  private boolean warnedOfKeys;

  /** A run into a table of its own. */
  CatchUp(MigrationSpec spec, long changesPerUnit, Cancellation cancellation, RunEvents events) {
    this(
        spec,
        Agenda.Membership.ALONE,
        changesPerUnit,
        cancellation,
        events,
        new Reports.OfRun(events),
        new RunTotals());
  }

  /**
   * @param spec whose target is one table
   * @param reports hears what it comes to
   */
  CatchUp(
      MigrationSpec spec,
      Agenda.Membership membership,
      long changesPerUnit,
      Cancellation cancellation,
      RunEvents events,
      Reports reports,
      RunTotals totals) {
    this.spec = spec;
    this.membership = membership;
    this.reports = reports;
    this.loadToldOf = membership == Agenda.Membership.DESTINATION;
    this.changesPerUnit = changesPerUnit;
    this.cancellation = cancellation;
    this.events = events;
    this.totals = totals;
    this.step = new UnitStep(spec, events, cancellation::requested, this::altered);
  }

  private void altered(String statement) {
    totals.altered(statement);
    events.log("Altered the target's columns: " + statement);
  }

  @Override
  public boolean started() {
    return started;
  }

  @Override
  public Optional<Position> position() {
    return totals.position();
  }

  @Override
  public int commits() {
    return totals.commits();
  }

  @Override
  public RunResult result(RunResult.Status status, Optional<String> error) {
    return totals.result(status, error);
  }

  @Override
  public void run(SourceTable source) {
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      if (round(source)) {
        return;
      }
      events.warn("Another run moved the target on; going on from where it is now");
    }
    throw new RunException(
        String.format(
            "Other runs moved target %s on %d times. Run only one at a time.",
            spec.target().table(), MOST_ROUNDS));
  }

  /** Does what there is to do; false when the target was moved on by someone else. */
  private boolean round(SourceTable source) {
    events.stage("planning");
    Agenda agenda = plan(source);
    if (agenda.units().isEmpty()) {
      return true;
    }
    reports.planned(totals.commits() + agenda.units().size());
    events.state("running", "planning");
    return apply(agenda, source);
  }

  private Agenda plan(SourceTable source) {
    Agenda agenda =
        new Agenda.Planner(
                spec,
                membership,
                source,
                changesPerUnit,
                new StateCheck(spec, cancellation::requested))
            .plan();
    agenda
        .progress()
        .map(Progress::committedThrough)
        .ifPresent(
            position -> {
              totals.position(position);
              reports.position(position);
            });
    reports.lacking(agenda.commits());
    if (agenda.replacedInserts() > 0 && totals.commits() == 0 && !warnedOfKeys) {
      events.warn(
          String.format(
              "%,d inserts of earlier runs met a row of target %s with the same key and replaced"
                  + " it: the equality columns may not identify the source's rows. Compare with"
                  + " verify.",
              agenda.replacedInserts(), spec.target().table()));
      warnedOfKeys = true;
    }
    agenda.snapshotId().ifPresent(totals::snapshotId);
    if (totals.commits() == 0 && agenda.load().position().isEmpty()) {
      totals.noLoad(agenda.load().reason());
      if (!loadToldOf) {
        events.log("No initial load: " + agenda.load().reason());
        loadToldOf = true;
      }
    }
    return agenda;
  }

  /** Applies all units; false when the target was moved on by someone else. */
  private boolean apply(Agenda agenda, SourceTable source) {
    Optional<Position> before = agenda.progress().map(Progress::committedThrough);
    for (PlannedUnit unit : agenda.units()) {
      if (cancellation.requested()) {
        throw new CancellationException("Cancelled");
      }
      Progress after =
          new Progress(source.identity(), unit.end(), source.commitHash(unit.end()), runId);
      UnitStep.Prepared prepared =
          step.prepare(unit, agenda.mapping().orElseThrow(), before, after);
      started = true;
      Optional<Snapshot> snapshot = prepared.apply();
      Failpoint.UNIT_SETTLED.pass();
      if (snapshot.isEmpty()) {
        return false;
      }
      count(unit, snapshot.get(), agenda);
      before = Optional.of(unit.end());
    }
    return true;
  }

  private void count(PlannedUnit unit, Snapshot snapshot, Agenda agenda) {
    long deadLetters = UnitCounts.in(snapshot.summary()).deadLetter();
    if (deadLetters > 0) {
      events.warn(
          String.format(
              "%,d rows could not be applied; they are in %s, with the reasons",
              deadLetters, spec.target().deadLetter().orElse("the dead letter table")));
    }
    if (unit.kind() == UnitJob.Kind.INITIAL_LOAD) {
      totals.loaded(snapshot, unit.end(), agenda.load().reason());
      reports.committed(
          unit.end(),
          totals.rows(),
          String.format(
              "Loaded %,d rows, the source's state after commit %s",
              RunTotals.loadedRows(snapshot.summary()), unit.end().commitId()));
      return;
    }
    RunResult.RowCounts rows = totals.applied(snapshot, unit.end());
    reports.committed(
        unit.end(),
        totals.rows(),
        String.format(
            "Applied the changes through commit %s%s", unit.end().commitId(), inWords(rows)));
    if (spec.target().mode() == TargetSpec.WriteMode.APPEND) {
      warnOfNotAppended(rows);
      return;
    }
    if (spec.target().upsert()) {
      // Whether the row was there is nothing that an upsert asks.
      return;
    }
    warn(rows, agenda.mapping().orElseThrow().mapping().equalityColumns());
  }

  private void warnOfNotAppended(RunResult.RowCounts rows) {
    if (rows.notAppended() > 0) {
      events.warn(
          String.format(
              "%,d removed rows and images from before an update were not written: the target has"
                  + " no column that tells them from others; change_type_column names one",
              rows.notAppended()));
    }
  }

  private static String inWords(RunResult.RowCounts rows) {
    return rows.inserted().isPresent() && rows.updated().isPresent() && rows.deleted().isPresent()
        ? String.format(
            ": %,d inserted, %,d updated, %,d deleted",
            rows.inserted().getAsLong(), rows.updated().getAsLong(), rows.deleted().getAsLong())
        : " by equality deletes, so that nobody counted the rows that were there";
  }

  private void warn(RunResult.RowCounts rows, List<String> equalityColumns) {
    if (rows.replacedInserts().orElse(0) > 0) {
      events.warn(
          String.format(
              "%,d inserts met a row with the same key and replaced it: the equality columns %s"
                  + " may not identify the source's rows",
              rows.replacedInserts().getAsLong(), equalityColumns));
    }
    if (rows.unmatchedUpdates().orElse(0) > 0 || rows.unmatchedDeletes().orElse(0) > 0) {
      events.warn(
          String.format(
              "%,d updates and %,d deletes met no row with their key in the target",
              rows.unmatchedUpdates().orElse(0), rows.unmatchedDeletes().orElse(0)));
    }
  }
}
