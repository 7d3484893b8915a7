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

import dev.tributary.errors.MappingException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.logicaltypes.EnumerationType;
import org.apache.beam.sdk.values.Row;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.UUIDUtil;
import org.joda.time.ReadableInstant;

/**
 * Turns Beam's rows into rows of the columns that {@link BeamTypes#columns} gave for their schema.
 * A value that does not fit its column without loss is an error. Travels to workers.
 */
final class RowToRecord implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final long NANOS_PER_MICRO = 1_000;

  private final Types.StructType struct;

  RowToRecord(Types.StructType struct) {
    this.struct = struct;
  }

  /**
   * @throws MappingException naming the field whose value does not fit
   */
  Record record(Row row) {
    return record(struct, row, "");
  }

  private static Record record(Types.StructType struct, Row row, String path) {
    GenericRecord record = GenericRecord.create(struct);
    for (int i = 0; i < struct.fields().size(); i++) {
      Types.NestedField field = struct.fields().get(i);
      FieldType type = row.getSchema().getField(i).getType();
      record.set(i, value(field.type(), type, row.getValue(i), path + field.name()));
    }
    return record;
  }

  private static Object value(Type type, FieldType beam, Object value, String path) {
    if (value == null) {
      return null;
    }
    return switch (type.typeId()) {
      case INTEGER -> ((Number) value).intValue();
      case STRING -> text(beam, value);
      case BINARY -> ByteBuffer.wrap((byte[]) value);
      case FIXED -> fixed((Types.FixedType) type, (byte[]) value, path);
      case UUID -> value instanceof byte[] bytes ? uuid(bytes, path) : (UUID) value;
      case DECIMAL -> decimal((Types.DecimalType) type, (BigDecimal) value, path);
      case TIME -> micros((LocalTime) value, path);
      case TIMESTAMP, TIMESTAMP_NANO -> timestamp(type, value, path);
      case STRUCT -> record(type.asStructType(), (Row) value, path + ".");
      case LIST -> {
        List<Object> list = new ArrayList<>();
        for (Object element : (Iterable<?>) value) {
          list.add(
              value(
                  type.asListType().elementType(),
                  beam.getCollectionElementType(),
                  element,
                  path + ".element"));
        }
        yield list;
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        ((Map<?, ?>) value)
            .forEach(
                (key, item) ->
                    map.put(
                        value(type.asMapType().keyType(), beam.getMapKeyType(), key, path),
                        value(type.asMapType().valueType(), beam.getMapValueType(), item, path)));
        yield map;
      }
      default -> value;
    };
  }

  private static String text(FieldType beam, Object value) {
    return value instanceof EnumerationType.Value constant
        ? ((EnumerationType) beam.getLogicalType()).toString(constant)
        : value.toString();
  }

  private static byte[] fixed(Types.FixedType type, byte[] value, String path) {
    if (value.length != type.length()) {
      throw new MappingException(
          String.format(
              "Field '%s' has %d bytes where its column %s holds exactly %d.",
              path, value.length, type, type.length()));
    }
    return value;
  }

  private static UUID uuid(byte[] value, String path) {
    if (value.length != 2 * Long.BYTES) {
      throw new MappingException(
          String.format("Field '%s' has %d bytes; a uuid has 16.", path, value.length));
    }
    return UUIDUtil.convert(value);
  }

  private static BigDecimal decimal(Types.DecimalType type, BigDecimal value, String path) {
    BigDecimal exact;
    try {
      exact = value.setScale(type.scale());
    } catch (ArithmeticException e) {
      exact = null;
    }
    if (exact == null || exact.precision() > type.precision()) {
      throw new MappingException(
          String.format(
              "The value %s of field '%s' does not fit its column %s without loss.",
              value.toPlainString(), path, type));
    }
    return exact;
  }

  private static LocalTime micros(LocalTime value, String path) {
    requireMicros(value.getNano(), value, path);
    return value;
  }

  private static Object timestamp(Type type, Object value, String path) {
    if (value instanceof LocalDateTime local) {
      if (BeamTypes.micros(type)) {
        requireMicros(local.getNano(), value, path);
      }
      return local;
    }
    Instant instant =
        value instanceof ReadableInstant joda
            ? Instant.ofEpochMilli(joda.getMillis())
            : (Instant) value;
    if (BeamTypes.micros(type)) {
      requireMicros(instant.getNano(), value, path);
    }
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static void requireMicros(int nanos, Object value, String path) {
    if (nanos % NANOS_PER_MICRO != 0) {
      throw new MappingException(
          String.format(
              "The value %s of field '%s' is finer than the microseconds that its column holds:"
                  + " round it, or use a column of type timestamp_ns or timestamptz_ns.",
              value, path));
    }
  }
}
