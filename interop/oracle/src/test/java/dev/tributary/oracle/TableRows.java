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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of a table as a multiset: column names and values as text, in one form whoever wrote
 * them down, sorted. Two of them are equal when they hold the same rows equally often.
 */
public record TableRows(List<String> lines) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern DATE_TIME = Pattern.compile("\\d{4}-\\d{2}-\\d{2}T.*");
  private static final Pattern WITH_ZONE = Pattern.compile(".*(Z|[+-]\\d{2}:\\d{2})");

  public TableRows {
    lines = lines.stream().sorted().toList();
  }

  /** Rows as JSON objects, one a line. */
  public static TableRows ofLines(Stream<String> objects) {
    return new TableRows(objects.map(TableRows::parse).map(TableRows::line).toList());
  }

  /** Rows as arrays of values in the order of the columns. */
  public static TableRows ofArrays(JsonNode columns, JsonNode rows) {
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add(line(columns, row)));
    return new TableRows(lines);
  }

  /** One row as text. */
  static String line(JsonNode object) {
    Map<String, String> values = new TreeMap<>();
    object.fields().forEachRemaining(field -> values.put(field.getKey(), text(field.getValue())));
    return values.toString();
  }

  /** One row, an array of values in the order of the columns, as text. */
  static String line(JsonNode columns, JsonNode row) {
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < columns.size(); i++) {
      values.put(columns.get(i).asText(), text(row.get(i)));
    }
    return values.toString();
  }

  public int size() {
    return lines.size();
  }

  /** The values of rows that have a single numeric column. */
  List<Long> numbers() {
    return lines.stream()
        .map(line -> Long.valueOf(line.substring(line.indexOf('\'') + 1, line.lastIndexOf('\''))))
        .toList();
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(JsonNode value) {
    if (value.isNull()) {
      return "null";
    } else if (value.isArray()) {
      List<String> elements = new ArrayList<>();
      for (Iterator<JsonNode> all = value.elements(); all.hasNext(); ) {
        elements.add(text(all.next()));
      }
      return elements.toString();
    } else if (value.isObject()) {
      return line(value);
    } else if (value.isTextual()) {
      return "'" + sameInstant(value.asText()) + "'";
    }
    // A long beyond 2^53 is text in one form and a number in the other.
    return "'" + value.asText() + "'";
  }

  private static String sameInstant(String text) {
    if (!DATE_TIME.matcher(text).matches()) {
      return text;
    }
    return WITH_ZONE.matcher(text).matches()
        ? OffsetDateTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC).toString()
        : LocalDateTime.parse(text).toString();
  }

  @Override
  public String toString() {
    return lines.stream().collect(Collectors.joining("\n", size() + " rows\n", ""));
  }
}
