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
package dev.tributary.pipeline;

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.errors.MappingException;
import dev.tributary.mapping.ChangeLog;
import dev.tributary.mapping.InapplicableRowException;
import dev.tributary.mapping.RowMapping;
import dev.tributary.rows.JsonValues;
import dev.tributary.rows.KeyCodec;
import dev.tributary.rows.SchemaAlignment;
import dev.tributary.source.ChangeReader;
import dev.tributary.source.ChangeSelection;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import dev.tributary.target.DeadLetterTable.Letter;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/** Reads the changes of a plan as rows of the target. Travels to workers. */
public final class TargetRows implements Serializable {
  private static final long serialVersionUID = 1L;

  /** What a null in a key column leads to. */
  public enum NullKey {
    REFUSED,
    ALLOWED
  }

  private final ChangeReader reader;
  private final SchemaAlignment alignment;
  private final RowMapping mapping;
  private final ArrayList<String> keyColumns;
  private final NullKey nullKey;
  private final ChangeSelection selection;
  private final ChangeLog log;
  private final ArrayList<String> commits = new ArrayList<>();

  /**
   * @param source the schema that the mapping was planned for; the plan's rows may have an earlier
   *     one
   */
  public TargetRows(
      ReadPlan plan, Schema source, RowMapping mapping, List<String> keyColumns, NullKey nullKey) {
    this(plan, source, mapping, keyColumns, nullKey, Optional.empty());
  }

  /**
   * @param source the schema that the mapping was planned for; the plan's rows may have an earlier
   *     one
   * @param log what rows say themselves of their change; empty: nothing
   */
  public TargetRows(
      ReadPlan plan,
      Schema source,
      RowMapping mapping,
      List<String> keyColumns,
      NullKey nullKey,
      Optional<ChangeLog> log) {
    this.log = log.orElse(null);
    this.reader = plan.reader();
    this.alignment = new SchemaAlignment(plan.schema(), source);
    this.mapping = mapping;
    this.keyColumns = new ArrayList<>(keyColumns);
    this.nullKey = nullKey;
    this.selection = plan.selection();
    plan.commits().forEach(commit -> commits.add(commit.id()));
  }

  /** The target's columns. */
  Schema schema() {
    return mapping.targetSchema();
  }

  /** The columns that identify a row. */
  public List<String> keyColumns() {
    return keyColumns;
  }

  /** Which of the resolved changes count. */
  ChangeSelection selection() {
    return selection;
  }

  /** Whether rows say themselves what kind of change they are. */
  boolean tellsKinds() {
    return log != null && log.tellsKinds();
  }

  /** Whether rows say themselves what they do, or when. */
  boolean isLog() {
    return log != null;
  }

  /** Brings a row of the source into the target's form. */
  public Record map(Record row) {
    return mapping.map(alignment.align(row));
  }

  /** Hears a change whose row is of the target's schema. */
  interface Visitor {
    void change(Change change);

    /**
     * @param order what the row says of its place in the order of changes
     * @param withdrawn whether the row was taken out of a log of changes
     */
    default void change(Change change, long order, boolean withdrawn) {
      change(change);
    }
  }

  void read(
      ReadTask task, UnitContext context, DeadLetters.Collector deadLetters, Visitor visitor) {
    KeyCodec codec = new KeyCodec(schema(), keyColumns);
    int unreported = 0;
    try (CloseableIterable<Change> changes = reader.read(task)) {
      for (Change change : changes) {
        try {
          visit(change, codec, visitor);
        } catch (InapplicableRowException e) {
          deadLetters.add(
              letter(change, e), change.kind().removes(), () -> inapplicable(change, e));
        }
        if (++unreported == 1024) {
          context.rowsRead().add(unreported);
          unreported = 0;
          context.checkCancelled();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    context.rowsRead().add(unreported);
    context.bytesRead().add(task.bytes());
  }

  private void visit(Change change, KeyCodec codec, Visitor visitor) {
    Record read = alignment.align(change.row());
    Record row = mapping.map(read);
    if (nullKey == NullKey.REFUSED) {
      Optional<String> column = codec.nullColumn(row);
      if (column.isPresent() && log != null && log.isOutside(change.kind())) {
        // It names no row that could be in the target.
        return;
      }
      if (column.isPresent()) {
        throw new InapplicableRowException("its equality column " + column.get() + " is null");
      }
    }
    if (log == null) {
      visitor.change(new Change(change.kind(), change.commit(), row));
      return;
    }
    ChangeKind kind = log.kind(read, change.kind());
    visitor.change(
        new Change(kind, change.commit(), row),
        log.order(read),
        log.tellsKinds() && change.kind().removes());
  }

  private Letter letter(Change change, InapplicableRowException failure) {
    Record row = alignment.align(change.row());
    return new Letter(
        commits.isEmpty() ? null : commits.get(change.commit()),
        change.kind().name(),
        failure.getMessage(),
        JsonValues.object(row.struct(), row).toString());
  }

  private MappingException inapplicable(Change change, InapplicableRowException failure) {
    return new MappingException(
        String.format(
            "A row (%s) of %s cannot be applied, since %s. Correct the source or the spec%s, or"
                + " name a table for such rows in target.dead_letter.",
            change.kind(),
            commits.isEmpty() ? "the initial state" : "commit " + commits.get(change.commit()),
            failure.getMessage(),
            nullKey == NullKey.REFUSED && failure.getMessage().startsWith("its equality column")
                ? ", set null_keys: match"
                : ""));
  }
}
