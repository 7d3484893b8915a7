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
package dev.tributary.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.errors.SpecException;
import dev.tributary.errors.TributaryException;
import dev.tributary.preflight.Preflight;
import dev.tributary.run.Cancellation;
import dev.tributary.run.MigrationRun;
import dev.tributary.run.RunResult;
import dev.tributary.spec.Capabilities;
import dev.tributary.spec.MigrationSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a migration, once or on a schedule. */
@Command(
    name = "run",
    description = "Loads the target as needed, then applies the source's changes.",
    footer = {
      "",
      "May be repeated at any time: what is committed is never applied again. SIGINT or SIGTERM",
      "cancels; a second one ends the process at once, which is safe too."
    })
final class RunCommand extends SpecCommand {
  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

  private final Cancellation cancellation;

  @Parameters(paramLabel = "SPEC", description = "The spec file.")
  private Path spec;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "Write events as JSON lines to this file; - is the standard output.")
  private String events;

  @Option(
      names = "--every",
      paramLabel = "DURATION",
      description = "Keep running one batch after the other at this interval, such as 15m.",
      converter = Interval.class)
  private Duration every;

  RunCommand(Console console, Cancellation cancellation) {
    super(console);
    this.cancellation = cancellation;
  }

  @Override
  public Integer call() throws IOException {
    MigrationSpec migration = read(spec);
    Capabilities.requireRunnable(migration);
    if (every != null && migration.source().streaming()) {
      throw new SpecException(
          String.format(
              "--every repeats a run that ends, and %s has streaming: true, which goes on by"
                  + " itself: leave out one of them.",
              spec));
    }
    try (EventSink sink = EventSink.open(Optional.ofNullable(events), spec, console(), json())) {
      return every == null ? once(migration, sink) : repeatedly(migration, sink);
    }
  }

  private int repeatedly(MigrationSpec migration, EventSink sink) {
    while (true) {
      Instant next = Instant.now().plus(every);
      int exitCode;
      try {
        exitCode = once(migration, sink);
      } catch (SpecException e) {
        throw e;
      } catch (TributaryException e) {
        // What is in the way now may be gone at the next turn: a lake that is being moved, a lock.
        exitCode = e.exitCode();
        console().note("error: " + e.getMessage());
      } catch (RuntimeException e) {
        // The schedule outlives what nobody foresaw, too.
        exitCode = Tributary.FAILED;
        console()
            .note(
                String.format(
                    "error: unexpected %s: %s (repeat with --debug for the stack trace)",
                    e.getClass().getSimpleName(), e.getMessage()));
        LOG.info("A run of the schedule failed", e);
      }
      if (exitCode != Tributary.SUCCESS && exitCode != Tributary.CANCELLED) {
        tellThatItGoesOn(next);
      }
      if (exitCode == Tributary.CANCELLED
          || cancellation.await(Duration.between(Instant.now(), next))) {
        return Tributary.CANCELLED;
      }
    }
  }

  private void tellThatItGoesOn(Instant next) {
    Instant now = Instant.now();
    console()
        .note(
            String.format(
                "This run failed, and the schedule goes on: the next run begins at %s.",
                (next.isAfter(now) ? next : now).truncatedTo(ChronoUnit.SECONDS)));
  }

  private int once(MigrationSpec migration, EventSink sink) {
    Preflight.requireRunnable(migration);
    RunResult result = MigrationRun.run(migration, sink, cancellation);
    if (json()) {
      ObjectNode document = Documents.run(result);
      if (sink.onStandardOutput() || every != null) {
        console().line(document);
      } else {
        console().document(document);
      }
    } else if (!sink.onStandardOutput()) {
      console().text(RunReport.of(result));
    }
    result.error().ifPresent(error -> console().note("error: " + error));
    return switch (result.status()) {
      case SUCCEEDED, NOTHING_TO_DO -> Tributary.SUCCESS;
      case FAILED -> Tributary.FAILED;
      case CANCELLED -> Tributary.CANCELLED;
    };
  }
}
