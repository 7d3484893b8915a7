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
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
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
  public List<ReadTask> joined(List<ReadTask> tasks) {
    return KeptTasks.join(tasks);
  }

  @Override
  public CloseableIterable<Change> read(ReadTask readTask) {
    if (readTask instanceof KeptTasks kept) {
      return flipped(kept.tasks());
    }
    FileTask task = (FileTask) readTask;
    if (task.fate() == Fate.KEPT) {
      return flipped(List.of(task));
    }
    FileDeletes inForce = task.fate() == Fate.ADDED ? task.after() : task.before();
    return new Rows(task, deletes.positions(task, inForce));
  }

  private CloseableIterable<Change> flipped(List<FileTask> tasks) {
    List<Flips> flips =
        tasks.stream().map(this::flips).filter(flip -> !flip.all().isEmpty()).toList();
    return flips.isEmpty()
        ? CloseableIterable.empty()
        : new FlippedRows(tasks.get(0), List.copyOf(flips));
  }

  private Flips flips(FileTask task) {
    FileDeletes shared = task.before().shared(task.after());
    PositionDeleteIndex before = deletes.positions(task, task.before().without(shared));
    PositionDeleteIndex after = deletes.positions(task, task.after().without(shared));
    Flips flips = new Flips(task.commit());
    if (before.isEmpty() && after.isEmpty()) {
      return flips;
    }
    PositionDeleteIndex dead = deletes.positions(task, shared);
    after.forEach(position -> flips.add(position, flips.removed, before, dead));
    before.forEach(position -> flips.add(position, flips.added, after, dead));
    return flips;
  }

  /** The rows of a file that one commit took away, and those that it brought back. */
  private static final class Flips {
    private final int commit;
    private final PositionDeleteIndex removed = DeleteReader.none();
    private final PositionDeleteIndex added = DeleteReader.none();

    Flips(int commit) {
      this.commit = commit;
    }

    void add(
        long position,
        PositionDeleteIndex side,
        PositionDeleteIndex other,
        PositionDeleteIndex dead) {
      if (!other.isDeleted(position) && !dead.isDeleted(position)) {
        side.delete(position);
      }
    }

    PositionDeleteIndex all() {
      PositionDeleteIndex all = DeleteReader.none();
      all.merge(removed);
      all.merge(added);
      return all;
    }

    /** Empty: the commit left the row as it was. */
    Optional<ChangeKind> kind(long position) {
      if (removed.isDeleted(position)) {
        return Optional.of(ChangeKind.DELETE);
      }
      return added.isDeleted(position) ? Optional.of(ChangeKind.INSERT) : Optional.empty();
    }
  }

  /** The changes of a file that stayed, row by row, of each row by commit. */
  private final class FlippedRows implements CloseableIterable<Change> {
    private final FileTask task;
    private final List<Flips> commits;
    private final PositionDeleteIndex wanted = DeleteReader.none();

    FlippedRows(FileTask task, List<Flips> commits) {
      this.task = task;
      this.commits = commits;
      commits.forEach(flips -> wanted.merge(flips.all()));
    }

    @Override
    public CloseableIterator<Change> iterator() {
      CloseableIterator<PickedRow> rows;
      try {
        rows = files.pick(task, schema, wanted::isDeleted);
      } catch (RuntimeException | IOException e) {
        throw broken(task, e);
      }
      return new CloseableIterator<>() {
        private Iterator<Change> changes = Collections.emptyIterator();

        @Override
        public boolean hasNext() {
          try {
            while (!changes.hasNext() && rows.hasNext()) {
              changes = changes(rows.next());
            }
          } catch (RuntimeException e) {
            throw broken(task, e);
          }
          return changes.hasNext();
        }

        @Override
        public Change next() {
          if (!hasNext()) {
            throw new NoSuchElementException();
          }
          return changes.next();
        }

        @Override
        public void close() throws IOException {
          rows.close();
        }
      };
    }

    private Iterator<Change> changes(PickedRow row) {
      List<Change> changes = new ArrayList<>(1);
      for (Flips flips : commits) {
        flips
            .kind(row.position())
            .ifPresent(kind -> changes.add(new Change(kind, flips.commit, row.row())));
      }
      return changes.iterator();
    }

    @Override
    public void close() {}
  }

  private static RuntimeException broken(FileTask task, Exception e) {
    Exception cause = e instanceof UncheckedIOException wrapped ? wrapped.getCause() : e;
    return Unreadable.file("data file", task.file().location(), cause);
  }

  /**
   * The rows of a file that came or went.
   *
   * @param dead rows that are not live on either side
   */
  private final class Rows implements CloseableIterable<Change> {
    private final FileTask task;
    private final PositionDeleteIndex dead;

    Rows(FileTask task, PositionDeleteIndex dead) {
      this.task = task;
      this.dead = dead;
    }

    @Override
    public CloseableIterator<Change> iterator() {
      return new RowIterator(this);
    }

    @Override
    public void close() {}
  }

  private final class RowIterator implements CloseableIterator<Change> {
    private final Rows rows;
    private final boolean all;
    private final CloseableIterable<Record> source;
    private final CloseableIterator<Record> records;
    private long read;
    private Change next;

    RowIterator(Rows rows) {
      this.rows = rows;
      this.all = rows.dead.isEmpty();
      Schema projection =
          all ? schema : TypeUtil.join(schema, new Schema(MetadataColumns.ROW_POSITION));
      try {
        this.source = files.open(rows.task, projection);
        this.records = source.iterator();
      } catch (RuntimeException e) {
        throw broken(rows.task, e);
      }
    }

    @Override
    public boolean hasNext() {
      try {
        while (next == null && records.hasNext()) {
          next = change(records.next());
          read++;
        }
        if (next == null && rows.task.whole()) {
          DataFiles.requireStated(read, rows.task.file().recordCount());
        }
      } catch (RuntimeException e) {
        throw broken(rows.task, e);
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
      ChangeKind kind = rows.task.fate() == Fate.ADDED ? ChangeKind.INSERT : ChangeKind.DELETE;
      if (all) {
        return new Change(kind, rows.task.commit(), record);
      }
      int columns = schema.columns().size();
      if (rows.dead.isDeleted((Long) record.get(columns))) {
        return null;
      }
      Record row = GenericRecord.create(schema);
      for (int i = 0; i < columns; i++) {
        row.set(i, record.get(i));
      }
      return new Change(kind, rows.task.commit(), row);
    }

    @Override
    public void close() throws IOException {
      records.close();
      source.close();
    }
  }
}
