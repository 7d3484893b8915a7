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
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample that a newcomer runs first, with its targets read by Spark. */
@Tag("slow")
class SampleMigrationTest {
  @TempDir Path temp;

  @Test
  void sampleMigratesAndOtherEnginesReadIt() {
    Cli.run("sample", temp, "--run").success();

    Spark spark = Spark.shared();
    spark.addCatalog(
        "shop", Map.of("type", "hadoop", "warehouse", temp.resolve("shop").toString()));
    spark.addCatalog(
        "lakehouse",
        Map.of(
            "type",
            "jdbc",
            "uri",
            "jdbc:sqlite:" + temp.resolve("lakehouse/catalog.db"),
            "warehouse",
            "file:" + temp.resolve("lakehouse/warehouse"),
            "jdbc.schema-version",
            "V1"));
    assertThat(spark.table("lakehouse.lake.orders")).isEqualTo(spark.table("shop.sales.orders"));
    assertThat(spark.table("lakehouse.lake.customers"))
        .isEqualTo(spark.table("shop.sales.customers"));
    assertThat(spark.table("lakehouse.lake.clicks"))
        .isEqualTo(
            spark.query(
                "SELECT click_id, session, customer_id, url AS page, clicked_at, bot FROM delta.`%s`",
                temp.resolve("clicks")));

    assertThat(lastMetrics("orders").path("dv_files").asLong()).isPositive();
    assertThat(lastMetrics("clicks").path("dv_files").asLong()).isPositive();
    assertThat(lastMetrics("customers").path("position_delete_files").asLong()).isPositive();
  }

  private JsonNode lastMetrics(String name) {
    JsonNode metrics = Cli.run("metrics", temp.resolve(name + ".tributary.yaml")).success();
    return StreamSupport.stream(metrics.spliterator(), false)
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }
}
