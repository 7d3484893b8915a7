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
package dev.tributary.sample;

import java.nio.file.Path;
import java.util.List;

/** Writes the sample tables. */
public final class Samples {
  private Samples() {}

  /**
   * Writes the source tables and one spec file for each into {@code directory}, which is created
   * when missing. What an earlier call wrote there is left as it is.
   *
   * @return the spec files
   */
  public static List<Path> write(Path directory) {
    throw new UnsupportedOperationException("Not wired yet");
  }
}
