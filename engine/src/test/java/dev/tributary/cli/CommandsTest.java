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
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.catalog.Catalogs;
import dev.tributary.cli.CommandLineTest.Outcome;
import dev.tributary.fixture.IcebergWriter;
import dev.tributary.run.Cancellation;
import dev.tributary.run.InterferingCatalog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands over a real table, from its history to the metrics of the target. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CommandsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "status", Types.StringType.get()),
          Types.NestedField.optional(3, "total", Types.DecimalType.of(9, 2)));

  @TempDir private Path folder;

  private IcebergWriter source;
  private String spec;
  private DataFile first;

  @BeforeEach
  void writeSource() throws IOException {
    source = IcebergWriter.create(folder.resolve("source"), "orders", SCHEMA, 3);
    first = source.append(row(1, "new"), row(2, "new"), row(3, "new"));
    source.delete(first, List.of(0L), row(1, "paid"));
    source.delete(first, List.of(2L));
    long start = source.table().history().get(1).snapshotId();
    spec = spec("orders", "  from_snapshot: " + start + "\n");
  }

  @Test
  void historyIsNewestFirstAndSaysNullForWhatIsNotKnown() {
    JsonNode history = run("history", spec, "--json").json();

    assertThat(history).hasSize(3);
    assertThat(history.get(0).path("operation").asText()).isEqualTo("delete");
    assertThat(history.get(0).path("current").asBoolean()).isTrue();
    assertThat(history.get(0).path("refs").get(0).asText()).isEqualTo("main");
    assertThat(history.get(0).path("id").isTextual()).isTrue();
    assertThat(history.get(0).path("change_feed").isNull()).isTrue();
    assertThat(history.get(2).path("added_rows").asLong()).isEqualTo(3);
    assertThat(history.get(2).path("deleted_rows").isNull()).isTrue();
    assertThat(history.get(2).path("parent_id").isNull()).isTrue();
    assertThat(run("history", spec).out()).contains("id", "operation", "append", "–");
  }

  @Test
  void previewShowsRawAndNetChanges() {
    JsonNode raw = run("preview", spec, "--json").json();
    JsonNode net = run("preview", spec, "--net", "--json").json();
    JsonNode one = run("preview", spec, "--limit", "1", "--json").json();

    assertThat(raw.path("columns").toString()).isEqualTo("[\"id\",\"status\",\"total\"]");
    assertThat(raw.path("rows").findValuesAsText("change_type"))
        .containsExactly("UPDATE_BEFORE", "UPDATE_AFTER", "DELETE");
    assertThat(raw.at("/rows/1/values").toString())
        .isEqualTo("{\"id\":1,\"status\":\"paid\",\"total\":\"1.00\"}");
    assertThat(raw.path("counts").toString())
        .isEqualTo("{\"INSERT\":0,\"UPDATE_BEFORE\":1,\"UPDATE_AFTER\":1,\"DELETE\":1}");
    assertThat(raw.path("truncated").asBoolean()).isFalse();
    assertThat(net.path("rows").findValuesAsText("change_type"))
        .containsExactly("UPDATE_AFTER", "DELETE");
    assertThat(net.path("counts").toString())
        .isEqualTo("{\"INSERT\":0,\"UPDATE_BEFORE\":0,\"UPDATE_AFTER\":1,\"DELETE\":1}");
    assertThat(one.path("rows")).hasSize(1);
    assertThat(one.path("truncated").asBoolean()).isTrue();
    assertThat(run("preview", spec).out()).contains("UPDATE_AFTER", "paid");
  }

  @Test
  void previewShowsRowIdsOnRequest() throws IOException {
    Path file = Path.of(spec);
    Files.writeString(
        file,
        Files.readString(file)
            .replace("target:", "  include_metadata_columns: [_row_id, _change_type]\ntarget:"));

    JsonNode raw = run("preview", spec, "--json").json();
    JsonNode net = run("preview", spec, "--net", "--json").json();

    assertThat(raw.path("columns").toString())
        .isEqualTo("[\"id\",\"status\",\"total\",\"_row_id\"]");
    assertThat(raw.path("rows").findValuesAsText("_row_id")).containsExactly("0", "3", "2");
    assertThat(net.path("rows").findValuesAsText("_row_id")).containsExactly("3", "2");
    // The target would not store it.
    Outcome refused = run("run", spec, "--json");
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("include_metadata_columns", "_row_id");
  }

  @Test
  void preflightReportsEveryCheck() {
    Outcome outcome = run("preflight", spec, "--json");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.json().path("ok").asBoolean()).isTrue();
    assertThat(outcome.json().path("checks").findValuesAsText("id"))
        .contains("equality-columns-unique", "target-table");
    assertThat(outcome.json().path("checks").findValuesAsText("severity"))
        .isSubsetOf("warning", "info");
    assertThat(run("preflight", spec).out()).contains("Ready to run.");
  }

  @Test
  void runAppliesTheRangeOnceAndGoesOnWhereItEnded() throws IOException {
    Path events = folder.resolve("events.jsonl");
    Outcome loaded = run("run", spec, "--json", "--events", events.toString());

    assertThat(loaded.exitCode()).as(loaded.err()).isZero();
    assertThat(loaded.json().path("status").asText()).isEqualTo("succeeded");
    assertThat(loaded.json().at("/initial_load/rows").asLong()).isEqualTo(3);
    assertThat(loaded.json().at("/rows/updated").asLong()).isEqualTo(1);
    assertThat(loaded.json().at("/rows/deleted").asLong()).isEqualTo(1);
    assertThat(loaded.json().at("/files/dv").asLong()).isPositive();
    assertThat(loaded.json().path("committed_through").asText())
        .isEqualTo(Long.toString(source.table().currentSnapshot().snapshotId()));
    assertThat(kinds(events)).contains("state", "progress", "commit");

    Outcome again = run("run", spec, "--json");
    assertThat(again.exitCode()).isZero();
    assertThat(again.json().path("status").asText()).isEqualTo("nothing-to-do");

    source.append(row(4, "new"));
    Outcome more = run("run", spec, "--json");
    assertThat(more.json().path("status").asText()).isEqualTo("succeeded");
    assertThat(more.json().at("/rows/inserted").asLong()).isEqualTo(1);
    assertThat(more.json().at("/rows/updated").asLong()).isZero();

    JsonNode verification = run("verify", spec, "--json").json();
    assertThat(verification.path("match").asBoolean()).isTrue();
    assertThat(verification.path("source_rows").asLong()).isEqualTo(3);

    JsonNode metrics = run("metrics", spec, "--json").json();
    assertThat(metrics).hasSizeGreaterThanOrEqualTo(3);
    assertThat(metrics.get(metrics.size() - 1).path("live_rows").asLong()).isEqualTo(3);
    assertThat(metrics.get(metrics.size() - 1).path("position").asText())
        .isEqualTo(Long.toString(source.table().currentSnapshot().snapshotId()));
    assertThat(run("metrics", spec).out()).contains("live rows", "DV files");
  }

  @Test
  void eventsOnTheStandardOutputEndWithTheResult() throws IOException {
    Outcome outcome = run("run", spec, "--events", "-", "--json");

    List<String> lines = outcome.out().lines().toList();
    for (String line : lines.subList(0, lines.size() - 1)) {
      JsonNode event = new ObjectMapper().readTree(line);
      assertThat(event.path("time").asText()).isNotEmpty();
      assertThat(event.has("rows_read")).isTrue();
    }
    assertThat(new ObjectMapper().readTree(lines.get(lines.size() - 1)).path("status").asText())
        .isEqualTo("succeeded");
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void verifyShowsWhatDiffersWithExitCode3() throws IOException {
    assertThat(run("run", spec).exitCode()).isZero();
    tamper();

    Outcome json = run("verify", spec, "--json");
    Outcome text = run("verify", spec);

    assertThat(json.exitCode()).isEqualTo(3);
    assertThat(json.json().path("match").asBoolean()).isFalse();
    assertThat(json.json().path("unexpected").asLong()).isEqualTo(1);
    assertThat(json.json().at("/examples/0").toString())
        .isEqualTo(
            "{\"kind\":\"unexpected\",\"key\":{\"id\":99},\"source\":null,\"target\":"
                + "{\"id\":99,\"status\":\"forged\",\"total\":\"99.00\"}}");
    assertThat(text.exitCode()).isEqualTo(3);
    assertThat(text.out()).contains("Mismatch", "1 unexpected", "forged");
  }

  @Test
  void verifyAndMetricsOfATargetThatIsNotThereAreErrors() {
    assertThat(run("verify", spec).exitCode()).isEqualTo(3);
    Outcome metrics = run("metrics", spec);
    assertThat(metrics.exitCode()).isEqualTo(3);
    assertThat(metrics.err()).startsWith("error: ").contains("lake.orders").hasLineCount(1);
  }

  @Test
  void aCancelledRunEndsWithExitCode130() {
    Cancellation cancellation = new Cancellation();
    cancellation.request();
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int exitCode = cancellable(cancellation, out, "run", spec, "--json");

    assertThat(exitCode).isEqualTo(130);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("\"cancelled\"");
  }

  @Test
  void aScheduleRunsAgainUntilItIsCancelled() throws Exception {
    Cancellation cancellation = new Cancellation();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CompletableFuture<Integer> schedule =
        CompletableFuture.supplyAsync(
            () -> cancellable(cancellation, out, "run", spec, "--json", "--every", "1s"));
    awaitOutput(schedule, out, 0, "nothing-to-do");
    source.append(row(5, "new"));
    int seen = out.size();
    while (!out.toString(StandardCharsets.UTF_8).substring(seen).contains("succeeded")) {
      assertThat(schedule).as(out.toString(StandardCharsets.UTF_8)).isNotDone();
      Thread.sleep(50);
    }
    cancellation.request();

    assertThat(schedule.get(1, TimeUnit.MINUTES)).isEqualTo(130);
  }

  @Test
  void aRunThatStaysOnAppliesWhatComesAndEndsWithExitCode130() throws Exception {
    Path file = staysOn();
    Cancellation cancellation = new Cancellation();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CompletableFuture<Integer> run =
        CompletableFuture.supplyAsync(
            () -> cancellable(cancellation, out, "run", file.toString(), "--events", "-"));
    awaitOutput(run, out, 0, "\"waiting\"");
    int seen = out.size();
    source.append(row(5, "new"));
    awaitOutput(run, out, seen, "\"kind\":\"commit\"");
    cancellation.request();

    assertThat(run.get(1, TimeUnit.MINUTES)).isEqualTo(130);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\"head\":")
        .contains("\"lag_commits\":0")
        .contains("\"lag_seconds\":0")
        .contains("\"rows_inserted\":");
  }

  @Test
  void aScheduleTellsOfAFailureAndWhenItGoesOn() throws Exception {
    Path away = folder.resolve("away");
    Path there = folder.resolve("source");
    Files.move(there, away);
    Cancellation cancellation = new Cancellation();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CompletableFuture<Integer> schedule =
        CompletableFuture.supplyAsync(
            () -> cancellable(cancellation, out, "run", spec, "--json", "--every", "1s"));
    awaitOutput(schedule, out, 0, "the schedule goes on: the next run begins at ");
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("error: ");
    Files.move(away, there);
    awaitOutput(schedule, out, 0, "\"succeeded\"");
    cancellation.request();

    assertThat(schedule.get(1, TimeUnit.MINUTES)).isEqualTo(130);
  }

  private static void awaitOutput(
      CompletableFuture<Integer> run, ByteArrayOutputStream out, int from, String text)
      throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (!out.toString(StandardCharsets.UTF_8).substring(from).contains(text)) {
      String written = out.toString(StandardCharsets.UTF_8);
      assertThat(run).as(written).isNotDone();
      assertThat(Instant.now()).as("deadline for %s in: %s", text, written).isBefore(end);
      Thread.sleep(50);
    }
  }

  @Test
  void aScheduleOfARunThatStaysOnIsRefused() throws IOException {
    Outcome refused = run("run", staysOn().toString(), "--every", "15m");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("--every").contains("streaming: true");
  }

  private Path staysOn() throws IOException {
    Path file = Path.of(spec);
    return Files.writeString(
        file,
        Files.readString(file)
            .replace("target:\n", "  streaming: true\n  poll_interval_seconds: 1\ntarget:\n"));
  }

  @Test
  void upgradingTheFormatNeedsConsent() throws IOException {
    Path v2 = Path.of(spec("v2", ""));
    Files.writeString(
        v2, Files.readString(v2).replace("format-version: \"3\"", "format-version: \"2\""));
    assertThat(run("run", v2.toString()).exitCode()).isZero();

    Outcome refused = run("upgrade-format", v2.toString(), "--to", "3");
    Outcome upgraded = run("upgrade-format", v2.toString(), "--to", "3", "--yes");
    Outcome again = run("upgrade-format", v2.toString(), "--to", "3", "--json");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("from format version 2 to 3 cannot be undone");
    assertThat(upgraded.exitCode()).isZero();
    assertThat(again.json().path("format_version").asInt()).isEqualTo(3);
    assertThat(again.json().path("from_format_version").asInt()).isEqualTo(3);
  }

  @Test
  void upgradeFormatAsksADatabaseThatIsLockedAgain() throws IOException {
    String lake = "warehouse: \"" + folder.resolve("lake").toUri();
    Path v2 = Path.of(spec);
    Files.writeString(
        v2,
        Files.readString(v2)
            .replace(
                "type: hadoop, " + lake,
                String.format(
                    "catalog-impl: %s, uri: \"jdbc:sqlite:%s\", %s",
                    InterferingCatalog.class.getName(), folder.resolve("lake.db"), lake))
            .replace("format-version: \"3\"", "format-version: \"2\""));
    assertThat(run("run", v2.toString()).exitCode()).isZero();

    InterferingCatalog.before(1, catalog -> InterferingCatalog.busy());
    Outcome upgraded = run("upgrade-format", v2.toString(), "--to", "3", "--yes");
    InterferingCatalog.reset();

    assertThat(upgraded.exitCode()).as(upgraded.err()).isZero();
    assertThat(upgraded.out()).contains("has format version 3 now");
  }

  @Test
  void generateWritesEachForm() {
    assertThat(run("generate", spec, "--as", "java").out()).contains("Managed.ICEBERG_CDC");
    assertThat(run("generate", spec, "--as", "yaml").out()).contains("ReadFromIcebergCDC");
    assertThat(run("generate", spec, "--as", "command").out()).contains("run " + spec);
    assertThat(run("generate", spec, "--as", "sql", "--json").json().path("text").asText())
        .contains("SELECT COUNT(*)");
  }

  @Test
  void sampleMigratesAndVerifiesItself() {
    Outcome outcome = run("sample", folder.resolve("sample").toString(), "--run", "--json");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.json()).hasSizeGreaterThanOrEqualTo(3);
    for (JsonNode migration : outcome.json()) {
      assertThat(migration.at("/verify/match").asBoolean()).isTrue();
      assertThat(migration.at("/verify/source_rows").asLong()).isPositive();
    }
    Outcome again = run("sample", folder.resolve("sample").toString(), "--run");
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).contains("nothing-to-do", "equal").doesNotContain("DIFFERENT");
  }

  private static int cancellable(
      Cancellation cancellation, ByteArrayOutputStream out, String... args) {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    return Main.run(args, stream, stream, cancellation);
  }

  private static List<String> kinds(Path events) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<String> kinds = new ArrayList<>();
    for (String line : Files.readAllLines(events)) {
      kinds.add(json.readTree(line).path("kind").asText());
    }
    return kinds;
  }

  /** Adds a row to the target behind the migration's back. */
  private void tamper() {
    IcebergWriter target =
        new IcebergWriter(
            Catalogs.open(
                    Optional.empty(),
                    IcebergWriter.catalogProperties(folder.resolve("lake")),
                    Map.of())
                .loadTable(TableIdentifier.of("lake", "orders")));
    target.append(target.row(99L, "forged", new BigDecimal("99.00")));
  }

  private Record row(long id, String status) {
    return source.row(id, status, new BigDecimal(id + ".00"));
  }

  private String spec(String name, String range) throws IOException {
    return Files.writeString(
            folder.resolve(name + ".tributary.yaml"),
            "tributary: 1\nsource:\n  format: iceberg\n  table: db.orders\n"
                + "  catalog_properties: {type: hadoop, warehouse: \""
                + folder.resolve("source").toUri()
                + "\"}\n"
                + range
                + "target:\n  table: lake."
                + name
                + "\n  catalog_properties: {type: hadoop, warehouse: \""
                + folder.resolve("lake").toUri()
                + "\"}\n  equality_columns: [id]\n  table_properties: {format-version: \"3\"}\n")
        .toString();
  }
}
