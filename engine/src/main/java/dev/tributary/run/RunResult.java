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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a run ended, and what it did.
 *
 * @param committedThrough what all of the target is committed through
 * @param targetSnapshotId empty where the target is several tables
 * @param alterations statements that do what the run did to the target's columns
 * @param tables of a target whose name is a template; empty: the target is one table
 */
public record RunResult(
    Status status,
    Optional<Position> committedThrough,
    OptionalLong targetSnapshotId,
    Optional<InitialLoadResult> initialLoad,
    RowCounts rows,
    FileCounts files,
    int commits,
    Duration elapsed,
    Optional<String> error,
    List<String> alterations,
    List<TableResult> tables) {

  public RunResult {
    alterations = List.copyOf(alterations);
    tables = List.copyOf(tables);
  }

  /** The result of a run into one table. */
  public RunResult(
      Status status,
      Optional<Position> committedThrough,
      OptionalLong targetSnapshotId,
      Optional<InitialLoadResult> initialLoad,
      RowCounts rows,
      FileCounts files,
      int commits,
      Duration elapsed,
      Optional<String> error,
      List<String> alterations) {
    this(
        status,
        committedThrough,
        targetSnapshotId,
        initialLoad,
        rows,
        files,
        commits,
        elapsed,
        error,
        alterations,
        List.of());
  }

  /** What a run did to one of the tables that the target's template names. */
  public record TableResult(
      String table,
      Optional<Position> committedThrough,
      OptionalLong snapshotId,
      Optional<InitialLoadResult> initialLoad,
      RowCounts rows,
      FileCounts files,
      int commits) {}

  /** The result of a run that did not alter the target's columns. */
  public RunResult(
      Status status,
      Optional<Position> committedThrough,
      OptionalLong targetSnapshotId,
      Optional<InitialLoadResult> initialLoad,
      RowCounts rows,
      FileCounts files,
      int commits,
      Duration elapsed,
      Optional<String> error) {
    this(
        status,
        committedThrough,
        targetSnapshotId,
        initialLoad,
        rows,
        files,
        commits,
        elapsed,
        error,
        List.of());
  }

  /** Final states of a run. */
  public enum Status {
    SUCCEEDED,
    NOTHING_TO_DO,
    FAILED,
    CANCELLED
  }

  /**
   * The initial load.
   *
   * @param kind {@code copy}, {@code rewrite} or {@code none}
   * @param reason why it was this kind, for people
   */
  public record InitialLoadResult(String kind, String reason, long rows, long files, long bytes) {}

  /**
   * Rows applied, by what happened to them. What depends on the rows that the target held is
   * unknown where nobody looked.
   *
   * @param deadLetter rows that could not be applied and went to the dead letter table
   * @param notAppended changes that a target with mode append has no column to tell
   */
  public record RowCounts(
      OptionalLong inserted,
      OptionalLong updated,
      OptionalLong deleted,
      OptionalLong unmatchedUpdates,
      OptionalLong unmatchedDeletes,
      OptionalLong replacedInserts,
      long deadLetter,
      long notAppended) {
    public static final RowCounts ZERO = new RowCounts(0, 0, 0, 0, 0, 0, 0);

    /** Counts of a target whose rows are changed, all of them known. */
    public RowCounts(
        long inserted,
        long updated,
        long deleted,
        long unmatchedUpdates,
        long unmatchedDeletes,
        long replacedInserts,
        long deadLetter) {
      this(
          inserted,
          updated,
          deleted,
          unmatchedUpdates,
          unmatchedDeletes,
          replacedInserts,
          deadLetter,
          0);
    }

    /** Counts all of which are known. */
    public RowCounts(
        long inserted,
        long updated,
        long deleted,
        long unmatchedUpdates,
        long unmatchedDeletes,
        long replacedInserts,
        long deadLetter,
        long notAppended) {
      this(
          OptionalLong.of(inserted),
          OptionalLong.of(updated),
          OptionalLong.of(deleted),
          OptionalLong.of(unmatchedUpdates),
          OptionalLong.of(unmatchedDeletes),
          OptionalLong.of(replacedInserts),
          deadLetter,
          notAppended);
    }

    /** The sum of both; unknown where one is. */
    public RowCounts plus(RowCounts other) {
      return new RowCounts(
          sum(inserted, other.inserted),
          sum(updated, other.updated),
          sum(deleted, other.deleted),
          sum(unmatchedUpdates, other.unmatchedUpdates),
          sum(unmatchedDeletes, other.unmatchedDeletes),
          sum(replacedInserts, other.replacedInserts),
          deadLetter + other.deadLetter,
          notAppended + other.notAppended);
    }

    private static OptionalLong sum(OptionalLong left, OptionalLong right) {
      return left.isPresent() && right.isPresent()
          ? OptionalLong.of(left.getAsLong() + right.getAsLong())
          : OptionalLong.empty();
    }
  }

  /** Files added to the target. */
  public record FileCounts(
      long data, long deletionVectors, long positionDeletes, long equalityDeletes) {
    public static final FileCounts ZERO = new FileCounts(0, 0, 0, 0);

    /** The sum of both. */
    public FileCounts plus(FileCounts other) {
      return new FileCounts(
          data + other.data,
          deletionVectors + other.deletionVectors,
          positionDeletes + other.positionDeletes,
          equalityDeletes + other.equalityDeletes);
    }
  }
}
