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

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tributary.oracle.SparkSource.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows have the ids that Spark reads: those that are gone as it reads the snapshot before. */
@Tag("slow")
class SparkRowIdsTest {
  private static final ArrayNode COLUMNS =
      new ObjectMapper()
          .createArrayNode()
          .add("id")
          .add("_row_id")
          .add("_last_updated_sequence_number");

  @TempDir Path temp;

  @ParameterizedTest
  @EnumSource(
      names = {"ICEBERG_V2_COPY_ON_WRITE", "ICEBERG_V2_MERGE_ON_READ", "ICEBERG_V3_COPY_ON_WRITE"})
  void changedRowsHaveTheIdsThatSparkReads(Kind kind) throws IOException {
    SparkSource source = SparkSource.create(kind, temp);
    source.writeFirstCommits();
    // Rows of a table that was version 2 have no ids before its first commit as version 3.
    Spark.shared().sql("ALTER TABLE %s SET TBLPROPERTIES ('format-version' = '3')", source.table());
    source.writeLaterCommits();
    source.updateSomeRows();
    Path spec = temp.resolve("lineage.tributary.yaml");
    String columns = "  include_metadata_columns: [_row_id, _last_updated_sequence_number]\n";
    Files.writeString(spec, Lakehouse.create(Lakehouse.Kind.JDBC, temp).spec(source, columns, 3));

    JsonNode preview = Cli.run("preview", spec, "--limit", "10000").success();

    Map<String, List<JsonNode>> before = new LinkedHashMap<>();
    Map<String, List<JsonNode>> after = new LinkedHashMap<>();
    for (JsonNode row : preview.path("rows")) {
      boolean gone = List.of("DELETE", "UPDATE_BEFORE").contains(row.path("change_type").asText());
      (gone ? before : after)
          .computeIfAbsent(row.path("commit_id").asText(), id -> new ArrayList<>())
          .add(row.path("values"));
    }
    Map<String, String> parents = new LinkedHashMap<>();
    for (JsonNode commit : Cli.run("history", spec).success()) {
      parents.put(commit.path("id").asText(), commit.path("parent_id").asText());
    }
    assertThat(before).hasSizeGreaterThan(5);
    before.forEach((commit, rows) -> assertAsInSpark(source, parents.get(commit), rows));
    after.forEach((commit, rows) -> assertAsInSpark(source, commit, rows));
  }

  private static void assertAsInSpark(SparkSource source, String snapshot, List<JsonNode> rows) {
    List<String> ids = rows.stream().map(row -> row.path("id").asText()).toList();
    ArrayNode values = new ObjectMapper().createArrayNode();
    for (JsonNode row : rows) {
      ArrayNode chosen = values.addArray();
      COLUMNS.forEach(column -> chosen.add(row.path(column.asText())));
    }
    assertThat(TableRows.ofArrays(COLUMNS, values))
        .as("rows of snapshot %s", snapshot)
        .isEqualTo(
            Spark.shared()
                .query(
                    "SELECT id, _row_id, _last_updated_sequence_number FROM %s VERSION AS OF %s"
                        + " WHERE id IN (%s)",
                    source.table(), snapshot, String.join(", ", ids)));
  }
}
