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
package dev.tributary.filter;

/** A truth value of SQL: what is compared with null is neither true nor false. */
enum Truth {
  FALSE,
  UNKNOWN,
  TRUE;

  static Truth of(boolean value) {
    return value ? TRUE : FALSE;
  }

  Truth and(Truth other) {
    return ordinal() < other.ordinal() ? this : other;
  }

  Truth or(Truth other) {
    return ordinal() > other.ordinal() ? this : other;
  }

  Truth not() {
    return this == UNKNOWN ? UNKNOWN : of(this == FALSE);
  }
}
