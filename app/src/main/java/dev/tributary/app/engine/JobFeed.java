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

import dev.tributary.run.RunEvent;
import dev.tributary.run.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Follows one job through its files, from the first event on. Works the same for a job of an
 * earlier session. Reads files, so it is not for the FX thread; one caller at a time.
 */
public final class JobFeed {
  /** How long the engine gets to end by itself, once asked to. */
  static final Duration CANCEL_GRACE = Duration.ofSeconds(30);

  /** How the command line begins its last line when it could not start what was asked. */
  private static final String ERROR = "error: ";

  private final LineTail events;
  private final LineTail log;
  private final Clock clock;
  private Job job;

  JobFeed(Job job, Clock clock) {
    this.job = job;
    this.clock = clock;
    this.events = new LineTail(job.eventFile());
    this.log = new LineTail(job.logFile());
  }

  /**
   * What is new since the last call, and the job's state. Forces the engine to end when it was
   * asked to stop and has not within the grace period.
   *
   * @throws UncheckedIOException when the job's folder cannot be read
   */
  public JobUpdate poll() {
    try {
      job = JobRecords.read(job.folder()).orElse(job);
      // Before the events: those of a process that is gone are all there.
      Optional<ProcessHandle> process = EngineProcess.find(job);
      List<RunEvent> news = new ArrayList<>();
      List<String> lines = events.next();
      do {
        lines.forEach(line -> EngineJson.event(line).ifPresent(news::add));
        lines = process.isEmpty() ? events.next() : List.of();
      } while (!lines.isEmpty());

      if (process.isPresent()) {
        return running(process.get(), news);
      }
      return ended(news);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the job's folder " + job.folder(), e);
    }
  }

  private JobUpdate running(ProcessHandle process, List<RunEvent> news) throws IOException {
    Instant now = clock.instant();
    if (job.cancelRequested().filter(at -> at.plus(CANCEL_GRACE).isBefore(now)).isPresent()) {
      process.destroyForcibly();
    }
    if (!news.isEmpty()) {
      job =
          JobRecords.update(
              job,
              before ->
                  before.state() == JobState.STARTING
                      ? before.withState(JobState.RUNNING, Optional.empty())
                      : before);
    }
    return new JobUpdate(job, news, log.next(), Optional.empty(), Optional.empty(), false);
  }

  private JobUpdate ended(List<RunEvent> news) throws IOException {
    Optional<RunResult> result =
        Files.exists(job.resultFile())
            ? EngineJson.result(Files.readString(job.resultFile(), StandardCharsets.UTF_8))
            : Optional.empty();
    Optional<String> error = result.flatMap(RunResult::error);
    boolean refused = false;
    if (result.isEmpty()) {
      Optional<String> last = lastMessage();
      refused = last.filter(line -> line.startsWith(ERROR)).isPresent();
      error = last.map(line -> line.startsWith(ERROR) ? line.substring(ERROR.length()) : line);
    }
    if (!job.state().finished()) {
      JobState state =
          result
              .map(known -> JobState.valueOf(known.status().name()))
              .orElse(job.cancelRequested().isPresent() ? JobState.CANCELLED : JobState.FAILED);
      job = JobRecords.update(job, before -> before.withState(state, Optional.of(clock.instant())));
    }
    return new JobUpdate(job, news, log.next(), result, error, refused);
  }

  /** The engine's one-line error is the last thing it prints that is not part of a stack trace. */
  private Optional<String> lastMessage() throws IOException {
    List<String> lines = LineTail.last(job.logFile(), 200);
    for (int i = lines.size() - 1; i >= 0; i--) {
      String line = lines.get(i);
      boolean trace =
          line.startsWith("\t") || line.startsWith("Caused by:") || line.startsWith("...");
      if (!line.isBlank() && !trace) {
        return Optional.of(line.strip());
      }
    }
    return Optional.empty();
  }
}
