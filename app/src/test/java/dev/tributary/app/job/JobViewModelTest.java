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
package dev.tributary.app.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.engine.EngineCommand;
import dev.tributary.app.engine.Job;
import dev.tributary.app.engine.JobState;
import dev.tributary.app.engine.JobUpdate;
import dev.tributary.app.engine.Jobs;
import dev.tributary.app.engine.ScriptedEngine;
import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.history.Position;
import dev.tributary.run.Lag;
import dev.tributary.run.RunEvent;
import dev.tributary.run.RunResult;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobViewModelTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path folder;

  private final Texts texts = new Texts(Locale.ENGLISH);
  private final SameThreadTaskExecutor executor = new SameThreadTaskExecutor();

  @Test
  void whatTheEngineHasNotToldIsUnknown() {
    assertThat(tiles(model()).values()).containsOnly(texts.formats().unknown());
    assertThat(model().outcome().get()).isEmpty();
  }

  @Test
  void tilesFollowTheLatestEvent() {
    JobViewModel model = model();
    model.apply(
        update(
            JobState.RUNNING,
            progress(1, "reading", 1000, OptionalLong.empty()),
            progress(3, "reading", 5000, OptionalLong.of(1200))));
    assertThat(tiles(model))
        .containsEntry("rows-read", "5,000")
        .containsEntry("rows-written", "1,200")
        .containsEntry("per-second", "2,000")
        .containsEntry("lag", "2 units")
        .containsEntry("updated", texts.formats().unknown());
    assertThat(model.units().get()).isEqualTo("1 of 3 units done");
  }

  @Test
  void stagesBeforeTheCurrentOneAreDone() {
    JobViewModel model = model();
    model.apply(
        update(
            JobState.RUNNING,
            progress(1, "planning", 0, OptionalLong.empty()),
            progress(2, "reading", 0, OptionalLong.empty())));
    assertThat(model.stages())
        .extracting(StageRow::key, StageRow::progress)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("planning", StageRow.Progress.DONE),
            org.assertj.core.groups.Tuple.tuple("loading", StageRow.Progress.TODO),
            org.assertj.core.groups.Tuple.tuple("reading", StageRow.Progress.CURRENT),
            org.assertj.core.groups.Tuple.tuple("locating", StageRow.Progress.TODO),
            org.assertj.core.groups.Tuple.tuple("committing", StageRow.Progress.TODO));
    assertThat(model.stages().get(0).spent()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aRunThatStaysOnShowsItsLagAndThatItWaits() {
    JobViewModel model = model();
    RunEvent behind =
        staying(
            "reading",
            new Lag("9", 3, Duration.ofSeconds(12)),
            new RunResult.RowCounts(4, 2, 1, 0, 0, 0, 0));
    model.apply(update(JobState.RUNNING, behind));
    assertThat(tiles(model))
        .containsEntry("lag", "3 commits, " + texts.formats().duration(Duration.ofSeconds(12)))
        .containsEntry("updated", "2")
        .containsEntry("deleted", "1");

    model.apply(
        update(
            JobState.RUNNING,
            staying(
                "waiting",
                new Lag("9", 0, Duration.ZERO),
                new RunResult.RowCounts(4, 2, 1, 0, 0, 0, 0))));
    assertThat(tiles(model)).containsEntry("lag", "none");
    assertThat(model.stages().get(model.stages().size() - 1).key()).isEqualTo("waiting");
  }

  @Test
  void endIsOneSentenceAndTheNumbers() {
    JobViewModel model = model();
    model.apply(
        new JobUpdate(
            job(JobState.SUCCEEDED, Optional.of(START.plusSeconds(8))),
            List.of(progress(1, "reading", 4000, OptionalLong.of(10))),
            List.of(),
            Optional.of(result()),
            Optional.empty(),
            false));
    assertThat(model.outcome().get())
        .isEqualTo(
            "lake.orders is committed through 57: 2,000 rows loaded, then 5 inserted, 2 updated and"
                + " 1 deleted.");
    assertThat(model.elapsed().get()).isEqualTo("8 s");
    assertThat(tiles(model))
        .containsEntry("updated", "2")
        .containsEntry("deleted", "1")
        .containsEntry("position", "57")
        .containsEntry("lag", "none")
        .containsEntry("per-second", "2,000");
    assertThat(model.results()).contains(new Figure("deletion-vectors", "Deletion vectors", "3"));
    assertThat(model.cancellable().get()).isFalse();
    assertThat(model.report()).contains("Inserted: 5").contains("Succeeded");
  }

  @Test
  void failureShowsTheEnginesWords() {
    JobViewModel model = model();
    model.apply(
        new JobUpdate(
            job(JobState.FAILED, Optional.of(START.plusSeconds(1))),
            List.of(),
            List.of("error: Cannot open s.t: it does not exist; check the name."),
            Optional.empty(),
            Optional.of("Cannot open s.t: it does not exist; check the name."),
            true));
    assertThat(model.error().get()).startsWith("Cannot open s.t");
    assertThat(model.log()).as("said once").hasSize(1);
    assertThat(model.outcome().get())
        .isEqualTo("The run was refused before anything was written to lake.orders.");
  }

  @Test
  void logKeepsItsEnd() {
    JobViewModel model = model();
    RunEvent[] lines = new RunEvent[2_500];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = event(RunEvent.Kind.LOG, 1, "reading", "line " + i);
    }
    model.apply(update(JobState.RUNNING, lines));
    assertThat(model.log()).hasSize(2_000);
    assertThat(model.log().get(1_999).text()).isEqualTo("line 2499");
  }

  @Test
  void cancellingShowsAtOnceAndUntilTheEngineHasEnded() throws Exception {
    Jobs jobs = new Jobs(folder.resolve("jobs"), ScriptedEngine.command(folder, "wait"));
    JobViewModel model =
        new JobViewModel(jobs.start(spec()), jobs, executor, texts, Clock.systemUTC());
    model.start();
    await(model, JobState.RUNNING);
    executor.hold();
    model.cancel();
    assertThat(model.state().get()).isEqualTo(JobState.CANCELLING);
    assertThat(model.cancellable().get()).isFalse();
    executor.release();
    await(model, JobState.CANCELLED);
    assertThat(model.outcome().get())
        .isEqualTo(
            "Cancelled. lake.orders holds everything through 7, and the next run goes on after"
                + " it.");
  }

  private void await(JobViewModel model, JobState state) throws InterruptedException {
    Instant end = Instant.now().plusSeconds(30);
    while (model.state().get() != state && Instant.now().isBefore(end)) {
      executor.beat();
      Thread.sleep(20);
    }
    assertThat(model.state().get()).isEqualTo(state);
  }

  private JobViewModel model() {
    Jobs jobs = new Jobs(folder, new EngineCommand(Path.of("java"), "nowhere", List.of()));
    return new JobViewModel(
        job(JobState.STARTING, Optional.empty()),
        jobs,
        executor,
        texts,
        Clock.fixed(START.plusSeconds(5), ZoneOffset.UTC));
  }

  private static Map<String, String> tiles(JobViewModel model) {
    return model.tiles().stream().collect(Collectors.toMap(Figure::id, Figure::value));
  }

  private JobUpdate update(JobState state, RunEvent... events) {
    return new JobUpdate(
        job(state, Optional.empty()),
        List.of(events),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  private Job job(JobState state, Optional<Instant> ended) {
    return new Job(
        "1",
        "orders",
        "shop.orders",
        "lake.orders",
        START,
        state,
        0,
        Optional.empty(),
        Optional.empty(),
        ended,
        folder);
  }

  private static RunEvent progress(
      int second, String stage, long rowsRead, OptionalLong rowsWritten) {
    return new RunEvent(
        START.plusSeconds(second),
        RunEvent.Kind.PROGRESS,
        "running",
        Optional.of(stage),
        OptionalLong.of(rowsRead),
        rowsWritten,
        OptionalLong.empty(),
        OptionalLong.of(1),
        OptionalLong.of(3),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static RunEvent staying(String stage, Lag lag, RunResult.RowCounts rows) {
    return new RunEvent(
        START.plusSeconds(1),
        RunEvent.Kind.PROGRESS,
        "running",
        Optional.of(stage),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.of(lag),
        Optional.of(rows),
        Optional.empty());
  }

  private static RunEvent event(RunEvent.Kind kind, int second, String stage, String message) {
    return new RunEvent(
        START.plusSeconds(second),
        kind,
        "running",
        Optional.of(stage),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(message));
  }

  private static RunResult result() {
    return new RunResult(
        RunResult.Status.SUCCEEDED,
        Optional.of(new Position("57", 4)),
        OptionalLong.of(9),
        Optional.of(new RunResult.InitialLoadResult("rewrite", "", 2000, 1, 10)),
        new RunResult.RowCounts(5, 2, 1, 0, 0, 0, 0),
        new RunResult.FileCounts(1, 3, 0, 0),
        2,
        Duration.ofSeconds(2),
        Optional.empty());
  }

  private static MigrationSpec spec() {
    return MigrationSpec.builder(
            "orders",
            SourceSpec.builder(SourceFormat.DELTA, "/data/orders").build(),
            TargetSpec.builder("lake.orders")
                .catalogProperties(Map.of("type", "hadoop", "warehouse", "/data/lake"))
                .equalityColumns(List.of("id"))
                .build())
        .build();
  }
}
