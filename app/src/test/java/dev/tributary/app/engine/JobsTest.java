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
package dev.tributary.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.run.RunEvent;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @Test
  void finishedJobHasItsEventsAndItsResult() throws Exception {
    Jobs jobs = jobs("succeed");
    Job job = jobs.start(spec());
    List<RunEvent> events = new ArrayList<>();
    JobUpdate end = follow(jobs.follow(job), events, update -> update.job().state().finished());

    assertThat(end.job().state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(end.result())
        .hasValueSatisfying(
            result -> {
              assertThat(result.committedThrough().orElseThrow().commitId())
                  .isEqualTo("9007199254740993");
              assertThat(result.rows().inserted()).hasValue(5);
              assertThat(result.files().deletionVectors()).isEqualTo(1);
              assertThat(result.elapsed()).isEqualTo(Duration.ofMillis(1500));
            });
    assertThat(events)
        .as("a line that was cut off is no event")
        .extracting(RunEvent::kind)
        .containsExactly(RunEvent.Kind.STATE, RunEvent.Kind.PROGRESS, RunEvent.Kind.COMMIT);
    assertThat(events.get(0).rowsRead()).as("null is unknown, not 0").isEmpty();
    assertThat(events.get(1).rowsRead()).hasValue(10);
  }

  @Test
  void engineGetsTheSpecThatWasAsked() throws Exception {
    Job job = jobs("succeed").start(spec());
    assertThat(Specs.write(Specs.read(job.specFile()))).isEqualTo(Specs.write(spec()));
  }

  @Test
  void failedJobNamesTheLastMessageAndNotItsStackTrace() throws Exception {
    Jobs jobs = jobs("fail");
    JobUpdate end =
        follow(
            jobs.follow(jobs.start(spec())),
            new ArrayList<>(),
            update -> update.job().state().finished());
    assertThat(end.job().state()).isEqualTo(JobState.FAILED);
    assertThat(end.error()).contains("Cannot open s.t: it does not exist; check the name.");
    assertThat(end.refused()).isTrue();
    assertThat(end.result()).isEmpty();
  }

  @Test
  void cancelledEngineEndsByItself() throws Exception {
    Jobs jobs = jobs("wait");
    Job job = jobs.start(spec());
    JobFeed feed = jobs.follow(job);
    follow(feed, new ArrayList<>(), update -> update.job().state() == JobState.RUNNING);

    assertThat(jobs.cancel(job).state()).isEqualTo(JobState.CANCELLING);
    Instant requested = jobs.cancel(job).cancelRequested().orElseThrow();
    assertThat(jobs.cancel(job).cancelRequested()).as("asked once only").contains(requested);
    JobUpdate end = follow(feed, new ArrayList<>(), update -> update.job().state().finished());

    assertThat(end.job().state()).isEqualTo(JobState.CANCELLED);
    assertThat(end.result().orElseThrow().committedThrough().orElseThrow().commitId())
        .isEqualTo("7");
  }

  @Test
  void engineThatDoesNotHeedTheSignalIsForcedToEnd() throws Exception {
    Job job = jobs("deaf").start(spec());
    Jobs later =
        new Jobs(
            folder.resolve("jobs"),
            command("deaf"),
            Clock.offset(Clock.systemUTC(), JobFeed.CANCEL_GRACE.plusSeconds(1)));
    follow(later.follow(job), new ArrayList<>(), update -> !update.events().isEmpty());
    Job cancelling = jobs("deaf").cancel(job);

    JobUpdate end =
        follow(
            later.follow(cancelling), new ArrayList<>(), update -> update.job().state().finished());
    assertThat(end.job().state()).isEqualTo(JobState.CANCELLED);
    assertThat(end.result()).isEmpty();
  }

  @Test
  void runningJobIsFoundAgainByAnotherSession() throws Exception {
    Job job = jobs("wait").start(spec());
    Jobs anotherSession = jobs("wait");

    assertThat(anotherSession.list()).extracting(Job::id).containsExactly(job.id());
    JobFeed feed = anotherSession.follow(anotherSession.list().get(0));
    List<RunEvent> events = new ArrayList<>();
    follow(feed, events, update -> events.size() == 2);
    anotherSession.cancel(job);
    follow(feed, events, update -> update.job().state().finished());
    assertThat(anotherSession.refresh()).extracting(Job::state).containsExactly(JobState.CANCELLED);
  }

  @Test
  void jobWhoseProcessIsGoneWithoutAResultHasFailed() throws Exception {
    Job job = jobs("wait").start(spec());
    ProcessHandle process = ProcessHandle.of(job.processId()).orElseThrow();
    process.destroyForcibly();
    process.onExit().get();
    assertThat(jobs("wait").refresh()).extracting(Job::state).containsExactly(JobState.FAILED);
  }

  @Test
  void jobsAreListedLatestFirst() throws Exception {
    Jobs jobs = jobs("succeed");
    Job first = jobs.start(spec());
    Thread.sleep(2);
    Job second = jobs.start(spec());
    assertThat(jobs.list()).extracting(Job::id).containsExactly(second.id(), first.id());
  }

  private Jobs jobs(String script) throws Exception {
    return new Jobs(folder.resolve("jobs"), command(script));
  }

  private EngineCommand command(String script) throws Exception {
    return ScriptedEngine.command(folder.resolve("engine-" + script), script);
  }

  private static MigrationSpec spec() {
    return MigrationSpec.builder(
            "my orders",
            SourceSpec.builder(SourceFormat.DELTA, "/data/orders").build(),
            TargetSpec.builder("lake.orders")
                .catalogProperties(Map.of("type", "hadoop", "warehouse", "/data/lake"))
                .equalityColumns(List.of("id"))
                .build())
        .build();
  }

  private static JobUpdate follow(JobFeed feed, List<RunEvent> events, Predicate<JobUpdate> until)
      throws Exception {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      JobUpdate update = feed.poll();
      events.addAll(update.events());
      if (until.test(update)) {
        return update;
      }
      Thread.sleep(20);
    }
    throw new AssertionError("Did not come about within " + PATIENCE + "; heard " + events);
  }
}
