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

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.history.SourceCommit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Keeps the first rows of a preview and counts all. Not thread-safe. */
final class RowCollector {
  private final int limit;
  private final List<Preview.Row> rows = new ArrayList<>();
  private final Map<ChangeKind, Long> counts = new EnumMap<>(ChangeKind.class);
  private long seen;

  RowCollector(int limit) {
    this.limit = limit;
    for (ChangeKind kind : ChangeKind.values()) {
      counts.put(kind, 0L);
    }
  }

  /** Adds the next row to show; it is only counted when there are enough. */
  void add(SourceCommit commit, Change change) {
    if (rows.size() < limit) {
      rows.add(
          new Preview.Row(
              change.kind(),
              commit.id(),
              commit.position().sequence(),
              commit.timestamp(),
              change.row()));
    }
    count(change.kind(), 1);
  }

  /** Counts rows that are not to be shown. */
  void count(ChangeKind kind, long number) {
    counts.merge(kind, number, Long::sum);
    seen += number;
  }

  /** How many rows are still to be shown, and one more, which tells that there are more. */
  long wanted() {
    return Math.max(0, limit + 1L - seen);
  }

  List<Preview.Row> rows() {
    return rows;
  }

  Map<ChangeKind, Long> counts() {
    return counts;
  }

  boolean truncated() {
    return seen > rows.size();
  }
}
