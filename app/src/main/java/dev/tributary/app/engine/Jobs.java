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

import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The jobs of this user, each in a folder of its own. All state is on disk: a job that was started
 * by an earlier session is like any other. Reads and writes files, so it is not for the FX thread.
 */
public final class Jobs {
  private static final DateTimeFormatter ID_TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

  private final Path directory;
  private final EngineCommand command;
  private final Clock clock;

  /**
   * @param directory where the jobs' folders are; created when missing
   */
  public Jobs(Path directory, EngineCommand command) {
    this(directory, command, Clock.systemUTC());
  }

  Jobs(Path directory, EngineCommand command, Clock clock) {
    this.directory = directory;
    this.command = command;
    this.clock = clock;
  }

  /**
   * Starts the migration in a process of its own.
   *
   * @throws UncheckedIOException when the job's folder cannot be written or Java not be started
   */
  public Job start(MigrationSpec spec) {
    Instant now = clock.instant();
    try {
      Files.createDirectories(directory);
      String id = ID_TIME.format(now) + "-" + slug(spec.name());
      Path folder = Files.createDirectory(directory.resolve(id));
      Job job =
          new Job(
              id,
              spec.name(),
              spec.source().table(),
              spec.target().table(),
              now,
              JobState.STARTING,
              0,
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              folder);
      Files.writeString(job.specFile(), Specs.write(spec), StandardCharsets.UTF_8);
      Job started = job.withProcess(EngineProcess.start(command, job));
      JobRecords.write(started);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start the job in " + directory, e);
    }
  }

  /** All jobs, the latest first, with the state in which they were last seen. */
  public List<Job> list() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<Job> jobs = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory)) {
      folders.forEach(folder -> JobRecords.read(folder).ifPresent(jobs::add));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list the jobs in " + directory, e);
    }
    jobs.sort(Comparator.comparing(Job::id).reversed());
    return jobs;
  }

  /** All jobs with the state in which they are now, the latest first. */
  public List<Job> refresh() {
    return list().stream()
        .map(job -> job.state().finished() ? job : follow(job).poll().job())
        .toList();
  }

  /** Follows a job from its first event on. */
  public JobFeed follow(Job job) {
    return new JobFeed(job, clock);
  }

  /** Asks the engine to stop before its next commit. Asking again does nothing. */
  public Job cancel(Job job) {
    try {
      Job cancelling =
          JobRecords.update(
              job,
              before ->
                  before.state().finished() || before.cancelRequested().isPresent()
                      ? before
                      : before.cancelling(clock.instant()));
      if (cancelling.state() == JobState.CANCELLING) {
        EngineProcess.terminate(cancelling);
      }
      return cancelling;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot note the cancellation in " + job.folder(), e);
    }
  }

  private static String slug(String name) {
    String slug =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    return slug.isEmpty() ? "job" : slug.substring(0, Math.min(40, slug.length()));
  }
}
