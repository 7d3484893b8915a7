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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Writes the files of rows that are only added. */
final class WriteBlocks extends DoFn<KV<String, Iterable<byte[]>>, KV<String, SinkShard>> {
  private static final long serialVersionUID = 1L;

  private final WriteOptions options;
  private final RowFields fields;
  private transient SinkTable.Cache tables;

  WriteBlocks(WriteOptions options, RowFields fields) {
    this.options = options;
    this.fields = fields;
  }

  @Setup
  public void setUp() {
    tables = new SinkTable.Cache(options, fields.stored());
  }

  @ProcessElement
  public void process(
      @Element KV<String, Iterable<byte[]>> blocks, OutputReceiver<KV<String, SinkShard>> out)
      throws IOException {
    String table = RowBlock.table(blocks.getKey());
    List<byte[]> rows = new ArrayList<>();
    for (byte[] block : blocks.getValue()) {
      Optional<SinkShard> written = RowBlock.written(block);
      written.ifPresent(shard -> out.output(KV.of(table, shard)));
      if (written.isEmpty()) {
        rows.add(block);
      }
    }
    if (!rows.isEmpty()) {
      out.output(KV.of(table, write(tables.table(table), RowCoder.of(fields.stored()), rows)));
    }
  }

  static SinkShard write(SinkTable table, RowCoder coder, Iterable<byte[]> blocks)
      throws IOException {
    try (SinkShard.Appender appender = new SinkShard.Appender(table.output(), "rows")) {
      for (byte[] block : blocks) {
        RowBlock.rows(block, coder, row -> appender.add(table.record(row)));
      }
      return appender.complete();
    }
  }
}
