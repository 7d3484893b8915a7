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

import dev.tributary.fixture.FaultyProxy;
import dev.tributary.fixture.FaultyProxy.Fault;
import dev.tributary.fixture.FaultyProxy.Reach;
import dev.tributary.fixture.MemorySource;
import dev.tributary.fixture.RestServer;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets in a REST catalog: Iceberg's own service. */
class RestTargetTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  @TempDir Path folder;
  private RestServer server;
  private FaultyProxy line;
  private TargetFixture target;
  private final MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);

  @BeforeEach
  void start() {
    server = RestServer.start(folder);
    line = FaultyProxy.to(server.uri());
    target = new TargetFixture(folder, Map.of("type", "rest", "uri", line.uri().toString()));
  }

  @AfterEach
  void stop() throws IOException {
    line.close();
    server.close();
  }

  private RunResult run() {
    MigrationSpec plain =
        target.spec(builder -> builder.tableProperties(Map.of("format-version", "3")));
    MigrationSpec spec =
        plain.toBuilder()
            .source(plain.source().toBuilder().from(new Bound.Commit(0)).build())
            .build();
    return new RunExecution(
            spec, it -> source, RunExecution.CHANGES_PER_UNIT, event -> {}, new Cancellation())
        .run();
  }

  private void twoCommits() {
    source.commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"));
    assertThat(run().status()).isEqualTo(RunResult.Status.SUCCEEDED);
    source.commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"), insert(4L, "d"));
  }

  private void assertApplied() throws IOException {
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"A\"}", "{\"id\":3,\"name\":\"c\"}", "{\"id\":4,\"name\":\"d\"}");
    assertThat(target.units()).hasSize(2).doesNotHaveDuplicates();
    target.assertEveryFileIsUsed();
  }

  /** What can happen to a commit on its way to the service and back. */
  static Stream<Fault> faults() {
    return Stream.of(
        new Fault.Cut(Reach.DONE),
        new Fault.Status(Reach.DONE, 409),
        new Fault.Status(Reach.DONE, 429),
        new Fault.Status(Reach.DONE, 500),
        new Fault.Status(Reach.DONE, 503),
        new Fault.Status(Reach.DONE, 504),
        new Fault.Cut(Reach.LOST),
        new Fault.Status(Reach.LOST, 409),
        new Fault.Status(Reach.LOST, 429),
        new Fault.Status(Reach.LOST, 502),
        new Fault.Status(Reach.LOST, 503));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aCommitIsAppliedOnceWhateverHappensToItsAnswer(Fault fault) throws IOException {
    twoCommits();
    line.fail(FaultyProxy::isCommit, 1, fault);

    RunResult result = run();

    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(result.rows().inserted()).hasValue(1);
    assertApplied();
    assertThat(run().status()).isEqualTo(RunResult.Status.NOTHING_TO_DO);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aTableIsCreatedOnceWhateverHappensToTheAnswer(Fault fault) throws IOException {
    source.commit(insert(1L, "a"));
    line.fail(FaultyProxy::isCommit, 1, fault);

    RunResult result = run();

    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"a\"}");
    assertThat(target.units()).hasSize(1);
    target.assertEveryFileIsUsed();
  }

  @Test
  void aLateAnswerIsWaitedForOrFoundOut() throws IOException {
    target.catalogProperty("rest.client.socket-timeout-ms", "500");
    twoCommits();
    line.fail(FaultyProxy::isCommit, 1, new Fault.Late(Duration.ofMillis(1500)));

    RunResult result = run();

    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertApplied();
  }

  @Test
  void anEndlessFailureEndsTheRunAndLeavesWhatMayStand() throws IOException {
    // Iceberg's client would wait half a minute for each request.
    target.catalogProperty("rest.client.max-retries", "1");
    twoCommits();
    line.failFrom(FaultyProxy::isCommit, new Fault.Status(Reach.DONE, 500));

    RunResult result = run();

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow()).contains("Run again");
    line.heal();
    assertThat(run().status()).isEqualTo(RunResult.Status.NOTHING_TO_DO);
    assertApplied();
  }

  @Test
  void anExpiredTokenEndsTheRunWithoutHarm() throws IOException {
    twoCommits();
    line.fail(FaultyProxy::isCommit, 1, new Fault.Status(Reach.LOST, 401));

    RunResult result = run();

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow()).contains("does not accept the credentials");
    assertThat(run().status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertApplied();
  }

  @Test
  void twoRunsAtOnceApplyEachChangeOnce() throws Exception {
    source.commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"));
    assertThat(run().status()).isEqualTo(RunResult.Status.SUCCEEDED);
    source.commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"), insert(4L, "d"));
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<RunResult> results = new ArrayList<>();
    for (Future<RunResult> result :
        pool.invokeAll(Collections.<Callable<RunResult>>nCopies(2, this::run))) {
      results.add(result.get());
    }
    pool.shutdown();

    assertThat(results)
        .extracting(RunResult::status)
        .allMatch(s -> s == RunResult.Status.SUCCEEDED || s == RunResult.Status.NOTHING_TO_DO);
    assertThat(results.stream().mapToLong(result -> result.rows().inserted().orElse(0)).sum())
        .isOne();
    assertApplied();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b.people", "C?mpl Name .people", "sharp#1.people"})
  void oddNamesWork(String table) {
    target = target.named(table);
    source.commit(insert(1L, "a"));

    RunResult result = run();

    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"a\"}");
    assertThat(run().status()).isEqualTo(RunResult.Status.NOTHING_TO_DO);
  }

  @Test
  void namespaceAndTableAreCreatedAndFollowTheSource() {
    source.commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"));
    RunResult first = run();
    assertThat(first.status()).as("%s", first.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    source.commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"), insert(4L, "d"));

    RunResult second = run();

    assertThat(second.status()).as("%s", second.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"A\"}", "{\"id\":3,\"name\":\"c\"}", "{\"id\":4,\"name\":\"d\"}");
    assertThat(run().status()).isEqualTo(RunResult.Status.NOTHING_TO_DO);
  }
}
