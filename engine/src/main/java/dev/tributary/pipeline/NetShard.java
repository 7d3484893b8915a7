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

import dev.tributary.rows.RowCodec;
import dev.tributary.target.EqualityDeletes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.function.Consumer;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.iceberg.data.Record;

/** Nets a key shard: writes the rows that survive, and the changed keys with their fates. */
final class NetShard extends DoFn<KV<Integer, Iterable<ChangeBlock>>, ShardResult> {
  private static final long serialVersionUID = 1L;
  private static final int KEY_BLOCK_BYTES = 2 << 20;

  private final UnitJob job;
  private final BlockTransport transport;
  private final RowOutput output;

  NetShard(UnitJob job, BlockTransport transport, RowOutput output) {
    this.job = job;
    this.transport = transport;
    this.output = output;
  }

  @ProcessElement
  public void process(@Element KV<Integer, Iterable<ChangeBlock>> shard, MultiOutputReceiver out)
      throws IOException {
    UnitContext context = job.context();
    try (UnitContext.Work work = context.begin(UnitStage.READING);
        BlockTransport.Writer keyBlocks = transport.writer(context.spill());
        ExternalSorter sorter = new ExternalSorter(context.spill(), job.sorterBytes());
        EqualityDeletes deletes =
            new EqualityDeletes(
                job.output(), job.rows().keyColumns(), "deletes-" + shard.getKey());
        RowSink sink = output.open("unit-" + shard.getKey(), out)) {
      ChangeBlock.sort(shard.getValue(), sorter, context);
      Tally tally = new Tally();
      Survivors survivors =
          new Survivors(sink, job.deletesByKey() ? deletes::delete : key -> {}, keyBlocks, context);
      RowCodec codec = new RowCodec(job.rows().schema());
      Iterator<ExternalSorter.Entry> changes = sorter.sorted();
      new KeyNetting(
              job.netting(),
              job.rows().tellsKinds() ? KeyNetting.Images.KEYS : KeyNetting.Images.ROWS,
              job.rows().selection(),
              codec,
              tally,
              survivors)
          .net(job.rows().tellsKinds() ? new Withdrawals(changes, codec, tally) : changes);
      survivors.flush();
      out.get(RowOutput.RESULTS)
          .output(ShardResult.netted(sink.complete(), deletes.complete(), survivors.keys, tally));
      context.rowsWritten().add(sink.rows());
    }
  }

  /** Takes the netted keys. */
  private static final class Survivors implements KeyNetting.Sink {
    private final RowSink rows;
    private final Consumer<byte[]> deletes;
    private final BlockTransport.Writer blocks;
    private final UnitContext context;
    private final ArrayList<KeyBlock> keys = new ArrayList<>();
    private final PackedBytes buffer = new PackedBytes();
    private int buffered;

    Survivors(
        RowSink rows, Consumer<byte[]> deletes, BlockTransport.Writer blocks, UnitContext context) {
      this.rows = rows;
      this.deletes = deletes;
      this.blocks = blocks;
      this.context = context;
    }

    @Override
    public void key(byte[] key, KeyFate fate, Record row) {
      KeyBlock.pack(key, fate, buffer);
      buffered++;
      if (buffer.size() >= KEY_BLOCK_BYTES) {
        flush();
      }
      deletes.accept(key);
      if (row != null) {
        rows.write(row);
      }
    }

    void flush() {
      context.checkCancelled();
      if (buffered > 0) {
        keys.add(new KeyBlock(blocks.write(buffer), buffered));
        buffer.reset();
        buffered = 0;
      }
    }
  }
}
