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

import dev.tributary.changes.ChangeKind;
import dev.tributary.errors.MappingException;
import dev.tributary.rows.RowKey;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.iceberg.data.Record;

/** Packs rows into blocks by table and shard. */
final class PackRows extends DoFn<Row, KV<String, byte[]>> {
  private static final long serialVersionUID = 1L;
  private static final int LARGEST_BLOCK = 1 << 20;
  private static final long MOST_BYTES = 64L << 20;
  private static final int SHARDS = 16;

  static final TupleTag<KV<String, byte[]>> BLOCKS = new TupleTag<>() {};
  static final TupleTag<Row> ERRORS = new TupleTag<>() {};

  private final WriteOptions options;
  private final RowFields fields;
  private transient SinkTable.Cache tables;
  private transient RowCoder coder;
  private transient Map<Place, RowBlock.Packer> buffers;
  private transient long bytes;

  PackRows(WriteOptions options, RowFields fields) {
    this.options = options;
    this.fields = fields;
  }

  /** Where rows go together. */
  private record Place(String table, int shard, BoundedWindow window) {}

  /** The schema of rows that say what could not be applied. */
  static Schema errors(Schema input) {
    return Schema.builder()
        .addRowField("failed_row", input)
        .addStringField("error_message")
        .build();
  }

  @Setup
  public void setUp() {
    tables = new SinkTable.Cache(options, fields.stored());
    coder = RowCoder.of(fields.stored());
  }

  @StartBundle
  public void start() {
    buffers = new HashMap<>();
    bytes = 0;
  }

  @ProcessElement
  public void process(@Element Row row, BoundedWindow window, MultiOutputReceiver out)
      throws IOException {
    try {
      add(row, window, new Direct(out));
    } catch (BadRow e) {
      if (options.errorOutput().isEmpty()) {
        throw e;
      }
      out.get(ERRORS)
          .output(
              Row.withSchema(errors(row.getSchema()))
                  .addValues(row, String.valueOf(e.getMessage()))
                  .build());
    }
  }

  private void add(Row row, BoundedWindow window, Output out) throws IOException {
    String table = fields.table(row);
    Row stored = fields.stored(row);
    if (options.changes()) {
      Optional<ChangeKind> kind = fields.kind(row);
      if (kind.isEmpty()) {
        return;
      }
      SinkTable sink = tables.table(table);
      RowKey key = sink.key(convert(sink, stored));
      long sequence = fields.sequence(row);
      Place place = new Place(table, key.shard(options.shards()), window);
      RowBlock.Packer packer = packer(place);
      int before = packer.size();
      packer.change(key.bytes(), kind.get(), fields.word(row), sequence, coder, stored);
      added(place, packer, before, out);
      return;
    }
    int shard = 0;
    if (options.hash()) {
      SinkTable sink = tables.table(table);
      shard = Math.floorMod(sink.partitionHash(convert(sink, stored)), SHARDS);
    }
    Place place = new Place(table, shard, window);
    RowBlock.Packer packer = packer(place);
    int before = packer.size();
    packer.row(coder, stored);
    added(place, packer, before, out);
  }

  /** A value that does not fit is the row's fault, not the table's. */
  private static Record convert(SinkTable sink, Row row) {
    try {
      return sink.record(row);
    } catch (BadRow e) {
      throw e;
    } catch (MappingException e) {
      throw new BadRow("%s", e.getMessage());
    }
  }

  /** Makes a block for the place: only for a row that is not refused any more. */
  private RowBlock.Packer packer(Place place) {
    return buffers.computeIfAbsent(place, it -> new RowBlock.Packer());
  }

  private void added(Place place, RowBlock.Packer packer, int before, Output out)
      throws IOException {
    bytes += packer.size() - before;
    OptionalInt direct = options.directWriteBytes();
    if (packer.size() >= direct.orElse(LARGEST_BLOCK)) {
      full(place, packer, out);
    } else if (bytes > MOST_BYTES) {
      for (Map.Entry<Place, RowBlock.Packer> entry : Map.copyOf(buffers).entrySet()) {
        full(entry.getKey(), entry.getValue(), out);
      }
    }
  }

  /** A block that is full goes to any of the shards, unless its place is bound to one. */
  private void full(Place place, RowBlock.Packer packer, Output out) throws IOException {
    bytes -= packer.size();
    byte[] block = packer.block();
    buffers.remove(place);
    if (block.length == 0) {
      return;
    }
    if (!options.changes() && options.directWriteBytes().isPresent()) {
      SinkTable table = tables.table(place.table());
      block = RowBlock.written(WriteBlocks.write(table, coder, List.of(block)));
    }
    boolean free = !options.changes() && (!options.hash() || options.autosharding());
    String shard =
        free
            ? place.shard() + "." + ThreadLocalRandom.current().nextInt(SHARDS)
            : Integer.toString(place.shard());
    out.block(KV.of(RowBlock.key(place.table(), shard), block), place.window());
  }

  @FinishBundle
  public void finish(FinishBundleContext context) {
    Output out = new AtEnd(context);
    buffers.forEach(
        (place, packer) ->
            out.block(
                KV.of(RowBlock.key(place.table(), Integer.toString(place.shard())), packer.block()),
                place.window()));
    buffers = null;
  }

  /** Where blocks go, while rows come and at the end of their bundle. */
  private interface Output {
    void block(KV<String, byte[]> block, BoundedWindow window);
  }

  private record Direct(MultiOutputReceiver receiver) implements Output {
    @Override
    public void block(KV<String, byte[]> block, BoundedWindow window) {
      // Blocks leave in the window of their rows, not of the row that happened to fill them.
      receiver
          .get(BLOCKS)
          .outputWindowedValue(block, window.maxTimestamp(), List.of(window), PaneInfo.NO_FIRING);
    }
  }

  private final class AtEnd implements Output {
    private final FinishBundleContext context;

    AtEnd(FinishBundleContext context) {
      this.context = context;
    }

    @Override
    public void block(KV<String, byte[]> block, BoundedWindow window) {
      context.output(BLOCKS, block, window.maxTimestamp(), window);
    }
  }
}
