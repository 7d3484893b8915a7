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

import dev.tributary.errors.MappingException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.iceberg.Accessor;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Reads the key of a row. A key is each column's single-value serialization (Iceberg spec, appendix
 * D) behind its length, with a length of its own for null. Not thread-safe: one codec per thread.
 */
public final class KeyCodec {
  private static final int NULL_LENGTH = -1;

  private final List<Types.NestedField> fields;
  private final Schema keySchema;
  private final List<Accessor<StructLike>> accessors = new ArrayList<>();
  private final InternalRecordWrapper wrapper;

  /**
   * @throws MappingException when a column is missing from the schema or can't be part of a key:
   *     nested, floating point, or of a type without equality
   */
  public KeyCodec(Schema schema, List<String> columns) {
    this.fields = fields(schema, columns);
    this.keySchema = new Schema(fields);
    fields.forEach(field -> accessors.add(schema.accessorForField(field.fieldId())));
    this.wrapper = new InternalRecordWrapper(schema.asStruct());
  }

  /**
   * The fields of the key columns, in the given order.
   *
   * @throws MappingException as the constructor
   */
  public static List<Types.NestedField> fields(Schema schema, List<String> columns) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (String column : columns) {
      Types.NestedField field = schema.findField(column);
      if (field == null) {
        throw new MappingException(
            String.format(
                "Equality column '%s' does not exist; the columns are %s. Choose among them.",
                column, schema.columns().stream().map(Types.NestedField::name).toList()));
      }
      Optional<String> unfit = unfit(field.type());
      if (unfit.isPresent()) {
        throw new MappingException(
            String.format(
                "Column '%s' of type %s cannot be an equality column: %s. Choose another column.",
                column, field.type(), unfit.get()));
      }
      fields.add(field);
    }
    return fields;
  }

  /** Why columns of this type can't be part of a key; empty when they can. */
  public static Optional<String> unfit(Type type) {
    return switch (type.typeId()) {
      case FLOAT, DOUBLE -> Optional.of("floating point values have no exact equality");
      case STRUCT, LIST, MAP, VARIANT, GEOMETRY, GEOGRAPHY, UNKNOWN ->
          Optional.of(
              "a value of type " + type.typeId().name().toLowerCase(Locale.ROOT) + " has no key");
      default -> Optional.empty();
    };
  }

  /** The key of a row of the schema that this codec was made for. */
  public RowKey key(Record row) {
    StructLike internal = wrapper.wrap(row);
    ByteBuffer[] values = new ByteBuffer[accessors.size()];
    int size = 0;
    for (int i = 0; i < values.length; i++) {
      Object value = accessors.get(i).get(internal);
      values[i] = value == null ? null : Conversions.toByteBuffer(fields.get(i).type(), value);
      size += Integer.BYTES + (values[i] == null ? 0 : values[i].remaining());
    }
    ByteBuffer key = ByteBuffer.allocate(size);
    for (ByteBuffer value : values) {
      key.putInt(value == null ? NULL_LENGTH : value.remaining());
      if (value != null) {
        key.put(value.duplicate());
      }
    }
    return new RowKey(key.array());
  }

  /** The columns of a key, in the key's order, as a schema. */
  public Schema keySchema() {
    return keySchema;
  }

  /** A row of {@link #keySchema()} with the values of a key's bytes. */
  public Record row(byte[] key) {
    Record row = GenericRecord.create(keySchema);
    ByteBuffer bytes = ByteBuffer.wrap(key);
    for (int i = 0; i < fields.size(); i++) {
      int length = bytes.getInt();
      if (length != NULL_LENGTH) {
        Type type = fields.get(i).type();
        Object internal = Conversions.fromByteBuffer(type, bytes.slice(bytes.position(), length));
        row.set(i, InternalValues.inRows(type, internal));
        bytes.position(bytes.position() + length);
      }
    }
    return row;
  }

  /** The first key column that is null in the row; empty when none is. */
  public Optional<String> nullColumn(Record row) {
    StructLike internal = wrapper.wrap(row);
    for (int i = 0; i < accessors.size(); i++) {
      if (accessors.get(i).get(internal) == null) {
        return Optional.of(fields.get(i).name());
      }
    }
    return Optional.empty();
  }
}
