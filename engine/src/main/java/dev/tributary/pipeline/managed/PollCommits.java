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
package dev.tributary.pipeline.managed;

import dev.tributary.history.Position;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.Bound;
import java.io.IOException;
import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.splittabledofn.ManualWatermarkEstimator;
import org.apache.beam.sdk.transforms.splittabledofn.RestrictionTracker;
import org.apache.beam.sdk.transforms.splittabledofn.WatermarkEstimators;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * Puts out the commits of a source as they come. The next one is always looked for right after the
 * last that was put out: when that is no longer part of the history, the read fails and says so,
 * and never skips what it cannot see any more.
 */
@DoFn.UnboundedPerElement
final class PollCommits extends DoFn<byte[], CommitTasks> {
  private static final long serialVersionUID = 1L;

  private final ReadOptions options;
  private final ReadShape shape;

  PollCommits(ReadOptions options, ReadShape shape) {
    this.options = options;
    this.shape = shape;
  }

  @GetInitialRestriction
  public PollCursor start() {
    return PollCursor.START;
  }

  @GetRestrictionCoder
  public Coder<PollCursor> cursorCoder() {
    return ObjectCoder.of(PollCursor.class);
  }

  @NewTracker
  public PollTracker track(@Restriction PollCursor cursor) {
    return new PollTracker(cursor);
  }

  @GetInitialWatermarkEstimatorState
  public Instant firstWatermark() {
    return BoundedWindow.TIMESTAMP_MIN_VALUE;
  }

  @NewWatermarkEstimator
  public WatermarkEstimators.Manual watermark(@WatermarkEstimatorState Instant watermark) {
    return new WatermarkEstimators.Manual(watermark);
  }

  @ProcessElement
  public ProcessContinuation process(
      RestrictionTracker<PollCursor, PollCursor> tracker,
      ManualWatermarkEstimator<Instant> watermark,
      OutputReceiver<CommitTasks> out)
      throws IOException {
    java.time.Instant now = java.time.Instant.now();
    Optional<Position> end;
    try (SourceTable source = SourceTables.open(options.source())) {
      SourceRange range = next(source, tracker.currentRestriction());
      end = range.end();
      if (!range.commits().isEmpty()) {
        shape.requireUnchanged(source.schema(end.orElseThrow()), end.orElseThrow().commitId());
        ReadPlan plan = source.planChanges(range, shape.columns());
        for (int i = 0; i < plan.commits().size(); i++) {
          PollCursor cursor = tracker.currentRestriction();
          CommitStamp stamp = CommitStamp.of(plan.commits().get(i), cursor.eventMillis());
          if (!tracker.tryClaim(cursor.past(stamp))) {
            return ProcessContinuation.stop();
          }
          Instant time = Instant.ofEpochMilli(stamp.eventMillis());
          CommitTasks.forEach(plan, i, stamp, tasks -> out.outputWithTimestamp(tasks, time));
          advance(watermark, stamp.eventMillis() + 1);
        }
      }
    }
    PollCursor cursor = tracker.currentRestriction();
    if (complete(end, now)) {
      tracker.tryClaim(cursor.end());
      return ProcessContinuation.stop();
    }
    // A commit that is not seen yet may carry a time of somewhat before now.
    long quiet = now.minus(options.discoveryDelay()).toEpochMilli();
    if (!tracker.tryClaim(cursor.found().waiting(quiet - 1))) {
      return ProcessContinuation.stop();
    }
    advance(watermark, Math.max(quiet, cursor.eventMillis()));
    return ProcessContinuation.resume()
        .withResumeDelay(Duration.millis(options.source().pollInterval().toMillis()));
  }

  private SourceRange next(SourceTable source, PollCursor cursor) {
    if (!cursor.begun()) {
      return CommitTasks.first(source, options);
    }
    // A table that had no commit at first: all that come are new.
    return cursor.commitId() == null ? source.range() : source.rangeAfter(cursor.position());
  }

  /**
   * Whether the upper bound was reached, if there is one.
   *
   * @param end of what the source has of the range by now
   */
  private boolean complete(Optional<Position> end, java.time.Instant now) {
    Bound to = options.source().to();
    if (to instanceof Bound.Commit commit) {
      // A snapshot has to exist to be a bound; a version may be one that is still to come.
      return end.filter(it -> it.commitId().equals(Long.toString(commit.id()))).isPresent();
    }
    return to instanceof Bound.Time time && options.past(time.instant(), now);
  }

  private static void advance(ManualWatermarkEstimator<Instant> watermark, long millis) {
    Instant time = Instant.ofEpochMilli(millis);
    if (time.isAfter(watermark.currentWatermark())
        && time.isBefore(BoundedWindow.TIMESTAMP_MAX_VALUE)) {
      watermark.setWatermark(time);
    }
  }
}
