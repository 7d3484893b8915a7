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

import dev.tributary.fixture.MemorySource;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is particular to deletes by key; the rest is in the tests of all modes. */
class EqualityDeletesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "region", Types.StringType.get()),
          Types.NestedField.required(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "id", Types.LongType.get()));

  @TempDir Path folder;
  private TargetFixture target;
  private MemorySource source;

  @BeforeEach
  void openTarget() {
    target = new TargetFixture(folder);
    source = new MemorySource(SCHEMA, Pairing.AS_STATED);
  }

  private RunResult run(UnaryOperator<TargetSpec.Builder> options) {
    MigrationSpec plain =
        target.spec(builder -> options.apply(Writing.EQUALITY_DELETES.apply(builder)));
    MigrationSpec spec =
        plain.toBuilder()
            .source(plain.source().toBuilder().from(new Bound.Commit(0)).build())
            .build();
    RunResult result =
        new RunExecution(
                spec, it -> source, RunExecution.CHANGES_PER_UNIT, event -> {}, new Cancellation())
            .run();
    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    return result;
  }

  private RunResult run() {
    return run(builder -> builder);
  }

  private <T> T table(Function<Table, T> question) {
    return target.table(question).orElseThrow();
  }

  /** Delete files that the current snapshot added. */
  private List<DeleteFile> deletes() {
    return table(
        table -> {
          List<DeleteFile> deletes = new ArrayList<>();
          SnapshotChanges.builderFor(table)
              .snapshot(table.currentSnapshot())
              .build()
              .addedDeleteFiles()
              .forEach(deletes::add);
          return deletes;
        });
  }

  @Test
  void namesOnlyTheKeyColumnsAndCountsWhatIsKnown() {
    source.commit(insert("north", "a", 1L), insert("south", "b", 2L), insert("north", "c", 3L));
    RunResult first = run();
    source.commit(
        before("north", "a", 1L),
        after("north", "A", 1L),
        delete("south", "b", 2L),
        insert("west", "d", 4L));

    RunResult second = run();

    assertThat(first.rows()).isEqualTo(new RowCounts(3, 0, 0, 0, 0, 0, 0));
    assertThat(second.rows().inserted()).isEmpty();
    assertThat(second.rows().unmatchedDeletes()).isEmpty();
    assertThat(second.files().equalityDeletes()).isPositive();
    assertThat(second.files().positionDeletes()).isZero();
    assertThat(deletes())
        .allSatisfy(
            file -> {
              assertThat(file.equalityFieldIds()).containsExactly(3);
              assertThat(file.valueCounts().keySet()).containsExactly(3);
            });
    assertThat(deletes().stream().mapToLong(DeleteFile::recordCount).sum()).isEqualTo(3);
    assertThat(target.rows())
        .containsExactly(
            "{\"region\":\"north\",\"name\":\"A\",\"id\":1}",
            "{\"region\":\"north\",\"name\":\"c\",\"id\":3}",
            "{\"region\":\"west\",\"name\":\"d\",\"id\":4}");
  }

  @Test
  void severalChangesOfAKeyInOneUnitLeaveOneRow() {
    source.commit(insert("north", "a", 1L));
    run();
    source.commit(insert("north", "b", 2L), before("north", "a", 1L), after("north", "A", 1L));
    source.commit(before("north", "b", 2L), after("south", "B", 2L));
    source.commit(before("north", "A", 1L), after("north", "AA", 1L));

    run();

    assertThat(target.rows())
        .containsExactly(
            "{\"region\":\"north\",\"name\":\"AA\",\"id\":1}",
            "{\"region\":\"south\",\"name\":\"B\",\"id\":2}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "3"})
  void aRowThatMovesIsDeletedInTheOldPartitionAndTheTableStaysPartitioned(String format) {
    UnaryOperator<TargetSpec.Builder> byRegion =
        builder ->
            builder
                .partitionFields(List.of("region", "bucket(id, 3)"))
                .tableProperties(Map.of("format-version", format));
    source.commit(insert("north", "a", 1L), insert("south", "b", 2L));
    run(byRegion);
    PartitionSpec before = table(Table::spec);
    source.commit(before("north", "a", 1L), after("south", "a", 1L), delete("south", "b", 2L));
    run(byRegion);
    source.commit(before("south", "a", 1L), after("west", "a", 1L));
    run(byRegion);

    assertThat(target.rows()).containsExactly("{\"region\":\"west\",\"name\":\"a\",\"id\":1}");
    assertThat(table(Table::spec)).isEqualTo(before);
    Map<Integer, PartitionSpec> specs = table(Table::specs);
    assertThat(specs).hasSize(2);
    assertThat(deletes()).allMatch(file -> specs.get(file.specId()).isUnpartitioned());
  }

  @Test
  void nullDeletesNull() {
    UnaryOperator<TargetSpec.Builder> match =
        builder ->
            builder.nullKeys(TargetSpec.NullKeys.MATCH).equalityColumns(List.of("region", "id"));
    source.commit(insert(null, "a", 1L), insert("south", "b", null), insert(null, "c", null));
    run(match);
    source.commit(delete(null, "c", null), before("south", "b", null), after("south", "B", null));
    run(match);

    assertThat(target.rows())
        .containsExactly(
            "{\"region\":\"south\",\"name\":\"B\",\"id\":null}",
            "{\"region\":null,\"name\":\"a\",\"id\":1}");
  }

  @Test
  void anEmptyTargetNeedsNoDeletes() {
    source.commit(insert("north", "a", 1L)).commit(delete("north", "a", 1L));
    run();
    source.commit(insert("north", "a", 1L), delete("south", "x", 9L));

    RunResult result = run();

    assertThat(result.files().equalityDeletes()).isZero();
    assertThat(result.rows()).isEqualTo(new RowCounts(1, 0, 0, 0, 1, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "avro"})
  void deletesHaveTheFormatThatTheTableWants(String format) {
    UnaryOperator<TargetSpec.Builder> options =
        builder ->
            builder.tableProperties(
                Map.of("write.format.default", "parquet", "write.delete.format.default", format));
    source.commit(insert("north", "a", 1L), insert("south", "b", 2L));
    run(options);
    source.commit(delete("south", "b", 2L));
    run(options);

    assertThat(deletes())
        .extracting(DeleteFile::format)
        .containsOnly(FileFormat.fromString(format));
    assertThat(target.rows()).hasSize(1);
  }
}
