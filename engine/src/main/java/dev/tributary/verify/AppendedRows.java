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
import dev.tributary.errors.TargetException;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.mapping.AppendRule;
import dev.tributary.mapping.InapplicableRowException;
import dev.tributary.mapping.RowMapping;
import dev.tributary.pipeline.TargetRows.NullKey;
import dev.tributary.pipeline.UnitJob;
import dev.tributary.rows.RowCodec;
import dev.tributary.rows.RowKey;
import dev.tributary.scan.GroupingKey;
import dev.tributary.scan.KeyedSpill;
import dev.tributary.scan.ParallelScan;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.source.ReadTask;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.target.DestinationMark;
import dev.tributary.target.Progress;
import dev.tributary.target.TargetTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/**
 * The rows that a target with mode append should have: the state that its first unit loaded, if it
 * did, and a row for every change since. Reads that state and all these changes again.
 */
final class AppendedRows implements TableComparison.Expected {
  private static final int HEADER = Integer.BYTES + 1;
  private static final ChangeKind[] KINDS = ChangeKind.values();

  private final Schema source;
  private final RowMapping mapping;
  private final AppendRule rule;
  private final List<ReadPlan> plans;
  private final RowCounter counter;
  private final AtomicLong inapplicable = new AtomicLong();

  private AppendedRows(
      Schema source, RowMapping mapping, List<ReadPlan> plans, RowCounter counter) {
    this.source = source;
    this.mapping = mapping;
    this.rule = AppendRule.of(source, mapping);
    this.plans = plans;
    this.counter = counter;
  }

  /**
   * Plans to read what was appended.
   *
   * @param position what the target is committed through
   * @throws TargetException when the target does not tell any more how it began
   * @throws dev.tributary.errors.SourceException when the source cannot tell any more what changed
   */
  static AppendedRows of(
      SourceTable source,
      Position position,
      RowMapping mapping,
      TargetTable target,
      RowCounter counter) {
    Snapshot first = first(target);
    Schema schema = source.schema(position);
    List<ReadPlan> plans = new ArrayList<>();
    SourceRange range = source.range();
    if (first.summary().get(UnitJob.FIRST_UNIT).equals(UnitJob.Kind.INITIAL_LOAD.name())) {
      Position loaded = Progress.in(first.summary()).orElseThrow().committedThrough();
      plans.add(source.planState(loaded, columnsAt(source.schema(loaded), schema, mapping)));
      range = source.rangeAfter(loaded);
      if (loaded.equals(position)) {
        return new AppendedRows(schema, mapping, plans, counter);
      }
    }
    Optional<DestinationMark> mark = target.destination();
    if (mark.isPresent() && mark.get().begins().isPresent() && plans.isEmpty()) {
      range = source.rangeAfter(mark.get().begins().get());
    }
    List<SourceCommit> commits = through(position, range.commits(), target);
    plans.add(
        source.planChanges(
            new SourceRange(range.before(), commits, Optional.of(position)),
            mapping.sourceColumns()));
    return new AppendedRows(schema, mapping, plans, counter);
  }

  private static Snapshot first(TargetTable target) {
    for (Snapshot snapshot : target.table().snapshots()) {
      if (snapshot.summary().containsKey(UnitJob.FIRST_UNIT)) {
        return snapshot;
      }
    }
    throw new TargetException(
        String.format(
            "Target %s cannot be compared: it holds a row for every change since its first"
                + " snapshot, and that snapshot, which tells where it began, was expired.",
            target.table().name()));
  }

  private static List<SourceCommit> through(
      Position position, List<SourceCommit> commits, TargetTable target) {
    for (int i = 0; i < commits.size(); i++) {
      if (commits.get(i).id().equals(position.commitId())) {
        return commits.subList(0, i + 1);
      }
    }
    throw new TargetException(
        String.format(
            "Target %s is committed through %s, which lies outside the range of the spec: compare"
                + " it with the spec that it was filled with.",
            target.table().name(), position.commitId()));
  }

  private static List<String> columnsAt(Schema earlier, Schema latest, RowMapping mapping) {
    return mapping.sourceColumns().stream()
        .map(column -> earlier.findColumnName(latest.findField(column).fieldId()))
        .filter(Objects::nonNull)
        .toList();
  }

  @Override
  public long spill(Supplier<RowSpiller> spillers) {
    AtomicLong rows = new AtomicLong();
    for (ReadPlan plan : plans) {
      if (plan.pairing() == Pairing.AS_STATED) {
        ParallelScan.run(plan.tasks(), () -> new StatedWorker(plan, spillers.get(), rows));
      } else {
        pair(plan, spillers, rows);
      }
    }
    return rows.get();
  }

  @Override
  public long inapplicable() {
    return inapplicable.get();
  }

  private void pair(ReadPlan plan, Supplier<RowSpiller> spillers, AtomicLong rows) {
    try (KeyedSpill changes = new KeyedSpill()) {
      ParallelScan.run(plan.tasks(), () -> new PackingWorker(plan, changes));
      ParallelScan.run(changes.shards(), () -> new PairingWorker(spillers.get(), rows));
    }
  }

  /** Makes rows of the target; null, and counted, where a row makes none. */
  private Function<Record, Record> mapping(ReadPlan plan) {
    var reader =
        new dev.tributary.pipeline.TargetRows(plan, source, mapping, List.of(), NullKey.ALLOWED);
    return row -> {
      try {
        return reader.map(row);
      } catch (InapplicableRowException e) {
        inapplicable.incrementAndGet();
        return null;
      }
    };
  }

  /** Takes rows of the target, on one thread. */
  private abstract class Worker<T> implements ParallelScan.Worker<T> {
    private final RowSpiller spiller;
    private final AtomicLong rows;

    Worker(RowSpiller spiller, AtomicLong rows) {
      this.spiller = spiller;
      this.rows = rows;
    }

    final void change(ChangeKind kind, Record row) {
      if (rule.writes(kind)) {
        spiller.add(rule.state(kind, row));
        rows.incrementAndGet();
      }
    }

    @Override
    public final void close() {
      spiller.close();
    }
  }

  private final class StatedWorker extends Worker<ReadTask> {
    private final ReadPlan plan;
    private final Function<Record, Record> rowsOf;

    StatedWorker(ReadPlan plan, RowSpiller spiller, AtomicLong rows) {
      super(spiller, rows);
      this.plan = plan;
      this.rowsOf = mapping(plan);
    }

    @Override
    public void accept(ReadTask task) throws IOException {
      try (RowCounter.Local counted = counter.local();
          CloseableIterable<Change> changes = plan.reader().read(task)) {
        for (Change change : changes) {
          counted.row();
          Record row = rowsOf.apply(change.row());
          if (row != null) {
            change(change.kind(), row);
          }
        }
      }
    }
  }

  /** Brings together the rows of each key, or rows that may be equal. */
  private final class PackingWorker implements ParallelScan.Worker<ReadTask> {
    private final ReadPlan plan;
    private final KeyedSpill.Writer writer;
    private final Function<Record, Record> rowsOf;
    private final RowCodec codec = new RowCodec(mapping.targetSchema());
    private final Function<Record, RowKey> keyOf =
        new GroupingKey(rule.pairing()).reader(mapping.targetSchema(), rule.lineage());

    PackingWorker(ReadPlan plan, KeyedSpill changes) {
      this.plan = plan;
      this.writer = changes.writer();
      this.rowsOf = mapping(plan);
    }

    @Override
    public void accept(ReadTask task) throws IOException {
      try (RowCounter.Local counted = counter.local();
          CloseableIterable<Change> changes = plan.reader().read(task)) {
        for (Change change : changes) {
          counted.row();
          Record row = rowsOf.apply(change.row());
          if (row == null) {
            continue;
          }
          byte[] packed = codec.encode(rule.unstate(row));
          writer.add(
              keyOf.apply(row).bytes(),
              ByteBuffer.allocate(HEADER + packed.length)
                  .putInt(change.commit())
                  .put((byte) change.kind().ordinal())
                  .put(packed)
                  .array());
        }
      }
    }

    @Override
    public void close() {
      writer.close();
    }
  }

  private final class PairingWorker extends Worker<KeyedSpill.Shard> {
    private final RowCodec codec = new RowCodec(mapping.targetSchema());

    PairingWorker(RowSpiller spiller, AtomicLong rows) {
      super(spiller, rows);
    }

    @Override
    public void accept(KeyedSpill.Shard shard) {
      shard.forEachPart(this::pair);
    }

    private void pair(Iterable<KeyedSpill.Entry> entries) {
      Map<ByteBuffer, List<byte[]>> groups = new HashMap<>();
      for (KeyedSpill.Entry entry : entries) {
        byte[] payload = entry.payload();
        ByteBuffer group =
            ByteBuffer.allocate(Integer.BYTES + entry.key().length)
                .put(payload, 0, Integer.BYTES)
                .put(entry.key())
                .flip();
        groups.computeIfAbsent(group, g -> new ArrayList<>()).add(payload);
      }
      groups.forEach((group, changes) -> resolve(group.getInt(0), changes));
    }

    private void resolve(int commit, List<byte[]> changes) {
      List<Record> removed = new ArrayList<>();
      List<Record> added = new ArrayList<>();
      for (byte[] payload : changes) {
        byte[] row = new byte[payload.length - HEADER];
        System.arraycopy(payload, HEADER, row, 0, row.length);
        (KINDS[payload[Integer.BYTES]].removes() ? removed : added).add(codec.decode(row));
      }
      rule.resolve(commit, removed, added).forEach(change -> change(change.kind(), change.row()));
    }
  }
}
