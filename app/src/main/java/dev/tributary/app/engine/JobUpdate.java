package dev.tributary.app.engine;

import dev.tributary.run.RunEvent;
import dev.tributary.run.RunResult;
import java.util.List;
import java.util.Optional;

/**
 * What is new about a job.
 *
 * @param job as it stands now
 * @param events since the last update, oldest first
 * @param result once the engine has stated it
 * @param error why the job failed, in one line
 */
public record JobUpdate(
    Job job, List<RunEvent> events, Optional<RunResult> result, Optional<String> error) {
  public JobUpdate {
    events = List.copyOf(events);
  }
}
