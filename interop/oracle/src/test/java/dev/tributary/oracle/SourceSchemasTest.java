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

/** Spark alters the columns of the source; Spark reads what the target makes of it. */
@Tag("slow")
class SourceSchemasTest {
  @TempDir Path temp;

  @ParameterizedTest
  @EnumSource(names = {"ICEBERG_V3_MERGE_ON_READ", "DELTA_FEED_COLUMN_MAPPING"})
  void theTargetFollowsTheColumnsOfTheSource(Kind kind) throws IOException {
    SparkSource source = SparkSource.create(kind, temp);
    source.writeFirstCommits();
    Lakehouse lakehouse = Lakehouse.create(Lakehouse.Kind.JDBC, temp);
    Path spec = temp.resolve("schemas.tributary.yaml");
    Files.writeString(spec, lakehouse.spec(source, "", 3) + "schema_changes: additive\n");
    Cli.run("run", spec).success();

    alter(source, "ADD COLUMNS (note STRING)");
    if (!kind.delta()) {
      alter(source, "ALTER COLUMN amount TYPE DECIMAL(14,2)");
    }
    Spark.shared().sql("UPDATE %s SET note = 'n' || id WHERE id BETWEEN 30 AND 39", source.table());
    assertFollows(source, lakehouse, spec);

    // Readers of the target know the column by its name: that takes a word of the user.
    alter(source, "RENAME COLUMN note TO remark");
    Spark.shared().sql("UPDATE %s SET remark = 'r' WHERE id BETWEEN 38 AND 41", source.table());
    Cli.Outcome refused = Cli.run("run", spec);
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("RENAME COLUMN note TO remark");
    Cli.run("alter", spec, "--yes").success();
    assertFollows(source, lakehouse, spec);
  }

  private static void alter(SparkSource source, String change) {
    Spark.shared().sql("ALTER TABLE %s %s", source.table(), change);
  }

  private static void assertFollows(SparkSource source, Lakehouse lakehouse, Path spec) {
    Cli.run("run", spec).success();
    assertThat(Spark.shared().table(lakehouse.name() + ".lake.orders")).isEqualTo(source.rows());
    assertThat(Cli.run("verify", spec).success().path("match").asBoolean()).isTrue();
  }
}
