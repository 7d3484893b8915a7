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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;

/**
 * Values as JSON: integers and booleans as such; decimals, longs beyond 2^53 and uuids as strings;
 * NaN and infinities as strings; dates and times in ISO-8601, instants with {@code Z}; binary in
 * base64; structs as objects, lists as arrays, maps as arrays of {@code {"key","value"}}.
 */
public final class JsonValues {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final long MAX_SAFE_INTEGER = 1L << 53;
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");
  private static final DateTimeFormatter NANOS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS");

  private JsonValues() {}

  /** A row as an object, its fields in the order of the struct. */
  public static ObjectNode object(Types.StructType struct, StructLike row) {
    ObjectNode object = NODES.objectNode();
    List<Types.NestedField> fields = struct.fields();
    for (int i = 0; i < fields.size(); i++) {
      Types.NestedField field = fields.get(i);
      object.set(field.name(), value(field.type(), row.get(i, Object.class)));
    }
    return object;
  }

  /**
   * One value of Iceberg's generic in-memory classes.
   *
   * @throws IllegalArgumentException for a type that has no JSON form here
   */
  public static JsonNode value(Type type, Object value) {
    if (value == null) {
      return NODES.nullNode();
    }
    return switch (type.typeId()) {
      case BOOLEAN -> NODES.booleanNode((Boolean) value);
      case INTEGER -> NODES.numberNode((Integer) value);
      case LONG -> integer((Long) value);
      case FLOAT -> floating(((Float) value).doubleValue(), NODES.numberNode((Float) value));
      case DOUBLE -> floating((Double) value, NODES.numberNode((Double) value));
      case DECIMAL -> NODES.textNode(((BigDecimal) value).toPlainString());
      case DATE -> NODES.textNode(((LocalDate) value).toString());
      case TIME -> NODES.textNode(TIME.format((LocalTime) value));
      case TIMESTAMP, TIMESTAMP_NANO -> NODES.textNode(timestamp(type, value));
      case STRING, UUID -> NODES.textNode(value.toString());
      case FIXED -> NODES.textNode(Base64.getEncoder().encodeToString((byte[]) value));
      case BINARY ->
          NODES.textNode(
              Base64.getEncoder().encodeToString(ByteBuffers.toByteArray((ByteBuffer) value)));
      case STRUCT -> object(type.asStructType(), (StructLike) value);
      case LIST -> array(type.asListType(), (List<?>) value);
      case MAP -> pairs(type.asMapType(), (Map<?, ?>) value);
      default -> throw new IllegalArgumentException("No JSON form for a value of type " + type);
    };
  }

  private static JsonNode integer(long value) {
    return value > MAX_SAFE_INTEGER || value < -MAX_SAFE_INTEGER
        ? NODES.textNode(Long.toString(value))
        : NODES.numberNode(value);
  }

  private static JsonNode floating(double value, JsonNode number) {
    return Double.isFinite(value) ? number : NODES.textNode(Double.toString(value));
  }

  private static String timestamp(Type type, Object value) {
    DateTimeFormatter format = type.typeId() == Type.TypeID.TIMESTAMP_NANO ? NANOS : MICROS;
    return value instanceof OffsetDateTime instant
        ? format.format(instant.withOffsetSameInstant(ZoneOffset.UTC)) + "Z"
        : format.format((LocalDateTime) value);
  }

  private static ArrayNode array(Types.ListType type, List<?> values) {
    ArrayNode array = NODES.arrayNode();
    values.forEach(element -> array.add(value(type.elementType(), element)));
    return array;
  }

  private static ArrayNode pairs(Types.MapType type, Map<?, ?> values) {
    ArrayNode array = NODES.arrayNode();
    values.forEach(
        (key, value) -> {
          ObjectNode pair = array.addObject();
          pair.set("key", value(type.keyType(), key));
          pair.set("value", value(type.valueType(), value));
        });
    return array;
  }
}
