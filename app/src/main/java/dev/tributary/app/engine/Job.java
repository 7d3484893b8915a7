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

import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One run of a migration, as the registry on disk holds it.
 *
 * @param id name of the job's folder; sorts by start
 * @param migration the spec's name
 * @param source what is read, for people
 * @param target the table that is written, for people
 * @param state as last seen; a job that is not finished has to be asked again
 * @param processId of the engine process
 * @param processStarted when the system says that this process began; tells it from a later one
 *     that got the same number
 * @param cancelRequested when the engine was asked to stop
 * @param ended when the end was seen
 */
public record Job(
    String id,
    String migration,
    String source,
    String target,
    Instant started,
    JobState state,
    long processId,
    Optional<Instant> processStarted,
    Optional<Instant> cancelRequested,
    Optional<Instant> ended,
    Path folder) {

  public Job {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(migration, "migration");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(processStarted, "processStarted");
    Objects.requireNonNull(cancelRequested, "cancelRequested");
    Objects.requireNonNull(ended, "ended");
    Objects.requireNonNull(folder, "folder");
  }

  /** The spec that the engine was started with. */
  public Path specFile() {
    return folder.resolve("job.tributary.yaml");
  }

  /** Events of the run, one JSON document a line. */
  public Path eventFile() {
    return folder.resolve("events.jsonl");
  }

  /** The result that the engine printed when it ended. */
  public Path resultFile() {
    return folder.resolve("result.json");
  }

  /** Everything else that the engine printed. */
  public Path logFile() {
    return folder.resolve("engine.log");
  }

  Path recordFile() {
    return folder.resolve("job.json");
  }

  Job withState(JobState newState, Optional<Instant> newEnded) {
    return new Job(
        id,
        migration,
        source,
        target,
        started,
        newState,
        processId,
        processStarted,
        cancelRequested,
        newEnded,
        folder);
  }

  Job withProcess(ProcessHandle process) {
    return new Job(
        id,
        migration,
        source,
        target,
        started,
        state,
        process.pid(),
        process.info().startInstant(),
        cancelRequested,
        ended,
        folder);
  }

  Job cancelling(Instant requested) {
    return new Job(
        id,
        migration,
        source,
        target,
        started,
        JobState.CANCELLING,
        processId,
        processStarted,
        Optional.of(requested),
        ended,
        folder);
  }
}
