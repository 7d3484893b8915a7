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
package dev.tributary.iceberg;

import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;
import org.apache.iceberg.util.UUIDUtil;

/**
 * Brings values into the class that their column's type stands for. The readers go by the data
 * file, where a UUID may be stored as plain bytes, or a timestamp with another notion of zones.
 */
final class RowConformer {
  private final Types.StructType struct;
  private final List<Integer> columns = new ArrayList<>();

  RowConformer(Types.StructType struct) {
    this.struct = struct;
    List<Types.NestedField> fields = struct.fields();
    for (int i = 0; i < fields.size(); i++) {
      if (TypeUtil.find(fields.get(i).type(), RowConformer::varies) != null) {
        columns.add(i);
      }
    }
  }

  /** The row itself, its values conformed. */
  Record conform(Record row) {
    for (int column : columns) {
      Object value = row.get(column);
      Object conformed = conform(struct.fields().get(column).type(), value);
      if (conformed != value) {
        row.set(column, conformed);
      }
    }
    return row;
  }

  private static boolean varies(Type type) {
    return switch (type.typeId()) {
      case UUID, FIXED, BINARY, TIMESTAMP, TIMESTAMP_NANO -> true;
      default -> false;
    };
  }

  private static Object conform(Type type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.typeId()) {
      case UUID -> uuid(value);
      case FIXED -> value instanceof ByteBuffer bytes ? ByteBuffers.toByteArray(bytes) : value;
      case BINARY -> value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
      case TIMESTAMP -> timestamp(((Types.TimestampType) type).shouldAdjustToUTC(), value);
      case TIMESTAMP_NANO -> timestamp(((Types.TimestampNanoType) type).shouldAdjustToUTC(), value);
      case STRUCT -> new RowConformer(type.asStructType()).conform((Record) value);
      case LIST -> list(type.asListType().elementType(), (List<?>) value);
      case MAP -> map(type.asMapType(), (Map<?, ?>) value);
      default -> value;
    };
  }

  private static Object uuid(Object value) {
    if (value instanceof UUID) {
      return value;
    }
    if (value instanceof byte[] bytes) {
      return UUIDUtil.convert(bytes);
    }
    return value instanceof ByteBuffer bytes
        ? UUIDUtil.convert(bytes)
        : UUID.fromString(value.toString());
  }

  private static Object timestamp(boolean instant, Object value) {
    if (instant && value instanceof LocalDateTime local) {
      return local.atOffset(ZoneOffset.UTC);
    }
    return !instant && value instanceof OffsetDateTime zoned
        ? zoned.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
        : value;
  }

  private static List<Object> list(Type elementType, List<?> values) {
    List<Object> conformed = new ArrayList<>(values.size());
    values.forEach(element -> conformed.add(conform(elementType, element)));
    return conformed;
  }

  private static Map<Object, Object> map(Types.MapType type, Map<?, ?> values) {
    Map<Object, Object> conformed = new LinkedHashMap<>();
    values.forEach(
        (key, value) ->
            conformed.put(conform(type.keyType(), key), conform(type.valueType(), value)));
    return conformed;
  }
}
