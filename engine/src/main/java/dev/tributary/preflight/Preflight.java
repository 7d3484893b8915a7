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
package dev.tributary.preflight;

import dev.tributary.spec.MigrationSpec;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Runs the checks. */
public final class Preflight {
  private Preflight() {}

  /**
   * Checks source, range, mapping, keys and target. A check that cannot run is a finding, not an
   * exception.
   *
   * @param listener hears each finding as soon as it is known
   */
  public static PreflightReport check(MigrationSpec spec, Consumer<Finding> listener) {
    return check(spec, listener, () -> false);
  }

  /**
   * Checks source, range, mapping, keys and target. A check that cannot run is a finding, not an
   * exception. Reads the key columns of up to two states of the source, and no other rows.
   *
   * @param listener hears each finding as soon as it is known
   * @param cancelled asked every few thousand rows
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static PreflightReport check(
      MigrationSpec spec, Consumer<Finding> listener, BooleanSupplier cancelled) {
    Findings findings = Findings.collecting(listener);
    new Checks(spec, findings, Checks.Depth.FULL, cancelled).run();
    return findings.report();
  }

  /**
   * Refuses a run that could not succeed, before it begins. Reads no rows and plans no changes:
   * what a run finds out by itself before it writes is left to it, such as duplicate keys in the
   * state that it loads.
   *
   * @throws dev.tributary.errors.TributaryException the first error found
   */
  public static void requireRunnable(MigrationSpec spec) {
    new Checks(spec, Findings.throwing(), Checks.Depth.BEFORE_RUN, () -> false).run();
  }
}
