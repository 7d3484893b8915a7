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
import dev.tributary.history.Position;
import dev.tributary.mapping.InapplicableRowException;
import dev.tributary.mapping.RowMapping;
import dev.tributary.rows.KeyCodec;
import dev.tributary.rows.RowCodec;
import dev.tributary.scan.GroupingKey;
import dev.tributary.scan.KeyedSpill;
import dev.tributary.scan.ParallelScan;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import dev.tributary.verify.RowSpiller.Side;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/**
 * Compares a source's state with the target, row by row: both are spilled by key, and then compared
 * one part of the keys after the other.
 */
final class TableComparison {
  private final RowMapping mapping;
  private final Position position;
  private final RowCounter counter;
  private final GroupingKey key;
  private final Schema schema;
  private final Applicability applicability;

  /**
   * @param mapping into the target's columns
   * @param position source position to state in the result
   */
  TableComparison(RowMapping mapping, Position position, RowCounter counter) {
    this(mapping, mapping.equalityColumns(), Applicability.ALL, position, counter);
  }

  /**
   * @param mapping into the target's columns
   * @param keyColumns by which differing rows belong together; empty: by none
   * @param applicability which rows of the source the target should have at all
   * @param position source position to state in the result
   */
  TableComparison(
      RowMapping mapping,
      List<String> keyColumns,
      Applicability applicability,
      Position position,
      RowCounter counter) {
    this.applicability = applicability;
    this.mapping = mapping;
    this.position = position;
    this.counter = counter;
    this.key = new GroupingKey(keyColumns);
    this.schema = optional(mapping.targetSchema());
  }

  /** Which rows of the source reach the target. */
  enum Applicability {
    ALL,
    /** Those without a null in an equality column; the others are in the dead letter table. */
    WITHOUT_NULL_KEYS
  }

  /** The rows that the target should have. */
  interface Expected {

    /**
     * Spills all of them.
     *
     * @param spillers a new one for each thread, to be closed by it
     * @return how many there are
     */
    long spill(Supplier<RowSpiller> spillers);

    /** How many rows were met that reach no target; known after {@link #spill}. */
    long inapplicable();
  }

  /** Reads a state and the target and compares them. */
  Verification compare(ReadPlan source, Table target) {
    AtomicLong inapplicable = new AtomicLong();
    return compare(
        new Expected() {
          @Override
          public long spill(Supplier<RowSpiller> spillers) {
            AtomicLong rows = new AtomicLong();
            ParallelScan.run(
                source.tasks(), () -> new SourceWorker(source, spillers.get(), rows, inapplicable));
            return rows.get();
          }

          @Override
          public long inapplicable() {
            return inapplicable.get();
          }
        },
        target);
  }

  /** Reads both and compares them. */
  Verification compare(Expected source, Table target) {
    long sourceRows;
    AtomicLong targetRows = new AtomicLong();
    TargetRows reader = new TargetRows(target);
    Differences differences = new Differences(schema, key);
    try (KeyedSpill spill = new KeyedSpill()) {
      sourceRows = source.spill(() -> spiller(Side.SOURCE, spill));
      ParallelScan.run(reader.tasks(), () -> new TargetWorker(reader, spill, targetRows));
      ParallelScan.run(
          spill.shards(),
          () -> {
            Differences.Part part = differences.part();
            return shard -> shard.forEachPart(part::compare);
          });
    }
    return new Verification(
        differences.none(),
        sourceRows,
        targetRows.get(),
        differences.missing(),
        differences.unexpected(),
        differences.different(),
        differences.examples(),
        mapping.targetSchema(),
        key.columns(),
        position,
        source.inapplicable());
  }

  /** The same columns, none required: a source row that could never be written still compares. */
  private static Schema optional(Schema schema) {
    return new Schema(schema.columns().stream().map(Types.NestedField::asOptional).toList());
  }

  private RowSpiller spiller(Side side, KeyedSpill spill) {
    return new RowSpiller(side, spill.writer(), new RowCodec(schema), key.reader(schema));
  }

  private final class SourceWorker implements ParallelScan.Worker<ReadTask> {
    private final ReadPlan plan;
    private final RowSpiller spiller;
    private final RowCounter.Local counted = counter.local();
    private final AtomicLong rows;
    private final AtomicLong inapplicable;
    private final KeyCodec codec = new KeyCodec(schema, key.columns());

    SourceWorker(ReadPlan plan, RowSpiller spiller, AtomicLong rows, AtomicLong inapplicable) {
      this.inapplicable = inapplicable;
      this.plan = plan;
      this.spiller = spiller;
      this.rows = rows;
    }

    @Override
    public void accept(ReadTask task) throws IOException {
      long read = 0;
      try (CloseableIterable<Change> changes = plan.reader().read(task)) {
        for (Change change : changes) {
          counted.row();
          Optional<Record> row = applicable(change.row());
          if (row.isEmpty()) {
            inapplicable.incrementAndGet();
            continue;
          }
          spiller.add(row.get());
          read++;
        }
      }
      rows.addAndGet(read);
    }

    private Optional<Record> applicable(Record source) {
      Record row;
      try {
        row = mapping.map(source);
      } catch (InapplicableRowException e) {
        return Optional.empty();
      }
      return applicability == Applicability.WITHOUT_NULL_KEYS && codec.nullColumn(row).isPresent()
          ? Optional.empty()
          : Optional.of(row);
    }

    @Override
    public void close() {
      spiller.close();
      counted.close();
    }
  }

  private final class TargetWorker implements ParallelScan.Worker<FileScanTask> {
    private final TargetRows reader;
    private final RowSpiller spiller;
    private final RowCounter.Local counted = counter.local();
    private final AtomicLong rows;

    TargetWorker(TargetRows reader, KeyedSpill spill, AtomicLong rows) {
      this.reader = reader;
      this.spiller = spiller(Side.TARGET, spill);
      this.rows = rows;
    }

    @Override
    public void accept(FileScanTask task) throws IOException {
      long read = 0;
      try (CloseableIterable<Record> records = reader.read(task)) {
        for (Record row : records) {
          spiller.add(row);
          counted.row();
          read++;
        }
      }
      rows.addAndGet(read);
    }

    @Override
    public void close() {
      spiller.close();
      counted.close();
    }
  }
}
