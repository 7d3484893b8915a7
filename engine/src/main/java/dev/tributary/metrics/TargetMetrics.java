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
package dev.tributary.metrics;

import dev.tributary.errors.TargetException;
import dev.tributary.spec.TableTemplate;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.DestinationTables;
import dev.tributary.target.TargetTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the metrics of a target table. */
public final class TargetMetrics {
  private TargetMetrics() {}

  /**
   * Metrics of every snapshot that metadata still knows, oldest first. Snapshots and manifests
   * never change, so those seen before are not read again: a table that is watched costs little
   * more than its new manifests.
   *
   * @throws TargetException when the table does not exist or cannot be read
   */
  public static List<SnapshotMetrics> read(TargetSpec spec) {
    if (TableTemplate.of(spec).isPresent()) {
      return ofDestinations(spec);
    }
    return read(spec, spec.table());
  }

  private static List<SnapshotMetrics> ofDestinations(TargetSpec spec) {
    List<String> tables = DestinationTables.names(spec);
    if (tables.isEmpty()) {
      throw new TargetException(
          String.format(
              "No table that target %s names exists yet; the first run creates them.",
              spec.table()));
    }
    Map<String, List<SnapshotMetrics>> snapshots = new TreeMap<>();
    for (String table : tables) {
      snapshots.put(table, read(spec.toBuilder().table(table).build(), table));
    }
    return DestinationMetrics.sum(snapshots);
  }

  private static List<SnapshotMetrics> read(TargetSpec spec, String table) {
    try (TargetTable target =
        TargetTable.open(spec)
            .orElseThrow(
                () ->
                    new TargetException(
                        String.format(
                            "Target table %s does not exist yet; the first run creates it.",
                            table)))) {
      return SnapshotReader.read(target.table());
    }
  }
}
