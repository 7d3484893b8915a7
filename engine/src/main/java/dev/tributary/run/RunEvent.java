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

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run tells while it goes on. Counters are totals of the run so far; what is not known yet
 * is empty, never 0.
 *
 * @param state {@code starting}, {@code running}, {@code cancelling}, or a final status
 * @param stage {@code planning}, {@code loading}, {@code reading}, {@code locating}, {@code
 *     committing}, {@code verifying}, {@code waiting}
 * @param position source commit that the target is committed through
 * @param lag how far that is behind the source; empty before the source was looked at
 * @param rows what was done to the target's rows
 */
public record RunEvent(
    Instant time,
    Kind kind,
    String state,
    Optional<String> stage,
    OptionalLong rowsRead,
    OptionalLong rowsWritten,
    OptionalLong bytes,
    OptionalLong unitsDone,
    OptionalLong unitsTotal,
    Optional<String> position,
    Optional<Lag> lag,
    Optional<RunResult.RowCounts> rows,
    Optional<String> message) {

  /** Kinds of events. */
  public enum Kind {
    STATE,
    PROGRESS,
    COMMIT,
    LOG,
    WARNING
  }
}
