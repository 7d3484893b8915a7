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
package dev.tributary.interop.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.JavaConverters;

/**
 * Rows as JSON lines in one canonical form, so that equal rows are equal lines: objects in column
 * order, decimals as text, dates and times as ISO-8601 with a fraction only where there is one,
 * instants with {@code +00:00}, binary as {@code hex:…}, NaN and infinities as text, maps as
 * objects sorted by key.
 */
final class CanonicalRows {
  private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter MICROS =
      new DateTimeFormatterBuilder()
          .append(SECONDS)
          .appendFraction(ChronoField.NANO_OF_SECOND, 6, 6, true)
          .toFormatter(Locale.ROOT);

  private CanonicalRows() {}

  /**
   * Writes each row of the result as one line.
   *
   * @return how many there were
   */
  static long write(Dataset<Row> rows, Path file, ObjectMapper json) throws IOException {
    long count = 0;
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (Iterator<Row> all = rows.toLocalIterator(); all.hasNext(); ) {
        out.write(json.writeValueAsString(object(all.next())));
        out.write('\n');
        count++;
      }
    }
    return count;
  }

  private static ObjectNode object(Row row) {
    ObjectNode object = NODES.objectNode();
    StructType schema = row.schema();
    StructField[] fields = schema.fields();
    for (int i = 0; i < fields.length; i++) {
      object.set(fields[i].name(), value(row.get(i)));
    }
    return object;
  }

  private static JsonNode value(Object value) {
    if (value == null) {
      return NODES.nullNode();
    } else if (value instanceof Boolean flag) {
      return NODES.booleanNode(flag);
    } else if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
      return NODES.numberNode(((Number) value).intValue());
    } else if (value instanceof Long number) {
      return NODES.numberNode(number);
    } else if (value instanceof Float number) {
      return Float.isFinite(number) ? NODES.numberNode(number) : NODES.textNode(number.toString());
    } else if (value instanceof Double number) {
      return Double.isFinite(number) ? NODES.numberNode(number) : NODES.textNode(number.toString());
    } else if (value instanceof BigDecimal decimal) {
      return NODES.textNode(decimal.toPlainString());
    } else if (value instanceof Instant instant) {
      return NODES.textNode(time(LocalDateTime.ofInstant(instant, ZoneOffset.UTC)) + "+00:00");
    } else if (value instanceof LocalDateTime dateTime) {
      return NODES.textNode(time(dateTime));
    } else if (value instanceof byte[] bytes) {
      return NODES.textNode("hex:" + HexFormat.of().formatHex(bytes));
    } else if (value instanceof Row row) {
      return object(row);
    } else if (value instanceof scala.collection.Seq<?> list) {
      ArrayNode array = NODES.arrayNode();
      JavaConverters.seqAsJavaList(list).forEach(element -> array.add(value(element)));
      return array;
    } else if (value instanceof scala.collection.Map<?, ?> map) {
      Map<String, JsonNode> sorted = new TreeMap<>();
      JavaConverters.mapAsJavaMap(map)
          .forEach((key, element) -> sorted.put(value(key).asText(), value(element)));
      return NODES.objectNode().setAll(sorted);
    }
    // Strings, and dates in ISO-8601.
    return NODES.textNode(value.toString());
  }

  private static String time(LocalDateTime dateTime) {
    return (dateTime.getNano() == 0 ? SECONDS : MICROS).format(dateTime);
  }
}
