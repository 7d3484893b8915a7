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
    throw new UnsupportedOperationException("Not wired yet");
  }
}
