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

import java.time.Instant;
import java.util.Objects;

/** One end of a range of source commits; both ends are inclusive. */
public sealed interface Bound {

  /** No bound: from the beginning, or up to the latest commit. */
  record Open() implements Bound {}

  /** A commit by its number: an Iceberg snapshot id or a Delta version. */
  record Commit(long id) implements Bound {}

  /**
   * A point in time: the first commit at or after it as a start, the last at or before it as an
   * end.
   */
  record Time(Instant instant) implements Bound {
    public Time {
      Objects.requireNonNull(instant, "instant");
    }
  }

  Bound OPEN = new Open();
}
