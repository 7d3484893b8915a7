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
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
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
 * @param changedRows of these commits, if all of them state theirs
 * @param loadedRows of the initial load: those of the source's latest state, as its metadata states
 *     them; empty when there is no load or they are not stated
 * @param targetExists whether the table is there
 */
record StartPlan(
    String format,
    Optional<Position> progress,
    List<SourceCommit> commits,
    OptionalLong changedRows,
    OptionalLong loadedRows,
    boolean targetExists) {

  static StartPlan of(MigrationSpec written) throws IOException {
    MigrationSpec spec = Specs.resolve(written);
    Optional<TargetTable> target = TargetTable.open(spec.target());
    try (SourceTable source = SourceTables.open(spec.source())) {
      Optional<Position> progress =
          target
              .flatMap(TargetTable::progress)
              .filter(made -> made.sourceId().equals(source.identity()))
              .map(Progress::committedThrough);
      SourceRange range = progress.isPresent() ? source.rangeAfter(progress.get()) : source.range();
      boolean loads = progress.isEmpty() && spec.initialLoad() != MigrationSpec.InitialLoad.NONE;
      return new StartPlan(
          source.describe().format(),
          progress,
          range.commits(),
          changedRows(range.commits()),
          loads ? source.describe().rows() : OptionalLong.empty(),
          target.isPresent());
    } finally {
      target.ifPresent(TargetTable::close);
    }
  }

  private static OptionalLong changedRows(List<SourceCommit> commits) {
    long sum = 0;
    for (SourceCommit commit : commits) {
      OptionalLong added = commit.figures().addedRows();
      OptionalLong deleted = commit.figures().deletedRows();
      if (added.isEmpty() && deleted.isEmpty()) {
        return OptionalLong.empty();
      }
      sum += added.orElse(0) + deleted.orElse(0);
    }
    return OptionalLong.of(sum);
  }

  /** Rows to move, if all of them are known. */
  OptionalLong rows() {
    return changedRows.isPresent()
        ? OptionalLong.of(changedRows.getAsLong() + loadedRows.orElse(0))
        : OptionalLong.empty();
  }
}
