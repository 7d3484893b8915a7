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

import dev.tributary.app.chart.ChartData;
import dev.tributary.app.engine.Job;
import dev.tributary.app.engine.JobFeed;
import dev.tributary.app.engine.JobState;
import dev.tributary.app.engine.JobUpdate;
import dev.tributary.app.engine.Jobs;
import dev.tributary.app.task.BackgroundTask;
import dev.tributary.app.task.RunningTask;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.run.Lag;
import dev.tributary.run.RunEvent;
import dev.tributary.run.RunResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/**
 * One job, live: what its window shows. The state is what the engine reports, and what it has not
 * reported is unknown. Belongs to the UI thread; the files are read in the background.
 */
public final class JobViewModel {
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final int MOST_LOG_LINES = 2_000;
  private static final int MOST_RATE_POINTS = 120;
  private static final List<String> STAGES =
      List.of("planning", "loading", "reading", "locating", "committing");
  // Only a run that stays on gets there.
  private static final String WAITING = "waiting";

  private final Jobs jobs;
  private final TaskExecutor executor;
  private final Texts texts;
  private final Clock clock;
  private final JobFeed feed;
  private final RateMeter rate = new RateMeter();
  private final Map<String, Duration> spent = new LinkedHashMap<>();

  private final ReadOnlyObjectWrapper<Job> job = new ReadOnlyObjectWrapper<>(this, "job");
  private final ReadOnlyObjectWrapper<JobState> state = new ReadOnlyObjectWrapper<>(this, "state");
  private final ReadOnlyStringWrapper elapsed = new ReadOnlyStringWrapper(this, "elapsed", "");
  private final ReadOnlyStringWrapper units = new ReadOnlyStringWrapper(this, "units", "");
  private final ReadOnlyStringWrapper outcome = new ReadOnlyStringWrapper(this, "outcome", "");
  private final ReadOnlyStringWrapper error = new ReadOnlyStringWrapper(this, "error", "");
  private final ReadOnlyBooleanWrapper finished = new ReadOnlyBooleanWrapper(this, "finished");
  private final ReadOnlyBooleanWrapper cancellable =
      new ReadOnlyBooleanWrapper(this, "cancellable");
  private final ReadOnlyObjectWrapper<ChartData> rates = new ReadOnlyObjectWrapper<>(this, "rates");
  private final ObservableList<StageRow> stages = FXCollections.observableArrayList();
  private final ObservableList<Figure> tiles = FXCollections.observableArrayList();
  private final ObservableList<Figure> results = FXCollections.observableArrayList();
  private final ObservableList<CommitRow> commits = FXCollections.observableArrayList();
  private final ObservableList<LogLine> log = FXCollections.observableArrayList();

  private RunningTask beat = RunningTask.none();
  private RunningTask poll = RunningTask.none();
  private OptionalLong rowsRead = OptionalLong.empty();
  private OptionalLong rowsWritten = OptionalLong.empty();
  private OptionalLong unitsDone = OptionalLong.empty();
  private OptionalLong unitsTotal = OptionalLong.empty();
  private Optional<String> position = Optional.empty();
  private Optional<RunResult> result = Optional.empty();
  private Optional<Lag> lag = Optional.empty();
  private Optional<RunResult.RowCounts> applied = Optional.empty();
  private String stage = "";
  private Instant lastEvent;

  /** A job that is not followed yet. */
  public JobViewModel(Job job, Jobs jobs, TaskExecutor executor, Texts texts, Clock clock) {
    this.jobs = jobs;
    this.executor = executor;
    this.texts = texts;
    this.clock = clock;
    this.feed = jobs.follow(job);
    this.lastEvent = job.started();
    this.job.set(job);
    this.state.set(job.state().finished() ? JobState.RUNNING : job.state());
    refresh();
  }

  /** Starts to follow the job, until it has ended or {@link #close} is called. */
  public void start() {
    poll();
    beat = executor.every(INTERVAL, this::poll);
  }

  /** Stops following; the job itself goes on. */
  public void close() {
    beat.cancel();
    poll.cancel();
  }

  /** Asks the engine to stop. */
  public void cancel() {
    if (!cancellable.get()) {
      return;
    }
    state.set(JobState.CANCELLING);
    cancellable.set(false);
    BackgroundTask.of(control -> jobs.cancel(job.get()))
        .onFailure(failure -> addLog(clock.instant(), LogLine.Level.ERROR, failure.message()))
        .executeWith(executor);
  }

  private void poll() {
    if (poll.running()) {
      return;
    }
    poll =
        BackgroundTask.of(control -> feed.poll())
            .onSuccess(this::apply)
            .onFailure(
                failure -> {
                  beat.cancel();
                  error.set(failure.message());
                })
            .executeWith(executor);
  }

  void apply(JobUpdate update) {
    job.set(update.job());
    update.events().forEach(this::hear);
    Instant read = update.job().ended().orElseGet(clock::instant);
    update.logLines().stream()
        .filter(line -> !line.isBlank())
        .forEach(line -> addLog(read, level(line), line));
    result = update.result();
    boolean cancelling = state.get() == JobState.CANCELLING && !update.job().state().finished();
    state.set(cancelling ? JobState.CANCELLING : update.job().state());
    if (update.job().state().finished()) {
      beat.cancel();
      finish(update);
    }
    refresh();
  }

  private void hear(RunEvent event) {
    if (!stage.isEmpty() && event.time().isAfter(lastEvent)) {
      spent.merge(stage, Duration.between(lastEvent, event.time()), Duration::plus);
    }
    lastEvent = event.time();
    event.stage().ifPresent(now -> stage = now);
    if (event.rowsRead().isPresent()) {
      rowsRead = event.rowsRead();
      rate.report(event.time(), rowsRead.getAsLong());
    }
    if (event.rowsWritten().isPresent()) {
      rowsWritten = event.rowsWritten();
    }
    if (event.unitsDone().isPresent()) {
      unitsDone = event.unitsDone();
    }
    if (event.unitsTotal().isPresent()) {
      unitsTotal = event.unitsTotal();
    }
    if (event.position().isPresent()) {
      position = event.position();
    }
    lag = event.lag().or(() -> lag);
    applied = event.rows().or(() -> applied);
    switch (event.kind()) {
      case COMMIT ->
          commits.add(
              new CommitRow(
                  event.time(),
                  event.position().orElse(texts.formats().unknown()),
                  event.message().orElse("")));
      case WARNING -> addLog(event.time(), LogLine.Level.WARNING, event.message().orElse(""));
      case LOG -> addLog(event.time(), LogLine.Level.INFO, event.message().orElse(""));
      case STATE ->
          event.message().ifPresent(text -> addLog(event.time(), LogLine.Level.INFO, text));
      case PROGRESS -> {}
    }
  }

  /** The engine's log names the level as a word of its own. */
  private static LogLine.Level level(String line) {
    if (line.contains(" ERROR ") || line.startsWith("error: ")) {
      return LogLine.Level.ERROR;
    }
    return line.contains(" WARN ") ? LogLine.Level.WARNING : LogLine.Level.INFO;
  }

  private void addLog(Instant time, LogLine.Level level, String text) {
    if (log.size() >= MOST_LOG_LINES) {
      log.remove(0, log.size() - MOST_LOG_LINES + 1);
    }
    log.add(new LogLine(time, level, text));
  }

  private void finish(JobUpdate update) {
    finished.set(true);
    update.error().ifPresent(text -> error.set(text));
    if (update.error().isPresent() && log.stream().noneMatch(l -> l.text().endsWith(error.get()))) {
      addLog(
          update.job().ended().orElse(lastEvent),
          update.job().state() == JobState.FAILED ? LogLine.Level.ERROR : LogLine.Level.INFO,
          error.get());
    }
    outcome.set(JobOutcome.sentence(update, texts));
    results.setAll(JobOutcome.figures(update, texts));
    update
        .result()
        .flatMap(RunResult::committedThrough)
        .ifPresent(p -> position = Optional.of(p.commitId()));
  }

  private void refresh() {
    boolean over = job.get().state().finished() && finished.get();
    cancellable.set(!over && (state.get() == JobState.STARTING || state.get() == JobState.RUNNING));
    Instant until = over ? job.get().ended().orElse(lastEvent) : clock.instant();
    elapsed.set(texts.formats().duration(Duration.between(job.get().started(), until)));
    units.set(
        unitsTotal.isPresent()
            ? texts.text("job.units", unitsDone.orElse(0), unitsTotal.getAsLong())
            : "");
    refreshStages(over);
    refreshTiles(over);
    rates.set(rateChart());
  }

  private void refreshStages(boolean over) {
    List<String> shown = new ArrayList<>(STAGES);
    if (stage.equals(WAITING) || spent.containsKey(WAITING)) {
      shown.add(WAITING);
    }
    int current = shown.indexOf(stage);
    List<StageRow> rows = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      String key = shown.get(i);
      boolean entered = spent.containsKey(key) || key.equals(stage);
      StageRow.Progress progress =
          !over && i == current
              ? StageRow.Progress.CURRENT
              : entered && (i < current || over) ? StageRow.Progress.DONE : StageRow.Progress.TODO;
      rows.add(
          new StageRow(
              key,
              texts.text("job.stage." + key),
              progress,
              spent.getOrDefault(key, Duration.ZERO)));
    }
    stages.setAll(rows);
  }

  private void refreshTiles(boolean over) {
    Optional<RunResult.RowCounts> rows = result.map(RunResult::rows).or(() -> applied);
    tiles.setAll(
        figure("rows-read", number(rowsRead)),
        figure("rows-written", number(rowsWritten)),
        figure("updated", rows.map(r -> number(r.updated())).orElse(unknown())),
        figure("deleted", rows.map(r -> number(r.deleted())).orElse(unknown())),
        figure("per-second", perSecond(over)),
        figure("position", position.orElse(unknown())),
        figure("lag", lag(over)));
  }

  private Figure figure(String id, String value) {
    return new Figure(id, texts.text("job.tile." + id), value);
  }

  private String perSecond(boolean over) {
    if (!over) {
      OptionalDouble latest = rate.latest();
      return latest.isPresent()
          ? number(OptionalLong.of(Math.round(latest.getAsDouble())))
          : unknown();
    }
    Optional<Duration> took = result.map(RunResult::elapsed).filter(d -> !d.isZero());
    if (rowsRead.isEmpty() || took.isEmpty()) {
      return unknown();
    }
    return number(OptionalLong.of(rowsRead.getAsLong() * 1000 / took.get().toMillis()));
  }

  private String lag(boolean over) {
    JobState now = job.get().state();
    if (over && (now == JobState.SUCCEEDED || now == JobState.NOTHING_TO_DO)) {
      return texts.text("job.lag.none");
    }
    if (lag.isPresent()) {
      return lag.get().commits() == 0
          ? texts.text("job.lag.none")
          : texts.text(
              "job.lag.commits", lag.get().commits(), texts.formats().duration(lag.get().behind()));
    }
    if (unitsTotal.isEmpty() || unitsDone.isEmpty()) {
      return unknown();
    }
    return texts.text("job.lag.units", unitsTotal.getAsLong() - unitsDone.getAsLong());
  }

  private ChartData rateChart() {
    List<RateMeter.Interval> intervals = rate.intervals();
    List<RateMeter.Interval> shown =
        intervals.subList(Math.max(0, intervals.size() - MOST_RATE_POINTS), intervals.size());
    return new ChartData(
        texts.text("job.rate.title"),
        texts.text("job.rate.time"),
        shown.stream()
            .map(i -> texts.formats().duration(Duration.between(job.get().started(), i.end())))
            .toList(),
        List.of(
            new ChartData.Series(
                texts.text("job.rate.rows"),
                shown.stream().map(i -> OptionalDouble.of(i.rowsPerSecond())).toList())));
  }

  private String number(OptionalLong value) {
    return texts.formats().number(value);
  }

  private String unknown() {
    return texts.formats().unknown();
  }

  /** The job as last read. */
  public ReadOnlyObjectProperty<Job> job() {
    return job.getReadOnlyProperty();
  }

  /** The job's state; cancelling from the moment it was asked for. */
  public ReadOnlyObjectProperty<JobState> state() {
    return state.getReadOnlyProperty();
  }

  /** How long the job has run, or ran. */
  public ReadOnlyStringProperty elapsed() {
    return elapsed.getReadOnlyProperty();
  }

  /** Units of work done and to do; blank while the engine has not told. */
  public ReadOnlyStringProperty units() {
    return units.getReadOnlyProperty();
  }

  /** One sentence on how the job ended; blank until then. */
  public ReadOnlyStringProperty outcome() {
    return outcome.getReadOnlyProperty();
  }

  /** Why the job failed; blank if it has not. */
  public ReadOnlyStringProperty error() {
    return error.getReadOnlyProperty();
  }

  /** Whether the end of the job has been seen. */
  public ReadOnlyBooleanProperty finished() {
    return finished.getReadOnlyProperty();
  }

  /** Whether cancelling can be asked for. */
  public ReadOnlyBooleanProperty cancellable() {
    return cancellable.getReadOnlyProperty();
  }

  /** Rows per second over the latest reports. */
  public ReadOnlyObjectProperty<ChartData> rates() {
    return rates.getReadOnlyProperty();
  }

  /** The stages in their order. */
  public ObservableList<StageRow> stages() {
    return stages;
  }

  /** The live figures. */
  public ObservableList<Figure> tiles() {
    return tiles;
  }

  /** The final figures; empty until the job has ended. */
  public ObservableList<Figure> results() {
    return results;
  }

  /** Commits so far, oldest first. */
  public ObservableList<CommitRow> commits() {
    return commits;
  }

  /** The latest log lines. */
  public ObservableList<LogLine> log() {
    return log;
  }

  /** The whole outcome as text that can be saved. */
  public String report() {
    return JobOutcome.report(this, texts);
  }
}
