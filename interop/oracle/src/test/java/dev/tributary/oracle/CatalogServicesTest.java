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
import dev.tributary.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources and targets in catalogs that other projects serve. */
class CatalogServicesTest {
  @TempDir Path folder;

  @BeforeEach
  void servicesAreBuilt() {
    Assumptions.assumeTrue(CatalogService.built(), "interop/catalogs has not been built");
  }

  @Test
  void hiveMetastore() throws IOException {
    try (CatalogService hive = CatalogService.hive(folder)) {
      tablesAreWrittenAndFollowed(hive.properties());
    }
  }

  @Test
  void nessie() throws IOException {
    Optional<Path> java = CatalogService.nessieJava();
    Assumptions.assumeTrue(java.isPresent(), "Nessie's server needs Java 21 or later");
    try (CatalogService nessie = CatalogService.nessie(java.get(), folder)) {
      tablesAreWrittenAndFollowed(nessie.properties());
      Spark.shared().addCatalog("nessie", nessie.properties());
      assertThat(Spark.shared().table("nessie.first.orders"))
          .isEqualTo(Spark.shared().table("nessie.second.orders"));
    }
  }

  /** The sample's orders go to the catalog, and from there to another table of it. */
  private void tablesAreWrittenAndFollowed(Map<String, String> catalog) throws IOException {
    Path sample = folder.resolve("sample");
    assertThat(Main.run(new String[] {"sample", sample.toString()}, System.err, System.err))
        .isZero();
    String orders = Files.readString(sample.resolve("orders.tributary.yaml"));
    String source = orders.substring(orders.indexOf("source:"), orders.indexOf("target:"));

    Path first = spec("first", source, catalog);
    assertThat(Cli.run("preflight", first).success().path("ok").asBoolean()).isTrue();
    assertThat(Cli.run("run", first).success().path("status").asText()).isEqualTo("succeeded");
    assertMatch(first);
    assertThat(Cli.run("run", first).success().path("status").asText()).isEqualTo("nothing-to-do");

    Path second =
        spec(
            "second",
            "source:\n  format: iceberg\n  table: first.orders\n  catalog_name: there\n"
                + properties(catalog),
            catalog);
    assertThat(Cli.run("history", second).success()).hasSizeGreaterThan(1);
    assertThat(Cli.run("run", second).success().path("status").asText()).isEqualTo("succeeded");
    assertMatch(second);
  }

  private static void assertMatch(Path spec) {
    JsonNode verified = Cli.run("verify", spec).success();
    assertThat(verified.path("match").asBoolean()).isTrue();
    assertThat(verified.path("target_rows").asLong()).isPositive();
  }

  private Path spec(String namespace, String source, Map<String, String> catalog)
      throws IOException {
    return Files.writeString(
        folder.resolve(namespace + ".tributary.yaml"),
        "tributary: 1\nname: "
            + namespace
            + "\n"
            + source
            + "target:\n  table: "
            + namespace
            + ".orders\n  catalog_name: there\n"
            + properties(catalog)
            + "  equality_columns: [order_id]\n  table_properties: {format-version: \"3\"}\n");
  }

  private static String properties(Map<String, String> catalog) {
    return catalog.entrySet().stream()
        .map(entry -> "    " + entry.getKey() + ": \"" + entry.getValue() + "\"\n")
        .collect(Collectors.joining("", "  catalog_properties:\n", ""));
  }
}
