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
package dev.tributary.iceberg;

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.errors.TributaryException;
import org.apache.iceberg.exceptions.NotFoundException;

/** Files that are gone or broken, named. */
final class Unreadable {
  private Unreadable() {}

  /** The refusal of a file; an own exception among the causes is passed on as it is. */
  static TributaryException file(String what, String path, Exception cause) {
    if (cause instanceof TributaryException known) {
      return known;
    }
    String reason =
        cause instanceof NotFoundException
            ? "it is missing"
            : "it is broken: " + Messages.of(cause);
    return new SourceException(
        Area.CHANGES,
        String.format(
            "Cannot read %s %s: %s. Restore it, or choose a range that does not need it.",
            what, path, reason),
        cause);
  }
}
