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
package dev.tributary.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.delta.DeltaTableWriter;
import dev.tributary.failpoint.Failpoint;
import dev.tributary.fixture.IcebergWriter;
import dev.tributary.fixture.RestServer;
import dev.tributary.preflight.Preflight;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.run.RunResult.Status;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.Unit;
import dev.tributary.verify.Verification;
import dev.tributary.verify.Verifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real tables whose rows go to the tables that a template names, and runs that are killed. */
class DestinationTablesTest {
  private static final Types.StructType CUSTOMER =
      Types.StructType.of(Types.NestedField.optional(4, "country", Types.StringType.get()));
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "total", Types.LongType.get()),
          Types.NestedField.optional(3, "customer", CUSTOMER));

  @TempDir Path folder;
  private TargetFixture target;

  @BeforeEach
  void openTarget() {
    target = new TargetFixture(folder).named("lake.{customer.country}_orders");
  }

  private MigrationSpec spec(TargetSpec.WriteMode mode, int formatVersion) {
    return target
        .spec(
            builder ->
                builder
                    .mode(mode)
                    .tableProperties(Map.of("format-version", Integer.toString(formatVersion))))
        .toBuilder()
        .source(
            SourceSpec.builder(SourceFormat.ICEBERG, "db.orders")
                .catalogProperties(IcebergWriter.catalogProperties(folder.resolve("source")))
                .build())
        .build();
  }

  private static RunResult run(MigrationSpec spec) {
    return MigrationRun.run(spec, event -> {}, new Cancellation());
  }

  private static Record row(IcebergWriter table, long id, long total, String country) {
    GenericRecord customer = GenericRecord.create(CUSTOMER);
    customer.set(0, country);
    return table.row(id, total, customer);
  }

  private interface Reading<T> {
    T read(Table table);
  }

  private <T> Map<String, T> tables(Reading<T> reading) {
    Catalog catalog = target.catalog();
    try {
      Map<String, T> tables = new TreeMap<>();
      for (TableIdentifier table : catalog.listTables(Namespace.of("lake"))) {
        tables.put(table.name(), reading.read(catalog.loadTable(table)));
      }
      return tables;
    } finally {
      TargetFixture.close(catalog);
    }
  }

  private static List<Long> ids(Table table) {
    List<Long> ids = new ArrayList<>();
    TargetFixture.rows(table)
        .forEach(row -> ids.add(Long.parseLong(row.replaceAll("\\{\"id\":([0-9]+),.*", "$1"))));
    ids.sort(null);
    return ids;
  }

  @ParameterizedTest
  @CsvSource({"2, MERGE_ON_READ", "3, MERGE_ON_READ", "3, COPY_ON_WRITE"})
  void loadAndChangesOfAnIcebergTable(int formatVersion, TargetSpec.WriteMode mode) {
    IcebergWriter table =
        IcebergWriter.create(folder.resolve("source"), "orders", SCHEMA, formatVersion);
    DataFile first =
        table.append(row(table, 1, 10, "de"), row(table, 2, 20, "fr"), row(table, 3, 30, "de"));
    MigrationSpec spec = spec(mode, formatVersion);
    assertThat(Preflight.check(spec, finding -> {}).ok()).isTrue();
    RunResult load = run(spec);
    assertThat(load.error()).isEmpty();
    assertThat(load.initialLoad().orElseThrow().rows()).isEqualTo(3);
    assertThat(tables(DestinationTablesTest::ids))
        .isEqualTo(Map.of("de_orders", List.of(1L, 3L), "fr_orders", List.of(2L)));

    // 1 moves to Italy by a row-level delete, 3 to France by a rewritten file, 4 comes up.
    table.delete(first, List.of(0L), row(table, 1, 11, "it"));
    table.overwrite(List.of(first), row(table, 2, 20, "fr"), row(table, 3, 33, "fr"));
    table.append(row(table, 4, 40, "de"));
    assertThat(Preflight.check(spec, finding -> {}).ok()).isTrue();
    RunResult changes = run(spec);

    assertThat(changes.error()).isEmpty();
    assertThat(changes.rows()).isEqualTo(new RowCounts(3, 0, 2, 0, 0, 0, 0));
    assertThat(tables(DestinationTablesTest::ids))
        .isEqualTo(
            Map.of(
                "de_orders", List.of(4L),
                "fr_orders", List.of(2L, 3L),
                "it_orders", List.of(1L)));
    Verification verification = Verifier.verify(spec, rows -> {});
    assertThat(verification.match()).isTrue();
    assertThat(verification.sourceRows()).isEqualTo(4);
    assertThat(verification.tables())
        .extracting(Verification.OfTable::sourceRows)
        .containsExactly(1L, 2L, 1L);
    assertThat(run(spec).status()).isEqualTo(Status.NOTHING_TO_DO);
  }

  @Test
  void appendedChangesOfTablesThatCameUpAtDifferentTimesVerify() {
    IcebergWriter table = IcebergWriter.create(folder.resolve("source"), "orders", SCHEMA, 3);
    DataFile first = table.append(row(table, 1, 10, "de"), row(table, 9, 90, "it"));
    table.delete(first, List.of(1L));
    MigrationSpec spec =
        spec(TargetSpec.WriteMode.APPEND, 3).toBuilder()
            .target(
                spec(TargetSpec.WriteMode.APPEND, 3).target().toBuilder()
                    .equalityColumns(List.of())
                    .writeOptions(Map.of("change_type_column", "op"))
                    .build())
            .build();
    assertThat(run(spec).error()).isEmpty();
    table.delete(first, List.of(0L), row(table, 1, 11, "it"));
    table.append(row(table, 2, 20, "it"));
    assertThat(run(spec).error()).isEmpty();

    assertThat(tables(it -> TargetFixture.rows(it).size()))
        .isEqualTo(Map.of("de_orders", 2, "it_orders", 2));
    assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
  }

  @Test
  void loadAndChangesOfADeltaTable() {
    DeltaTableWriter delta = new DeltaTableWriter(folder.resolve("delta"));
    delta.commit(DeltaTableWriter.protocol(), DeltaTableWriter.metadata(DeltaTableWriter.feedOn()));
    delta
        .file("a.parquet", DeltaTableWriter.row(1L, "de"), DeltaTableWriter.row(2L, "fr"))
        .commit(delta.add("a.parquet"));
    target.named("lake.{name}_orders");
    MigrationSpec spec =
        spec(TargetSpec.WriteMode.MERGE_ON_READ, 3).toBuilder()
            .source(
                SourceSpec.builder(SourceFormat.DELTA, delta.table().toString())
                    .from(new Bound.Commit(2))
                    .build())
            .build();
    delta
        .file("b.parquet", DeltaTableWriter.row(1L, "fr"), DeltaTableWriter.row(2L, "fr"))
        .file(
            "feed.parquet",
            DeltaTableWriter.row(1L, "de", "update_preimage"),
            DeltaTableWriter.row(1L, "fr", "update_postimage"))
        .commit(delta.remove("a.parquet"), delta.add("b.parquet"), delta.feed("feed.parquet"));
    assertThat(run(spec).error()).isEmpty();
    delta.file("c.parquet", DeltaTableWriter.row(3L, "it")).commit(delta.add("c.parquet"));
    RunResult second = run(spec);

    assertThat(second.error()).isEmpty();
    assertThat(tables(DestinationTablesTest::ids))
        .isEqualTo(
            Map.of(
                "de_orders", List.of(),
                "fr_orders", List.of(1L, 2L),
                "it_orders", List.of(3L)));
    assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
  }

  @Test
  void aFeedWithoutRowsFromBeforeStillTellsWhereRowsWere() {
    DeltaTableWriter delta = new DeltaTableWriter(folder.resolve("delta"));
    delta.commit(DeltaTableWriter.protocol(), DeltaTableWriter.metadata(DeltaTableWriter.feedOn()));
    delta
        .file("a.parquet", DeltaTableWriter.row(1L, "de"), DeltaTableWriter.row(2L, "fr"))
        .commit(delta.add("a.parquet"));
    target.named("lake.{name}_orders");
    MigrationSpec spec =
        spec(TargetSpec.WriteMode.MERGE_ON_READ, 3).toBuilder()
            .source(
                SourceSpec.builder(SourceFormat.DELTA, delta.table().toString())
                    .from(new Bound.Commit(2))
                    .build())
            .build();
    delta
        .file("b.parquet", DeltaTableWriter.row(1L, "fr"), DeltaTableWriter.row(2L, "fr"))
        .file("feed.parquet", DeltaTableWriter.row(1L, "fr", "update_postimage"))
        .commit(delta.remove("a.parquet"), delta.add("b.parquet"), delta.feed("feed.parquet"));

    assertThat(run(spec).error()).isEmpty();

    assertThat(tables(DestinationTablesTest::ids))
        .isEqualTo(Map.of("de_orders", List.of(), "fr_orders", List.of(1L, 2L)));
  }

  @Test
  void tablesInARestCatalogAreFoundAgain() throws Exception {
    Path place = Files.createDirectories(folder.resolve("rest"));
    try (RestServer rest = RestServer.start(place)) {
      target =
          new TargetFixture(place, rest.catalogProperties()).named("{customer.country}.orders");
      IcebergWriter table = IcebergWriter.create(folder.resolve("source"), "orders", SCHEMA, 3);
      DataFile first = table.append(row(table, 1, 10, "de"), row(table, 2, 20, "fr"));
      MigrationSpec spec = spec(TargetSpec.WriteMode.MERGE_ON_READ, 3);
      assertThat(run(spec).error()).isEmpty();
      table.delete(first, List.of(0L), row(table, 1, 11, "it"));

      RunResult changes = run(spec);

      assertThat(changes.error()).isEmpty();
      assertThat(changes.tables())
          .extracting(RunResult.TableResult::table)
          .containsExactly("de.orders", "fr.orders", "it.orders");
      assertThat(changes.rows()).isEqualTo(new RowCounts(1, 0, 1, 0, 0, 0, 0));
      assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
    }
  }

  @Test
  void twoRunsAtOnceDoEachThingOnce() {
    IcebergWriter table = IcebergWriter.create(folder.resolve("source"), "orders", SCHEMA, 3);
    DataFile first =
        table.append(row(table, 1, 10, "de"), row(table, 2, 20, "fr"), row(table, 3, 30, "it"));
    long start = table.table().currentSnapshot().snapshotId();
    table.delete(first, List.of(1L), row(table, 2, 22, "es"));
    table.append(row(table, 4, 40, "de"));
    MigrationSpec open = spec(TargetSpec.WriteMode.MERGE_ON_READ, 3);
    MigrationSpec spec =
        open.toBuilder()
            .source(open.source().toBuilder().from(new Bound.Commit(start)).build())
            .build();

    CompletableFuture<RunResult> one = CompletableFuture.supplyAsync(() -> run(spec));
    CompletableFuture<RunResult> other = CompletableFuture.supplyAsync(() -> run(spec));

    assertThat(one.join().error()).isEmpty();
    assertThat(other.join().error()).isEmpty();
    assertResumed(spec, Map.of("de", List.of(1L, 4L), "es", List.of(2L), "it", List.of(3L)));
    assertThat(run(spec).status()).isEqualTo(Status.NOTHING_TO_DO);
  }

  /** The moments at which a first run, of three tables, and a later one are killed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DESTINATION_MADE",
        "DESTINATION_MADE:2",
        "COMMIT_BEGUN:2",
        "UNIT_SETTLED",
        "UNIT_SETTLED:2"
      })
  void aRunThatIsKilledBetweenTablesGoesOnWhereItWas(String failpoint) throws Exception {
    IcebergWriter table = IcebergWriter.create(folder.resolve("source"), "orders", SCHEMA, 3);
    DataFile first =
        table.append(row(table, 1, 10, "de"), row(table, 2, 20, "fr"), row(table, 3, 30, "it"));
    MigrationSpec spec = spec(TargetSpec.WriteMode.MERGE_ON_READ, 3);
    Path file = folder.resolve("orders.tributary.yaml");
    Files.writeString(file, Specs.write(spec));
    kill(file, failpoint);
    // The source moves on before the next run: 2 moves, and Spain comes up.
    table.delete(first, List.of(1L), row(table, 2, 22, "es"));
    assertResumed(spec, Map.of("de", List.of(1L), "es", List.of(2L), "it", List.of(3L)));

    table.append(row(table, 4, 40, "pt"), row(table, 5, 50, "uk"), row(table, 6, 60, "de"));
    kill(file, failpoint);
    table.append(row(table, 7, 70, "uk"));
    assertResumed(
        spec,
        Map.of(
            "de", List.of(1L, 6L),
            "es", List.of(2L),
            "it", List.of(3L),
            "pt", List.of(4L),
            "uk", List.of(5L, 7L)));
  }

  private void kill(Path spec, String failpoint) throws Exception {
    try (ChildRun child = ChildRun.start(spec, "-Dtributary.failpoint=" + failpoint)) {
      assertThat(child.exitCode()).as(child.output()).isEqualTo(Failpoint.HALTED);
    }
  }

  private void assertResumed(MigrationSpec spec, Map<String, List<Long>> expected) {
    RunResult result = run(spec);
    assertThat(result.error()).isEmpty();
    Map<String, List<Long>> tables = tables(DestinationTablesTest::ids);
    tables.values().removeIf(List::isEmpty);
    Map<String, List<Long>> named = new TreeMap<>();
    expected.forEach((country, ids) -> named.put(country + "_orders", ids));
    assertThat(tables).isEqualTo(named);
    assertThat(result.rows().unmatchedDeletes()).hasValue(0);
    assertThat(result.rows().replacedInserts()).hasValue(0);
    assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
    assertThat(tables(DestinationTablesTest::repeatedUnits).values()).containsOnly(0L);
  }

  private static long repeatedUnits(Table table) {
    List<String> units = new ArrayList<>();
    for (Snapshot snapshot : table.snapshots()) {
      units.add(snapshot.summary().get(Unit.UNIT_ID));
    }
    return units.size() - units.stream().distinct().count();
  }
}
