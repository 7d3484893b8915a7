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

import static dev.tributary.fixture.MemorySource.after;
import static dev.tributary.fixture.MemorySource.before;
import static dev.tributary.fixture.MemorySource.delete;
import static dev.tributary.fixture.MemorySource.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.MappingException;
import dev.tributary.errors.TargetException;
import dev.tributary.filter.FilteredSource;
import dev.tributary.filter.TaskChoice;
import dev.tributary.fixture.MemorySource;
import dev.tributary.migration.SourceTables;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.run.RunResult.Status;
import dev.tributary.run.RunResult.TableResult;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.DestinationTables;
import dev.tributary.target.DestinationTables.Known;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows go to the tables that a template names by their values. */
class DestinationsTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "region", Types.StringType.get()));
  private static final String TEMPLATE = "lake.{region}_people";

  @TempDir Path folder;
  private TargetFixture target;
  private final List<RunEvent> events = new ArrayList<>();

  @BeforeEach
  void openTarget() {
    target = new TargetFixture(folder).named(TEMPLATE);
  }

  private MigrationSpec spec(UnaryOperator<TargetSpec.Builder> options) {
    return target.spec(options);
  }

  private MigrationSpec spec() {
    return spec(builder -> builder);
  }

  private static MigrationSpec from(MigrationSpec spec, long version) {
    return spec.toBuilder()
        .source(spec.source().toBuilder().from(new Bound.Commit(version)).build())
        .build();
  }

  private RunResult run(MemorySource source, MigrationSpec spec) {
    return new RunExecution(
            spec,
            it -> FilteredSource.of(it, opened -> source),
            RunExecution.CHANGES_PER_UNIT,
            events::add,
            new Cancellation())
        .run();
  }

  /** The rows of each table of the namespace lake. */
  private Map<String, List<String>> tables() {
    return tables("lake");
  }

  private Map<String, List<String>> tables(String namespace) {
    Catalog catalog = target.catalog();
    try {
      Map<String, List<String>> tables = new TreeMap<>();
      for (TableIdentifier table : catalog.listTables(Namespace.of(namespace))) {
        tables.put(table.name(), TargetFixture.rows(catalog.loadTable(table)));
      }
      return tables;
    } finally {
      TargetFixture.close(catalog);
    }
  }

  private static Map<String, List<String>> expected(MemorySource source, long version) {
    Map<String, List<String>> tables = new TreeMap<>();
    for (Record row : source.state(version)) {
      tables
          .computeIfAbsent(row.get(2) + "_people", table -> new ArrayList<>())
          .add(
              String.format(
                  "{\"id\":%s,\"name\":\"%s\",\"region\":\"%s\"}",
                  row.get(0), row.get(1), row.get(2)));
    }
    tables.values().forEach(rows -> rows.sort(null));
    return tables;
  }

  private Map<String, Long> reached(MigrationSpec spec) {
    Map<String, Long> reached = new TreeMap<>();
    for (Known table : DestinationTables.find(spec.target())) {
      reached.put(table.table(), table.progress().orElseThrow().committedThrough().sequence());
    }
    return reached;
  }

  private static MemorySource moving(Pairing pairing) {
    boolean stated = pairing == Pairing.AS_STATED;
    MemorySource source = new MemorySource(SCHEMA, pairing);
    source.commit(
        insert(1L, "Ada", "eu"),
        insert(2L, "Bo", "us"),
        insert(3L, "Cy", "eu"),
        insert(4L, "Di", "us"));
    source.commit(
        stated ? before(1L, "Ada", "eu") : delete(1L, "Ada", "eu"),
        stated ? after(1L, "Ada", "us") : insert(1L, "Ada", "us"),
        stated ? before(4L, "Di", "us") : delete(4L, "Di", "us"),
        stated ? after(4L, "Dina", "us") : insert(4L, "Dina", "us"),
        delete(3L, "Cy", "eu"),
        insert(5L, "Ed", "eu"));
    return source;
  }

  @ParameterizedTest
  @EnumSource(Pairing.class)
  void aRowThatMovesIsDeletedHereAndInsertedThere(Pairing pairing) {
    MemorySource source = moving(pairing);

    RunResult result = run(source.startingAt(1), from(spec(), 1));

    assertThat(result.error()).isEmpty();
    assertThat(result.status()).isEqualTo(Status.SUCCEEDED);
    assertThat(tables()).isEqualTo(expected(source, 1));
    assertThat(result.initialLoad().orElseThrow().kind()).isEqualTo("rewrite");
    assertThat(result.initialLoad().orElseThrow().rows()).isEqualTo(4);
    // eu: 1 goes, 3 is deleted, 5 comes; us: 1 comes, 4 is updated.
    assertThat(result.rows()).isEqualTo(new RowCounts(2, 1, 2, 0, 0, 0, 0));
    assertThat(result.tables().stream().map(TableResult::table))
        .containsExactly("lake.eu_people", "lake.us_people");
    assertThat(result.tables().get(0).rows()).isEqualTo(new RowCounts(1, 0, 2, 0, 0, 0, 0));
    assertThat(result.tables().get(1).rows()).isEqualTo(new RowCounts(1, 1, 0, 0, 0, 0, 0));
    assertThat(result.committedThrough().orElseThrow().sequence()).isEqualTo(1);
    assertThat(run(source, from(spec(), 1)).status()).isEqualTo(Status.NOTHING_TO_DO);
  }

  @Test
  void aTableThatComesUpLaterHasItsRowsAndTablesWithoutChangesMoveOnToo() {
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "Ada", "eu"), insert(2L, "Bo", "us"));
    assertThat(run(source, spec()).error()).isEmpty();
    assertThat(tables()).isEqualTo(expected(source, 0));

    source.commit(insert(3L, "Cy", "kr"), before(2L, "Bo", "us"), after(2L, "Bo", "kr"));
    source.commit(before(3L, "Cy", "kr"), after(3L, "Cyrus", "kr"));
    RunResult second = run(source, spec());

    assertThat(second.error()).isEmpty();
    Map<String, List<String>> expected = expected(source, 2);
    expected.put("us_people", List.of());
    assertThat(tables()).isEqualTo(expected);
    assertThat(reached(spec()))
        .isEqualTo(Map.of("lake.eu_people", 2L, "lake.us_people", 2L, "lake.kr_people", 2L));
    assertThat(second.rows()).isEqualTo(new RowCounts(2, 0, 1, 0, 0, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(
      value = InitialLoad.class,
      names = {"AUTO", "NONE"})
  void aTableThatWasDroppedIsLoadedAgain(InitialLoad load) {
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "Ada", "eu"), insert(2L, "Bo", "us"));
    MigrationSpec spec = from(spec(), 0).toBuilder().initialLoad(load).build();
    run(source, spec);
    Catalog catalog = target.catalog();
    catalog.dropTable(TableIdentifier.parse("lake.eu_people"));
    TargetFixture.close(catalog);
    source.commit(insert(3L, "Cy", "eu"));

    assertThat(run(source, spec).error()).isEmpty();

    Map<String, List<String>> expected = expected(source, 1);
    if (load == InitialLoad.NONE) {
      expected.put("eu_people", List.of("{\"id\":3,\"name\":\"Cy\",\"region\":\"eu\"}"));
    }
    assertThat(tables()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"AUTO, AS_STATED", "AUTO, BY_KEY", "NONE, AS_STATED", "NONE, BY_KEY"})
  void manyRunsOverRandomChangesEndLikeTheSource(InitialLoad load, Pairing pairing) {
    long seed = Long.getLong("tributary.destinations-seed", System.nanoTime());
    System.out.println("Seed of the changes: " + seed);
    Random random = new Random(seed);
    MemorySource source = new MemorySource(SCHEMA, pairing).rowsPerTask(3);
    Map<Long, String> regions = new HashMap<>();
    MigrationSpec spec = spec().toBuilder().initialLoad(load).build();
    spec = load == InitialLoad.NONE ? from(spec, 0) : spec;
    for (int version = 0; version < 6; version++) {
      List<MemorySource.Stated> changes = new ArrayList<>();
      for (long id = 0; id < 20; id++) {
        String was = regions.get(id);
        String is = "r" + random.nextInt(2 + version);
        switch (random.nextInt(3)) {
          case 0 -> {
            if (was != null) {
              changes.add(delete(id, "n", was));
              regions.remove(id);
            }
          }
          case 1 -> {
            if (was == null) {
              changes.add(insert(id, "n", is));
            } else {
              boolean stated = pairing == Pairing.AS_STATED;
              changes.add(stated ? before(id, "n", was) : delete(id, "n", was));
              changes.add(stated ? after(id, "n", is) : insert(id, "n", is));
            }
            regions.put(id, is);
          }
          default -> {}
        }
      }
      source.commit(changes);
      RunResult result = run(source, spec);
      assertThat(result.error()).as("seed %d", seed).isEmpty();
      Map<String, List<String>> tables = tables();
      tables.values().removeIf(List::isEmpty);
      assertThat(tables).as("seed %d", seed).isEqualTo(expected(source, version));
      assertThat(result.rows().unmatchedDeletes().orElseThrow()).isZero();
    }
  }

  @Test
  void eachTableGoesOnFromItsOwnProgress() {
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "Ada", "eu"), insert(2L, "Bo", "us"));
    run(source, spec());
    source.commit(insert(3L, "Cy", "eu"), insert(4L, "Di", "us"));
    source.commit(insert(5L, "Ed", "us"), insert(6L, "Flo", "kr"));
    MigrationSpec us = spec().into("lake.us_people");
    CatchUp half =
        new CatchUp(
            us,
            Agenda.Membership.DESTINATION,
            RunExecution.CHANGES_PER_UNIT,
            new Cancellation(),
            new RunEvents(events::add, new Cancellation()),
            new Reports.OfRun(new RunEvents(events::add, new Cancellation())),
            new RunTotals());
    half.run(SourceTables.ofDestination(spec(), source, "lake.us_people", TaskChoice.ALL));
    assertThat(reached(spec())).isEqualTo(Map.of("lake.eu_people", 0L, "lake.us_people", 2L));

    RunResult result = run(source, spec());

    assertThat(result.error()).isEmpty();
    assertThat(tables()).isEqualTo(expected(source, 2));
    assertThat(result.rows()).isEqualTo(new RowCounts(2, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void aRunThatStaysOnMovesAllTablesOnUntilItsBound() {
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "Ada", "eu"));
    source.commit(insert(2L, "Bo", "us"), before(1L, "Ada", "eu"), after(1L, "Al", "eu"));
    MigrationSpec spec =
        spec().toBuilder()
            .source(
                spec().source().toBuilder()
                    .streaming(true)
                    .from(new Bound.Commit(0))
                    .to(new Bound.Commit(1))
                    .build())
            .build();

    RunResult result = run(source, spec);

    assertThat(result.error()).isEmpty();
    assertThat(tables()).isEqualTo(expected(source, 1));
    assertThat(events.stream().filter(event -> event.kind() == RunEvent.Kind.COMMIT))
        .extracting(event -> event.message().orElseThrow())
        .anyMatch(message -> message.startsWith("lake.eu_people: Applied the changes"));
    assertThat(events.get(events.size() - 1).position()).contains("1");
  }

  @Test
  void entriesOfALogGoWhereTheySayThemselves() {
    Schema log =
        new Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()),
            Types.NestedField.optional(3, "region", Types.StringType.get()),
            Types.NestedField.optional(4, "op", Types.StringType.get()),
            Types.NestedField.optional(5, "seq", Types.LongType.get()));
    MemorySource source = new MemorySource(log, Pairing.AS_STATED).rowsPerTask(1);
    source.commit(
        insert(1L, "Ada", "eu", "INSERT", 1L),
        insert(2L, "Bo", "eu", "INSERT", 2L),
        insert(3L, "Cy", "us", "INSERT", 3L));
    MigrationSpec spec =
        spec(
            builder ->
                builder.writeOptions(
                    Map.of("change_type_column", "op", "sequence_number_column", "seq")));
    spec =
        spec.toBuilder().source(spec.source().toBuilder().filter("name <> 'gone'").build()).build();
    assertThat(run(source, spec).error()).isEmpty();
    source.commit(
        insert(1L, "Ada", "eu", "DELETE", 4L),
        insert(1L, "Ada", "us", "INSERT", 5L),
        insert(2L, "gone", "eu", "UPDATE_AFTER", 6L));

    assertThat(run(source, spec).error()).isEmpty();

    assertThat(tables().get("eu_people")).isEmpty();
    assertThat(tables().get("us_people"))
        .containsExactly(
            "{\"id\":1,\"name\":\"Ada\",\"region\":\"us\"}",
            "{\"id\":3,\"name\":\"Cy\",\"region\":\"us\"}");
  }

  @Test
  void appendedChangesAreThoseOfEachTable() {
    MemorySource source = moving(Pairing.BY_KEY);
    MigrationSpec spec =
        from(
            spec(
                builder ->
                    builder
                        .mode(TargetSpec.WriteMode.APPEND)
                        .equalityColumns(List.of())
                        .writeOptions(Map.of("change_type_column", "op"))),
            1);

    assertThat(run(source.startingAt(1), spec).error()).isEmpty();

    assertThat(tables().get("eu_people"))
        .containsExactly(
            "{\"id\":1,\"name\":\"Ada\",\"region\":\"eu\",\"op\":\"DELETE\"}",
            "{\"id\":1,\"name\":\"Ada\",\"region\":\"eu\",\"op\":\"INSERT\"}",
            "{\"id\":3,\"name\":\"Cy\",\"region\":\"eu\",\"op\":\"DELETE\"}",
            "{\"id\":3,\"name\":\"Cy\",\"region\":\"eu\",\"op\":\"INSERT\"}",
            "{\"id\":5,\"name\":\"Ed\",\"region\":\"eu\",\"op\":\"INSERT\"}");
    assertThat(tables().get("us_people"))
        .contains("{\"id\":1,\"name\":\"Ada\",\"region\":\"us\",\"op\":\"INSERT\"}")
        .hasSize(5);
  }

  @Test
  void fieldsMayNameNamespacesAndBeLeftOutOfTheTables() {
    target.named("{region}.people_{id}");
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "Ada", "eu west"), insert(2L, "Bo", "서울"));
    MigrationSpec spec =
        spec(builder -> builder.equalityColumns(List.of("name"))).toBuilder()
            .source(spec().source().toBuilder().keep(List.of("name")).build())
            .build();

    assertThat(run(source, spec).error()).isEmpty();
    source.commit(delete(1L, "Ada", "eu west"), insert(1L, "Al", "eu west"));
    assertThat(run(source, spec).error()).isEmpty();

    assertThat(tables("eu west")).isEqualTo(Map.of("people_1", List.of("{\"name\":\"Al\"}")));
    assertThat(tables("서울")).isEqualTo(Map.of("people_2", List.of("{\"name\":\"Bo\"}")));
  }

  @Test
  void aFilterChoosesAmongTheRowsFirst() {
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "Ada", "eu"), insert(2L, "Bo", null), insert(3L, "Cy", "us"));
    source.commit(before(2L, "Bo", null), after(2L, "Bo", "us"), delete(3L, "Cy", "us"));
    MigrationSpec spec =
        spec().toBuilder()
            .source(spec().source().toBuilder().filter("region IS NOT NULL").build())
            .build();

    assertThat(run(source, from(spec, 1)).error()).isEmpty();

    assertThat(tables()).isEqualTo(expected(source, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "| is null",
        "'' | is empty",
        "a.b | is 'a.b'; only letters",
        "a/b | is 'a/b'; only letters",
        "a''b | only letters",
        "../x | only letters",
        "'a b ' | only letters",
      })
  void valuesThatCannotBePartOfANameAreRefusedBeforeAnythingIsWritten(
      String value, String message) {
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "Ada", "eu"), insert(2L, "Bo", value));

    assertThatThrownBy(() -> run(source, spec()))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("A row (INSERT) of state 0: Column 'region', which names the table")
        .hasMessageContaining(message);
    assertThat(DestinationTables.find(spec().target())).isEmpty();
  }

  @Test
  void namesThatDifferByCaseOnlyAreRefused() {
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "Ada", "eu"));
    run(source, spec());
    source.commit(insert(2L, "Bo", "EU"));

    assertThatThrownBy(() -> run(source, spec()))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("lake.EU_people")
        .hasMessageContaining("lake.eu_people")
        .hasMessageContaining("ignore case");
    assertThat(reached(spec())).isEqualTo(Map.of("lake.eu_people", 0L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lake.{regio} | names the column 'regio', which the source does not have; did you mean"
            + " 'region'?",
        "lake.{region.x} | names the column 'region.x', which the source does not have",
      })
  void unknownColumnsAreRefused(String template, String message) {
    target.named(template);
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "Ada", "eu"));

    assertThatThrownBy(() -> run(source, spec()))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining(message);
  }

  @Test
  void columnsOfOtherTypesAreRefused() {
    target.named("lake.t_{at}");
    MemorySource source =
        new MemorySource(
            new Schema(
                Types.NestedField.optional(1, "id", Types.LongType.get()),
                Types.NestedField.optional(2, "at", Types.TimestampType.withZone())),
            Pairing.AS_STATED);
    source.commit(insert(1L, null));

    assertThatThrownBy(() -> run(source, spec()))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'at' of type timestamptz: only strings, whole numbers");
  }

  @Test
  void aTableThatIsThereAlreadyIsFilledWhereItIsEmpty() {
    create("lake.eu_people");
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "Ada", "eu"), insert(2L, "Bo", "us"));

    assertThat(run(source, spec()).error()).isEmpty();

    assertThat(tables()).isEqualTo(expected(source, 0));
  }

  private void create(String table) {
    Catalog catalog = target.catalog();
    try {
      TableIdentifier identifier = TableIdentifier.parse(table);
      ((SupportsNamespaces) catalog).createNamespace(identifier.namespace());
      Schema schema =
          new Schema(
              List.of(
                  Types.NestedField.required(1, "id", Types.LongType.get()),
                  Types.NestedField.optional(2, "name", Types.StringType.get()),
                  Types.NestedField.optional(3, "region", Types.StringType.get())),
              java.util.Set.of(1));
      catalog.createTable(
          identifier, schema, PartitionSpec.unpartitioned(), Map.of("format-version", "2"));
    } finally {
      TargetFixture.close(catalog);
    }
  }

  @Test
  void aTableWithRowsOfItsOwnTakesTheChangesOnly() {
    target.named("lake.eu_people");
    MemorySource other = new MemorySource(SCHEMA, Pairing.AS_STATED);
    other.commit(insert(100L, "Zoe", "eu"));
    run(other, spec());
    target.dropProgress();
    target.named(TEMPLATE);
    MemorySource source = moving(Pairing.AS_STATED);

    MigrationSpec rewrite = from(spec(), 1).toBuilder().initialLoad(InitialLoad.REWRITE).build();
    assertThatThrownBy(() -> run(source.startingAt(1), rewrite))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("Target lake.eu_people already has rows");
    assertThat(run(source, from(spec(), 1)).error()).isEmpty();

    assertThat(tables().get("us_people")).isEqualTo(expected(source, 1).get("us_people"));
    assertThat(tables().get("eu_people"))
        .containsExactly(
            "{\"id\":100,\"name\":\"Zoe\",\"region\":\"eu\"}",
            "{\"id\":5,\"name\":\"Ed\",\"region\":\"eu\"}");
  }

  @Test
  void tablesOfOthersAreLeftAlone() {
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "Ada", "eu"), insert(2L, "Bo", "us"));
    target.named("lake.eu_people");
    MigrationSpec alone = spec();
    run(source, alone);
    target.named(TEMPLATE);

    assertThatThrownBy(() -> run(source, spec()))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("Table lake.eu_people follows a source already");

    target.named("lake.{region}_others");
    run(source, spec());
    target.named("lake.us_others");
    assertThatThrownBy(() -> run(source, spec()))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("Table lake.us_others gets the rows that the template");
    target.named("lake.{name}_others");
    source.commit(insert(3L, "us", "kr"));
    assertThatThrownBy(() -> run(source, spec()))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("Table lake.us_others gets rows by another template already");
  }
}
