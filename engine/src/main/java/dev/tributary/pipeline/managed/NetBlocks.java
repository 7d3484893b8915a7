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

import dev.tributary.pipeline.SinkShard;
import java.io.IOException;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Nets the changes of one key shard in one window. Those that come after their window was committed
 * go to the dead letters: others of their keys may have been applied that were to follow them.
 */
final class NetBlocks extends DoFn<KV<String, Iterable<byte[]>>, KV<String, PendingShard>> {
  private static final long serialVersionUID = 1L;

  static final TupleTag<KV<String, PendingShard>> SHARDS = new TupleTag<>() {};
  static final TupleTag<Row> DEAD_LETTERS = new TupleTag<>() {};

  private final WriteOptions options;
  private final RowFields fields;
  private transient SinkTable.Cache tables;

  NetBlocks(WriteOptions options, RowFields fields) {
    this.options = options;
    this.fields = fields;
  }

  /** The schema of the dead letters. */
  static Schema deadLetters(Schema stored) {
    return Schema.builder()
        .addRowField("record", stored)
        .addStringField("change_type")
        .addInt64Field("sequence_number")
        .addStringField("destination")
        .build();
  }

  @Setup
  public void setUp() {
    tables = new SinkTable.Cache(options, fields.stored());
  }

  @ProcessElement
  public void process(
      @Element KV<String, Iterable<byte[]>> blocks,
      BoundedWindow window,
      PaneInfo pane,
      MultiOutputReceiver out)
      throws IOException {
    String table = RowBlock.table(blocks.getKey());
    RowCoder coder = RowCoder.of(fields.stored());
    if (pane.getTiming() == PaneInfo.Timing.LATE) {
      for (byte[] block : blocks.getValue()) {
        RowBlock.changes(
            block,
            coder,
            change ->
                out.get(DEAD_LETTERS)
                    .output(
                        Row.withSchema(deadLetters(fields.stored()))
                            .addValues(change.row(), change.word(), change.sequence(), table)
                            .build()));
      }
      return;
    }
    SinkTable sink = tables.table(table);
    try (SinkShard.Netter netter =
        new SinkShard.Netter(
            sink.output(), "changes-" + RowBlock.shard(blocks.getKey()), options.sorterBytes())) {
      for (byte[] block : blocks.getValue()) {
        RowBlock.changes(
            block,
            coder,
            change ->
                netter.add(
                    change.key(), change.sequence(), change.kind(), sink.record(change.row())));
      }
      out.get(SHARDS)
          .output(
              KV.of(table, new PendingShard(window.maxTimestamp().getMillis(), netter.complete())));
    }
  }
}
