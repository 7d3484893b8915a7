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
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tributary.fixture.MemorySource;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Exactly once: lost answers, other writers, two runs at once. */
@ParameterizedClass
@EnumSource(Writing.class)
class CommitSafetyTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  @Parameter Writing writing;
  @TempDir Path folder;
  private TargetFixture target;
  private MemorySource source;
  private MigrationSpec spec;

  @BeforeEach
  void openTarget() {
    target =
        new TargetFixture(folder)
            .catalogProperty("catalog-impl", InterferingCatalog.class.getName());
    source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    MigrationSpec plain =
        target.spec(
            builder -> writing.apply(builder).tableProperties(Map.of("format-version", "3")));
    spec =
        plain.toBuilder()
            .source(plain.source().toBuilder().from(new Bound.Commit(0)).build())
            .build();
  }

  @AfterEach
  void stopInterfering() {
    InterferingCatalog.reset();
  }

  private RunResult run() {
    return new RunExecution(
            spec, it -> source, RunExecution.CHANGES_PER_UNIT, event -> {}, new Cancellation())
        .run();
  }

  private void twoCommitsApplied() {
    source.commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"));
    run();
    source.commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"), insert(4L, "d"));
  }

  private void assertApplied() throws IOException {
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"A\"}", "{\"id\":3,\"name\":\"c\"}", "{\"id\":4,\"name\":\"d\"}");
    target.assertEveryFileIsUsed();
  }

  @Test
  void aCommitWhoseAnswerIsLostIsRecognized() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.after(1, ignored -> InterferingCatalog.lostAnswer());

    RunResult result = run();

    assertThat(result.status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(result.commits()).isEqualTo(1);
    assertThat(target.units()).hasSize(2).doesNotHaveDuplicates();
    assertApplied();
  }

  @Test
  void aCreationWhoseAnswerIsLostIsRecognized() throws Exception {
    source.commit(insert(1L, "a"));
    InterferingCatalog.after(1, ignored -> InterferingCatalog.lostAnswer());

    RunResult result = run();

    assertThat(result.status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"a\"}");
    assertThat(target.units()).hasSize(1);
    target.assertEveryFileIsUsed();
  }

  @Test
  void aCommitThatWasLostWithItsAnswerIsRepeated() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.before(1, ignored -> InterferingCatalog.lostAnswer());

    assertThat(run().status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.units()).hasSize(2);
    assertApplied();
  }

  @Test
  void aDatabaseThatIsBusyForAWhileIsAskedAgain() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.before(1, ignored -> InterferingCatalog.busy());
    InterferingCatalog.before(2, ignored -> InterferingCatalog.busy());

    RunResult result = run();

    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.units()).hasSize(2);
    assertApplied();
  }

  @Test
  void aCommitThatStandsAlthoughTheConnectionWasLostIsRecognized() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.after(1, ignored -> InterferingCatalog.lostConnection());

    RunResult result = run();

    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(result.commits()).isEqualTo(1);
    assertThat(target.units()).hasSize(2).doesNotHaveDuplicates();
    assertApplied();
  }

  @Test
  void aDatabaseThatStaysBusyEndsTheRunWithItsReasonAndLeavesNothing() throws Exception {
    // Takes a while, and is the same for all.
    assumeThat(writing).isEqualTo(Writing.MERGE_ON_READ);
    twoCommitsApplied();
    InterferingCatalog.beforeEach(ignored -> InterferingCatalog.busy());

    RunResult result = run();
    InterferingCatalog.reset();

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow()).contains("database is locked", "Run again");
    assertThat(target.units()).hasSize(1);
    target.assertEveryFileIsUsed();
  }

  @Test
  void rowsThatSomeoneAppendsBeforeTheCommitAreLocatedToo() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.before(
        1, catalog -> ForeignWriter.append(catalog, List.of(4L, "foreign"), List.of(9L, "x")));

    RunResult result = run();

    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    if (writing == Writing.EQUALITY_DELETES) {
      assertThat(result.rows().replacedInserts()).isEmpty();
    } else {
      assertThat(result.rows().replacedInserts()).hasValue(1);
    }
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"A\"}",
            "{\"id\":3,\"name\":\"c\"}",
            "{\"id\":4,\"name\":\"d\"}",
            "{\"id\":9,\"name\":\"x\"}");
    target.assertEveryFileIsUsed();
  }

  @Test
  void aCompactionBeforeTheCommitIsFollowed() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.before(1, ForeignWriter::compact);

    assertThat(run().status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertApplied();
  }

  @Test
  void aTableThatIsAlwaysChangedByOthersEndsTheRunAndKeepsItsRows() throws Exception {
    // Takes a while, and equality deletes are not located again.
    assumeThat(writing).isNotEqualTo(Writing.EQUALITY_DELETES);
    twoCommitsApplied();
    AtomicInteger conflicts = new AtomicInteger();
    InterferingCatalog.beforeEach(
        catalog -> {
          conflicts.incrementAndGet();
          ForeignWriter.append(catalog, List.of(100L + conflicts.get(), "x"));
        });

    RunResult result = run();
    InterferingCatalog.reset();

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow()).contains("Other writers").contains("Run again");
    assertThat(target.units()).hasSize(1);
    target.assertEveryFileIsUsed();
    assertThat(run().status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.rows()).contains("{\"id\":1,\"name\":\"A\"}", "{\"id\":4,\"name\":\"d\"}");
  }

  @Test
  void aCatalogThatFailedOnceIsNotBlamedForOtherWriters() {
    // Takes a while, and is the same for all.
    assumeThat(writing).isEqualTo(Writing.MERGE_ON_READ);
    twoCommitsApplied();
    InterferingCatalog.before(1, ignored -> InterferingCatalog.busy());
    AtomicInteger conflicts = new AtomicInteger();
    InterferingCatalog.beforeEach(
        catalog -> ForeignWriter.append(catalog, List.of(100L + conflicts.incrementAndGet(), "x")));

    RunResult result = run();
    InterferingCatalog.reset();

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow()).contains("Other writers").contains("9 times in a row");
  }

  @Test
  void twoRunsAtOnceApplyEachChangeOnce() throws Exception {
    for (long commit = 0; commit < 6; commit++) {
      source.commit(insert(commit, "a"), insert(100 + commit, "b"));
    }
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Future<RunResult>> runs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      runs.add(
          pool.submit(
              () -> {
                start.await();
                return new RunExecution(spec, it -> source, 2, event -> {}, new Cancellation())
                    .run();
              }));
    }
    start.countDown();
    RunResult first = runs.get(0).get();
    RunResult second = runs.get(1).get();
    pool.shutdown();

    assertThat(List.of(first.status(), second.status()))
        .as("%s, %s", first.error(), second.error())
        .allMatch(s -> s == RunResult.Status.SUCCEEDED || s == RunResult.Status.NOTHING_TO_DO);
    if (writing != Writing.EQUALITY_DELETES) {
      assertThat(first.rows().plus(second.rows()).inserted()).hasValue(12);
    }
    assertThat(first.commits() + second.commits()).isEqualTo(6);
    assertThat(target.rows()).hasSize(12);
    assertThat(target.units()).hasSize(6);
    target.assertEveryFileIsUsed();
  }
}
