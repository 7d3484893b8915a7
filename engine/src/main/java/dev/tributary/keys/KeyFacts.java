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
package dev.tributary.keys;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a scan found out about a table's key. Null equals null here.
 *
 * @param columns the equality columns
 * @param rows all rows of the table
 * @param nullKeys rows with a null in that column, for each column that has any
 * @param duplicateKeys keys that more than one row has
 * @param duplicateRows rows that share their key with another row
 * @param examples some of the duplicate keys, most frequent first
 */
public record KeyFacts(
    List<String> columns,
    long rows,
    Map<String, Long> nullKeys,
    long duplicateKeys,
    long duplicateRows,
    List<Example> examples) {
  public KeyFacts {
    columns = List.copyOf(columns);
    nullKeys = Collections.unmodifiableMap(new LinkedHashMap<>(nullKeys));
    examples = List.copyOf(examples);
  }

  /**
   * A key that several rows have.
   *
   * @param key for people, such as {@code id=7, day=2024-01-31}
   */
  public record Example(String key, long rows) {}

  /** Whether no two rows have the same key. */
  public boolean unique() {
    return duplicateKeys == 0;
  }

  /** One line about the duplicate keys, with an example and its count; empty text when unique. */
  public String duplicatesInWords() {
    if (unique()) {
      return "";
    }
    return String.format(
        "%s not unique: %,d key%s occur%s more than once, for example %s in %,d rows",
        columns.size() == 1
            ? "Equality column " + columns.get(0) + " is"
            : "Equality columns " + String.join(", ", columns) + " are",
        duplicateKeys,
        duplicateKeys == 1 ? "" : "s",
        duplicateKeys == 1 ? "s" : "",
        examples.get(0).key(),
        examples.get(0).rows());
  }

  /** One line about null keys, with the counts by column; empty text when there are none. */
  public String nullsInWords() {
    if (nullKeys.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    nullKeys.forEach(
        (column, count) ->
            text.append(text.isEmpty() ? "" : ", ")
                .append(
                    String.format(
                        "equality column %s is null in %,d row%s",
                        column, count, count == 1 ? "" : "s")));
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
