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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spark reads what is written in each mode, whatever the table looks like. */
@Tag("slow")
class WriteModesTest {
  private static final String REWRITE = "  mode: copy-on-write\n";
  private static final String BY_KEY = "  delete_strategy: equality\n";
  private static final String BY_REGION = "  partition_fields: [region, \"bucket(id, 2)\"]\n";
  private static final String BY_ALL =
      "  partition_fields: [region, \"truncate(amount, 50)\", \"month(day)\", \"day(at)\","
          + " \"void(paid)\"]\n";

  @TempDir Path temp;

  /** A target in some form. */
  private record Target(String form, Path spec, String table) {
    TableRows rows() {
      return Spark.shared().table(table);
    }

    JsonNode run() {
      return Cli.run("run", spec).success();
    }
  }

  private Target target(SparkSource source, int version, String format, String more)
      throws IOException {
    Lakehouse lakehouse = Lakehouse.create(Lakehouse.Kind.JDBC, temp);
    Path spec = temp.resolve(lakehouse.name() + ".tributary.yaml");
    String text =
        lakehouse
            .spec(source, "", version)
            .replace(
                "format-version: \"" + version + "\"",
                "format-version: \"" + version + "\", write.format.default: " + format);
    Files.writeString(spec, text + more);
    return new Target(
        version + " " + format + " " + more.replace('\n', ';'),
        spec,
        lakehouse.name() + ".lake.orders");
  }

  @Test
  void everyFormOfTargetFollowsTheSource() throws IOException {
    SparkSource source = SparkSource.create(SparkSource.Kind.ICEBERG_V3_MERGE_ON_READ, temp);
    source.writeFirstCommits();
    List<Target> targets = new ArrayList<>();
    for (String more :
        List.of(
            "",
            REWRITE,
            REWRITE + BY_REGION,
            BY_KEY,
            BY_KEY + BY_REGION,
            BY_ALL,
            "  sort_fields: [\"amount desc nulls last\"]\n" + REWRITE)) {
      String format = List.of("parquet", "orc", "avro").get(targets.size() % 3);
      targets.add(target(source, 2 + targets.size() / 2 % 2, format, more));
    }
    for (Target target : targets) {
      target.run();
      assertThat(target.rows()).as(target.form()).isEqualTo(source.rows());
    }

    source.writeLaterCommits();
    for (Target target : targets) {
      target.run();
      assertThat(target.rows()).as(target.form()).isEqualTo(source.rows());
    }

    source.updateSomeRows();
    for (Target target : targets) {
      target.run();
      assertThat(target.rows()).as(target.form()).isEqualTo(source.rows());
    }
  }

  @Test
  void rowsThatCopyOnWriteCarriesOverKeepTheirRowIds() throws IOException {
    SparkSource source = SparkSource.create(SparkSource.Kind.ICEBERG_V3_MERGE_ON_READ, temp);
    source.writeFirstCommits();
    Target target = target(source, 3, "parquet", REWRITE);
    target.run();
    // 9, 10 and 12 are deleted then, 1 to 6 and 8 updated.
    String untouched =
        "SELECT id, _row_id, _last_updated_sequence_number FROM "
            + target.table()
            + " WHERE id > 12 AND id < 1000";
    TableRows before = Spark.shared().query("%s", untouched);
    source.writeLaterCommits();

    target.run();

    assertThat(Spark.shared().query("%s", untouched)).isEqualTo(before);
    assertThat(Spark.shared().query("SELECT DISTINCT _row_id FROM %s", target.table()).size())
        .isEqualTo(source.rows().size());
  }

  @ParameterizedTest
  @CsvSource({"us, file", "us, partition", "Spark, partition"})
  void oldPositionDeletesStayInForceAfterAnUpgrade(String upgrader, String granularity)
      throws IOException {
    SparkSource source = SparkSource.create(SparkSource.Kind.ICEBERG_V2_MERGE_ON_READ, temp);
    source.writeFirstCommits();
    Target target = target(source, 2, "parquet", "");
    target.run();
    source.writeLaterCommits();
    target.run();
    // Rows of both data files, which nobody changes later.
    String gone = "id BETWEEN 100 AND 110 OR id BETWEEN 1000 AND 1002";
    Spark.shared()
        .sql(
            "ALTER TABLE %s SET TBLPROPERTIES ('write.delete.granularity' = '%s')",
            target.table(), granularity);
    Spark.shared().sql("DELETE FROM %s WHERE %s", target.table(), gone);
    assertThat(target.rows()).isEqualTo(source.rowsWithout(gone));
    if (upgrader.equals("us")) {
      Cli.run("upgrade-format", target.spec(), "--to", "3", "--yes").success();
    } else {
      Spark.shared()
          .sql("ALTER TABLE %s SET TBLPROPERTIES ('format-version' = '3')", target.table());
    }
    assertThat(target.rows()).isEqualTo(source.rowsWithout(gone));

    source.updateSomeRows();
    JsonNode first = target.run();
    TableRows afterFirst = source.rowsWithout(gone);
    assertThat(first.at("/files/dv").asLong()).isPositive();
    assertThat(target.rows()).isEqualTo(afterFirst);

    source.updateSomeRows();
    target.run();
    assertThat(target.rows()).isEqualTo(source.rowsWithout(gone));
    // No data file has two vectors, and the snapshot in between still has its own.
    assertThat(
            Spark.shared()
                .query(
                    "SELECT referenced_data_file FROM %s.delete_files WHERE file_format = 'PUFFIN'"
                        + " GROUP BY referenced_data_file HAVING count(*) > 1",
                    target.table())
                .size())
        .isZero();
    assertThat(
            Spark.shared()
                .query(
                    "SELECT * FROM %s VERSION AS OF %s",
                    target.table(), first.path("target_snapshot_id").asText()))
        .isEqualTo(afterFirst);
  }
}
