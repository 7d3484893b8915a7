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
package dev.tributary.app.start;

import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.migration.SourceTables;
import dev.tributary.run.Continuity;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TableTemplate;
import dev.tributary.target.DestinationTables;
import dev.tributary.target.DestinationTables.Known;
import dev.tributary.target.Progress;
import dev.tributary.target.TargetTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run would do now; not for the UI thread.
 *
 * @param format of the source, for people
 * @param progress source commit that the target holds already
 * @param commits that the run would apply
 * @param changedRows most changes that these commits can hold
 * @param loadedRows of the initial load: those of the source's latest state, as its metadata states
 *     them; empty when there is no load or they are not stated
 * @param loads whether there is an initial load
 * @param targetExists whether the table is there
 */
record StartPlan(
    String format,
    Optional<Position> progress,
    List<SourceCommit> commits,
    long changedRows,
    OptionalLong loadedRows,
    boolean loads,
    boolean targetExists) {

  static StartPlan of(MigrationSpec written) throws IOException {
    MigrationSpec spec = Specs.resolve(written);
    if (TableTemplate.of(spec.target()).isPresent()) {
      return ofTables(spec);
    }
    Optional<TargetTable> target = TargetTable.open(spec.target());
    try (SourceTable source = SourceTables.open(spec.source())) {
      Optional<Progress> progress =
          target
              .flatMap(TargetTable::progress)
              .filter(made -> made.sourceId().equals(source.identity()));
      return of(spec, source, progress, target.isPresent());
    } finally {
      target.ifPresent(TargetTable::close);
    }
  }

  /** Of a target that is several tables: what the one that is furthest behind lacks. */
  private static StartPlan ofTables(MigrationSpec spec) throws IOException {
    List<Known> marked = DestinationTables.find(spec.target());
    try (SourceTable source = SourceTables.open(spec.source())) {
      List<Known> tables =
          marked.stream().filter(it -> it.mark().sourceId().equals(source.identity())).toList();
      return of(spec, source, DestinationTables.committed(tables), !tables.isEmpty());
    }
  }

  private static StartPlan of(
      MigrationSpec spec, SourceTable source, Optional<Progress> progress, boolean exists) {
    SourceRange range =
        progress.map(made -> Continuity.rangeAfter(source, made)).orElseGet(source::range);
    boolean loads = progress.isEmpty() && spec.initialLoad() != MigrationSpec.InitialLoad.NONE;
    boolean stateOnly = loads && spec.source().from() instanceof Bound.Open;
    return new StartPlan(
        source.describe().format(),
        progress.map(Progress::committedThrough),
        range.commits(),
        stateOnly || range.commits().isEmpty()
            ? 0
            : source.planChanges(range, List.of()).estimatedChanges(),
        loads ? source.describe().rows() : OptionalLong.empty(),
        loads,
        exists);
  }

  /** Most rows to move; empty when nobody has counted what is to be loaded. */
  OptionalLong rows() {
    return loads && loadedRows.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(changedRows + loadedRows.orElse(0));
  }
}
