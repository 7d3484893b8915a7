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
package dev.tributary.target;

import dev.tributary.rows.KeyCodec;
import dev.tributary.scan.ParallelScan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.types.Types;

/** Finds the live rows of changed keys and removes them. */
public final class Locator {
  private static final long TASK_BYTES = 128L << 20;
  private static final int MOST_FILES = 64;

  private final TargetOutput output;
  private final List<String> keyColumns;
  private final KeyChunks keys;
  private final Removal removal;

  public Locator(TargetOutput output, List<String> keyColumns, KeyChunks keys, Removal removal) {
    this.output = output;
    this.keyColumns = keyColumns;
    this.keys = keys;
    this.removal = removal;
  }

  /**
   * The data files of the table's current snapshot that may hold a changed key, grouped into tasks.
   * Lazy: close it.
   */
  public static CloseableIterable<LocateTask> plan(
      Table table, List<String> keyColumns, KeyChunks keys) {
    if (table.currentSnapshot() == null || keys.count() == 0) {
      return CloseableIterable.empty();
    }
    Schema schema = table.schema();
    List<Types.NestedField> fields = KeyCodec.fields(schema, keyColumns);
    KeyRanges ranges = KeyRanges.of(keys, schema, fields);
    CloseableIterable<FileScanTask> files =
        CloseableIterable.filter(
            // A scan of a named snapshot would have its schema, in which a key column that was
            // renamed since has its old name.
            table.newScan().includeColumnStats(keyColumns).planFiles(),
            task -> ranges.mayHoldKeys(task.file(), task.spec()));
    return CloseableIterable.combine(() -> new Groups(files.iterator()), files);
  }

  /**
   * Scans the task's files for the keys and removes the rows found. Costs a reading of the files'
   * key columns for each chunk of keys, and one of all columns of files that are rewritten.
   */
  public Located locate(LocateTask task, BooleanSupplier cancelled) {
    BitSet matched = new BitSet();
    try (RowRemover remover = removal.remover(output, task)) {
      KeyScan scan = new KeyScan(output.table(), keyColumns);
      for (int chunk = 0; chunk < keys.count(); chunk++) {
        KeySet set = keys.load(chunk);
        int first = Math.toIntExact(keys.firstKey(chunk));
        for (FileScanTask file : task.files()) {
          if (cancelled.getAsBoolean()) {
            throw new CancellationException("Cancelled while locating rows");
          }
          scan.scan(
              file,
              set,
              (index, position) -> {
                matched.set(first + index);
                remover.remove(file, position);
              });
        }
      }
      return remover.complete(KeyNumbers.encode(matched), cancelled);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Plans and locates in one go, on a few threads.
   *
   * @return what was located in the table's current snapshot
   */
  public Located locate(Table table, BooleanSupplier cancelled) {
    List<LocateTask> tasks = new ArrayList<>();
    try (CloseableIterable<LocateTask> planned = plan(table, keyColumns, keys)) {
      planned.forEach(tasks::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ConcurrentLinkedQueue<Located> found = new ConcurrentLinkedQueue<>();
    ParallelScan.run(tasks, () -> task -> found.add(locate(task, cancelled)));
    return Located.union(found);
  }

  /** Groups files while they are planned. */
  private static final class Groups implements Iterator<LocateTask> {
    private final CloseableIterator<FileScanTask> files;

    Groups(CloseableIterator<FileScanTask> files) {
      this.files = files;
    }

    @Override
    public boolean hasNext() {
      return files.hasNext();
    }

    @Override
    public LocateTask next() {
      if (!files.hasNext()) {
        throw new NoSuchElementException();
      }
      List<FileScanTask> group = new ArrayList<>();
      long bytes = 0;
      while (files.hasNext() && bytes < TASK_BYTES && group.size() < MOST_FILES) {
        FileScanTask file = files.next();
        group.add(file);
        bytes += file.length();
      }
      return new LocateTask(group);
    }
  }
}
