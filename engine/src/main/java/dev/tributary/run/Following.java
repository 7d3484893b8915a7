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

import dev.tributary.errors.RunException;
import dev.tributary.errors.TributaryException;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run that stays on: looks for new commits of the source at an interval and applies them, until
 * it is cancelled or the spec's upper bound is reached. What fails and may pass is tried again.
 * Used by one thread.
 */
final class Following {
  private static final Logger LOG = LoggerFactory.getLogger(Following.class);

  private final MigrationSpec spec;
  private final Function<SourceSpec, SourceTable> sources;
  private final TargetRun work;
  private final RunEvents events;
  private final Cancellation cancellation;
  private final Patience patience = new Patience();

  private Optional<SourceTable> source = Optional.empty();
  private Optional<SourceTable> applied = Optional.empty();
  private boolean caughtUpOnce;

  Following(
      MigrationSpec spec,
      Function<SourceSpec, SourceTable> sources,
      TargetRun work,
      RunEvents events,
      Cancellation cancellation) {
    this.spec = spec;
    this.sources = sources;
    this.work = work;
    this.events = events;
    this.cancellation = cancellation;
  }

  /**
   * Returns when the upper bound is reached.
   *
   * @throws TributaryException when the source cannot be followed any further, or failures went on
   *     for too long
   * @throws CancellationException when cancelled
   */
  void run() {
    try {
      while (true) {
        Instant looked = Instant.now();
        Duration pause;
        try {
          look();
          patience.restore();
          if (reached(looked)) {
            return;
          }
          pause = Duration.between(Instant.now(), looked.plus(interval()));
        } catch (CancellationException e) {
          throw e;
        } catch (RuntimeException e) {
          pause = pauseAfter(e);
        }
        if (cancellation.await(pause)) {
          throw new CancellationException("Cancelled");
        }
      }
    } finally {
      close();
    }
  }

  /** Between two looks at the source, each of which may lead to a commit. */
  private Duration interval() {
    Duration poll = spec.source().pollInterval();
    Duration commits = spec.target().commitInterval();
    return poll.compareTo(commits) < 0 ? commits : poll;
  }

  /** Applies what is new. */
  private void look() {
    SourceTable now = source.isEmpty() ? sources.apply(spec.source()) : source.get().latest();
    source = Optional.of(now);
    if (applied.isEmpty() || applied.get() != now) {
      work.run(now);
      applied = source;
    }
    if (!caughtUpOnce) {
      caughtUpOnce = true;
      events.log(
          String.format(
              "The target holds all that the source has; looking for more every %d s",
              interval().toSeconds()));
    }
    events.waiting();
  }

  private boolean reached(Instant looked) {
    Bound to = spec.source().to();
    if (to instanceof Bound.Time time) {
      return looked.isAfter(time.instant());
    }
    // A snapshot has to exist to be a bound; a version may be one that is still to come.
    return to instanceof Bound.Commit commit
        && (spec.source().format() == SourceFormat.ICEBERG
            || work.position().filter(it -> it.sequence() >= commit.id()).isPresent());
  }

  /** How long to wait before trying again; throws when that would be of no use. */
  private Duration pauseAfter(RuntimeException failure) {
    if (!caughtUpOnce && !work.started()) {
      throw failure;
    }
    // A connection may be what is broken.
    close();
    Optional<Duration> pause = patience.after(failure);
    if (pause.isEmpty()) {
      throw failure instanceof TributaryException
          ? failure
          : new RunException(
              "The run failed unexpectedly: " + Patience.reason(failure) + " Run again.", failure);
    }
    LOG.info("Trying again after a failure", failure);
    events.warn(
        String.format(
            "%s Trying again in %d s.", Patience.reason(failure), pause.get().toSeconds()));
    events.waiting();
    return pause.get();
  }

  private void close() {
    applied = Optional.empty();
    try {
      if (source.isPresent()) {
        source.get().close();
      }
    } catch (IOException | RuntimeException e) {
      LOG.info("Cannot close the source", e);
    }
    source = Optional.empty();
  }
}
