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
package dev.tributary.preview;

import dev.tributary.changes.Change;
import dev.tributary.rows.RowCodec;
import dev.tributary.rows.RowKey;
import dev.tributary.scan.GroupingKey;
import dev.tributary.scan.KeyedSpill;
import dev.tributary.scan.ParallelScan;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/** The changes of some tasks, grouped by key; on disk when there are many. */
final class ChangeSpill implements Closeable {
  private final KeyedSpill spill;

  private ChangeSpill(KeyedSpill spill) {
    this.spill = spill;
  }

  /** Reads all changes of the tasks. */
  static ChangeSpill read(
      ReadPlan plan, List<ReadTask> tasks, GroupingKey key, RowCounter counter) {
    List<NumberedTask> numbered = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      numbered.add(new NumberedTask(i, tasks.get(i)));
    }
    KeyedSpill spill = new KeyedSpill();
    try {
      ParallelScan.run(numbered, () -> new SpillWorker(plan, key, spill.writer(), counter.local()));
    } catch (RuntimeException e) {
      spill.close();
      throw e;
    }
    return new ChangeSpill(spill);
  }

  /**
   * Hands the changes of each key, in the order in which they apply, to consumers of several
   * threads.
   */
  void forEachKey(Supplier<Consumer<List<PackedChange>>> consumers) {
    ParallelScan.run(
        spill.shards(),
        () -> {
          Consumer<List<PackedChange>> consumer = consumers.get();
          return shard -> shard.forEachPart(entries -> byKey(entries).forEach(consumer));
        });
  }

  @Override
  public void close() {
    spill.close();
  }

  private static Iterable<List<PackedChange>> byKey(Iterable<KeyedSpill.Entry> entries) {
    Map<RowKey, List<PackedChange>> changes = new HashMap<>();
    for (KeyedSpill.Entry entry : entries) {
      changes
          .computeIfAbsent(RowKey.ofBytes(entry.key()), key -> new ArrayList<>(2))
          .add(PackedChange.ofBytes(entry.payload()));
    }
    changes.values().forEach(ofKey -> ofKey.sort(PackedChange.ORDER));
    return changes.values();
  }

  private record NumberedTask(int number, ReadTask task) {}

  private static final class SpillWorker implements ParallelScan.Worker<NumberedTask> {
    private final ReadPlan plan;
    private final Function<Record, RowKey> key;
    private final RowCodec codec;
    private final KeyedSpill.Writer writer;
    private final RowCounter.Local counter;

    SpillWorker(
        ReadPlan plan, GroupingKey key, KeyedSpill.Writer writer, RowCounter.Local counter) {
      this.plan = plan;
      this.key = key.reader(plan.schema());
      this.codec = new RowCodec(plan.schema());
      this.writer = writer;
      this.counter = counter;
    }

    @Override
    public void accept(NumberedTask task) throws IOException {
      try (CloseableIterable<Change> changes = plan.reader().read(task.task())) {
        long row = 0;
        for (Change change : changes) {
          PackedChange packed =
              new PackedChange(
                  change.kind(),
                  change.commit(),
                  PackedChange.arrival(task.number(), row),
                  codec.encode(change.row()));
          writer.add(key.apply(change.row()).bytes(), packed.toBytes());
          counter.row();
          row++;
        }
      }
    }

    @Override
    public void close() {
      writer.close();
      counter.close();
    }
  }
}
