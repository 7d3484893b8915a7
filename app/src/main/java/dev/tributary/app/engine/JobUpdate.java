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
import java.util.List;
import java.util.Optional;

/**
 * What is new about a job.
 *
 * @param job as it stands now
 * @param events since the last update, oldest first
 * @param logLines that the engine wrote since the last update
 * @param result once the engine has stated it
 * @param error why the job failed, in one line
 * @param refused whether the engine refused to start, so that it has written nothing
 */
public record JobUpdate(
    Job job,
    List<RunEvent> events,
    List<String> logLines,
    Optional<RunResult> result,
    Optional<String> error,
    boolean refused) {
  public JobUpdate {
    events = List.copyOf(events);
    logLines = List.copyOf(logLines);
  }
}
