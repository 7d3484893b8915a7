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

import dev.tributary.history.Position;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.target.TargetTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** A run that stays on, in a thread of its own. */
final class Followed implements AutoCloseable {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private final MigrationSpec spec;
  private final Cancellation cancellation = new Cancellation();
  private final List<RunEvent> events = new CopyOnWriteArrayList<>();
  private final CompletableFuture<RunResult> result;

  private Followed(MigrationSpec spec) {
    this.spec = spec;
    this.result =
        CompletableFuture.supplyAsync(
            () -> MigrationRun.run(spec, events::add, cancellation),
            task -> new Thread(task, "followed").start());
  }

  /** Starts a run that looks for commits every second. */
  static Followed start(MigrationSpec spec) {
    return new Followed(
        spec.toBuilder()
            .source(
                spec.source().toBuilder()
                    .streaming(true)
                    .pollInterval(Duration.ofSeconds(1))
                    .build())
            .build());
  }

  List<RunEvent> events() {
    return events;
  }

  /** Waits until an event is there. */
  Followed await(String what, Predicate<RunEvent> wanted) throws InterruptedException {
    Instant end = Instant.now().plus(LONGEST_WAIT);
    while (events.stream().noneMatch(wanted)) {
      assertThat(result).as("the run, while waiting for %s", what).isNotDone();
      assertThat(Instant.now()).as("%s; events %s", what, messages()).isBefore(end);
      Thread.sleep(20);
    }
    return this;
  }

  /** Waits until the target is committed through a commit. */
  Duration awaitCommitted(String commitId) throws InterruptedException {
    Instant start = Instant.now();
    while (committedThrough().filter(commitId::equals).isEmpty()) {
      assertThat(result).as("the run, while waiting for commit %s", commitId).isNotDone();
      assertThat(Instant.now())
          .as("commit %s; events %s", commitId, messages())
          .isBefore(start.plus(LONGEST_WAIT));
      Thread.sleep(20);
    }
    return Duration.between(start, Instant.now());
  }

  private Optional<String> committedThrough() {
    Optional<TargetTable> target = TargetTable.open(spec.target());
    try {
      return target
          .flatMap(TargetTable::progress)
          .map(it -> it.committedThrough())
          .map(Position::commitId);
    } finally {
      target.ifPresent(TargetTable::close);
    }
  }

  /** Waits until the run has ended by itself. */
  RunResult ended() throws InterruptedException, ExecutionException, TimeoutException {
    return result.get(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
  }

  RunResult cancelled() throws InterruptedException, ExecutionException, TimeoutException {
    cancellation.request();
    return ended();
  }

  List<String> messages() {
    return events.stream().flatMap(event -> event.message().stream()).toList();
  }

  @Override
  public void close() {
    cancellation.request();
    try {
      ended();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // The test has looked at the result, or fails for another reason.
      return;
    }
  }
}
