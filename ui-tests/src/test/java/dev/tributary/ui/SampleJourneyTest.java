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
package dev.tributary.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.util.SnapshotUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A newcomer migrates the sample and sees on every page what the tables themselves say. */
@Tag("slow")
class SampleJourneyTest {
  private static final Duration RUN = Duration.ofMinutes(3);

  @TempDir private Path folder;

  @Test
  void newcomerMigratesTheSampleByClickingAndTyping() throws Exception {
    try (AppUnderTest app = AppUnderTest.start(folder.resolve("home"))) {
      app.node("home-try-samples");
      app.picture("01-home");
      app.type("home-samples-folder", samples().toString());
      app.click("home-try-samples");

      source(app);
      int firstOfRange = range(app);
      changes(app);
      mapping(app);
      target(app);
      preflight(app);
      start(app);
      job(app, firstOfRange);
      dashboard(app);
      verification(app);
      jobs(app);
    }
  }

  private void source(AppUnderTest app) throws Exception {
    app.node("source-card");
    long rows = Tables.ask(sourceCatalog(), "sales.orders", Tables::liveRows);
    assertThat(app.number("source-card-rows")).isEqualTo(rows);
    app.picture("02-source");
    next(app);
  }

  /** Starts the range at the third commit, so that there is something to load before it. */
  private int range(AppUnderTest app) throws Exception {
    app.node("range-table");
    long snapshots =
        Tables.ask(sourceCatalog(), "sales.orders", table -> history(table).size() * 1L);
    assertThat(app.rows("range-table")).isEqualTo((int) snapshots);
    int third = (int) snapshots - 3;
    app.clickRow("range-table", third);
    app.click("range-follow-latest");
    assertThat(app.text("range-strip")).contains((snapshots - 2) + " commits");
    app.picture("03-range");
    next(app);
    return third;
  }

  private void changes(AppUnderTest app) throws Exception {
    app.waitUntil("change rows are there", AppUnderTest.SOON, () -> app.rows("changes-table") > 0);
    long grown =
        Tables.ask(
            sourceCatalog(),
            "sales.orders",
            table ->
                Tables.liveRows(table)
                    - Tables.liveRows(table, history(table).get(1).snapshotId()));
    assertThat(count(app, "changes-chip-inserts") - count(app, "changes-chip-deletes"))
        .as("rows inserted and deleted")
        .isEqualTo(grown);
    app.picture("04-changes");
    next(app);
  }

  /** The number on a chip such as {@code + inserts 1,200}. */
  private static long count(AppUnderTest app, String chip) {
    return Long.parseLong(app.text(chip).replaceAll("[^0-9]", ""));
  }

  private void mapping(AppUnderTest app) throws Exception {
    app.node("mapping-key-order_id");
    int columns =
        Tables.ask(sourceCatalog(), "sales.orders", table -> table.schema().columns().size());
    assertThat(app.rows("mapping-table")).isEqualTo(columns);
    app.waitUntil(
        "the key is checked", AppUnderTest.SOON, () -> app.find("mapping-key-nulls").isPresent());
    assertThat(app.words("mapping-key-findings")).doesNotContain("No,");
    app.type("mapping-name-status", "order_status");
    assertThat(app.rows("mapping-target-table")).isEqualTo(columns);
    app.picture("05-mapping");
    next(app);
  }

  private void target(AppUnderTest app) {
    app.node("target-folder");
    app.type("target-folder", lake().toString());
    app.type("target-table", "lake.sample_orders");
    app.waitUntil(
        "the target was looked at",
        AppUnderTest.SOON,
        () -> app.find("target-found").isPresent() && app.text("wizard-missing").isEmpty());
    assertThat(app.text("target-found"))
        .isEqualTo("lake.sample_orders does not exist yet. The first run creates it.");
    app.picture("06-target");
    app.show("target-mode-append");
    app.picture("06-target-options");
    next(app);
  }

  private void preflight(AppUnderTest app) {
    app.waitUntil(
        "the checks have run",
        AppUnderTest.SOON.multipliedBy(2),
        () -> app.text("preflight-summary").contains("errors"));
    assertThat(app.text("preflight-summary")).contains("no errors");
    app.picture("07-preflight");
    app.tickAll("preflight-noted-");
    assertThat(app.text("wizard-missing")).isEmpty();
    next(app);
  }

  private void start(AppUnderTest app) {
    app.waitUntil(
        "the plan is there",
        AppUnderTest.SOON,
        () -> app.words("start-lines").contains("lake.sample_orders"));
    assertThat(app.words("start-lines").lines().filter(line -> line.matches("\\d"))).hasSize(5);
    assertThat(app.text("start-text-command")).contains("run");
    app.picture("08-start");
    app.click("start-tab-java");
    assertThat(app.text("start-text-java")).contains("Pipeline");
    app.picture("08-start-java");
    app.click("start-migration");
  }

  private void job(AppUnderTest app, int firstOfRange) throws Exception {
    app.node("job-window");
    app.waitUntil(
        "the job is running",
        RUN,
        () -> !app.text("job-state").equals("Starting") || app.find("job-outcome").isPresent());
    app.picture("09-job-running", "job-window");
    app.waitUntil("the job has ended", RUN, () -> app.find("job-outcome").isPresent());
    app.picture("10-job", "job-window");
    assertThat(app.text("job-state")).isEqualTo("Succeeded");
    assertThat(app.find("job-error")).isEmpty();

    long loaded =
        Tables.ask(
            sourceCatalog(),
            "sales.orders",
            table -> Tables.total(table, SnapshotSummary.TOTAL_RECORDS_PROP));
    assertThat(loaded).isPositive();
    Tables.ask(
        targetCatalog(),
        "lake.sample_orders",
        table -> {
          List<Snapshot> snapshots = history(table);
          Snapshot current = table.currentSnapshot();
          assertThat(app.number("job-result-commits")).isEqualTo(snapshots.size());
          assertThat(app.number("job-result-load-rows"))
              .isEqualTo(added(snapshots.get(0), SnapshotSummary.ADDED_RECORDS_PROP));
          long net =
              app.number("job-result-load-rows")
                  + app.number("job-result-inserted")
                  - app.number("job-result-deleted");
          assertThat(net).as("rows loaded and changed").isEqualTo(Tables.liveRows(table));
          assertThat(app.number("job-result-deletion-vectors"))
              .isEqualTo(
                  snapshots.stream().mapToLong(s -> added(s, SnapshotSummary.ADDED_DVS_PROP)).sum())
              .isPositive();
          assertThat(app.text("job-tile-position"))
              .isEqualTo(table.properties().get("tributary.committed-through"));
          assertThat(app.rows("job-commits")).isEqualTo(snapshots.size());
          assertThat(table.schema().findField("order_status")).isNotNull();
          assertThat(current.summary()).containsKey("tributary.committed-through");
          return null;
        });
  }

  private void dashboard(AppUnderTest app) throws Exception {
    app.click("job-dashboard");
    app.waitUntil(
        "metrics are there",
        AppUnderTest.SOON,
        () -> app.find("dashboard-now-live-rows").isPresent());
    app.waitUntil("rows are there", AppUnderTest.SOON, () -> app.rows("dashboard-sample") > 0);
    Tables.ask(
        targetCatalog(),
        "lake.sample_orders",
        table -> {
          assertThat(app.number("dashboard-now-live-rows")).isEqualTo(Tables.liveRows(table));
          assertThat(app.number("dashboard-now-total-rows"))
              .isEqualTo(Tables.total(table, SnapshotSummary.TOTAL_RECORDS_PROP));
          assertThat(app.number("dashboard-now-data-files"))
              .isEqualTo(Tables.total(table, SnapshotSummary.TOTAL_DATA_FILES_PROP));
          assertThat(app.number("dashboard-now-dv-positions"))
              .isEqualTo(Tables.total(table, SnapshotSummary.TOTAL_POS_DELETES_PROP));
          assertThat(app.number("dashboard-now-dv-files"))
              .isEqualTo(Tables.total(table, SnapshotSummary.TOTAL_DELETE_FILES_PROP));
          assertThat(app.rows("dashboard-snapshots")).isEqualTo(history(table).size());
          assertThat(app.rows("dashboard-sample"))
              .isEqualTo((int) Math.min(50, Tables.liveRows(table)));
          return null;
        });
    app.picture("11-dashboard", "dashboard-page");
    app.show("dashboard-snapshots");
    app.clickRow("dashboard-snapshots", 0);
    app.picture("11-dashboard-tables", "dashboard-page");
    app.show("dashboard-chart-rows-as-table");
    app.click("dashboard-chart-rows-as-table");
    assertThat(app.rows("dashboard-chart-rows-table")).isEqualTo(app.rows("dashboard-snapshots"));
    app.picture("11-dashboard-chart-as-table", "dashboard-page");
  }

  private void verification(AppUnderTest app) throws Exception {
    app.front("job-window");
    app.click("job-verify");
    app.waitUntil(
        "the tables are compared", RUN, () -> app.find("verify-count-target-rows").isPresent());
    long rows = Tables.ask(targetCatalog(), "lake.sample_orders", Tables::liveRows);
    assertThat(app.text("verify-verdict")).startsWith("Equal:");
    assertThat(app.number("verify-count-target-rows")).isEqualTo(rows);
    assertThat(app.number("verify-count-source-rows")).isEqualTo(rows);
    assertThat(app.number("verify-count-missing")).isZero();
    app.picture("12-verification", "verify-window");
  }

  private void jobs(AppUnderTest app) {
    app.front("rail");
    app.click("rail-jobs");
    app.waitUntil("the job is listed", AppUnderTest.SOON, () -> app.rows("jobs-table") == 1);
    assertThat(app.words("jobs-table")).contains("Succeeded");
    app.picture("13-jobs", "jobs-table");
  }

  private static void next(AppUnderTest app) {
    app.waitUntil(
        "nothing is missing: " + app.text("wizard-missing"),
        AppUnderTest.SOON,
        () -> app.text("wizard-missing").isEmpty());
    app.click("wizard-next");
  }

  private static List<Snapshot> history(org.apache.iceberg.Table table) {
    List<Snapshot> snapshots = new java.util.ArrayList<>();
    SnapshotUtil.currentAncestors(table).forEach(snapshots::add);
    java.util.Collections.reverse(snapshots);
    return snapshots;
  }

  private static long added(Snapshot snapshot, String property) {
    return Long.parseLong(snapshot.summary().getOrDefault(property, "0"));
  }

  private Path samples() {
    return folder.resolve("samples");
  }

  private Path lake() {
    return folder.resolve("lake");
  }

  private Map<String, String> sourceCatalog() {
    return Map.of("type", "hadoop", "warehouse", samples().resolve("shop").toString());
  }

  private Map<String, String> targetCatalog() {
    return Map.of(
        "type",
        "jdbc",
        "uri",
        "jdbc:sqlite:" + lake().resolve("catalog.db"),
        "warehouse",
        lake().resolve("warehouse").toString(),
        "jdbc.schema-version",
        "V1");
  }
}
