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
package dev.tributary.iceberg;

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.iceberg.FileTask.Fate;
import dev.tributary.source.ChangeReader;
import dev.tributary.source.ReadTask;
import java.io.IOException;
import java.util.NoSuchElementException;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.types.TypeUtil;

/**
 * Reads the rows of a file that are live on one side of a commit only. Deletes of both sides are
 * turned into positions first: where those that differ hit nothing, the file itself is not read.
 */
final class IcebergChangeReader implements ChangeReader {
  private static final long serialVersionUID = 1L;

  private final DataFiles files;
  private final DeleteReader deletes;
  private final Schema schema;

  IcebergChangeReader(DataFiles files, DeleteReader deletes, Schema schema) {
    this.files = files;
    this.deletes = deletes;
    this.schema = schema;
  }

  @Override
  public CloseableIterable<Change> read(ReadTask readTask) {
    FileTask task = (FileTask) readTask;
    if (task.fate() == Fate.KEPT) {
      FileDeletes shared = task.before().shared(task.after());
      PositionDeleteIndex lifted = deletes.positions(task, task.before().without(shared));
      PositionDeleteIndex imposed = deletes.positions(task, task.after().without(shared));
      return lifted.isEmpty() && imposed.isEmpty()
          ? CloseableIterable.empty()
          : new Rows(task, deletes.positions(task, shared), lifted, imposed);
    }
    FileDeletes inForce = task.fate() == Fate.ADDED ? task.after() : task.before();
    PositionDeleteIndex none = PositionDeleteIndex.empty();
    return new Rows(task, deletes.positions(task, inForce), none, none);
  }

  /**
   * The file's changed rows.
   *
   * @param dead rows that are not live on either side
   * @param lifted rows that were deleted only before the commit
   * @param imposed rows that are deleted only after the commit
   */
  private final class Rows implements CloseableIterable<Change> {
    private final FileTask task;
    private final PositionDeleteIndex dead;
    private final PositionDeleteIndex lifted;
    private final PositionDeleteIndex imposed;

    Rows(
        FileTask task,
        PositionDeleteIndex dead,
        PositionDeleteIndex lifted,
        PositionDeleteIndex imposed) {
      this.task = task;
      this.dead = dead;
      this.lifted = lifted;
      this.imposed = imposed;
    }

    @Override
    public CloseableIterator<Change> iterator() {
      boolean all = task.fate() != Fate.KEPT && dead.isEmpty();
      return new RowIterator(this, all);
    }

    @Override
    public void close() {}

    private ChangeKind kind(long position) {
      if (dead.isDeleted(position)) {
        return null;
      }
      return switch (task.fate()) {
        case ADDED -> ChangeKind.INSERT;
        case REMOVED -> ChangeKind.DELETE;
        case KEPT -> {
          boolean before = !lifted.isDeleted(position);
          boolean after = !imposed.isDeleted(position);
          yield before == after ? null : before ? ChangeKind.DELETE : ChangeKind.INSERT;
        }
      };
    }
  }

  private final class RowIterator implements CloseableIterator<Change> {
    private final Rows rows;
    private final boolean all;
    private final CloseableIterable<Record> source;
    private final CloseableIterator<Record> records;
    private long read;
    private Change next;

    RowIterator(Rows rows, boolean all) {
      this.rows = rows;
      this.all = all;
      Schema projection =
          all ? schema : TypeUtil.join(schema, new Schema(MetadataColumns.ROW_POSITION));
      try {
        this.source = files.open(rows.task, projection);
        this.records = source.iterator();
      } catch (RuntimeException e) {
        throw broken(e);
      }
    }

    @Override
    public boolean hasNext() {
      try {
        while (next == null && records.hasNext()) {
          next = change(records.next());
          read++;
        }
      } catch (RuntimeException e) {
        throw broken(e);
      }
      long stated = rows.task.file().recordCount();
      if (next == null && rows.task.whole() && read != stated) {
        throw broken(new IOException("it holds " + read + " rows where metadata states " + stated));
      }
      return next != null;
    }

    @Override
    public Change next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Change change = next;
      next = null;
      return change;
    }

    private Change change(Record record) {
      if (all) {
        return new Change(
            rows.task.fate() == Fate.ADDED ? ChangeKind.INSERT : ChangeKind.DELETE,
            rows.task.commit(),
            record);
      }
      int columns = schema.columns().size();
      ChangeKind kind = rows.kind((Long) record.get(columns));
      if (kind == null) {
        return null;
      }
      Record row = GenericRecord.create(schema);
      for (int i = 0; i < columns; i++) {
        row.set(i, record.get(i));
      }
      return new Change(kind, rows.task.commit(), row);
    }

    private RuntimeException broken(Exception e) {
      return Unreadable.file("data file", rows.task.file().location(), e);
    }

    @Override
    public void close() throws IOException {
      records.close();
      source.close();
    }
  }
}
