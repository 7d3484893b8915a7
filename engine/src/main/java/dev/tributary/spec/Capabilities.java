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
package dev.tributary.spec;

import dev.tributary.errors.SpecException;
import java.util.List;

/** What this release can run; a spec may be valid and still ask for more. */
public final class Capabilities {
  private Capabilities() {}

  /** What the spec asks for that cannot be run yet, one sentence each; empty when all can. */
  public static List<String> unsupported(MigrationSpec spec) {
    throw new UnsupportedOperationException("Not wired yet");
  }

  /**
   * Refuses a spec that asks for something that cannot be run yet, rather than ignoring it.
   *
   * @throws SpecException naming each such key
   */
  public static void requireRunnable(MigrationSpec spec) {
    List<String> unsupported = unsupported(spec);
    if (!unsupported.isEmpty()) {
      throw new SpecException(String.join(" ", unsupported));
    }
  }
}
