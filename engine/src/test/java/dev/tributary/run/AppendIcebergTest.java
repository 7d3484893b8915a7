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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.SourceException;
import dev.tributary.errors.TargetException;
import dev.tributary.fixture.IcebergWriter;
import dev.tributary.preflight.Finding;
import dev.tributary.preflight.Preflight;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import dev.tributary.verify.Verification;
import dev.tributary.verify.Verifier;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg sources into targets with mode append, through the public face. */
class AppendIcebergTest {
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Types.NestedField.required(1, "id", Types.LongType.get()),
              Types.NestedField.optional(2, "name", Types.StringType.get())),
          Set.of(1));

  @TempDir Path folder;

  private MigrationSpec spec(String source, String target) {
    return Specs.parse(
        String.format(
            """
            tributary: 1
            source:
              format: iceberg
              table: db.people
              catalog_properties: {type: hadoop, warehouse: "%s"}
              %s
            target:
              table: lake.people
              catalog_name: lake
              catalog_properties: {type: jdbc, uri: "jdbc:sqlite:%s", warehouse: "%s"}
              mode: append
              %s
            """,
            folder.resolve("source").toUri(),
            source,
            folder.resolve("catalog.db"),
            folder.resolve("lake"),
            target),
        "people.tributary.yaml");
  }

  private RunResult run(MigrationSpec spec) {
    RunResult result = MigrationRun.run(spec, event -> {}, new Cancellation());
    assertThat(result.error()).isEmpty();
    return result;
  }

  private static Verification verify(MigrationSpec spec) {
    return Verifier.verify(spec, rows -> {});
  }

  private IcebergWriter people() {
    return IcebergWriter.create(folder.resolve("source"), "people", SCHEMA, 3);
  }

  @Test
  void aChangelogHoldsEveryChangeOnceAndVerifies() {
    IcebergWriter people = people();
    DataFile first = people.append(people.row(1L, "a"), people.row(2L, "b"), people.row(3L, "c"));
    MigrationSpec spec =
        spec(
            "include_metadata_columns: [_commit_snapshot_sequence_number, _commit_timestamp]",
            "change_type_column: op");
    run(spec);
    people.overwrite(List.of(first), people.row(1L, "a"), people.row(2L, "B"), people.row(3L, "c"));
    DataFile second = people.append(people.row(4L, "d"));
    people.delete(second, List.of(0L));

    RunResult changes = run(spec);
    RunResult none = run(spec);

    assertThat(changes.rows()).isEqualTo(new RunResult.RowCounts(1, 1, 1, 0, 0, 0, 0, 0));
    assertThat(none.status()).isEqualTo(RunResult.Status.NOTHING_TO_DO);
    List<String> rows = new TargetFixture(folder).rows();
    assertThat(rows.stream().map(row -> row.replaceAll(",\"_commit_timestamp\":\"[^\"]+\"", "")))
        .containsExactly(
            "{\"id\":1,\"name\":\"a\",\"_commit_snapshot_sequence_number\":1,\"op\":\"INSERT\"}",
            "{\"id\":2,\"name\":\"B\",\"_commit_snapshot_sequence_number\":2,\"op\":\"UPDATE_AFTER\"}",
            "{\"id\":2,\"name\":\"b\",\"_commit_snapshot_sequence_number\":1,\"op\":\"INSERT\"}",
            "{\"id\":2,\"name\":\"b\",\"_commit_snapshot_sequence_number\":2,\"op\":\"UPDATE_BEFORE\"}",
            "{\"id\":3,\"name\":\"c\",\"_commit_snapshot_sequence_number\":1,\"op\":\"INSERT\"}",
            "{\"id\":4,\"name\":\"d\",\"_commit_snapshot_sequence_number\":3,\"op\":\"INSERT\"}",
            "{\"id\":4,\"name\":\"d\",\"_commit_snapshot_sequence_number\":4,\"op\":\"DELETE\"}");
    Verification verification = verify(spec);
    assertThat(verification.match()).isTrue();
    assertThat(verification.targetRows()).isEqualTo(7);
  }

  @Test
  void aChangelogCanSayWhichRowsWereChanged() {
    IcebergWriter people = people();
    DataFile first = people.append(people.row(1L, "a"), people.row(2L, "b"));
    MigrationSpec spec =
        spec(
            "include_metadata_columns: [_last_updated_sequence_number, _row_id]",
            "change_type_column: op");
    assertThat(Preflight.check(spec, finding -> {}).findings())
        .filteredOn(finding -> finding.id().equals("reserved-name"))
        .hasSize(2)
        .allMatch(finding -> finding.severity() == Finding.Severity.WARNING);
    run(spec);
    // A writer that knows no row lineage: the row that it carries over gets another id.
    people.overwrite(List.of(first), people.row(1L, "a"), people.row(2L, "B"));

    RunResult changes = run(spec);

    assertThat(changes.rows()).isEqualTo(new RunResult.RowCounts(0, 1, 0, 0, 0, 0, 0, 0));
    assertThat(new TargetFixture(folder).rows())
        .containsExactly(
            lineage(1, "a", 1, 0, "INSERT"),
            lineage(2, "B", 2, 3, "UPDATE_AFTER"),
            lineage(2, "b", 1, 1, "INSERT"),
            lineage(2, "b", 1, 1, "UPDATE_BEFORE"));
    assertThat(verify(spec).match()).isTrue();
  }

  private static String lineage(long id, String name, long updated, long row, String kind) {
    return String.format(
        "{\"id\":%d,\"name\":\"%s\",\"_last_updated_sequence_number\":%d,\"_row_id\":%d,"
            + "\"op\":\"%s\"}",
        id, name, updated, row, kind);
  }

  @Test
  void withoutAKeyTheRowThatIsGoneIsTheOneWhoseIdIs() {
    Schema unkeyed = new Schema(SCHEMA.columns());
    IcebergWriter people = IcebergWriter.create(folder.resolve("source"), "people", unkeyed, 3);
    people.append(people.row(1L, "a"));
    DataFile second = people.append(people.row(1L, "a"));
    MigrationSpec spec = spec("include_metadata_columns: [_row_id, _change_type]", "");
    run(spec);
    DataFile third = people.append(people.row(2L, "b"));
    people.overwrite(List.of(second, third), people.row(2L, "b"));

    run(spec);

    assertThat(new TargetFixture(folder).rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"a\",\"_row_id\":0,\"_change_type\":\"INSERT\"}",
            "{\"id\":1,\"name\":\"a\",\"_row_id\":1,\"_change_type\":\"DELETE\"}",
            "{\"id\":1,\"name\":\"a\",\"_row_id\":1,\"_change_type\":\"INSERT\"}",
            "{\"id\":2,\"name\":\"b\",\"_row_id\":2,\"_change_type\":\"INSERT\"}");
    assertThat(verify(spec).match()).isTrue();
  }

  @Test
  void rowIdsOfATableThatKeepsNoneAreRefused() {
    IcebergWriter people = IcebergWriter.create(folder.resolve("source"), "people", SCHEMA, 2);
    people.append(people.row(1L, "a"));
    MigrationSpec spec = spec("include_metadata_columns: [_row_id]", "");

    assertThatThrownBy(() -> MigrationRun.run(spec, event -> {}, new Cancellation()))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("from format version 3 on");
    assertThat(Preflight.check(spec, finding -> {}).findings())
        .anySatisfy(finding -> assertThat(finding.message()).contains("from format version 3 on"));
  }

  @Test
  void rowsThatSomeoneElseWroteOrRemovedAreFound() {
    IcebergWriter people = people();
    people.append(people.row(1L, "a"), people.row(1L, "a"));
    MigrationSpec spec =
        spec("from_snapshot: " + people.table().currentSnapshot().snapshotId(), "");
    run(spec);
    assertThat(verify(spec).match()).isTrue();

    new TargetFixture(folder)
        .table(
            table -> {
              IcebergWriter writer = new IcebergWriter(table);
              writer.append(writer.row(9L, "foreign"));
              return table;
            });

    Verification verification = verify(spec);
    assertThat(verification.match()).isFalse();
    assertThat(verification.unexpected()).isEqualTo(1);
    assertThat(verification.missing()).isZero();
  }

  @Test
  void aTargetThatForgotWhereItBeganIsNotCompared() {
    IcebergWriter people = people();
    people.append(people.row(1L, "a"));
    MigrationSpec spec = spec("", "");
    run(spec);
    people.append(people.row(2L, "b"));
    run(spec);
    new TargetFixture(folder)
        .table(
            table -> {
              table.expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).commit();
              return table;
            });

    assertThatThrownBy(() -> verify(spec))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("was expired");
    people.append(people.row(3L, "c"));
    assertThat(run(spec).rows().inserted()).hasValue(1);
  }

  @Test
  void preflightAsksForNoKeyAndSaysWhatIsAppended() {
    IcebergWriter people = people();
    people.append(people.row(1L, "a"), people.row(1L, "b"));

    List<Finding> findings = Preflight.check(spec("", ""), finding -> {}).findings();

    assertThat(findings).noneMatch(finding -> finding.severity() == Finding.Severity.ERROR);
    assertThat(findings)
        .filteredOn(finding -> finding.id().equals("append"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("counted only"));
  }
}
