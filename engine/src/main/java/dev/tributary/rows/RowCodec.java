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
package dev.tributary.rows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.iceberg.Schema;
import org.apache.iceberg.avro.AvroSchemaUtil;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.avro.DataWriter;
import org.apache.iceberg.data.avro.PlannedDataReader;

/**
 * Packs rows of one schema into Avro's binary form, without a header: the compact form in which
 * rows are spilled and travel. Not thread-safe: one codec per thread.
 */
public final class RowCodec {
  private final DatumWriter<Record> writer;
  private final DatumReader<Record> reader;
  private BinaryEncoder encoder;
  private BinaryDecoder decoder;

  public RowCodec(Schema schema) {
    org.apache.avro.Schema avro = AvroSchemaUtil.convert(schema, "row");
    this.writer = DataWriter.create(avro);
    PlannedDataReader<Record> planned = PlannedDataReader.create(schema, Map.of());
    planned.setSchema(avro);
    this.reader = planned;
  }

  /** The row's bytes. */
  public byte[] encode(Record row) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
    encode(row, bytes);
    return bytes.toByteArray();
  }

  /** Appends the row's bytes to {@code out}; nothing is left in a buffer. */
  public void encode(Record row, OutputStream out) {
    try {
      encoder = EncoderFactory.get().directBinaryEncoder(out, encoder);
      writer.write(row, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A new row from the bytes of {@link #encode(Record)}. */
  public Record decode(byte[] bytes) {
    try {
      decoder = DecoderFactory.get().binaryDecoder(bytes, decoder);
      return reader.read(null, decoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A new row from the next bytes of {@code in}; reads exactly that row's bytes. */
  public Record decode(InputStream in) {
    try {
      return reader.read(null, DecoderFactory.get().directBinaryDecoder(in, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
