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
package dev.tributary.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file that a commit added, removed, or wrote for its change feed.
 *
 * @param path plain path, resolved against the table
 * @param partitionValues by physical column name, null for null; empty when a remove action leaves
 *     them out
 * @param bytes size of the file, where stated
 * @param rows number of rows in the file, deleted ones included, where stated
 * @param dataChange whether the action changes the table's rows, rather than only their place
 */
record FileAction(
    String path,
    Optional<Map<String, String>> partitionValues,
    OptionalLong bytes,
    OptionalLong rows,
    DeletionVector vector,
    boolean dataChange) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static FileAction of(JsonNode action, Storage storage) {
    return new FileAction(
        storage.resolve(action.path("path").asText()),
        partitionValues(action.get("partitionValues")),
        longValue(action.get("size")),
        rows(action.get("stats")),
        storage.resolve(DeletionVector.of(action)),
        action.path("dataChange").asBoolean(true));
  }

  /** The rows that are live under the deletion vector, if the metadata states it. */
  OptionalLong liveRows() {
    return rows.isPresent() ? OptionalLong.of(rows.getAsLong() - vector.cardinality()) : rows;
  }

  private static Optional<Map<String, String>> partitionValues(JsonNode values) {
    if (values == null || values.isNull()) {
      return Optional.empty();
    }
    Map<String, String> result = new HashMap<>();
    values
        .fields()
        .forEachRemaining(
            entry ->
                result.put(
                    entry.getKey(), entry.getValue().isNull() ? null : entry.getValue().asText()));
    return Optional.of(Collections.unmodifiableMap(result));
  }

  private static OptionalLong longValue(JsonNode value) {
    return value == null || value.isNull() ? OptionalLong.empty() : OptionalLong.of(value.asLong());
  }

  /** The number of rows from a file's statistics, which are JSON in a JSON string. */
  static OptionalLong rows(JsonNode stats) {
    return stats == null || stats.isNull() ? OptionalLong.empty() : rows(stats.asText());
  }

  static OptionalLong rows(String stats) {
    try {
      return longValue(JSON.readTree(stats).get("numRecords"));
    } catch (JsonProcessingException e) {
      // Statistics are optional; a broken one costs an estimate, no row.
      return OptionalLong.empty();
    }
  }
}
