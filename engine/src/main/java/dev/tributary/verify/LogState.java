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
package dev.tributary.verify;

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.mapping.ChangeLog;
import dev.tributary.mapping.InapplicableRowException;
import dev.tributary.mapping.RowMapping;
import dev.tributary.rows.KeyCodec;
import dev.tributary.rows.RowCodec;
import dev.tributary.rows.RowKey;
import dev.tributary.scan.KeyedSpill;
import dev.tributary.scan.ParallelScan;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import dev.tributary.verify.TableComparison.Applicability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** The rows that a log of changes leaves: the last change of each key, if it is no delete. */
final class LogState implements TableComparison.Expected {
  private static final int HEADER = Long.BYTES + 1;
  private static final ChangeKind[] KINDS = ChangeKind.values();

  private final ReadPlan plan;
  private final RowMapping mapping;
  private final ChangeLog log;
  private final Applicability applicability;
  private final RowCounter counter;
  private final Schema schema;
  private final AtomicLong inapplicable = new AtomicLong();

  LogState(
      ReadPlan plan,
      RowMapping mapping,
      ChangeLog log,
      Applicability applicability,
      RowCounter counter) {
    this.plan = plan;
    this.mapping = mapping;
    this.log = log;
    this.applicability = applicability;
    this.counter = counter;
    this.schema =
        new Schema(
            mapping.targetSchema().columns().stream().map(Types.NestedField::asOptional).toList());
  }

  @Override
  public long spill(Supplier<RowSpiller> spillers) {
    AtomicLong rows = new AtomicLong();
    try (KeyedSpill changes = new KeyedSpill()) {
      ParallelScan.run(plan.tasks(), () -> new Packing(changes));
      ParallelScan.run(changes.shards(), () -> new Folding(spillers.get(), rows));
    }
    return rows.get();
  }

  @Override
  public long inapplicable() {
    return inapplicable.get();
  }

  private final class Packing implements ParallelScan.Worker<ReadTask> {
    private final KeyedSpill.Writer writer;
    private final RowCodec codec = new RowCodec(schema);
    private final KeyCodec keys = new KeyCodec(schema, mapping.equalityColumns());

    Packing(KeyedSpill changes) {
      this.writer = changes.writer();
    }

    @Override
    public void accept(ReadTask task) throws IOException {
      try (RowCounter.Local counted = counter.local();
          CloseableIterable<Change> changes = plan.reader().read(task)) {
        for (Change change : changes) {
          counted.row();
          add(change);
        }
      }
    }

    private void add(Change change) {
      Record row;
      ChangeKind kind;
      long order;
      try {
        row = mapping.map(change.row());
        kind = log.kind(change.row(), change.kind());
        order = log.order(change.row());
      } catch (InapplicableRowException e) {
        inapplicable.incrementAndGet();
        return;
      }
      if (applicability == Applicability.WITHOUT_NULL_KEYS && keys.nullColumn(row).isPresent()) {
        if (!log.isOutside(change.kind())) {
          inapplicable.incrementAndGet();
        }
        return;
      }
      byte[] packed = codec.encode(row);
      writer.add(
          keys.key(row).bytes(),
          ByteBuffer.allocate(HEADER + packed.length)
              .putLong(order)
              .put((byte) kind.ordinal())
              .put(packed)
              .array());
    }

    @Override
    public void close() {
      writer.close();
    }
  }

  private final class Folding implements ParallelScan.Worker<KeyedSpill.Shard> {
    private final RowSpiller spiller;
    private final AtomicLong rows;
    private final RowCodec codec = new RowCodec(schema);

    Folding(RowSpiller spiller, AtomicLong rows) {
      this.spiller = spiller;
      this.rows = rows;
    }

    @Override
    public void accept(KeyedSpill.Shard shard) {
      shard.forEachPart(this::fold);
    }

    private void fold(Iterable<KeyedSpill.Entry> entries) {
      Map<RowKey, byte[]> last = new HashMap<>();
      for (KeyedSpill.Entry entry : entries) {
        last.merge(
            RowKey.ofBytes(entry.key()),
            entry.payload(),
            (known, change) -> isBefore(known, change) ? change : known);
      }
      for (byte[] change : last.values()) {
        if (!KINDS[change[Long.BYTES]].removes()) {
          spiller.add(codec.decode(Arrays.copyOfRange(change, HEADER, change.length)));
          rows.incrementAndGet();
        }
      }
    }

    private static boolean isBefore(byte[] known, byte[] change) {
      int order = Long.compare(ByteBuffer.wrap(known).getLong(), ByteBuffer.wrap(change).getLong());
      return order < 0 || (order == 0 && known[Long.BYTES] < change[Long.BYTES]);
    }

    @Override
    public void close() {
      spiller.close();
    }
  }
}
