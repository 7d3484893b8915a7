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
package dev.tributary.benchmark.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Rows of 200 columns: plain ones of eight types in turn, of which some are null, and at the end a
 * struct, a list, a list of structs and a map.
 *
 * @param seed of all values
 */
public record WideRows(long seed) implements Shape {
  private static final int PLAIN = 195;
  private static final List<String> TYPES =
      List.of("BIGINT", "STRING", "DOUBLE", "DECIMAL(12,2)", "TIMESTAMP", "BOOLEAN", "INT", "DATE");
  private static final List<String> NESTED = List.of("address", "tags", "lines", "attributes");

  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>(List.of("id"));
    for (int i = 0; i < PLAIN; i++) {
      names.add(name(i));
    }
    names.addAll(NESTED);
    return names;
  }

  @Override
  public String columns() {
    StringBuilder columns = new StringBuilder("id BIGINT");
    for (int i = 0; i < PLAIN; i++) {
      columns.append(", ").append(name(i)).append(' ').append(TYPES.get(i % TYPES.size()));
    }
    return columns
        + ", address STRUCT<city: STRING, zip: INT>, tags ARRAY<STRING>,"
        + " lines ARRAY<STRUCT<item: STRING, amount: INT>>, attributes MAP<STRING, STRING>";
  }

  @Override
  public List<String> values() {
    List<String> values = new ArrayList<>(List.of("id"));
    for (int i = 0; i < PLAIN; i++) {
      String value = value(i);
      values.add(i % 5 == 4 ? "IF(" + hash(i + 1000, 4) + " = 0, NULL, " + value + ")" : value);
    }
    values.add(
        String.format(
            "named_struct('city', concat('C', %s), 'zip', CAST(%s AS INT))",
            hash(PLAIN, 1000), hash(PLAIN + 1, 100_000)));
    values.add(String.format("array('all', concat('t', %s))", hash(PLAIN + 2, 50)));
    values.add(
        String.format(
            "array(named_struct('item', concat('i', %1$s), 'amount', CAST(%1$s AS INT)))",
            hash(PLAIN + 3, 500)));
    values.add(String.format("map('origin', concat('o', %s))", hash(PLAIN + 4, 20)));
    return values;
  }

  @Override
  public String changed(int round) {
    return String.format(
        Locale.ROOT,
        "%1$s = concat('changed %2$d ', t.%1$s), %3$s = t.%3$s + 1, tags = array('changed %2$d')",
        name(1),
        round,
        name(0));
  }

  /** Maps, which Spark does not hash, as lists of their entries. */
  @Override
  public List<String> hashable() {
    List<String> hashable = new ArrayList<>(names());
    hashable.set(hashable.indexOf("attributes"), "map_entries(attributes)");
    return hashable;
  }

  private String value(int column) {
    return switch (TYPES.get(column % TYPES.size())) {
      case "BIGINT" -> hash(column, 1_000_000_000);
      case "STRING" -> "concat('v', " + hash(column, 10_000) + ")";
      case "DOUBLE" -> hash(column, 1_000_000) + " / 7.0D";
      case "DECIMAL(12,2)" -> "CAST(" + hash(column, 10_000_000) + " / 100 AS DECIMAL(12,2))";
      case "TIMESTAMP" ->
          "timestamp_micros(1767225600000000 + 1000000 * " + hash(column, 31_536_000) + ")";
      case "BOOLEAN" -> hash(column, 2) + " = 0";
      case "INT" -> "CAST(" + hash(column, 1_000) + " AS INT)";
      case "DATE" -> "DATE'2026-01-01' + CAST(" + hash(column, 365) + " AS INT)";
      default -> throw new IllegalStateException("No values for column " + column);
    };
  }

  private static String name(int column) {
    return String.format(Locale.ROOT, "c%03d", column);
  }

  private String hash(int column, long values) {
    return String.format(Locale.ROOT, "pmod(xxhash64(id, %dL, %d), %d)", seed, column, values);
  }
}
