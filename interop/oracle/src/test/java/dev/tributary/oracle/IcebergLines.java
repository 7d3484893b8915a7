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
package dev.tributary.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;

/** Rows as Iceberg's own generic reader sees them, in the form in which Spark's come. */
final class IcebergLines {
  private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

  private IcebergLines() {}

  /** All live rows of a table. */
  static List<Record> records(Table table) {
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
      List<Record> records = new ArrayList<>();
      rows.forEach(records::add);
      return records;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Some columns of rows of a struct as the oracle compares them. */
  static TableRows of(Types.StructType struct, List<String> columns, List<Record> rows) {
    return new TableRows(
        rows.stream().map(row -> TableRows.line(struct(struct, row).retain(columns))).toList());
  }

  private static ObjectNode struct(Types.StructType struct, StructLike row) {
    ObjectNode object = NODES.objectNode();
    List<Types.NestedField> fields = struct.fields();
    for (int i = 0; i < fields.size(); i++) {
      object.set(fields.get(i).name(), value(fields.get(i).type(), row.get(i, Object.class)));
    }
    return object;
  }

  private static JsonNode value(Type type, Object value) {
    if (value == null) {
      return NODES.nullNode();
    }
    return switch (type.typeId()) {
      case BOOLEAN -> NODES.booleanNode((Boolean) value);
      case INTEGER -> NODES.numberNode((Integer) value);
      case LONG -> NODES.numberNode((Long) value);
      case FLOAT -> {
        float number = (Float) value;
        yield Float.isFinite(number)
            ? NODES.numberNode(number)
            : NODES.textNode(Float.toString(number));
      }
      case DOUBLE -> {
        double number = (Double) value;
        yield Double.isFinite(number)
            ? NODES.numberNode(number)
            : NODES.textNode(Double.toString(number));
      }
      case DECIMAL -> NODES.textNode(((BigDecimal) value).toPlainString());
      case TIMESTAMP ->
          NODES.textNode(
              value instanceof OffsetDateTime instant
                  ? instant.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime() + "+00:00"
                  : ((LocalDateTime) value).toString());
      case FIXED -> NODES.textNode("hex:" + HexFormat.of().formatHex((byte[]) value));
      case BINARY ->
          NODES.textNode(
              "hex:" + HexFormat.of().formatHex(ByteBuffers.toByteArray((ByteBuffer) value)));
      case STRUCT -> struct(type.asStructType(), (StructLike) value);
      case LIST -> {
        ArrayNode array = NODES.arrayNode();
        ((List<?>) value).forEach(e -> array.add(value(type.asListType().elementType(), e)));
        yield array;
      }
      case MAP -> {
        Map<String, JsonNode> sorted = new TreeMap<>();
        ((Map<?, ?>) value)
            .forEach(
                (key, element) ->
                    sorted.put(
                        value(type.asMapType().keyType(), key).asText(),
                        value(type.asMapType().valueType(), element)));
        yield NODES.objectNode().setAll(sorted);
      }
      default -> NODES.textNode(value.toString());
    };
  }
}
