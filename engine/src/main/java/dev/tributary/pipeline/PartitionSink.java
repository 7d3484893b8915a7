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
import dev.tributary.scan.ByteHash;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.beam.sdk.values.KV;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;

/**
 * Packs rows for the writers of their partitions. Where each block goes is decided at the end, when
 * it is known how many rows there are: many of one partition may go to several writers, or be
 * written at once.
 */
final class PartitionSink extends RowSink {
  private static final int ALL_BUFFERS = 32 << 20;
  private static final int SMALLEST_BLOCK = 16 << 10;
  private static final int LARGEST_BLOCK = 4 << 20;

  private final RowOutput output;
  private final UnitContext context;
  private final String name;
  private final Consumer<KV<Integer, ChangeBlock>> out;
  private final RowCodec codec;
  private final PartitionBytes partitions;
  private final InternalRecordWrapper internal;
  private final BlockTransport.Writer blocks;
  private final Parcel[] parcels;
  private final boolean spreads;
  private final long fileBytes;
  private final int blockBytes;

  PartitionSink(
      RowOutput output, UnitContext context, String name, Consumer<KV<Integer, ChangeBlock>> out) {
    this.output = output;
    this.context = context;
    this.name = name;
    this.out = out;
    var table = output.job().output().table();
    this.codec = new RowCodec(table.schema());
    this.partitions = new PartitionBytes(table);
    this.internal = new InternalRecordWrapper(table.schema().asStruct());
    this.blocks = output.transport().writer(context.spill());
    this.parcels = new Parcel[output.writers()];
    this.spreads =
        output.job().distribution().spread() == RowDistribution.Spread.PARTITION_AND_SIZE;
    this.fileBytes = output.job().output().targetFileSizeBytes();
    // A block is the smallest part of a partition that another writer can get.
    long wanted = spreads ? Math.min(LARGEST_BLOCK, fileBytes) : LARGEST_BLOCK;
    this.blockBytes =
        (int) Math.max(SMALLEST_BLOCK, Math.min(wanted, ALL_BUFFERS / output.writers()));
  }

  /** The rows for one writer. */
  private static final class Parcel {
    private final PackedBytes buffer = new PackedBytes();
    private final List<Block> blocks = new ArrayList<>();
    private long bytes;
  }

  @Override
  void add(Record row) {
    byte[] partition = partitions.of(internal.wrap(row)).toByteArray();
    int writer = Math.floorMod((int) ByteHash.of(partition, 0), parcels.length);
    if (parcels[writer] == null) {
      parcels[writer] = new Parcel();
    }
    Parcel parcel = parcels[writer];
    parcel.buffer.bytes(codec.encode(row));
    if (parcel.buffer.size() >= blockBytes) {
      flush(parcel);
    }
  }

  private void flush(Parcel parcel) {
    if (parcel.buffer.size() > 0) {
      parcel.bytes += parcel.buffer.size();
      parcel.blocks.add(blocks.write(parcel.buffer));
      parcel.buffer.reset();
    }
  }

  @Override
  List<DataFile> complete() throws IOException {
    List<DataFile> written = new ArrayList<>();
    for (int writer = 0; writer < parcels.length; writer++) {
      Parcel parcel = parcels[writer];
      if (parcel != null) {
        flush(parcel);
        long direct = output.job().distribution().directBytes();
        if (direct > 0 && parcel.bytes >= direct) {
          written.addAll(write(writer, parcel));
        } else {
          send(writer, parcel);
        }
        parcels[writer] = null;
      }
    }
    return written;
  }

  private List<DataFile> write(int writer, Parcel parcel) throws IOException {
    try (RowSink files =
        RowSink.open(output.job().output(), context.spill(), name + "-direct-" + writer)) {
      for (Block block : parcel.blocks) {
        context.checkCancelled();
        read(block, codec, files);
      }
      return files.complete();
    }
  }

  private void send(int writer, Parcel parcel) {
    long sent = 0;
    for (int i = 0; i < parcel.blocks.size(); i++) {
      long filled = spreads ? sent / fileBytes : 0;
      out.accept(
          KV.of(
              (int) ((writer + filled) % parcels.length),
              new ChangeBlock(0, i, parcel.blocks.get(i))));
      sent += parcel.blocks.get(i).length();
    }
  }

  /** Writes the rows of a block that such a sink packed. */
  static void read(Block block, RowCodec codec, RowSink sink) throws IOException {
    try (InputStream in = BlockTransport.open(block)) {
      for (int length = PackedBytes.integerOrEnd(in);
          length >= 0;
          length = PackedBytes.integerOrEnd(in)) {
        sink.write(codec.decode(PackedBytes.bytes(length, in)));
      }
    }
  }

  @Override
  public void close() throws IOException {
    blocks.close();
  }
}
