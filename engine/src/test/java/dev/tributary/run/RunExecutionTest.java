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
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tributary.changes.Change;
import dev.tributary.errors.Area;
import dev.tributary.errors.MappingException;
import dev.tributary.errors.SourceException;
import dev.tributary.errors.TargetException;
import dev.tributary.errors.TributaryException;
import dev.tributary.fixture.MemorySource;
import dev.tributary.history.Position;
import dev.tributary.rows.JsonValues;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.source.ChangeReader;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.source.ReadTask;
import dev.tributary.spec.Bound;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.ReplacedInserts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunExecutionTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  @TempDir Path folder;
  private TargetFixture target;
  private final List<RunEvent> events = new ArrayList<>();

  @BeforeEach
  void openTarget() {
    target = new TargetFixture(folder);
  }

  private static MemorySource stated() {
    return new MemorySource(SCHEMA, Pairing.AS_STATED);
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

  private RunResult run(MemorySource source, UnaryOperator<TargetSpec.Builder> options) {
    return run(source, from(target.spec(options), 0));
  }

  private RunResult run(MemorySource source) {
    return run(source, builder -> builder);
  }

  private static void assertEqual(TargetFixture target, MemorySource source, long version) {
    List<String> expected =
        new ArrayList<>(
            source.state(version).stream()
                .map(row -> JsonValues.object(SCHEMA.asStruct(), row).toString())
                .toList());
    expected.sort(null);
    assertThat(target.rows()).isEqualTo(expected);
  }

  @Test
  void appliesARangeFromTheFirstCommitOn() {
    MemorySource source =
        stated()
            .commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"))
            .commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"));

    RunResult result = run(source);

    assertThat(result.error()).isEmpty();
    assertThat(result.status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(result.committedThrough()).contains(new Position("1", 1));
    assertThat(result.rows()).isEqualTo(new RowCounts(2, 0, 0, 0, 0, 0, 0));
    assertThat(result.commits()).isEqualTo(1);
    assertEqual(target, source, 1);
  }

  @Test
  void goesOnWhereTheLastRunEndedAndThenHasNothingToDo() {
    MemorySource source = stated().commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"));
    run(source);
    source.commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"), insert(4L, "d"));

    RunResult second = run(source);
    RunResult third = run(source);

    assertThat(second.rows()).isEqualTo(new RowCounts(1, 1, 1, 0, 0, 0, 0));
    assertThat(second.files().positionDeletes()).isEqualTo(1);
    assertEqual(target, source, 1);
    assertThat(third.status()).isEqualTo(RunResult.Status.NOTHING_TO_DO);
    assertThat(third.commits()).isZero();
    assertThat(third.committedThrough()).contains(new Position("1", 1));
    assertThat(third.targetSnapshotId()).isEqualTo(second.targetSnapshotId());
  }

  @Test
  void loadsTheStateBeforeTheRangeAndThenAppliesTheRange() {
    MemorySource source =
        stated()
            .commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"))
            .commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"))
            .startingAt(1);

    RunResult result = run(source, from(target.spec(builder -> builder), 1));

    assertThat(result.initialLoad().orElseThrow().kind()).isEqualTo("rewrite");
    assertThat(result.initialLoad().orElseThrow().rows()).isEqualTo(3);
    assertThat(result.rows()).isEqualTo(new RowCounts(0, 1, 1, 0, 0, 0, 0));
    assertThat(result.commits()).isEqualTo(2);
    assertEqual(target, source, 1);
  }

  @Test
  void loadsTheStateAtTheEndOfARangeWithoutLowerBound() {
    MemorySource source = stated().commit(insert(1L, "a"), insert(2L, "b")).commit(delete(2L, "b"));

    RunResult result = run(source, target.spec(builder -> builder));

    assertThat(result.initialLoad().orElseThrow().rows()).isEqualTo(1);
    assertThat(result.commits()).isEqualTo(1);
    assertThat(result.committedThrough()).contains(new Position("1", 1));
    assertEqual(target, source, 1);
  }

  @Test
  void anEmptyStateStillMakesATableWithProgress() {
    MemorySource source = stated().commit(insert(1L, "a")).commit(delete(1L, "a"));

    RunResult result = run(source, target.spec(builder -> builder));

    assertThat(result.status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.rows()).isEmpty();
    assertThat(run(source, target.spec(builder -> builder)).status())
        .isEqualTo(RunResult.Status.NOTHING_TO_DO);
  }

  @Test
  void manyKeysThatComeAndChangeInOneUnitAreOneRowEach() {
    List<MemorySource.Stated> inserts = new ArrayList<>();
    List<MemorySource.Stated> updates = new ArrayList<>();
    for (long id = 0; id < 110_000; id++) {
      inserts.add(insert(id, "a"));
      if (id % 1_100 == 0) {
        updates.add(before(id, "a"));
        updates.add(after(id, "b"));
      }
    }
    MemorySource source = stated().commit(inserts).commit(updates);

    run(source);

    assertThat(target.rows()).hasSize(110_000);
    assertThat(target.rows().stream().filter(row -> row.contains("\"b\""))).hasSize(100);
  }

  @Test
  void aRowThatIsStatedAsDeletedTwiceIsDeletedOnce() {
    MemorySource source = stated().commit(insert(1L, "a"), insert(2L, "b"));
    run(source);
    source.commit(delete(1L, "a"), delete(1L, "a"));

    RunResult result = run(source);

    assertThat(result.rows().deleted()).hasValue(1);
    assertThat(target.rows()).singleElement().asString().contains("\"b\"");
  }

  @Test
  void aDeleteThatKnowsOnlyItsKeyFindsItsRowInWhateverPartition() {
    UnaryOperator<TargetSpec.Builder> partitioned =
        builder -> builder.partitionFields(List.of("name"));
    MemorySource source = stated().commit(insert(1L, "north"), insert(2L, "south"));
    run(source, partitioned);
    source.commit(delete(1L, null));

    RunResult result = run(source, partitioned);

    assertThat(result.rows().deleted()).hasValue(1);
    assertThat(target.rows()).singleElement().asString().contains("south");
  }

  @Test
  void aCodecThatDoesNotExistIsNamedAndNothingIsCreated() {
    MemorySource source = stated().commit(insert(1L, "a"));

    RunResult result =
        run(
            source,
            builder ->
                builder.tableProperties(Map.of("write.parquet.compression-codec", "zipzap")));

    assertThat(result.error().orElseThrow()).containsIgnoringCase("zipzap");
    assertThat(target.table(table -> table)).isEmpty();
  }

  @Test
  void deletionVectorsAreMergedAndTheOldOneRemoved() {
    UnaryOperator<TargetSpec.Builder> v3 =
        builder -> builder.tableProperties(Map.of("format-version", "3"));
    MemorySource source =
        stated().commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"), insert(4L, "d"));
    run(source, v3);
    source.commit(delete(1L, "a"));
    RunResult first = run(source, v3);
    source.commit(delete(2L, "b"));
    RunResult second = run(source, v3);

    assertThat(first.files().deletionVectors()).isEqualTo(1);
    assertThat(second.files().deletionVectors()).isEqualTo(1);
    Map<String, String> summary =
        target.table(table -> table.currentSnapshot().summary()).orElseThrow();
    assertThat(summary).containsEntry("removed-dvs", "1").containsEntry("total-delete-files", "1");
    assertEqual(target, source, 2);
  }

  @Test
  void countsWhatMeetsNoRowOrReplacesOne() {
    MemorySource source = stated().commit(insert(1L, "a"), insert(2L, "b"));
    run(source);
    source.commit(
        insert(1L, "again"), delete(9L, "x"), before(8L, "y"), after(8L, "Y"), insert(3L, "c"));
    source.commit(insert(3L, "c2"), delete(7L, "z"));

    RunResult result = run(source);

    // 1 is replaced in the target, 3 within the unit.
    assertThat(result.rows()).isEqualTo(new RowCounts(2, 1, 0, 1, 2, 2, 0));
    assertThat(events)
        .filteredOn(event -> event.kind() == RunEvent.Kind.WARNING)
        .extracting(event -> event.message().orElseThrow())
        .anyMatch(message -> message.contains("replaced"))
        .anyMatch(message -> message.contains("met no row"));
    assertThat(target.rows()).hasSize(4);
  }

  @Test
  void replacedInsertsAreRememberedByLaterRuns() {
    MemorySource source = stated().commit(insert(1L, "a"));
    run(source);
    source.commit(insert(1L, "again"));
    run(source);
    source.commit(insert(1L, "and again"));
    run(source);
    events.clear();

    assertThat(run(source).status()).isEqualTo(RunResult.Status.NOTHING_TO_DO);

    assertThat(target.table(table -> ReplacedInserts.in(table.properties()))).contains(2L);
    assertThat(events)
        .filteredOn(event -> event.kind() == RunEvent.Kind.WARNING)
        .extracting(event -> event.message().orElseThrow())
        .singleElement()
        .asString()
        .startsWith("2 inserts of earlier runs");
  }

  @Test
  void anUpdateThatChangesTheKeyIsADeleteAndAnInsert() {
    MemorySource source = stated().commit(insert(1L, "a"), insert(2L, "b"));
    run(source);
    source.commit(before(1L, "a"), after(5L, "a"));

    RunResult result = run(source);

    assertThat(result.rows()).isEqualTo(new RowCounts(1, 0, 1, 0, 0, 0, 0));
    assertEqual(target, source, 1);
  }

  @Test
  void anUpdateWithoutItsBeforeImageStillReplacesTheRow() {
    MemorySource source = stated().commit(insert(1L, "a"));
    run(source);
    source.commit(after(1L, "A"));

    assertThat(run(source).rows()).isEqualTo(new RowCounts(0, 1, 0, 0, 0, 0, 0));
    assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"A\"}");
  }

  @Test
  void pairsRemovedAndAddedRowsOfACommitByKey() {
    MemorySource source =
        new MemorySource(SCHEMA, Pairing.BY_KEY)
            .commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"));
    run(source);
    source.commit(
        delete(1L, "a"), delete(2L, "b"), delete(3L, "c"), insert(1L, "a"), insert(2L, "B"));

    RunResult result = run(source);

    assertThat(result.rows()).isEqualTo(new RowCounts(0, 1, 1, 0, 0, 0, 0));
    assertEqual(target, source, 1);
  }

  @Test
  void anUpdateThatMovesARowToAnotherPartitionLeavesNothingBehind() {
    UnaryOperator<TargetSpec.Builder> byName =
        builder -> builder.partitionFields(List.of("name", "bucket(id, 4)"));
    MemorySource source = stated().commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "a"));
    run(source, byName);
    source.commit(before(1L, "a"), after(1L, "b"));

    run(source, byName);

    assertEqual(target, source, 1);
    assertThat(target.table(table -> table.spec().toString()).orElseThrow()).contains("bucket[4]");
  }

  @Test
  void rowsAreFoundByAKeyColumnThatWasRenamedInTheTarget() {
    MemorySource source = stated().commit(insert(1L, "a"), insert(2L, "b"));
    run(source);
    target.table(
        table -> {
          table.updateSchema().renameColumn("id", "number").commit();
          return table;
        });
    source.commit(delete(1L, "a"));

    MigrationSpec spec =
        from(target.spec(builder -> builder.equalityColumns(List.of("number"))), 0);
    RunResult result =
        run(
            source,
            spec.toBuilder()
                .mapping(List.of(new ColumnMapping("id", "number", Optional.empty())))
                .build());

    assertThat(result.error()).isEmpty();
    assertThat(result.rows().deleted()).hasValue(1);
    assertThat(target.rows()).hasSize(1);
  }

  @Test
  void nullKeysCanBeMatched() {
    UnaryOperator<TargetSpec.Builder> match =
        builder -> builder.nullKeys(TargetSpec.NullKeys.MATCH);
    MemorySource source = stated().commit(insert(null, "a"), insert(2L, "b"));
    run(source, match);
    source.commit(delete(null, "a"));

    assertThat(run(source, match).rows()).isEqualTo(new RowCounts(0, 0, 1, 0, 0, 0, 0));
    assertEqual(target, source, 1);
  }

  @Test
  void keysAreCheckedAlsoWhereTheTargetNamesItsColumns() {
    MemorySource source = stated().commit(insert(1L, "a"), insert(2L, "b"));

    RunResult result =
        run(
            source,
            target.spec(options -> options.writeOptions(Map.of("keep", List.of("id", "name")))));

    assertThat(result.status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertEqual(target, source, 0);
  }

  @Test
  void aNullKeyThatComesAndGoesWithinTheRangeEndsTheRunAndLeavesNothing() throws Exception {
    MemorySource source =
        stated().commit(insert(1L, "a"), insert(null, "b")).commit(delete(null, "b"));

    RunResult result = run(source);

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow()).contains("id", "null", "commit 0");
    assertThat(target.table(table -> table)).isEmpty();
    assertThat(target.files()).isEmpty();
  }

  @Test
  void aNullKeyThatArrivesInTheRangeIsRefusedBeforeTheStateIsLoaded() throws Exception {
    MemorySource source = stated().commit(insert(1L, "a")).commit(insert(null, "b")).startingAt(1);

    assertThatThrownBy(() -> run(source, from(target.spec(builder -> builder), 1)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("id is null in 1 row, after commit 1");
    assertThat(target.table(table -> table)).isEmpty();
    assertThat(target.files()).isEmpty();
  }

  @Test
  void aNullKeyInALaterUnitIsRefusedBeforeTheFirst() throws Exception {
    MemorySource source = stated().commit(insert(1L, "a")).commit(insert(null, "b"));
    RunExecution execution =
        new RunExecution(
            from(target.spec(b -> b), 0), it -> source, 1, events::add, new Cancellation());

    assertThatThrownBy(execution::run).isInstanceOf(MappingException.class);
    assertThat(target.table(table -> table)).isEmpty();
    assertThat(target.files()).isEmpty();
  }

  @Test
  void duplicateKeysThatArriveInTheRangeStopNoRun() {
    MemorySource source = stated().commit(insert(1L, "a")).commit(insert(1L, "b")).startingAt(1);

    RunResult result = run(source, from(target.spec(builder -> builder), 1));

    assertThat(result.status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"b\"}");
  }

  @Test
  void nullKeysFromBeforeARangeThatIsNotLoadedStopNoRun() {
    MemorySource source = stated().commit(insert(null, "a")).commit(insert(2L, "b")).startingAt(1);
    MigrationSpec spec = from(target.spec(builder -> builder), 1);

    RunResult result =
        run(source, spec.toBuilder().initialLoad(MigrationSpec.InitialLoad.NONE).build());

    assertThat(result.status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.rows()).containsExactly("{\"id\":2,\"name\":\"b\"}");
  }

  @Test
  void duplicateKeysInTheStateAreRefusedBeforeAnythingIsWritten() throws Exception {
    MemorySource source = stated().commit(insert(1L, "a"), insert(1L, "b"));

    assertThatThrownBy(() -> run(source, target.spec(builder -> builder)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("id=1")
        .hasMessageContaining("2");
    assertThat(target.table(table -> table)).isEmpty();
    assertThat(target.files()).isEmpty();
  }

  @Test
  void aPlaceThatCannotBeWrittenIsRefusedBeforeTheRun() throws Exception {
    Files.writeString(folder.resolve("lake"), "a file where the warehouse should be");
    MemorySource source = stated().commit(insert(1L, "a"));

    assertThatThrownBy(() -> run(source))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("Cannot write to")
        .hasMessageContaining("lake");
    assertThat(target.table(table -> table)).isEmpty();
  }

  @Test
  void nothingIsLeftOfARunThatFailsWhileReading() throws Exception {
    MemorySource source =
        new MemorySource(SCHEMA, Pairing.AS_STATED) {
          @Override
          public ReadPlan planChanges(SourceRange range, List<String> columns) {
            ReadPlan plan = super.planChanges(range, columns);
            return new ReadPlan(
                plan.schema(),
                new CorruptLast(plan.reader()),
                plan.tasks(),
                plan.commits(),
                plan.pairing(),
                plan.changes());
          }
        }.commit(insert(1L, "a"), insert(2L, "b"), insert(-1L, "c"));

    RunResult result = run(source);

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error()).contains("Cannot read part-7.parquet: it is corrupt.");
    assertThat(target.table(table -> table)).isEmpty();
    assertThat(folder.resolve("lake")).doesNotExist();
  }

  /** Fails at the row with a negative id. */
  private record CorruptLast(ChangeReader reader) implements ChangeReader {
    @Override
    public CloseableIterable<Change> read(ReadTask task) {
      return CloseableIterable.transform(
          reader.read(task),
          change -> {
            if ((Long) change.row().getField("id") < 0) {
              throw new SourceException(Area.SOURCE, "Cannot read part-7.parquet: it is corrupt.");
            }
            return change;
          });
    }
  }

  @Test
  void progressIsToldAtLeastEverySecondAndStatesInOrder() {
    run(stated().commit(insert(1L, "a")));

    assertThat(events)
        .filteredOn(event -> event.kind() == RunEvent.Kind.STATE)
        .extracting(RunEvent::state)
        .containsExactly("starting", "running", "succeeded");
    for (int i = 1; i < events.size(); i++) {
      assertThat(Duration.between(events.get(i - 1).time(), events.get(i).time()))
          .isLessThan(Duration.ofMillis(1500));
    }
    assertThat(events.get(events.size() - 1).rowsRead()).hasValue(1);
    assertThat(events.get(events.size() - 1).position()).contains("0");
  }

  @Test
  void largeRangesAreCutIntoUnitsBetweenCommits() {
    MemorySource source = stated();
    for (long i = 0; i < 5; i++) {
      source.commit(insert(i, "a"), insert(100 + i, "b"));
    }

    RunResult result =
        new RunExecution(
                from(target.spec(b -> b), 0), it -> source, 4, events::add, new Cancellation())
            .run();

    assertThat(result.commits()).isEqualTo(3);
    assertThat(result.rows().inserted()).hasValue(10);
    assertEqual(target, source, 4);
  }

  @Test
  void aCancelledRunKeepsWhatWasCommitted() {
    MemorySource source = stated();
    for (long i = 0; i < 6; i++) {
      source.commit(insert(i, "a"));
    }
    Cancellation cancellation = new Cancellation();
    RunListener listener =
        event -> {
          if (event.kind() == RunEvent.Kind.COMMIT) {
            cancellation.request();
          }
        };

    RunResult result =
        new RunExecution(from(target.spec(b -> b), 0), it -> source, 2, listener, cancellation)
            .run();

    assertThat(result.status()).isEqualTo(RunResult.Status.CANCELLED);
    assertThat(result.commits()).isEqualTo(1);
    assertEqual(target, source, 1);
    assertThat(run(source).commits()).isEqualTo(1);
    assertEqual(target, source, 5);
  }

  @Test
  void anotherSourceIsRefused() {
    run(stated().commit(insert(1L, "a")));
    MemorySource other =
        new MemorySource(SCHEMA, Pairing.AS_STATED) {
          @Override
          public String identity() {
            return "another";
          }
        }.commit(insert(1L, "a"));

    Throwable refusal = catchThrowable(() -> run(other));

    assertThat(refusal).isInstanceOf(TributaryException.class).hasMessageContaining("another");
  }
}
