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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.iceberg.Schema;
import org.apache.iceberg.avro.AvroSchemaUtil;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.avro.DataWriter;
import org.apache.iceberg.data.avro.PlannedDataReader;
import org.apache.iceberg.types.Types;

/**
 * Packs rows of one schema into Avro's binary form, without a header: the compact form in which
 * rows are spilled and travel. Not thread-safe: one codec per thread.
 */
public final class RowCodec {
  private final DatumWriter<Record> writer;
  private final DatumReader<Record> reader;
  // Null: rows are as they are read.
  private final GenericRecord template;
  private BinaryEncoder encoder;
  private BinaryDecoder decoder;

  public RowCodec(Schema schema) {
    Schema stored = stored(schema);
    org.apache.avro.Schema avro = AvroSchemaUtil.convert(stored, "row");
    this.writer = DataWriter.create(avro);
    PlannedDataReader<Record> planned = PlannedDataReader.create(stored, Map.of());
    planned.setSchema(avro);
    this.reader = planned;
    this.template = stored == schema ? null : GenericRecord.create(schema);
  }

  /** Readers take a column with the id of a metadata column for one that files do not hold. */
  private static Schema stored(Schema schema) {
    Annotations lineage = Annotations.of(schema.asStruct());
    if (lineage.isEmpty()) {
      return schema;
    }
    List<Types.NestedField> fields = new ArrayList<>(schema.columns());
    int free = 0;
    for (int position : lineage.positions()) {
      Types.NestedField field = fields.get(position);
      fields.set(position, Types.NestedField.optional(--free, field.name(), field.type()));
    }
    return new Schema(fields);
  }

  private Record decoded(Record stored) {
    if (template == null) {
      return stored;
    }
    Record row = template.copy();
    for (int i = 0; i < stored.size(); i++) {
      row.set(i, stored.get(i));
    }
    return row;
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
      return decoded(reader.read(null, decoder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A new row from the next bytes of {@code in}; reads exactly that row's bytes. */
  public Record decode(InputStream in) {
    try {
      return decoded(reader.read(null, DecoderFactory.get().directBinaryDecoder(in, null)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
