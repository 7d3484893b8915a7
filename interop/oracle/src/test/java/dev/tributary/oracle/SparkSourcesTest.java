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
import dev.tributary.oracle.SparkSource.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Spark writes a source of each kind, we follow it, and Spark compares. */
@Tag("slow")
class SparkSourcesTest {
  @TempDir Path temp;

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theTargetFollowsTheSource(Kind kind) throws IOException {
    SparkSource source = SparkSource.create(kind, temp);
    source.writeFirstCommits();
    // Each format version meets each kind of catalog.
    int version = 2 + kind.ordinal() % 2;
    Target replayed = target("replayed", source, 0, Lakehouse.Kind.HADOOP, version);
    Target loaded = target("loaded", source, 4, Lakehouse.Kind.JDBC, 5 - version);

    for (Target target : new Target[] {replayed, loaded}) {
      assertThat(Cli.run("run", target.spec()).success().path("status").asText())
          .isEqualTo("succeeded");
      assertThat(target.rows()).as(target.name()).isEqualTo(source.rows());
      assertThat(Cli.run("verify", target.spec()).success().path("match").asBoolean()).isTrue();
    }

    source.writeLaterCommits();

    for (Target target : new Target[] {replayed, loaded}) {
      JsonNode result = Cli.run("run", target.spec()).success();
      assertThat(result.path("status").asText()).isEqualTo("succeeded");
      assertThat(result.at("/rows/inserted").asLong()).isEqualTo(10);
      assertThat(result.at("/rows/updated").asLong()).isEqualTo(7);
      assertThat(result.at("/rows/deleted").asLong()).isEqualTo(3);
      assertThat(target.rows()).as(target.name()).isEqualTo(source.rows());

      JsonNode again = Cli.run("run", target.spec()).success();
      assertThat(again.path("status").asText()).isEqualTo("nothing-to-do");
      assertThat(target.rows()).as(target.name()).isEqualTo(source.rows());
    }
  }

  private record Target(String name, Path spec, Lakehouse lakehouse) {
    TableRows rows() {
      return Spark.shared().table(lakehouse.name() + ".lake.orders");
    }
  }

  /**
   * A target of its own for the source.
   *
   * @param start first commit of the range, counted from the oldest; what was before is loaded
   */
  private Target target(
      String name, SparkSource source, int start, Lakehouse.Kind catalog, int formatVersion)
      throws IOException {
    Lakehouse lakehouse = Lakehouse.create(catalog, temp);
    Path spec = temp.resolve(name + ".tributary.yaml");
    Files.writeString(spec, lakehouse.spec(source, "", formatVersion));
    Files.writeString(spec, lakehouse.spec(source, source.startAt(start, spec), formatVersion));
    return new Target(name, spec, lakehouse);
  }
}
