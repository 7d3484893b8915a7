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

import dev.tributary.migration.SourceTables;
import dev.tributary.spec.MigrationSpec;

/** Runs a migration in this process, on Beam's direct runner. */
public final class MigrationRun {
  private MigrationRun() {}

  /** The Java option that sets how many changes a unit has at most. */
  private static final String CHANGES_PER_UNIT = "tributary.changes-per-unit";

  /**
   * Brings the target up to the spec's upper bound, or the source's latest commit. May be killed
   * and repeated at any time: what is committed is never applied again.
   *
   * @return how it ended; a failure during the run is a result with status FAILED
   * @throws dev.tributary.errors.TributaryException when the run cannot start; the target is
   *     untouched then
   */
  public static RunResult run(MigrationSpec spec, RunListener listener, Cancellation cancellation) {
    return new RunExecution(
            spec,
            SourceTables::open,
            Long.getLong(CHANGES_PER_UNIT, RunExecution.CHANGES_PER_UNIT),
            listener,
            cancellation)
        .run();
  }
}
