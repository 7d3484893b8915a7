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
package dev.tributary.filter;

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.rows.SchemaAlignment;
import dev.tributary.source.ChangeReader;
import dev.tributary.source.LogEntries;
import dev.tributary.source.ReadTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Reads the changes whose rows pass. Since a row that passes on one side of a commit only comes
 * alone, crossing the filter's border becomes an insert or a delete by itself.
 */
final class FilteredReader implements ChangeReader {
  private static final long serialVersionUID = 1L;

  private final ChangeReader reader;
  private final Condition condition;
  private final ArrayList<List<Object>> commits;
  private final SchemaAlignment alignment;
  // Null: no log of changes. Optional is not serializable.
  private final Condition inside;
  private final Kinds kinds;

  /** How kinds are given out. */
  enum Kinds {
    AS_STATED,
    /** Update images as DELETE and INSERT, for plans that are paired by key. */
    REMOVED_AND_ADDED
  }

  /**
   * @param commits what {@link Change#commit()} counts, as values for the condition; empty for a
   *     state
   * @param alignment takes away the columns that only the condition needs
   * @param inside what rows of a log of changes have to pass; others are marked as {@link
   *     LogEntries} says
   */
  FilteredReader(
      ChangeReader reader,
      Condition condition,
      List<List<Object>> commits,
      SchemaAlignment alignment,
      Optional<Condition> inside,
      Kinds kinds) {
    this.reader = reader;
    this.condition = condition;
    this.commits = new ArrayList<>(commits);
    this.alignment = alignment;
    this.inside = inside.orElse(null);
    this.kinds = kinds;
  }

  @Override
  public CloseableIterable<Change> read(ReadTask task) {
    return CloseableIterable.transform(
        CloseableIterable.filter(reader.read(task), this::passes), this::result);
  }

  @Override
  public List<ReadTask> joined(List<ReadTask> tasks) {
    return reader.joined(tasks);
  }

  private boolean passes(Change change) {
    return condition.test(context(change)) == Truth.TRUE;
  }

  private RowContext context(Change change) {
    List<Object> metadata = commits.isEmpty() ? List.of() : commits.get(change.commit());
    return new RowContext(change.row(), metadata);
  }

  private Change result(Change change) {
    ChangeKind kind = kind(change.kind());
    if (inside != null && inside.test(context(change)) != Truth.TRUE) {
      kind = LogEntries.outside(kind);
    }
    return new Change(kind, change.commit(), alignment.align(change.row()));
  }

  private ChangeKind kind(ChangeKind kind) {
    if (kinds == Kinds.AS_STATED) {
      return kind;
    }
    return kind.removes() ? ChangeKind.DELETE : ChangeKind.INSERT;
  }
}
