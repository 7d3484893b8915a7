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

import dev.tributary.history.Position;
import dev.tributary.pipeline.UnitCounts;
import dev.tributary.run.RunResult.FileCounts;
import dev.tributary.run.RunResult.InitialLoadResult;
import dev.tributary.run.RunResult.RowCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;

/** What a run has done so far, read from the snapshots that it made. Not thread-safe. */
final class RunTotals {
  private final long startNanos = System.nanoTime();
  private RowCounts rows = RowCounts.ZERO;
  private FileCounts files = FileCounts.ZERO;
  private int commits;
  private Optional<Position> position = Optional.empty();
  private OptionalLong snapshotId = OptionalLong.empty();
  private Optional<InitialLoadResult> load = Optional.empty();

  private final List<String> alterations = new ArrayList<>();

  /** A statement that does what the run did to the target's columns. */
  void altered(String statement) {
    alterations.add(statement);
  }

  int commits() {
    return commits;
  }

  RowCounts rows() {
    return rows;
  }

  Optional<Position> position() {
    return position;
  }

  void position(Position through) {
    position = Optional.of(through);
  }

  void snapshotId(long id) {
    snapshotId = OptionalLong.of(id);
  }

  /** The run has no initial load. */
  void noLoad(String reason) {
    load = Optional.of(new InitialLoadResult("none", reason, 0, 0, 0));
  }

  void loaded(Snapshot snapshot, Position through, String reason) {
    committed(snapshot, through);
    Map<String, String> summary = snapshot.summary();
    long deadLetters = UnitCounts.in(summary).deadLetter();
    rows = rows.plus(new RowCounts(0, 0, 0, 0, 0, 0, deadLetters));
    long files = figure(summary, SnapshotSummary.ADDED_FILES_PROP);
    long copied = UnitCounts.copiedFiles(summary);
    load =
        Optional.of(
            new InitialLoadResult(
                copied > 0 ? "copy" : "rewrite",
                copied > 0 && copied < files
                    ? String.format(
                        "%s; %,d of %,d files were written anew", reason, files - copied, files)
                    : reason,
                loadedRows(summary),
                figure(summary, SnapshotSummary.ADDED_FILES_PROP),
                figure(summary, SnapshotSummary.ADDED_FILE_SIZE_PROP)));
  }

  /** Rows of an initial load; copied files may come with deletes. */
  static long loadedRows(Map<String, String> summary) {
    return figure(summary, SnapshotSummary.ADDED_RECORDS_PROP)
        - figure(summary, SnapshotSummary.ADDED_POS_DELETES_PROP);
  }

  RowCounts applied(Snapshot snapshot, Position through) {
    committed(snapshot, through);
    UnitCounts counts = UnitCounts.in(snapshot.summary());
    RowCounts unit =
        new RowCounts(
            counts.inserted(),
            counts.updated(),
            counts.deleted(),
            counts.unmatchedUpdates(),
            counts.unmatchedDeletes(),
            counts.replacedInserts(),
            counts.deadLetter(),
            counts.notAppended());
    rows = rows.plus(unit);
    return unit;
  }

  private void committed(Snapshot snapshot, Position through) {
    Map<String, String> summary = snapshot.summary();
    files =
        files.plus(
            new FileCounts(
                figure(summary, SnapshotSummary.ADDED_FILES_PROP),
                figure(summary, SnapshotSummary.ADDED_DVS_PROP),
                figure(summary, SnapshotSummary.ADD_POS_DELETE_FILES_PROP),
                figure(summary, SnapshotSummary.ADD_EQ_DELETE_FILES_PROP)));
    commits++;
    position(through);
    snapshotId(snapshot.snapshotId());
  }

  // Iceberg leaves figures that are 0 out of the summary.
  private static long figure(Map<String, String> summary, String key) {
    return Long.parseLong(summary.getOrDefault(key, "0"));
  }

  /** What was done to one of several tables. */
  RunResult.TableResult of(String table) {
    return new RunResult.TableResult(table, position, snapshotId, load, rows, files, commits);
  }

  List<String> alterations() {
    return List.copyOf(alterations);
  }

  RunResult result(RunResult.Status status, Optional<String> error) {
    return new RunResult(
        status,
        position,
        snapshotId,
        load,
        rows,
        files,
        commits,
        Duration.ofNanos(System.nanoTime() - startNanos),
        error,
        alterations);
  }
}
