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
package dev.tributary.verify;

import dev.tributary.spec.MigrationSpec;
import java.util.function.LongConsumer;

/** Compares target and source. */
public final class Verifier {
  private Verifier() {}

  /**
   * Reads both tables and compares them; memory stays bounded whatever their size.
   *
   * @param rowsRead hears how many rows were read so far, of both sides
   * @throws dev.tributary.errors.TributaryException when either side cannot be read, or the target
   *     holds no progress of this source
   */
  public static Verification verify(MigrationSpec spec, LongConsumer rowsRead) {
    throw new UnsupportedOperationException("Not wired yet");
  }
}
