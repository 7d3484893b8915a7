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
package dev.tributary.preview;

import dev.tributary.spec.MigrationSpec;

/** Reads previews. */
public final class Previews {
  private Previews() {}

  /**
   * Reads the change rows of the spec's range, oldest commit first.
   *
   * @param limit most rows to return
   * @throws dev.tributary.errors.SourceException when the range cannot be read
   */
  public static Preview read(MigrationSpec spec, Preview.View view, int limit) {
    throw new UnsupportedOperationException("Not wired yet");
  }
}
