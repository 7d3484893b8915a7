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
import static dev.tributary.fixture.MemorySource.delete;
import static dev.tributary.fixture.MemorySource.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.MappingException;
import dev.tributary.filter.FilteredSource;
import dev.tributary.fixture.IcebergWriter;
import dev.tributary.fixture.MemorySource;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec;
import dev.tributary.verify.Verification;
import dev.tributary.verify.Verifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sources whose rows are changes themselves, and rows that cannot be applied. */
class ChangeLogTest {
  private static final Schema LOG =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "op", Types.StringType.get()),
          Types.NestedField.optional(4, "seq", Types.LongType.get()));
  private static final Map<String, Object> BY_ROWS =
      Map.of(
          "change_type_column",
          "op",
          "sequence_number_column",
          "seq",
          "change_type_map",
          Map.of("c", "INSERT", "u", "UPDATE_AFTER", "d", "DELETE"));

  @TempDir Path folder;
  private TargetFixture target;
  private final List<RunEvent> events = new ArrayList<>();

  @BeforeEach
  void openTarget() {
    target = new TargetFixture(folder);
  }

  private static MemorySource log(Pairing pairing) {
    return new MemorySource(LOG, pairing);
  }

  private MigrationSpec spec(Map<String, Object> more) {
    UnaryOperator<TargetSpec.Builder> options =
        builder -> {
          Map<String, Object> all = new HashMap<>(BY_ROWS);
          all.putAll(more);
          return builder.writeOptions(all);
        };
    return target.spec(options);
  }

  private static MigrationSpec from(MigrationSpec spec, long version) {
    return spec.toBuilder()
        .source(spec.source().toBuilder().from(new Bound.Commit(version)).build())
        .build();
  }

  private RunResult run(MemorySource source, MigrationSpec spec) {
    return new RunExecution(
            spec, it -> source, RunExecution.CHANGES_PER_UNIT, events::add, new Cancellation())
        .run();
  }

  private static List<String> rows(Table table, String... columns) {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record row : records) {
        List<String> values = new ArrayList<>();
        for (String column : columns) {
          values.add(String.valueOf(row.getField(column)));
        }
        rows.add(String.join(" | ", values));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.sort(null);
    return rows;
  }

  private List<String> deadLetters(String... columns) {
    Catalog catalog = target.catalog();
    try {
      return rows(catalog.loadTable(TableIdentifier.parse("lake.failed")), columns);
    } finally {
      TargetFixture.close(catalog);
    }
  }

  private List<String> warnings() {
    return events.stream()
        .filter(event -> event.kind() == RunEvent.Kind.WARNING)
        .map(event -> event.message().orElseThrow())
        .toList();
  }

  private MigrationSpec filtered(MigrationSpec spec, String filter) {
    return spec.toBuilder().source(spec.source().toBuilder().filter(filter).build()).build();
  }

  private RunResult runFiltered(MemorySource source, MigrationSpec spec) {
    return new RunExecution(
            spec,
            it -> FilteredSource.of(it, opened -> source),
            RunExecution.CHANGES_PER_UNIT,
            events::add,
            new Cancellation())
        .run();
  }

  @ParameterizedTest
  @EnumSource(Pairing.class)
  void aRowThatNoLongerPassesIsTakenAwayThoughNothingTellsHowItWas(Pairing pairing) {
    MemorySource source =
        log(pairing)
            .commit(
                insert(1L, "on", "c", 1L),
                insert(2L, "on", "c", 2L),
                insert(3L, "off", "c", 3L),
                insert(4L, "on", "c", 4L),
                insert(null, "off", "c", 5L))
            .commit(insert(1L, "off", "u", 6L))
            // A delete of the key alone, and a row that comes in.
            .commit(insert(2L, null, "d", 7L), insert(3L, "on", "u", 8L))
            // Out and in again, in one commit.
            .commit(insert(4L, "off", "u", 9L), insert(4L, "on", "u", 10L));
    MigrationSpec spec = filtered(spec(Map.of()), "name = 'on' AND (seq < 100 OR op = 'c')");

    RunResult loaded = runFiltered(source.startingAt(1), from(spec, 1));

    assertThat(loaded.error()).isEmpty();
    assertThat(target.rows())
        .containsExactly("{\"id\":3,\"name\":\"on\"}", "{\"id\":4,\"name\":\"on\"}");

    // The log is rewritten, which repeats nothing, and entries of no interest come.
    source.commit(
        delete(1L, "off", "u", 6L),
        delete(4L, "off", "u", 9L),
        insert(4L, "off", "u", 9L),
        insert(1L, "off", "u", 6L),
        insert(3L, "off", "u", 100L));

    assertThat(runFiltered(source, from(spec, 1)).error()).isEmpty();
    assertThat(target.rows())
        .containsExactly("{\"id\":3,\"name\":\"on\"}", "{\"id\":4,\"name\":\"on\"}");
  }

  @Test
  void versionsThatDoNotPassAreRefused() {
    MigrationSpec spec =
        filtered(
            target.spec(builder -> builder.writeOptions(Map.of("sequence_number_column", "seq"))),
            "name = 'on'");
    MemorySource source = log(Pairing.BY_KEY).commit(insert(1L, "on", "c", 1L));

    assertThatThrownBy(() -> runFiltered(source, spec))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("source.filter cannot choose among rows that are versions");
  }

  @Test
  void rowsSayWhatTheyDoAndInWhatOrder() {
    MemorySource source =
        log(Pairing.AS_STATED)
            .commit(insert(1L, "a3", "u", 3L), insert(1L, "a", "c", 1L), insert(2L, "b", "c", 2L))
            .commit(insert(2L, null, "d", 5L), insert(3L, "c", "INSERT", 4L));

    RunResult result = run(source, from(spec(Map.of()), 0));

    assertThat(result.error()).isEmpty();
    assertThat(target.rows())
        .containsExactly("{\"id\":1,\"name\":\"a3\"}", "{\"id\":3,\"name\":\"c\"}");
    source.commit(insert(1L, null, "d", 6L));
    assertThat(run(source, from(spec(Map.of()), 0)).rows().deleted()).hasValue(1);
    assertThat(target.rows()).containsExactly("{\"id\":3,\"name\":\"c\"}");
  }

  @Test
  void theStateOfALogIsAppliedAsChanges() {
    MemorySource source =
        log(Pairing.AS_STATED)
            .commit(insert(1L, "a", "c", 1L), insert(1L, null, "d", 2L), insert(2L, "b", "c", 3L));

    RunResult result = run(source, spec(Map.of()));

    assertThat(result.error()).isEmpty();
    assertThat(result.initialLoad().orElseThrow().kind()).isEqualTo("rewrite");
    assertThat(target.rows()).containsExactly("{\"id\":2,\"name\":\"b\"}");
  }

  @Test
  void rewritingOrPruningTheLogRepeatsAndUndoesNothing() {
    MemorySource source =
        log(Pairing.BY_KEY)
            .commit(insert(1L, "a", "c", 1L), insert(2L, "b", "c", 2L))
            .commit(insert(1L, "A", "u", 3L));
    MigrationSpec spec = from(spec(Map.of()), 0);
    run(source, spec);
    // A file with three old changes is written anew without one of them.
    source.commit(delete(1L, "a", "c", 1L), delete(2L, "b", "c", 2L), insert(1L, "a", "c", 1L));

    RunResult result = run(source, spec);

    assertThat(result.error()).isEmpty();
    assertThat(target.rows())
        .containsExactly("{\"id\":1,\"name\":\"A\"}", "{\"id\":2,\"name\":\"b\"}");
    assertThat(warnings()).singleElement().asString().startsWith("1 rows were taken out");
  }

  @Test
  void anUnknownChangeTypeEndsTheRunAndIsNeverAnInsert() {
    MemorySource source =
        log(Pairing.AS_STATED).commit(insert(1L, "a", "c", 1L), insert(2L, "b", "x", 2L));

    RunResult result = run(source, from(spec(Map.of()), 0));

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow())
        .contains("'op', is 'x'", "change_type_map", "commit 0");
    assertThat(target.table(table -> table)).isEmpty();
  }

  @Test
  void aColumnThatIsNotThereOrCannotOrderIsRefused() {
    MemorySource source = log(Pairing.AS_STATED).commit(insert(1L, "a", "c", 1L));

    assertThatThrownBy(() -> run(source, from(spec(Map.of("change_type_column", "opp")), 0)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'opp'")
        .hasMessageContaining("did you mean 'op'?");
    assertThatThrownBy(() -> run(source, from(spec(Map.of("sequence_number_column", "name")), 0)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'name' of type string");
  }

  @Test
  void anUpsertTellsNothingOfRowsThatItReplaces() {
    MemorySource source = new MemorySource(LOG, Pairing.AS_STATED).commit(insert(1L, "a", "c", 1L));
    MigrationSpec spec =
        from(target.spec(builder -> builder.writeOptions(Map.of("upsert", true))), 0);
    run(source, spec);
    source.commit(insert(1L, "b", "c", 2L), after(2L, "c", "u", 3L));

    RunResult result = run(source, spec);

    assertThat(result.rows().replacedInserts()).hasValue(1);
    assertThat(warnings()).isEmpty();
    assertThat(target.rows()).hasSize(2);
  }

  @Test
  void rowsThatCannotBeAppliedGoToTheDeadLetterTableOnceWithTheReason() {
    Map<String, Object> options = Map.of("dead_letter", "lake.failed");
    MemorySource source =
        log(Pairing.AS_STATED)
            .commit(insert(1L, "a", "c", 1L), insert(2L, "b", "x", 2L), insert(null, "n", "c", 3L));
    MigrationSpec spec = from(spec(options), 0);

    RunResult first = run(source, spec);
    source.commit(insert(4L, "d", null, 4L), insert(5L, "e", "c", 5L));
    RunResult second = run(source, spec);
    RunResult third = run(source, spec);

    assertThat(first.error()).isEmpty();
    assertThat(first.rows().deadLetter()).isEqualTo(2);
    assertThat(second.rows().deadLetter()).isEqualTo(1);
    assertThat(third.status()).isEqualTo(RunResult.Status.NOTHING_TO_DO);
    assertThat(target.rows())
        .containsExactly("{\"id\":1,\"name\":\"a\"}", "{\"id\":5,\"name\":\"e\"}");
    assertThat(deadLetters("commit_id", "reason", "row"))
        .containsExactly(
            "0 | its change type, column 'op', is 'x', which is none and which change_type_map does"
                + " not map to one | {\"id\":2,\"name\":\"b\",\"op\":\"x\",\"seq\":2}",
            "0 | its equality column id is null |"
                + " {\"id\":null,\"name\":\"n\",\"op\":\"c\",\"seq\":3}",
            "1 | its change type, column 'op', is null |"
                + " {\"id\":4,\"name\":\"d\",\"op\":null,\"seq\":4}");
    assertThat(warnings()).anyMatch(warning -> warning.contains("lake.failed"));
  }

  @Test
  void deadLettersOfAnAttemptThatFailedAreReplaced() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()));
    UnaryOperator<TargetSpec.Builder> options =
        builder -> builder.writeOptions(Map.of("dead_letter", "lake.failed"));
    MemorySource source =
        new MemorySource(schema, Pairing.AS_STATED).commit(insert(1L, "a"), insert(null, "b"));
    MigrationSpec spec = from(target.spec(options), 0);
    run(source, spec);
    // As if the commit of the target had not come to be.
    Catalog catalog = target.catalog();
    catalog.dropTable(TableIdentifier.parse(TargetFixture.TABLE), true);
    TargetFixture.close(catalog);
    source.commit(insert(null, "c"));

    RunResult again = run(source, spec);

    assertThat(again.rows().deadLetter()).isEqualTo(2);
    assertThat(deadLetters("commit_id", "row"))
        .containsExactly("0 | {\"id\":null,\"name\":\"b\"}", "1 | {\"id\":null,\"name\":\"c\"}");
  }

  @Test
  void moreDeadLettersThanAllowedEndTheRunBeforeItsCommit() {
    MemorySource source =
        log(Pairing.AS_STATED)
            .commit(insert(1L, "a", "c", 1L), insert(2L, "b", "x", 2L), insert(3L, "c", "y", 3L));

    RunResult result =
        run(source, from(spec(Map.of("dead_letter", "lake.failed", "dead_letter_limit", 1)), 0));

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow()).contains("dead_letter_limit allows 1");
    assertThat(target.table(table -> table)).isEmpty();
  }

  @Test
  void anIcebergLogMigratesAndVerifiesWithoutItsInapplicableRows() {
    IcebergWriter log = IcebergWriter.create(folder.resolve("source"), "log", LOG, 2);
    log.append(log.row(1L, "a", "c", 1L), log.row(2L, "b", "c", 2L), log.row(null, "n", "c", 9L));
    MigrationSpec spec =
        Specs.parse(
            String.format(
                """
                tributary: 1
                source:
                  format: iceberg
                  table: db.log
                  catalog_properties: {type: hadoop, warehouse: "%s"}
                target:
                  table: lake.people
                  catalog_name: lake
                  catalog_properties: {type: jdbc, uri: "jdbc:sqlite:%s", warehouse: "%s"}
                  equality_columns: [id]
                  change_type_column: op
                  change_type_map: {c: INSERT, u: UPDATE_AFTER, d: DELETE}
                  sequence_number_column: seq
                  error_handling: {output: lake.failed}
                """,
                folder.resolve("source").toUri(),
                folder.resolve("catalog.db"),
                folder.resolve("lake")),
            "log.tributary.yaml");
    RunResult load = MigrationRun.run(spec, event -> {}, new Cancellation());
    assertThat(load.error()).isEmpty();
    assertThat(load.rows().deadLetter()).isEqualTo(1);
    DataFile file = log.append(log.row(1L, "A", "u", 3L), log.row(2L, null, "d", 4L));
    log.overwrite(List.of(file), log.row(1L, "A", "u", 3L), log.row(2L, null, "d", 4L));

    RunResult changes = MigrationRun.run(spec, event -> {}, new Cancellation());

    assertThat(changes.error()).isEmpty();
    assertThat(changes.rows()).isEqualTo(new RunResult.RowCounts(0, 1, 1, 0, 0, 0, 0));
    assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"A\"}");
    Verification verification = Verifier.verify(spec, rows -> {});
    assertThat(verification.match()).isTrue();
    assertThat(verification.sourceRows()).isEqualTo(1);
    assertThat(verification.inapplicable()).isEqualTo(1);
    assertThat(deadLetters("target", "change_type")).containsExactly("lake.people | INSERT");
  }
}
