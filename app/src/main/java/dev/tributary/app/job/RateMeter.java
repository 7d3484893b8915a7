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
package dev.tributary.app.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Rows per second from a counter that is reported now and then. */
final class RateMeter {
  private static final Duration SHORTEST = Duration.ofMillis(200);

  /**
   * One interval between two reports.
   *
   * @param end of the interval
   */
  record Interval(Instant end, double rowsPerSecond) {}

  private final List<Interval> intervals = new ArrayList<>();
  private Instant time;
  private long rows;

  /** Takes a report; reports closer to the last one than can be told apart are left out. */
  void report(Instant now, long total) {
    if (time == null) {
      time = now;
      rows = total;
      return;
    }
    Duration passed = Duration.between(time, now);
    if (passed.compareTo(SHORTEST) < 0) {
      return;
    }
    intervals.add(
        new Interval(now, Math.max(0, total - rows) * 1000.0 / Math.max(1, passed.toMillis())));
    time = now;
    rows = total;
  }

  /** All intervals so far, oldest first. */
  List<Interval> intervals() {
    return intervals;
  }

  /** The rate of the last interval. */
  OptionalDouble latest() {
    return intervals.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(intervals.get(intervals.size() - 1).rowsPerSecond());
  }
}
