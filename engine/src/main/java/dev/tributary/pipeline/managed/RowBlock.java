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
import dev.tributary.pipeline.SinkShard;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.util.SerializableUtils;
import org.apache.beam.sdk.values.Row;

/** Rows on their way to a table, packed. */
final class RowBlock {
  private static final char BETWEEN = '\n';
  private static final int ROWS = 0;
  private static final int WRITTEN = 1;

  private RowBlock() {}

  /** The key of blocks that are written together. */
  static String key(String table, String shard) {
    return table + BETWEEN + shard;
  }

  static String table(String key) {
    return key.substring(0, key.lastIndexOf(BETWEEN));
  }

  static String shard(String key) {
    return key.substring(key.lastIndexOf(BETWEEN) + 1);
  }

  /** Packs rows. */
  static final class Packer {
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(buffer);

    int size() {
      return buffer.size();
    }

    void row(RowCoder coder, Row row) throws IOException {
      if (buffer.size() == 0) {
        out.writeByte(ROWS);
      }
      coder.encode(row, out, Coder.Context.NESTED);
    }

    /**
     * @param word what stood for the kind; null: nothing did
     */
    void change(byte[] key, ChangeKind kind, String word, long sequence, RowCoder coder, Row row)
        throws IOException {
      out.writeInt(key.length);
      out.write(key);
      out.writeByte(kind.ordinal());
      out.writeUTF(word == null ? kind.name() : word);
      out.writeLong(sequence);
      coder.encode(row, out, Coder.Context.NESTED);
    }

    /** All that was added. */
    byte[] block() {
      byte[] block = buffer.toByteArray();
      buffer.reset();
      return block;
    }
  }

  /** A change as it was packed. */
  record Change(byte[] key, ChangeKind kind, String word, long sequence, Row row) {}

  /** Takes what comes out of a block. */
  interface Visitor<T> {
    void visit(T item) throws IOException;
  }

  /** A block of rows that are in files already. */
  static byte[] written(SinkShard shard) {
    byte[] bytes = SerializableUtils.serializeToByteArray(shard);
    return ByteBuffer.allocate(1 + bytes.length).put((byte) WRITTEN).put(bytes).array();
  }

  /** The shard that {@link #written} packed; empty for a block of rows. */
  static Optional<SinkShard> written(byte[] block) {
    return block[0] == WRITTEN
        ? Optional.of(
            (SinkShard)
                SerializableUtils.deserializeFromByteArray(
                    Arrays.copyOfRange(block, 1, block.length), "written files"))
        : Optional.empty();
  }

  static void rows(byte[] block, RowCoder coder, Visitor<Row> visitor) throws IOException {
    try (ByteArrayInputStream in = new ByteArrayInputStream(block, 1, block.length - 1)) {
      while (in.available() > 0) {
        visitor.visit(coder.decode(in));
      }
    }
  }

  static void changes(byte[] block, RowCoder coder, Visitor<Change> visitor) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(block))) {
      while (in.available() > 0) {
        byte[] key = in.readNBytes(in.readInt());
        ChangeKind kind = ChangeKind.values()[in.readByte()];
        String word = in.readUTF();
        long sequence = in.readLong();
        visitor.visit(new Change(key, kind, word, sequence, coder.decode(in)));
      }
    }
  }
}
