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

import dev.tributary.errors.TargetException;
import dev.tributary.errors.TributaryException;
import dev.tributary.failpoint.Failpoint;
import dev.tributary.history.Position;
import dev.tributary.mapping.AppendRule;
import dev.tributary.mapping.RowMapping;
import dev.tributary.pipeline.DeadLetterRule;
import dev.tributary.pipeline.RowDistribution;
import dev.tributary.pipeline.TargetRows;
import dev.tributary.pipeline.UnitJob;
import dev.tributary.pipeline.UnitRun;
import dev.tributary.run.Agenda.PlannedRows;
import dev.tributary.run.Agenda.PlannedUnit;
import dev.tributary.source.StoredState;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.target.Progress;
import dev.tributary.target.Removal;
import dev.tributary.target.StagedTable;
import dev.tributary.target.TableDefinition;
import dev.tributary.target.TargetAddress;
import dev.tributary.target.TargetOutput;
import dev.tributary.target.TargetTable;
import dev.tributary.target.Unit;
import dev.tributary.target.UnknownCommit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.iceberg.SerializableTable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies one unit to the target and clears up after it, however it ends. */
final class UnitStep {
  private static final Logger LOG = LoggerFactory.getLogger(UnitStep.class);

  private final MigrationSpec spec;
  private final RunEvents events;
  private final BooleanSupplier cancelled;
  private final Consumer<String> altered;

  // What could be written to once is not tried before every later unit.
  private boolean probed;

  /**
   * @param altered hears statements that do what was done to the target's columns
   */
  UnitStep(
      MigrationSpec spec, RunEvents events, BooleanSupplier cancelled, Consumer<String> altered) {
    this.spec = spec;
    this.events = events;
    this.cancelled = cancelled;
    this.altered = altered;
  }

  /**
   * Opens the target, or prepares to create it. No row is written yet; columns are altered where
   * the spec wants that.
   *
   * @throws TributaryException when the target cannot be opened or created
   */
  Prepared prepare(
      PlannedUnit planned, PlannedRows rows, Optional<Position> before, Progress after) {
    Unit unit = new Unit(UUID.randomUUID().toString(), before, after);
    new TargetAlteration(spec, rows.mapping(), rows.migrated()).applyAdditive().forEach(altered);
    Destination destination =
        Destination.open(
            spec, rows.mapping(), planned.stored().flatMap(StoredState.Files::nameMapping));
    if (!probed) {
      destination.probe();
      probed = true;
    }
    return new Prepared(planned, job(unit, planned, rows, destination), destination);
  }

  /** A unit that is ready to be applied. */
  final class Prepared {
    private final PlannedUnit planned;
    private final UnitJob job;
    private final Destination destination;

    private Prepared(PlannedUnit planned, UnitJob job, Destination destination) {
      this.planned = planned;
      this.job = job;
      this.destination = destination;
    }

    /**
     * Applies the unit.
     *
     * @return the snapshot that it became; empty when the target had moved on
     * @throws TributaryException when it failed; it is not committed then, except after {@link
     *     UnknownCommit}
     * @throws CancellationException when cancelled before the commit
     */
    Optional<Snapshot> apply() {
      try (UnitRun run = new UnitRun(job)) {
        events.begin(run);
        try {
          run.run(planned.plan(), cancelled);
        } catch (UnknownCommit e) {
          throw e;
        } catch (TributaryException | CancellationException e) {
          return stands(run, e);
        } finally {
          events.finish();
        }
        return settle(run);
      }
    }

    /** A failure may have come after the commit: what counts is what the target says. */
    private Optional<Snapshot> stands(UnitRun run, RuntimeException failure) {
      Optional<Snapshot> snapshot;
      try {
        snapshot = settle(run);
      } catch (RuntimeException e) {
        failure.addSuppressed(e);
        throw failure;
      }
      if (snapshot.isEmpty()) {
        throw failure;
      }
      LOG.warn("Unit {} was committed before this failure", job.unit().id(), failure);
      return snapshot;
    }

    /** Looks the unit up in the target and deletes those of its files that are not part of it. */
    private Optional<Snapshot> settle(UnitRun run) {
      Failpoint.UNIT_ENDED.pass();
      Optional<TargetTable> opened = TargetTable.open(spec.target());
      if (opened.isEmpty()) {
        LeftoverFiles.deleteTable(run.files(), destination.table().io(), destination.folders());
        return Optional.empty();
      }
      try (TargetTable target = opened.get()) {
        Optional<Snapshot> snapshot = target.snapshotOf(job.unit().id());
        if (snapshot.isPresent()) {
          LeftoverFiles.deleteUnused(run.files(), target.table(), snapshot.get());
        } else if (target.progress().filter(job.unit().progress()::equals).isEmpty()) {
          LeftoverFiles.deleteAll(run.files(), target.table().io());
        }
        return snapshot;
      }
    }
  }

  private UnitJob job(Unit unit, PlannedUnit planned, PlannedRows rows, Destination destination) {
    RowMapping mapping = rows.mapping().onto(destination.table().schema());
    TargetRows.NullKey nullKey =
        spec.target().nullKeys() == NullKeys.REJECT
            ? TargetRows.NullKey.REFUSED
            : TargetRows.NullKey.ALLOWED;
    boolean appends = spec.target().mode() == TargetSpec.WriteMode.APPEND;
    return new UnitJob(
        planned.kind(),
        unit,
        TargetAddress.of(spec.target()),
        destination.creation().orElse(null),
        Removal.of(spec.target()),
        new TargetOutput(
            destination.table(),
            spec.target().properties("write_properties"),
            UnitRun.announcement(unit)),
        new TargetRows(
            planned.plan(),
            rows.source(),
            mapping,
            appends ? List.of() : mapping.equalityColumns(),
            nullKey,
            rows.log()),
        planned.plan().pairing(),
        planned.stored().map(StoredState.Files::files).orElse(null),
        appends ? AppendRule.of(rows.source(), mapping) : null,
        spec.target()
            .deadLetter()
            .map(table -> new DeadLetterRule(table, spec.target().deadLetterLimit()))
            .orElse(null),
        spec.target().shards().orElse(0),
        distribution(spec.target()),
        spec.target().sorterBytes().orElse(UnitRun.affordableSorterBytes()),
        spec.target().properties("snapshot_properties"));
  }

  private static RowDistribution distribution(TargetSpec target) {
    return switch (target.distribution()) {
      case NONE -> RowDistribution.NONE;
      case HASH ->
          new RowDistribution(
              target.autosharding()
                  ? RowDistribution.Spread.PARTITION_AND_SIZE
                  : RowDistribution.Spread.PARTITION,
              target.directWriteBytes().orElse(0));
    };
  }

  /**
   * Where a unit goes: a table that exists, or one that its commit creates.
   *
   * @param folders those that are not there yet
   */
  private record Destination(Optional<StagedTable> creation, Table table, LocalFolders folders) {

    static Destination open(MigrationSpec spec, RowMapping mapping, Optional<String> nameMapping) {
      Optional<TargetTable> existing = TargetTable.open(spec.target());
      if (existing.isPresent()) {
        try (TargetTable target = existing.get()) {
          // A serializable copy stays usable when the catalog is closed.
          Table table = SerializableTable.copyOf(target.table());
          return new Destination(Optional.empty(), table, LocalFolders.missing(table.location()));
        }
      }
      TableDefinition plain = TableDefinition.of(spec.target(), mapping.targetSchema());
      TableDefinition definition = nameMapping.map(plain::withNameMapping).orElse(plain);
      mapping.requireFormat(definition.formatVersion());
      StagedTable.Preview preview = TargetTable.stage(spec.target(), definition);
      return new Destination(
          Optional.of(preview.staged()),
          preview.table(),
          LocalFolders.missing(preview.table().location()));
    }

    /** Refuses a place that cannot be written before any work is done for it. */
    void probe() {
      try {
        TargetTable.probe(table);
      } catch (TargetException e) {
        folders.deleteEmpty();
        throw e;
      }
    }
  }
}
