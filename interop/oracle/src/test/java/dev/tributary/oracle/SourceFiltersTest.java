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

import dev.tributary.oracle.SparkSource.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A filtered target holds what Spark selects from the source by the same words. */
@Tag("slow")
class SourceFiltersTest {
  // The later commits pay what was not paid and the other way round: rows cross the border.
  private static final String CONDITION =
      "(region <> 'north' OR score IS NULL) AND (paid = TRUE OR id BETWEEN 100 AND 1005)";

  @TempDir Path temp;

  @ParameterizedTest
  @EnumSource(
      names = {
        "ICEBERG_V2_MERGE_ON_READ_PARTITIONED",
        "ICEBERG_V3_COPY_ON_WRITE",
        "DELTA_FEED_COLUMN_MAPPING"
      })
  void theTargetHoldsTheRowsThatSparkSelects(Kind kind) throws IOException {
    SparkSource source = SparkSource.create(kind, temp);
    source.writeFirstCommits();
    Lakehouse lakehouse = Lakehouse.create(Lakehouse.Kind.JDBC, temp);
    Path spec = temp.resolve("filtered.tributary.yaml");
    Files.writeString(spec, lakehouse.spec(source, "  filter: \"" + CONDITION + "\"\n", 3));

    assertFollows(source, lakehouse, spec);
    source.writeLaterCommits();
    assertFollows(source, lakehouse, spec);
    source.updateSomeRows();
    assertFollows(source, lakehouse, spec);
  }

  private static void assertFollows(SparkSource source, Lakehouse lakehouse, Path spec) {
    Cli.run("run", spec).success();
    TableRows selected =
        Spark.shared().query("SELECT * FROM %s WHERE %s", source.table(), CONDITION);
    assertThat(selected.size()).isBetween(20, source.rows().size() - 20);
    assertThat(Spark.shared().table(lakehouse.name() + ".lake.orders")).isEqualTo(selected);
    assertThat(Cli.run("verify", spec).success().path("match").asBoolean()).isTrue();
  }
}
