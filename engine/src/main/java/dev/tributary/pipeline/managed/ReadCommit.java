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
package dev.tributary.pipeline.managed;

import dev.tributary.changes.Change;
import dev.tributary.rows.RowCodec;
import dev.tributary.rows.RowKey;
import dev.tributary.scan.GroupingKey;
import dev.tributary.source.ReadTask;
import java.io.IOException;
import java.util.function.Function;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Reads changes. Those that need no partner leave as rows, the others as blocks of their commit and
 * key shard.
 */
final class ReadCommit extends DoFn<CommitTasks, Row> {
  private static final long serialVersionUID = 1L;
  private static final int ALL_BUFFERS = 16 << 20;
  private static final int LARGEST_BLOCK = 1 << 20;

  static final TupleTag<Row> ROWS = new TupleTag<>() {};
  static final TupleTag<KV<String, PairBlock>> BLOCKS = new TupleTag<>() {};

  private final ReadShape shape;

  ReadCommit(ReadShape shape) {
    this.shape = shape;
  }

  @ProcessElement
  public void process(@Element CommitTasks work, MultiOutputReceiver out) throws IOException {
    Packing packing = work.shards() == 0 ? null : new Packing(work, out.get(BLOCKS));
    OutputReceiver<Row> rows = out.get(ROWS);
    for (ReadTask task : work.tasks()) {
      try (CloseableIterable<Change> changes = work.reader().read(task)) {
        for (Change change : changes) {
          if (packing != null) {
            packing.add(change);
          } else if (work.commit().selects(change.kind())) {
            rows.output(shape.row(work.commit(), change));
          }
        }
      }
    }
    if (packing != null) {
      packing.complete();
    }
  }

  private final class Packing {
    private final CommitTasks work;
    private final OutputReceiver<KV<String, PairBlock>> out;
    private final Function<Record, RowKey> keys;
    private final RowCodec codec;
    private final PairBlock.Packer[] shards;
    private final int blockBytes;

    Packing(CommitTasks work, OutputReceiver<KV<String, PairBlock>> out) {
      this.work = work;
      this.out = out;
      this.keys = new GroupingKey(shape.keyColumns()).reader(shape.read());
      this.codec = new RowCodec(shape.read());
      this.shards = new PairBlock.Packer[work.shards()];
      this.blockBytes = Math.min(LARGEST_BLOCK, Math.max(16 << 10, ALL_BUFFERS / shards.length));
    }

    void add(Change change) {
      RowKey key = keys.apply(change.row());
      int shard = key.shard(shards.length);
      if (shards[shard] == null) {
        shards[shard] = new PairBlock.Packer();
      }
      shards[shard].add(key.bytes(), change.kind(), codec.encode(change.row()));
      if (shards[shard].size() >= blockBytes) {
        flush(shard);
      }
    }

    private void flush(int shard) {
      out.output(KV.of(work.commit().id() + "/" + shard, shards[shard].block(work.commit())));
    }

    void complete() {
      for (int shard = 0; shard < shards.length; shard++) {
        if (shards[shard] != null && shards[shard].size() > 0) {
          flush(shard);
        }
      }
    }
  }
}
