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
import dev.tributary.mapping.AppendRule;
import dev.tributary.rows.RowCodec;
import dev.tributary.rows.RowKey;
import dev.tributary.scan.GroupingKey;
import java.io.IOException;
import java.util.function.Function;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.iceberg.data.Record;

/** Reads tasks and packs their changes into blocks by key shard. */
final class ReadChanges extends DoFn<TaskGroup, KV<Integer, ChangeBlock>> {
  private static final long serialVersionUID = 1L;

  static final TupleTag<KV<Integer, ChangeBlock>> CHANGES = new TupleTag<>() {};
  static final TupleTag<ShardResult> INAPPLICABLE = new TupleTag<>() {};
  private static final int ALL_BUFFERS = 32 << 20;
  private static final int SMALLEST_BLOCK = 16 << 10;
  private static final int LARGEST_BLOCK = 4 << 20;

  private final UnitJob job;
  private final BlockTransport transport;
  private final int shards;

  ReadChanges(UnitJob job, BlockTransport transport, int shards) {
    this.job = job;
    this.transport = transport;
    this.shards = shards;
  }

  @ProcessElement
  public void process(@Element TaskGroup group, MultiOutputReceiver outputs) throws IOException {
    UnitContext context = job.context();
    OutputReceiver<KV<Integer, ChangeBlock>> out = outputs.get(CHANGES);
    DeadLetters.Collector deadLetters = new DeadLetters.Collector(job);
    try (UnitContext.Work work = context.begin(UnitStage.READING);
        BlockTransport.Writer blocks = transport.writer(context.spill())) {
      for (int i = 0; i < group.tasks().size(); i++) {
        Packing packing = new Packing(group.first() + i, blocks, out);
        job.rows().read(group.tasks().get(i), context, deadLetters, packing);
        packing.complete();
      }
      if (!deadLetters.letters().isEmpty()) {
        outputs.get(INAPPLICABLE).output(ShardResult.inapplicable(deadLetters.letters()));
      }
    }
  }

  /** The buffers of one task. */
  private final class Packing implements TargetRows.Visitor {
    private final Function<Record, RowKey> keys = keys();
    private final RowCodec rows = new RowCodec(job.rows().schema());
    private final PackedBytes[] buffers = new PackedBytes[shards];
    private final int blockBytes =
        Math.min(LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, ALL_BUFFERS / shards));
    private final long task;
    private final BlockTransport.Writer blocks;
    private final OutputReceiver<KV<Integer, ChangeBlock>> out;
    private int sequence;

    Packing(long task, BlockTransport.Writer blocks, OutputReceiver<KV<Integer, ChangeBlock>> out) {
      this.task = task;
      this.blocks = blocks;
      this.out = out;
    }

    @Override
    public void change(Change change) {
      change(change, 0, false);
    }

    @Override
    public void change(Change change, long order, boolean withdrawn) {
      if (job.appending() != null) {
        job.appending().unstate(change.row());
      }
      RowKey key = keys.apply(change.row());
      int shard = key.shard(shards);
      PackedBytes buffer = buffers[shard];
      if (buffer == null) {
        buffer = new PackedBytes();
        buffers[shard] = buffer;
      }
      buffer.bytes(
          new ChangeKey(key.bytes(), order, change.commit(), change.kind(), withdrawn).bytes());
      // Removed rows travel whole too: rows of equal keys are told apart by their values.
      buffer.bytes(rows.encode(change.row()));
      if (buffer.size() >= blockBytes) {
        flush(shard);
      }
    }

    private Function<Record, RowKey> keys() {
      AppendRule rule = job.appending();
      return rule == null
          ? new GroupingKey(job.rows().keyColumns()).reader(job.rows().schema())
          : new GroupingKey(rule.pairing()).reader(job.rows().schema(), rule.lineage());
    }

    private void flush(int shard) {
      out.output(KV.of(shard, new ChangeBlock(task, sequence++, blocks.write(buffers[shard]))));
      buffers[shard].reset();
    }

    void complete() {
      for (int shard = 0; shard < shards; shard++) {
        if (buffers[shard] != null && buffers[shard].size() > 0) {
          flush(shard);
        }
      }
    }
  }
}
