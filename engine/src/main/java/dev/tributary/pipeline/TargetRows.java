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
import dev.tributary.errors.MappingException;
import dev.tributary.mapping.RowMapping;
import dev.tributary.rows.KeyCodec;
import dev.tributary.rows.SchemaAlignment;
import dev.tributary.source.ChangeReader;
import dev.tributary.source.ChangeSelection;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
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
  private final ArrayList<String> commits = new ArrayList<>();

  /**
   * @param source the schema that the mapping was planned for; the plan's rows may have an earlier
   *     one
   */
  public TargetRows(
      ReadPlan plan, Schema source, RowMapping mapping, List<String> keyColumns, NullKey nullKey) {
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

  /** Brings a row of the source into the target's form. */
  public Record map(Record row) {
    return mapping.map(alignment.align(row));
  }

  /** Hears a change whose row is of the target's schema. */
  interface Visitor {
    void change(Change change);
  }

  void read(ReadTask task, UnitContext context, Visitor visitor) {
    KeyCodec codec = new KeyCodec(schema(), keyColumns);
    int unreported = 0;
    try (CloseableIterable<Change> changes = reader.read(task)) {
      for (Change change : changes) {
        Record row = map(change.row());
        if (nullKey == NullKey.REFUSED) {
          refuseNullKey(codec.nullColumn(row), change);
        }
        visitor.change(new Change(change.kind(), change.commit(), row));
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

  private void refuseNullKey(Optional<String> column, Change change) {
    if (column.isEmpty()) {
      return;
    }
    String where =
        commits.isEmpty() ? "the initial state" : "commit " + commits.get(change.commit());
    throw new MappingException(
        String.format(
            "Equality column %s is null in a row (%s) of %s, so the row cannot be applied. Choose"
                + " equality columns without nulls, or set null_keys: match.",
            column.get(), change.kind(), where));
  }
}
