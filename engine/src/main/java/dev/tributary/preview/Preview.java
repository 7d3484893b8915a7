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

import dev.tributary.changes.ChangeKind;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/**
 * The first change rows of a range.
 *
 * @param schema of the rows
 * @param counts changes by kind over the whole range; empty when the range was not read to its end
 * @param truncated whether there are more rows than these
 */
public record Preview(
    Schema schema, List<Row> rows, Optional<Map<ChangeKind, Long>> counts, boolean truncated) {
  public Preview {
    rows = List.copyOf(rows);
  }

  /**
   * The same changes without the rows' images before an update: of a net view, the last state of
   * each key.
   *
   * @param limit most rows to keep
   */
  public Preview withoutBeforeImages(int limit) {
    List<Row> states =
        rows.stream().filter(row -> row.kind() != ChangeKind.UPDATE_BEFORE).limit(limit).toList();
    Optional<Map<ChangeKind, Long>> stateCounts =
        counts.map(
            all -> {
              Map<ChangeKind, Long> others = new EnumMap<>(all);
              others.put(ChangeKind.UPDATE_BEFORE, 0L);
              return others;
            });
    boolean more =
        stateCounts
            .map(all -> all.values().stream().mapToLong(Long::longValue).sum() > states.size())
            .orElse(truncated);
    return new Preview(schema, states, stateCounts, more);
  }

  /** One change row, with the commit that made it. */
  public record Row(
      ChangeKind kind, String commitId, long sequence, Instant timestamp, Record values) {}

  /** Which rows a preview shows. */
  public enum View {
    /** Every change, commit by commit. */
    RAW,
    /** The last state of each key over the range. */
    NET
  }
}
