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

import dev.tributary.rows.RowCodec;
import dev.tributary.rows.RowKey;
import dev.tributary.scan.KeyedSpill;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.util.function.Function;
import org.apache.iceberg.data.Record;

/** Spills the rows that one thread reads of one side. */
final class RowSpiller implements Closeable {
  private final Side side;
  private final KeyedSpill.Writer writer;
  private final RowCodec codec;
  private final Function<Record, RowKey> key;
  private final ByteArrayOutputStream payload = new ByteArrayOutputStream(256);

  RowSpiller(Side side, KeyedSpill.Writer writer, RowCodec codec, Function<Record, RowKey> key) {
    this.side = side;
    this.writer = writer;
    this.codec = codec;
    this.key = key;
  }

  /** Which table a row is of; the first byte of its payload. */
  enum Side {
    SOURCE,
    TARGET;

    static Side of(KeyedSpill.Entry entry) {
      return values()[entry.payload()[0]];
    }
  }

  void add(Record row) {
    payload.reset();
    payload.write(side.ordinal());
    codec.encode(row, payload);
    writer.add(key.apply(row).bytes(), payload.toByteArray());
  }

  @Override
  public void close() {
    writer.close();
  }
}
