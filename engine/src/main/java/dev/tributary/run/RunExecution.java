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

import dev.tributary.errors.TributaryException;
import dev.tributary.run.RunResult.Status;
import dev.tributary.scan.SpillFolder;
import dev.tributary.source.MetadataSource;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.TableTemplate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a migration, from its first event to its result. Used by one thread. */
final class RunExecution {
  /** Beyond this many changes a range is applied in several commits. */
  static final long CHANGES_PER_UNIT = 2_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(RunExecution.class);

  private final MigrationSpec spec;
  private final Function<SourceSpec, SourceTable> sources;
  private final long changesPerUnit;
  private final RunListener listener;
  private final Cancellation cancellation;

  RunExecution(
      MigrationSpec spec,
      Function<SourceSpec, SourceTable> sources,
      long changesPerUnit,
      RunListener listener,
      Cancellation cancellation) {
    this.spec = spec;
    this.sources =
        TableTemplate.of(spec.target()).isPresent()
            ? sources
            : source -> MetadataSource.with(spec.metadataColumns(), sources.apply(source));
    this.changesPerUnit = changesPerUnit;
    this.listener = listener;
    this.cancellation = cancellation;
  }

  RunResult run() {
    try (RunEvents events = new RunEvents(listener, cancellation)) {
      events.start();
      SpillFolder.deleteAbandoned();
      TargetRun work =
          TableTemplate.of(spec.target()).isPresent()
              ? new DestinationsRun(spec, changesPerUnit, cancellation, events)
              : new CatchUp(spec, changesPerUnit, cancellation, events);
      RunResult result = result(work, events);
      events.end(result);
      return result;
    }
  }

  private RunResult result(TargetRun work, RunEvents events) {
    try {
      if (spec.source().streaming()) {
        new Following(spec, sources, work, events, cancellation).run();
      } else {
        once(work);
      }
      return work.result(
          work.commits() > 0 ? Status.SUCCEEDED : Status.NOTHING_TO_DO, Optional.empty());
    } catch (CancellationException e) {
      return work.result(Status.CANCELLED, Optional.empty());
    } catch (TributaryException e) {
      // Once a unit was begun, failures are the run's result and no longer exceptions.
      if (!work.started()) {
        throw e;
      }
      LOG.info("The run failed", e);
      return work.result(Status.FAILED, Optional.of(e.getMessage()));
    }
  }

  private void once(TargetRun work) {
    try (SourceTable source = sources.apply(spec.source())) {
      work.run(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
