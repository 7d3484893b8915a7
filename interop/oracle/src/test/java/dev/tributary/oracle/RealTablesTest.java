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
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that other projects wrote, each with a spec of its own, read where they lie. */
@Tag("slow")
class RealTablesTest {
  private static final Path TABLES = Path.of(System.getProperty("tributary.tables", "absent"));
  private static final Pattern START = Pattern.compile("  (start_version|from_snapshot): (\\d+)\n");

  @TempDir Path temp;

  @BeforeEach
  void tablesAreHere() {
    Assumptions.assumeTrue(Files.isDirectory(TABLES), "No folder with real tables: " + TABLES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cdf-column-mapping-id-mode",
        "cdf-column-mapping-name-mode",
        "cdf-table",
        "cdf-table-data-change",
        "cdf-table-delete-conditional-all-rows",
        "cdf-table-delete-unconditional",
        "cdf-table-partitioned",
        "rs-cdc_ict_table",
        "trino-deltalake_deletion_vector_pages",
        "trino-trino_cdc_table"
      })
  void deltaTable(String name) throws IOException {
    for (Lakehouse.Kind catalog : Lakehouse.Kind.values()) {
      Migration migration = migration("delta", name, name, catalog);
      migration.showsHistoryAndChanges();
      migration.runs();
      assertThat(migration.targetRows())
          .isEqualTo(Spark.shared().delta(TABLES.resolve("delta").resolve(name)));
      migration.targetIsAsExpected();
      migration.hasNothingMoreToDo();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cxx-dangling_deletes",
        "cxx-granular_deletes",
        "duck-v1_upgraded_to_v3",
        "impala-partitioned",
        "impala-v2_delete_positional",
        "impala-v2_positional_update_all_rows",
        "impala-v3_row_lineage"
      })
  void icebergTable(String name) throws IOException {
    // Spark cannot follow path rewrites, so it only reads the target.
    for (Lakehouse.Kind catalog : Lakehouse.Kind.values()) {
      Migration migration = migration("iceberg", name, name, catalog);
      migration.showsHistoryAndChanges();
      migration.runs();
      migration.targetIsAsExpected();
      migration.hasNothingMoreToDo();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "iceberg, cxx-dangling_deletes, copy",
    "iceberg, duck-v1_upgraded_to_v3, copy",
    "iceberg, impala-v2_delete_positional, copy",
    "iceberg, impala-v3_row_lineage, copy",
    "delta, cdf-column-mapping-id-mode, rewrite",
    "delta, cdf-table, rewrite",
    "delta, cdf-table-partitioned, rewrite",
    "delta, trino-deltalake_deletion_vector_pages, rewrite"
  })
  void stateBeforeTheLastCommitIsLoaded(String format, String name, String kind)
      throws IOException {
    Migration migration = migration(format, name, name, Lakehouse.Kind.JDBC);
    List<String> commits = migration.expected().commitIds();
    migration.startAt(commits.get(commits.size() - 1));

    JsonNode result = migration.runs();

    assertThat(result.at("/initial_load/kind").asText()).isEqualTo(kind);
    migration.targetIsAsExpected();
  }

  @Test
  void keysThatAreInsertedAgainAreReplacedAndReported() throws IOException {
    Migration migration =
        migration(
            "delta",
            "cdf-table-non-partitioned",
            "cdf-table-non-partitioned-by-id",
            Lakehouse.Kind.JDBC);
    migration.showsHistoryAndChanges();

    JsonNode result = migration.runs();

    assertThat(result.at("/rows/replaced_inserts").asLong()).isEqualTo(2);
    Cli.Outcome verification = Cli.run("verify", migration.spec());
    assertThat(verification.exitCode()).isEqualTo(3);
    JsonNode difference = verification.json();
    assertThat(difference.path("match").asBoolean()).isFalse();
    assertThat(difference.path("source_rows").asLong()).isEqualTo(11);
    assertThat(difference.path("target_rows").asLong()).isEqualTo(9);
    assertThat(difference.path("missing").asLong()).isEqualTo(2);
    assertThat(difference.path("unexpected").asLong()).isZero();
    assertThat(difference.path("different").asLong()).isZero();
    assertThat(difference.path("examples"))
        .extracting(example -> example.at("/source/name").asText())
        .containsExactlyInAnyOrder("Steve", "Bob");

    List<String> left = new ArrayList<>(migration.expected().lastRows().lines());
    left.removeAll(migration.targetRows().lines());
    assertThat(left).hasSize(2).allSatisfy(row -> assertThat(row).containsAnyOf("Steve", "Bob"));
  }

  @Test
  void sameTableWithAKeyThatStaysUnique() throws IOException {
    Migration migration =
        migration(
            "delta",
            "cdf-table-non-partitioned",
            "cdf-table-non-partitioned-by-name",
            Lakehouse.Kind.HADOOP);

    JsonNode result = migration.runs();

    assertThat(result.at("/rows/replaced_inserts").asLong()).isZero();
    assertThat(migration.targetRows())
        .isEqualTo(Spark.shared().delta(TABLES.resolve("delta/cdf-table-non-partitioned")));
    migration.targetIsAsExpected();
    assertThat(Cli.run("verify", migration.spec()).exitCode()).isZero();
  }

  private Migration migration(String format, String table, String spec, Lakehouse.Kind catalog)
      throws IOException {
    Lakehouse lakehouse = Lakehouse.create(catalog, temp);
    try (InputStream template =
        RealTablesTest.class.getResourceAsStream("/real/" + spec + ".tributary.yaml")) {
      String text =
          new String(template.readAllBytes(), StandardCharsets.UTF_8)
              .replace("@TABLES@", TABLES.toAbsolutePath().normalize().toString())
              .replace("@LAKEHOUSE@\n", lakehouse.yaml());
      Path file = temp.resolve(lakehouse.name() + ".tributary.yaml");
      Files.writeString(file, text);
      return new Migration(file, lakehouse, Expected.read(TABLES, format, table));
    }
  }

  /** A real table's way into a new lakehouse. */
  private record Migration(Path spec, Lakehouse lakehouse, Expected expected) {

    void startAt(String commit) throws IOException {
      Matcher start = START.matcher(Files.readString(spec));
      Files.writeString(spec, start.replaceFirst("  $1: " + commit + "\n"));
    }

    void showsHistoryAndChanges() throws IOException {
      List<String> ids = new ArrayList<>();
      Cli.run("history", spec).success().forEach(commit -> ids.add(commit.path("id").asText()));
      Collections.reverse(ids);
      assertThat(ids).as("history").isEqualTo(expected.commitIds());

      JsonNode preview = Cli.run("preview", spec, "--limit", "100000").success();
      String first = firstCommit();
      if (expected.listsChanges()) {
        assertThat(expected.shown(preview)).as("changes").isEqualTo(expected.changes(first));
      } else {
        Map<String, Long> counts = new TreeMap<>();
        preview
            .path("rows")
            .forEach(row -> counts.merge(row.path("change_type").asText(), 1L, Long::sum));
        assertThat(counts).as("changes").isEqualTo(expected.changeCounts(first));
      }
    }

    JsonNode runs() {
      JsonNode result = Cli.run("run", spec).success();
      assertThat(result.path("status").asText()).isEqualTo("succeeded");
      return result;
    }

    void targetIsAsExpected() {
      TableRows rows = targetRows();
      assertThat(rows.size()).isEqualTo((int) expected.lastRowCount());
      if (expected.listsLastRows()) {
        assertThat(rows).isEqualTo(expected.lastRows());
      } else {
        assertThat(Expected.hashOfNumbers(rows.numbers())).isEqualTo(expected.lastRowsHash());
      }
    }

    void hasNothingMoreToDo() {
      assertThat(Cli.run("run", spec).success().path("status").asText()).isEqualTo("nothing-to-do");
    }

    TableRows targetRows() {
      return Spark.shared().table(lakehouse.name() + ".lake.copy");
    }

    private String firstCommit() throws IOException {
      Matcher start = START.matcher(Files.readString(spec));
      assertThat(start.find()).isTrue();
      return start.group(2);
    }
  }
}
