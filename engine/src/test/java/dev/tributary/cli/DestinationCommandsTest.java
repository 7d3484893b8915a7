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
package dev.tributary.cli;

import static dev.tributary.cli.CommandLineTest.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.catalog.Catalogs;
import dev.tributary.cli.CommandLineTest.Outcome;
import dev.tributary.fixture.IcebergWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands on a target whose name is a template. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DestinationCommandsTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "region", Types.StringType.get()));

  @TempDir private Path folder;
  private IcebergWriter source;
  private DataFile first;
  private String spec;

  @BeforeEach
  void writeSource() throws IOException {
    source = IcebergWriter.create(folder.resolve("source"), "orders", SCHEMA, 3);
    first = source.append(source.row(1L, "eu"), source.row(2L, "us"), source.row(3L, "eu"));
    spec = spec("lake.{region}_orders", "");
  }

  private String spec(String table, String more) throws IOException {
    return Files.writeString(
            folder.resolve("orders.tributary.yaml"),
            "tributary: 1\nsource:\n  format: iceberg\n  table: db.orders\n"
                + "  catalog_properties: {type: hadoop, warehouse: \""
                + folder.resolve("source")
                + "\"}\ntarget:\n  table: \""
                + table
                + "\"\n  catalog_properties: {type: hadoop, warehouse: \""
                + folder.resolve("lake")
                + "\"}\n  equality_columns: [id]\n"
                + more)
        .toString();
  }

  @Test
  void runVerifyAndMetricsCoverAllTables() {
    Outcome loaded = run("run", spec, "--json");
    assertThat(loaded.exitCode()).as(loaded.err()).isZero();
    assertThat(loaded.json().at("/initial_load/rows").asLong()).isEqualTo(3);
    assertThat(loaded.json().path("target_snapshot_id").isNull()).isTrue();

    source.delete(first, List.of(0L), source.row(1L, "us"));
    Outcome changed = run("run", spec, "--json");

    assertThat(changed.exitCode()).as(changed.err()).isZero();
    JsonNode tables = changed.json().path("tables");
    assertThat(tables.findValuesAsText("table"))
        .containsExactly("lake.eu_orders", "lake.us_orders");
    assertThat(tables.at("/0/rows/deleted").asLong()).isEqualTo(1);
    assertThat(tables.at("/1/rows/inserted").asLong()).isEqualTo(1);
    assertThat(changed.json().at("/rows/inserted").asLong()).isEqualTo(1);
    String head = Long.toString(source.table().currentSnapshot().snapshotId());
    assertThat(changed.json().path("committed_through").asText()).isEqualTo(head);
    assertThat(tables.findValuesAsText("committed_through")).containsOnly(head);
    assertThat(run("run", spec).out()).contains("Nothing to do");

    Outcome verified = run("verify", spec, "--json");
    assertThat(verified.exitCode()).as(verified.err()).isZero();
    assertThat(verified.json().path("source_rows").asLong()).isEqualTo(3);
    assertThat(verified.json().at("/tables/1/target_rows").asLong()).isEqualTo(2);

    JsonNode metrics = run("metrics", spec, "--json").json();
    assertThat(metrics).hasSize(4);
    assertThat(metrics.at("/1/live_rows").asLong()).as("sum of both loads").isEqualTo(3);
    assertThat(metrics.at("/1/of_table/live_rows").asLong()).isLessThan(3);
    assertThat(metrics.at("/3/live_rows").asLong()).isEqualTo(3);
    assertThat(metrics.at("/3/table").asText()).isEqualTo("lake.us_orders");
    assertThat(metrics.at("/3/position").asText()).isEqualTo(head);
    assertThat(run("metrics", spec).out()).contains("lake.eu_orders");
  }

  @Test
  void verifyFindsWhatIsWrongInOneTableAndWhatHasNone() {
    assertThat(run("verify", spec).err()).contains("there is nothing to verify");
    assertThat(run("run", spec).exitCode()).isZero();
    IcebergWriter eu =
        new IcebergWriter(
            Catalogs.open(
                    Optional.empty(),
                    IcebergWriter.catalogProperties(folder.resolve("lake")),
                    Map.of())
                .loadTable(TableIdentifier.of("lake", "eu_orders")));
    eu.append(eu.row(99L, "eu"));

    Outcome verified = run("verify", spec, "--json");

    assertThat(verified.exitCode()).isEqualTo(3);
    assertThat(verified.json().path("unexpected").asLong()).isEqualTo(1);
    assertThat(verified.json().at("/tables/0/match").asBoolean()).isFalse();
    assertThat(verified.json().at("/tables/1/match").asBoolean()).isTrue();
    assertThat(verified.json().at("/examples/0/key/id").asLong()).isEqualTo(99);
    assertThat(run("verify", spec).out()).contains("lake.eu_orders", "no").contains("yes");
  }

  @Test
  void preflightNamesTheTablesAndRefusesRowsWithoutOne() {
    Outcome outcome = run("preflight", spec, "--json");
    assertThat(outcome.exitCode()).as(outcome.out()).isZero();
    assertThat(outcome.json().path("checks").findValuesAsText("message"))
        .contains("2 tables, 2 of them new: lake.eu_orders, lake.us_orders")
        .contains("Unique in the rows of each table");
    assertThat(Files.exists(folder.resolve("lake").resolve("lake"))).isFalse();

    source.append(source.row(3L, "eu"));
    Outcome duplicate = run("preflight", spec, "--json");
    assertThat(duplicate.exitCode()).isEqualTo(3);
    assertThat(duplicate.out()).contains("among the rows of lake.eu_orders");

    source.append(source.row(4L, null));
    Outcome nameless = run("preflight", spec, "--json");
    assertThat(nameless.exitCode()).isEqualTo(3);
    assertThat(nameless.out()).contains("Column 'region', which names the table");
    Outcome refused = run("run", spec);
    assertThat(refused.exitCode()).isEqualTo(3);
    assertThat(refused.err()).contains("source.filter, such as region IS NOT NULL");
    assertThat(Files.exists(folder.resolve("lake").resolve("lake"))).isFalse();
  }

  @Test
  void alterAndUpgradeAreAboutAllTables() {
    assertThat(run("run", spec).exitCode()).isZero();
    source.table().updateSchema().addColumn("note", Types.StringType.get()).commit();
    source.table().refresh();
    IcebergWriter widened = new IcebergWriter(source.table());
    widened.append(widened.row(5L, "us", "new"));

    assertThat(run("run", spec).err()).contains("lake.eu_orders", "note");
    Outcome shown = run("alter", spec, "--json");
    assertThat(shown.exitCode()).isEqualTo(3);
    assertThat(shown.json().path("tables").findValuesAsText("table"))
        .containsExactly("lake.eu_orders", "lake.us_orders");
    assertThat(run("alter", spec, "--yes").exitCode()).isZero();
    assertThat(run("run", spec, "--json").json().at("/rows/inserted").asLong()).isEqualTo(1);

    assertThat(run("upgrade-format", spec, "--to", "3").err())
        .contains("Upgrading lake.eu_orders from format version 2 to 3 cannot be undone");
    JsonNode upgraded = run("upgrade-format", spec, "--to", "3", "--yes", "--json").json();
    assertThat(upgraded.path("tables").findValuesAsText("format_version")).containsOnly("3");
    assertThat(run("verify", spec).exitCode()).isZero();
  }

  @Test
  void generatedFormsKeepTheTemplate() throws IOException {
    assertThat(run("generate", spec, "--as", "sql").out())
        .contains("a table for each value of region")
        .contains("`lake`.`{region}_orders`");
    assertThat(run("generate", spec, "--as", "yaml").out()).contains("lake.{region}_orders");
    String hashed = spec("lake.{region}_orders", "  distribution_mode: hash\n");
    assertThat(run("generate", hashed, "--as", "yaml").out())
        .doesNotContain("distribution_mode: hash");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lake.{region | has a '{' without a '}' behind it",
        "lake.region} | has a '}' without a '{' before it",
        "lake.{}_orders | has the place '{}': it has to name a column",
        "'{customer.country}' | is not of the form namespace.table",
        "lake.{$YYYY}_orders | would stand for the moment at which a row is written",
      })
  void badTemplatesAreErrorsOfTheSpec(String table, String message) throws IOException {
    Outcome outcome = run("run", spec(table, ""));

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("'target.table'").contains(message);
  }
}
