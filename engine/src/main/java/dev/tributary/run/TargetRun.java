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

import dev.tributary.history.Position;
import dev.tributary.source.SourceTable;
import java.util.Optional;

/**
 * What a run does to its target: a table, or all tables that a template names. Used by one thread,
 * for all of a run.
 */
interface TargetRun {

  /**
   * Applies what the target lacks.
   *
   * @throws dev.tributary.errors.TributaryException when that cannot be done; what was committed
   *     before is kept
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  void run(SourceTable source);

  /** Whether a unit was begun. */
  boolean started();

  /** What all of the target is known to be committed through. */
  Optional<Position> position();

  /** How many commits were made. */
  int commits();

  /** What was done so far, as the result of the run. */
  RunResult result(RunResult.Status status, Optional<String> error);
}
