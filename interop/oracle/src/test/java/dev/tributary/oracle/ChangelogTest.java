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
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark reads a changelog, and a dead letter table, of changes that it made itself. */
@Tag("slow")
class ChangelogTest {
  @TempDir Path temp;

  @Test
  void sparkFindsEveryChangeInTheChangelogAndEveryOtherRowInTheDeadLetters() throws IOException {
    Spark spark = Spark.shared();
    Lakehouse source = Lakehouse.createSource(temp);
    spark.sql("CREATE NAMESPACE IF NOT EXISTS %s.shop", source.name());
    spark.sql(
        "CREATE TABLE %s.shop.orders (id BIGINT, name STRING) USING iceberg TBLPROPERTIES"
            + " ('format-version' = '3', 'write.update.mode' = 'merge-on-read',"
            + " 'write.delete.mode' = 'copy-on-write')",
        source.name());
    spark.sql(
        "INSERT INTO %s.shop.orders VALUES (1, 'a'), (2, 'b'), (3, 'c'), (NULL, 'n')",
        source.name());
    spark.sql("UPDATE %s.shop.orders SET name = 'B' WHERE id = 2", source.name());
    spark.sql("DELETE FROM %s.shop.orders WHERE id = 1", source.name());

    Lakehouse changelog = Lakehouse.create(Lakehouse.Kind.JDBC, temp);
    Path appending =
        spec(
            "changelog",
            source,
            "  from_timestamp: 2020-01-01T00:00:00Z\n",
            changelog,
            "  mode: append\n  change_type_column: op\n  sequence_number_column: seq\n");
    Cli.run("run", appending).success();
    assertThat(spark.query("SELECT id, name, op, seq FROM %s.lake.orders", changelog.name()))
        .isEqualTo(
            spark.query(
                "SELECT * FROM VALUES (1L, 'a', 'INSERT', 1L), (2L, 'b', 'INSERT', 1L),"
                    + " (3L, 'c', 'INSERT', 1L), (CAST(NULL AS BIGINT), 'n', 'INSERT', 1L),"
                    + " (2L, 'b', 'DELETE', 2L), (2L, 'B', 'INSERT', 2L), (1L, 'a', 'DELETE', 3L)"
                    + " AS t(id, name, op, seq)"));
    assertThat(Cli.run("verify", appending).success().path("match").asBoolean()).isTrue();

    Lakehouse table = Lakehouse.create(Lakehouse.Kind.HADOOP, temp);
    Path merging =
        spec("table", source, "", table, "  equality_columns: [id]\n  dead_letter: lake.failed\n");
    JsonNode result = Cli.run("run", merging).success();
    assertThat(result.at("/rows/dead_letter").asLong()).isEqualTo(1);
    assertThat(spark.table(table.name() + ".lake.orders"))
        .isEqualTo(spark.query("SELECT * FROM %s.shop.orders WHERE id IS NOT NULL", source.name()));
    assertThat(spark.query("SELECT target, `row`, reason FROM %s.lake.failed", table.name()))
        .isEqualTo(
            spark.query(
                "SELECT * FROM VALUES ('lake.orders', '{\"id\":null,\"name\":\"n\"}',"
                    + " 'its equality column id is null') AS t(target, `row`, reason)"));
    JsonNode verification = Cli.run("verify", merging).success();
    assertThat(verification.path("match").asBoolean()).isTrue();
    assertThat(verification.path("dead_letter").asLong()).isEqualTo(1);
  }

  private Path spec(String name, Lakehouse source, String range, Lakehouse target, String options)
      throws IOException {
    Path spec = temp.resolve(name + ".tributary.yaml");
    Files.writeString(
        spec,
        "tributary: 1\nsource:\n  format: iceberg\n  table: shop.orders\n"
            + source.yaml()
            + range
            + "target:\n  table: lake.orders\n"
            + target.yaml()
            + options);
    return spec;
  }
}
