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
import dev.tributary.errors.RunException;
import dev.tributary.errors.TargetException;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.mapping.ChangeLog;
import dev.tributary.mapping.MigratedRows;
import dev.tributary.mapping.RowMapping;
import dev.tributary.pipeline.UnitJob;
import dev.tributary.rows.KeyCodec;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.source.StoredState;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.DeleteStrategy;
import dev.tributary.target.DestinationMark;
import dev.tributary.target.EqualityDeletes;
import dev.tributary.target.Progress;
import dev.tributary.target.ReplacedInserts;
import dev.tributary.target.TargetTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableUtil;

/**
 * What there is to do, computed from the target's progress and the source's history.
 *
 * @param progress how far the target is; empty: nothing was committed to it yet
 * @param snapshotId the target's current snapshot
 * @param replacedInserts how many of earlier runs the target remembers
 * @param commits those of the source that the target lacks, oldest first
 * @param load what was decided about the initial load
 * @param mapping from the source's rows to the target's; empty when there are no units
 */
record Agenda(
    Optional<Progress> progress,
    OptionalLong snapshotId,
    long replacedInserts,
    List<SourceCommit> commits,
    InitialLoad load,
    Optional<PlannedRows> mapping,
    List<PlannedUnit> units) {

  /**
   * A unit to be applied.
   *
   * @param stored the files that the plan's tasks read, if they are to be taken over
   * @param end what the target is committed through afterwards
   */
  record PlannedUnit(
      UnitJob.Kind kind, ReadPlan plan, Optional<StoredState.Files> stored, Position end) {}

  /**
   * A mapping with the schema of the source that it was planned for.
   *
   * @param log how the source's rows state changes, if they do
   * @param migrated what the target holds already
   */
  record PlannedRows(
      Schema source, RowMapping mapping, Optional<ChangeLog> log, MigratedRows migrated) {
    /** The columns to read. */
    List<String> columns() {
      return ChangeLog.columns(mapping, log);
    }
  }

  /** Whether a target is all that gets the source's rows. */
  enum Membership {
    ALONE,
    /** It gets those that a template sends to it. */
    DESTINATION
  }

  /** Plans everything that can be known before the first unit; changes nothing. */
  static final class Planner {
    private final MigrationSpec spec;
    private final Membership membership;
    private final SourceTable source;
    private final long changesPerUnit;
    private final StateCheck stateCheck;

    Planner(
        MigrationSpec spec,
        Membership membership,
        SourceTable source,
        long changesPerUnit,
        StateCheck stateCheck) {
      this.spec = spec;
      this.membership = membership;
      this.source = source;
      this.changesPerUnit = changesPerUnit;
      this.stateCheck = stateCheck;
    }

    /**
     * @throws dev.tributary.errors.TributaryException when source, mapping or target do not allow
     *     the run
     * @throws java.util.concurrent.CancellationException when cancelled while keys are checked
     */
    Agenda plan() {
      try (Target target = new Target(TargetTable.open(spec.target()))) {
        return plan(target.table);
      }
    }

    private Agenda plan(Optional<TargetTable> target) {
      target.ifPresent(this::refuseFormatOne);
      Optional<Progress> progress = target.flatMap(TargetTable::progress);
      progress.ifPresent(this::refuseOtherSource);
      Optional<DestinationMark> mark = mark(target);
      SourceRange range =
          progress
              .or(() -> mark.flatMap(DestinationMark::beginning))
              .map(it -> Continuity.rangeAfter(source, it))
              .orElseGet(source::range);
      InitialLoad load =
          progress.isPresent()
              ? InitialLoad.none("the target already follows the source")
              : mark.map(InitialLoad::ofDestination)
                  .orElseGet(() -> InitialLoad.decide(spec, source, range, target));
      OptionalLong snapshotId =
          target
              .flatMap(it -> Optional.ofNullable(it.table().currentSnapshot()))
              .map(it -> OptionalLong.of(it.snapshotId()))
              .orElse(OptionalLong.empty());
      long replacedInserts =
          target.map(it -> ReplacedInserts.in(it.table().properties())).orElse(0L);
      if (load.position().isEmpty() && range.commits().isEmpty()) {
        return new Agenda(
            progress,
            snapshotId,
            replacedInserts,
            range.commits(),
            load,
            Optional.empty(),
            List.of());
      }
      PlannedRows rows = mapping(range.end().orElseThrow(), target);
      return new Agenda(
          progress,
          snapshotId,
          replacedInserts,
          range.commits(),
          load,
          Optional.of(rows),
          units(progress, range, load, mark, rows));
    }

    private Optional<DestinationMark> mark(Optional<TargetTable> target) {
      Optional<DestinationMark> mark = target.flatMap(TargetTable::destination);
      if (mark.isPresent() && membership == Membership.ALONE) {
        throw new TargetException(
            String.format(
                "Table %s gets the rows that the template %s (with column ids) sends to it: a run"
                    + " into it alone would mix them with others. Run the spec with the template,"
                    + " or choose another table.",
                spec.target().table(), mark.get().template()));
      }
      if (mark.isEmpty() && membership == Membership.DESTINATION) {
        throw new RunException(
            String.format(
                "Table %s was dropped or replaced during the run. Run again.",
                spec.target().table()));
      }
      return mark;
    }

    private void refuseFormatOne(TargetTable target) {
      if (TableUtil.formatVersion(target.table()) < 2) {
        throw new TargetException(
            String.format(
                "Target %s has format version 1, which knows no row-level deletes. Upgrade it to"
                    + " format version 2 or 3, or choose another table.",
                spec.target().table()));
      }
    }

    private void refuseOtherSource(Progress progress) {
      if (!progress.sourceId().equals(source.identity())) {
        throw new TargetException(
            String.format(
                "Target %s follows the source table with identity %s; the spec's source %s has"
                    + " identity %s. Choose another target, or the source that it follows.",
                spec.target().table(),
                progress.sourceId(),
                spec.source().table(),
                source.identity()));
      }
    }

    private PlannedRows mapping(Position end, Optional<TargetTable> target) {
      Schema schema = source.schema(end);
      RowMapping plan = RowMapping.plan(schema, spec);
      MigratedRows migrated =
          target.map(it -> TargetAlteration.migrated(source, it)).orElse(MigratedRows.NONE);
      RowMapping mapping =
          target.map(it -> new TargetAlteration(spec, plan, migrated).onto(it)).orElse(plan);
      if (appends()) {
        return new PlannedRows(schema, mapping, Optional.empty(), migrated);
      }
      if (mapping.equalityColumns().isEmpty()) {
        throw new MappingException(
            String.format(
                "Target %s has no equality columns: neither the spec names any, nor has the table"
                    + " identifier fields. Name the columns that identify a row in"
                    + " target.equality_columns.",
                spec.target().table()));
      }
      KeyCodec.fields(mapping.targetSchema(), mapping.equalityColumns());
      if (spec.target().deleteStrategy() == DeleteStrategy.EQUALITY) {
        EqualityDeletes.requireReadable(mapping.targetSchema(), mapping.equalityColumns());
      }
      return new PlannedRows(schema, mapping, ChangeLog.of(schema, spec), migrated);
    }

    private void requireOrder(ChangeLog log) {
      if (!log.tellsOrder()) {
        throw new MappingException(
            String.format(
                "The rows of %s are changes themselves, by change_type_column, and those that are"
                    + " there before the range have no order: name the column that orders them in"
                    + " target.sequence_number_column, or start with the first commit of the source"
                    + " and set initial_load: none.",
                spec.source().table()));
      }
    }

    /** Whether rows are only added, so that nothing has to identify them. */
    private boolean appends() {
      return spec.target().mode() == TargetSpec.WriteMode.APPEND;
    }

    private List<PlannedUnit> units(
        Optional<Progress> progress,
        SourceRange range,
        InitialLoad load,
        Optional<DestinationMark> mark,
        PlannedRows rows) {
      SourceTable table = rows.log().map(log -> source.asLog(log.columns())).orElse(source);
      List<PlannedUnit> units = new ArrayList<>();
      if (load.position().isPresent()) {
        Position position = load.position().get();
        ReadPlan state =
            load.files()
                .map(StoredState.Files::rows)
                .orElseGet(
                    () -> table.planState(position, columnsAt(source.schema(position), rows)));
        if (rows.log().isPresent()) {
          requireOrder(rows.log().get());
        } else if (!appends()) {
          stateCheck.checkLoaded(source, position, rows);
        }
        units.add(new PlannedUnit(UnitJob.Kind.INITIAL_LOAD, state, load.files(), position));
      }
      // The range after the state that a marked table begins with is what comes then, in any case.
      boolean stateIsAll =
          load.position().isPresent()
              && mark.isEmpty()
              && spec.source().from() instanceof Bound.Open;
      if (!stateIsAll && !range.commits().isEmpty()) {
        ReadPlan changes = table.planChanges(range, rows.columns());
        // Without a load, rows of before the range never come to the target: their keys may be
        // null.
        boolean bringsAll = load.position().isPresent() || range.before().isEmpty();
        if (progress.isEmpty() && bringsAll && !appends()) {
          stateCheck.checkArrived(source, range.end().orElseThrow(), rows);
        }
        for (UnitCut cut : UnitCut.cut(changes, changesPerUnit)) {
          units.add(new PlannedUnit(UnitJob.Kind.CHANGES, cut.plan(), Optional.empty(), cut.end()));
        }
      }
      return units;
    }
  }

  /** The names that the mapping's columns have in an earlier schema; those that it has at all. */
  static List<String> columnsAt(Schema earlier, PlannedRows rows) {
    return rows.columns().stream()
        .map(column -> earlier.findColumnName(rows.source().findField(column).fieldId()))
        .filter(Objects::nonNull)
        .toList();
  }

  private record Target(Optional<TargetTable> table) implements AutoCloseable {
    @Override
    public void close() {
      table.ifPresent(TargetTable::close);
    }
  }
}
