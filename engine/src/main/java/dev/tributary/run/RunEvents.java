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

import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.pipeline.UnitRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Tells the listener what goes on, at least every second. Safe for use by all threads. */
final class RunEvents implements AutoCloseable {
  private static final long PERIOD_MILLIS = 500;

  private final RunListener listener;
  private final Cancellation cancellation;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "tributary-events");
            thread.setDaemon(true);
            return thread;
          });

  private String state = "starting";
  private Optional<String> stage = Optional.empty();
  private Optional<String> position = Optional.empty();
  private OptionalLong unitsTotal = OptionalLong.empty();
  private long unitsDone;
  private long rowsRead;
  private long rowsWritten;
  private long bytes;
  private RunResult.RowCounts rows = RunResult.RowCounts.ZERO;
  private final Deque<SourceCommit> lacking = new ArrayDeque<>();
  private Optional<String> head = Optional.empty();
  private UnitRun unit;

  RunEvents(RunListener listener, Cancellation cancellation) {
    this.listener = listener;
    this.cancellation = cancellation;
  }

  void start() {
    state("starting", "planning");
    clock.scheduleAtFixedRate(this::tick, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private synchronized void tick() {
    if (clock.isShutdown()) {
      return;
    }
    if (cancellation.requested() && !state.equals("cancelling")) {
      state = "cancelling";
      emit(RunEvent.Kind.STATE, Optional.empty());
    }
    takeWarnings();
    emit(RunEvent.Kind.PROGRESS, Optional.empty());
  }

  synchronized void state(String newState, String newStage) {
    state = newState;
    stage = Optional.ofNullable(newStage);
    emit(RunEvent.Kind.STATE, Optional.empty());
  }

  synchronized void end(RunResult result) {
    state = result.status().name().toLowerCase(Locale.ROOT).replace('_', '-');
    stage = Optional.empty();
    emit(RunEvent.Kind.PROGRESS, Optional.empty());
    emit(RunEvent.Kind.STATE, result.error());
  }

  synchronized void stage(String newStage) {
    stage = Optional.of(newStage);
    emit(RunEvent.Kind.PROGRESS, Optional.empty());
  }

  /** There is nothing to do for a while. */
  synchronized void waiting() {
    if (state.equals("starting")) {
      state("running", "waiting");
    } else {
      stage("waiting");
    }
  }

  /** The source was looked at. */
  synchronized void lacking(List<SourceCommit> commits) {
    lacking.clear();
    lacking.addAll(commits);
    head =
        commits.isEmpty()
            ? position.or(() -> head)
            : Optional.of(commits.get(commits.size() - 1).id());
  }

  synchronized void position(Position newPosition) {
    position = Optional.of(newPosition.commitId());
  }

  synchronized void unitsTotal(long total) {
    unitsTotal = OptionalLong.of(total);
  }

  /** From now on the figures of this unit count in addition. */
  synchronized void begin(UnitRun started) {
    unit = started;
  }

  /** The unit has come to its end; its figures become part of the totals. */
  synchronized void finish() {
    takeWarnings();
    rowsRead += unit.rowsRead();
    rowsWritten += unit.rowsWritten();
    bytes += unit.bytesRead();
    stage = Optional.of(unit.stage().name().toLowerCase(Locale.ROOT));
    unit = null;
  }

  synchronized void committed(Position through, RunResult.RowCounts total, String message) {
    unitsDone++;
    rows = total;
    position(through);
    if (lacking.stream().anyMatch(commit -> commit.id().equals(through.commitId()))) {
      while (!lacking.removeFirst().id().equals(through.commitId())) {}
    }
    emit(RunEvent.Kind.COMMIT, Optional.of(message));
  }

  /** A unit of one of several tables was committed, which says nothing of the others. */
  synchronized void committedPart(RunResult.RowCounts total, String message) {
    unitsDone++;
    rows = total;
    emit(RunEvent.Kind.COMMIT, Optional.of(message));
  }

  /** All tables hold what the source had up to here. */
  synchronized void arrived(Position through) {
    position(through);
    lacking.clear();
    head = position;
  }

  synchronized void log(String message) {
    emit(RunEvent.Kind.LOG, Optional.of(message));
  }

  synchronized void warn(String message) {
    emit(RunEvent.Kind.WARNING, Optional.of(message));
  }

  private void takeWarnings() {
    if (unit != null) {
      unit.warnings().forEach(this::warn);
    }
  }

  private void emit(RunEvent.Kind kind, Optional<String> message) {
    UnitRun current = unit;
    Optional<String> currentStage =
        current == null ? stage : Optional.of(current.stage().name().toLowerCase(Locale.ROOT));
    listener.on(
        new RunEvent(
            Instant.now(),
            kind,
            state,
            currentStage,
            OptionalLong.of(rowsRead + (current == null ? 0 : current.rowsRead())),
            OptionalLong.of(rowsWritten + (current == null ? 0 : current.rowsWritten())),
            OptionalLong.of(bytes + (current == null ? 0 : current.bytesRead())),
            OptionalLong.of(unitsDone),
            unitsTotal,
            position,
            head.map(this::lag),
            Optional.of(rows),
            message));
  }

  private Lag lag(String ofHead) {
    Duration behind =
        lacking.isEmpty()
            ? Duration.ZERO
            : Duration.between(lacking.getFirst().timestamp(), Instant.now());
    // A writer's clock may be ahead of ours.
    return new Lag(ofHead, lacking.size(), behind.isNegative() ? Duration.ZERO : behind);
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
