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
package dev.tributary.app.changes;

import java.util.Locale;
import java.util.Optional;

/**
 * One value of a change row; empty stands for null.
 *
 * @param value after the change, or the only one there is
 * @param before the change; the same as {@code value} where nothing changed
 * @param changed whether the two differ
 */
record Cell(Optional<String> value, Optional<String> before, boolean changed) {

  static Cell of(Optional<String> value) {
    return new Cell(value, value, false);
  }

  static Cell of(Optional<String> before, Optional<String> after) {
    return new Cell(after, before, !before.equals(after));
  }

  /** Whether either value contains the text, which is in lower case. */
  boolean matches(String text) {
    return contains(value, text) || (changed && contains(before, text));
  }

  private static boolean contains(Optional<String> value, String text) {
    return value.orElse(NULL).toLowerCase(Locale.ROOT).contains(text);
  }

  /** How null is written. */
  static final String NULL = "null";
}
