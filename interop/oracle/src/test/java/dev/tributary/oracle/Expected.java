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
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What an independent reader found in a real table: the rows and changes of each commit. */
final class Expected {
  private static final Map<String, String> DELTA_KINDS =
      Map.of(
          "insert", "INSERT",
          "delete", "DELETE",
          "update_preimage", "UPDATE_BEFORE",
          "update_postimage", "UPDATE_AFTER");

  private final boolean delta;
  private final List<JsonNode> commits = new ArrayList<>();

  private Expected(JsonNode table) {
    this.delta = table.has("versions");
    table.path(delta ? "versions" : "snapshots").forEach(commits::add);
  }

  /** Reads the expectation for a table. */
  static Expected read(Path tables, String format, String name) throws IOException {
    Path file = tables.resolve("expected").resolve(format).resolve(name + ".json");
    return new Expected(new ObjectMapper().readTree(file.toFile()));
  }

  /** Ids of all commits, oldest first. */
  List<String> commitIds() {
    return commits.stream().map(this::id).toList();
  }

  /** How many changes of each kind the commits from {@code first} on hold; Delta only. */
  Map<String, Long> changeCounts(String first) {
    Map<String, Long> counts = new TreeMap<>();
    for (JsonNode commit : since(first)) {
      commit
          .path("cdf_counts")
          .fields()
          .forEachRemaining(
              count ->
                  counts.merge(
                      DELTA_KINDS.get(count.getKey()), count.getValue().asLong(), Long::sum));
    }
    return counts;
  }

  /** Whether the changes are listed, and not only counted. */
  boolean listsChanges() {
    return commits.stream()
        .noneMatch(commit -> commit.path("cdf_counts").size() > 0 && !commit.has("cdf"));
  }

  /**
   * The changes of the commits from {@code first} on, by commit, as text. Delta's come with their
   * kinds; Iceberg's only as added or removed, because Iceberg does not state updates.
   */
  Map<String, List<String>> changes(String first) {
    Map<String, List<String>> changes = new TreeMap<>();
    for (JsonNode commit : since(first)) {
      List<String> lines = new ArrayList<>();
      JsonNode columns = commit.get("columns");
      commit
          .path("cdf")
          .forEach(
              change ->
                  lines.add(
                      DELTA_KINDS.get(change.get(0).asText())
                          + " "
                          + TableRows.line(columns, change.get(1))));
      commit
          .path("net_inserted")
          .forEach(row -> lines.add("added " + TableRows.line(columns, row)));
      commit
          .path("net_deleted")
          .forEach(row -> lines.add("removed " + TableRows.line(columns, row)));
      if (!lines.isEmpty()) {
        changes.put(id(commit), lines.stream().sorted().toList());
      }
    }
    return changes;
  }

  /** The changes that a preview shows, in the form of {@link #changes}. */
  Map<String, List<String>> shown(JsonNode preview) {
    Map<String, List<String>> changes = new TreeMap<>();
    for (JsonNode row : preview.path("rows")) {
      String kind = row.path("change_type").asText();
      if (!delta) {
        kind = kind.equals("INSERT") || kind.equals("UPDATE_AFTER") ? "added" : "removed";
      }
      changes
          .computeIfAbsent(row.path("commit_id").asText(), id -> new ArrayList<>())
          .add(kind + " " + TableRows.line(row.path("values")));
    }
    changes.replaceAll((commit, lines) -> lines.stream().sorted().toList());
    return changes;
  }

  /** Rows that the table holds after its last commit. */
  long lastRowCount() {
    return last().path("row_count").asLong();
  }

  /** Whether the rows after the last commit are listed, and not only counted and hashed. */
  boolean listsLastRows() {
    return last().has("rows");
  }

  /** The rows after the last commit. */
  TableRows lastRows() {
    return TableRows.ofArrays(last().get("columns"), last().get("rows"));
  }

  /** SHA-256 of the rows after the last commit. */
  String lastRowsHash() {
    return last().path("rows_sha256").asText();
  }

  /** That hash for rows of a single numeric column. */
  static String hashOfNumbers(List<Long> values) {
    String text =
        values.stream().map(value -> "[" + value + "]").sorted().collect(Collectors.joining("\n"));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<JsonNode> since(String first) {
    return commits.subList(commitIds().indexOf(first), commits.size());
  }

  private JsonNode last() {
    return commits.get(commits.size() - 1);
  }

  private String id(JsonNode commit) {
    return commit.path(delta ? "version" : "snapshot_id").asText();
  }
}
