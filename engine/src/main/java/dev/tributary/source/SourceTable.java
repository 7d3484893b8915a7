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
package dev.tributary.source;

import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import java.io.Closeable;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/**
 * An opened source table. Everything it returns describes the table as it was when it was opened;
 * open it again to see later commits. Methods may read metadata files; none is for the FX thread.
 */
public interface SourceTable extends Closeable {

  /**
   * The table as it is now; this very object when nothing was committed since it was opened. Costs
   * little then: a look at the newest metadata. Both share what they hold open, so only the latest
   * one is to be used and closed.
   *
   * @throws dev.tributary.errors.SourceException when the table cannot be reached or read
   */
  SourceTable latest();

  /** Identity that survives moves and renames: the table's UUID in either format. */
  String identity();

  /** What the table is, for people: format version, size, what it uses and what cannot be read. */
  SourceDescription describe();

  /** The columns after the given commit, with field ids that stay the same across commits. */
  Schema schema(Position position);

  /** Columns that rows have besides those of their schema; plans read them where they are named. */
  default List<Types.NestedField> rowColumns() {
    return List.of();
  }

  /**
   * Whether rows or changes are left out, so that what metadata says of a commit does not tell how
   * many changes a plan reads.
   */
  default boolean filtered() {
    return false;
  }

  /**
   * The condition that chooses among changes rather than among rows. With one, what the changes add
   * up to is no state of this table. Empty: there is none.
   *
   * @param position where the names of columns are looked up
   */
  default Optional<String> changeCondition(Position position) {
    return Optional.empty();
  }

  /**
   * The same table, read as a log whose rows are changes themselves. A filter then tells rows apart
   * instead of leaving them out: a change whose row no longer passes has to take away the row that
   * did. Where nothing is filtered, all rows pass.
   *
   * @param controls the columns that say what a row does and when; conditions on them choose among
   *     the log's entries, and entries that do not pass those are left out
   * @see LogEntries
   */
  default SourceTable asLog(List<String> controls) {
    return this;
  }

  /**
   * The same table, of whose rows some are left out afterwards: each update is then told by both of
   * its images. Both share what they hold open, so one of them only is to be closed.
   */
  default SourceTable forFiltering() {
    return this;
  }

  /** All commits that metadata knows of, newest first. */
  List<SourceCommit> history();

  /**
   * The commits that the spec's range covers, oldest first. Commits that change no row (compaction)
   * are included.
   *
   * @throws dev.tributary.errors.SourceException with area RANGE when a bound does not exist, is
   *     not part of the branch's history, was expired, or lies after the other bound
   */
  SourceRange range();

  /**
   * The commits after {@code progress} up to the spec's upper bound (or the latest), oldest first;
   * empty when there is nothing new.
   *
   * @throws dev.tributary.errors.SourceException when {@code progress} is no longer part of the
   *     history: expired, rolled back, or another table
   */
  SourceRange rangeAfter(Position progress);

  /**
   * Tells apart commits that have the same id because the table was restored from a copy and then
   * written again. Empty where ids are never used twice, and where the commit is no longer known.
   *
   * @throws dev.tributary.errors.SourceException when the commit cannot be read
   */
  String commitHash(Position position);

  /**
   * Plans reading all changes of the range. All rows come in {@link ReadPlan#schema()}: the columns
   * after the range's last commit.
   *
   * @param columns dotted paths of the columns to read; empty: all
   * @throws dev.tributary.errors.SourceException when a commit in the range cannot be read
   */
  ReadPlan planChanges(SourceRange range, List<String> columns);

  /**
   * Plans reading the live rows of the table right after {@code position}, as INSERT changes of
   * commit 0.
   *
   * @param columns dotted paths of the columns to read; empty: all
   * @throws dev.tributary.errors.SourceException when that state cannot be read any more
   */
  ReadPlan planState(Position position, List<String> columns);

  /**
   * As {@link #planChanges(SourceRange, List)}, but without files of which no row is wanted, where
   * the format can tell.
   */
  default ReadPlan planChanges(SourceRange range, List<String> columns, FilePruning pruning) {
    return planChanges(range, columns);
  }

  /**
   * As {@link #planState(Position, List)}, but without files of which no row is wanted, where the
   * format can tell.
   */
  default ReadPlan planState(Position position, List<String> columns, FilePruning pruning) {
    return planState(position, columns);
  }

  /**
   * Plans taking over the rows that {@link #planState} reads as the files that they are stored in.
   *
   * @throws dev.tributary.errors.SourceException when that state cannot be read any more
   */
  default StoredState storedState(Position position) {
    return new StoredState.Unfit("its rows are not files of their own");
  }

  /**
   * The range of commits to apply.
   *
   * @param before the state right before the first commit; empty when the first commit is the
   *     table's first ever, so that nothing was there
   * @param commits oldest first
   * @param end the state after the last commit; equals {@code before} when there is no commit;
   *     empty only for a table without any commit
   */
  record SourceRange(
      Optional<Position> before, List<SourceCommit> commits, Optional<Position> end) {
    public SourceRange {
      commits = List.copyOf(commits);
    }
  }
}
