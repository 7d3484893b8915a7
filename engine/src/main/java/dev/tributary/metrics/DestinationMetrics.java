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

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The snapshots of several tables as those of one target: what each made of all of them. */
final class DestinationMetrics {
  private DestinationMetrics() {}

  private record Dated(String table, int index, Instant time, SnapshotMetrics own) {}

  /**
   * All snapshots, oldest first. Figures of what is there are sums over all tables as they were
   * when the snapshot was made; what it added and deleted is its own.
   *
   * @param snapshots by table, oldest first
   */
  static List<SnapshotMetrics> sum(Map<String, List<SnapshotMetrics>> snapshots) {
    List<Dated> all = new ArrayList<>();
    snapshots.forEach(
        (table, own) -> {
          Instant time = Instant.MIN;
          for (int i = 0; i < own.size(); i++) {
            // Clocks of writers differ, and a table's own order is certain.
            Instant stated = own.get(i).timestamp();
            time = stated.isAfter(time) ? stated : time;
            all.add(new Dated(table, i, time, own.get(i)));
          }
        });
    all.sort(
        Comparator.comparing(Dated::time)
            .thenComparing(Dated::table)
            .thenComparingInt(Dated::index));
    Map<String, SnapshotMetrics> current = new TreeMap<>();
    List<SnapshotMetrics> sums = new ArrayList<>();
    for (Dated snapshot : all) {
      current.put(snapshot.table(), snapshot.own());
      sums.add(sum(snapshot, current.values()));
    }
    return List.copyOf(sums);
  }

  private static SnapshotMetrics sum(Dated snapshot, Collection<SnapshotMetrics> current) {
    SnapshotMetrics own = snapshot.own();
    return new SnapshotMetrics(
        own.snapshotId(),
        own.timestamp(),
        own.operation(),
        known(current, SnapshotMetrics::totalRows),
        known(current, SnapshotMetrics::liveRows),
        own.addedRows(),
        own.deletedRows(),
        total(current, SnapshotMetrics::dataFiles),
        total(current, SnapshotMetrics::dataBytes),
        total(current, SnapshotMetrics::deletionVectorFiles),
        total(current, SnapshotMetrics::deletionVectorBytes),
        total(current, SnapshotMetrics::deletionVectorPositions),
        total(current, SnapshotMetrics::positionDeleteFiles),
        total(current, SnapshotMetrics::equalityDeleteFiles),
        own.position(),
        Optional.of(new SnapshotMetrics.OfTable(snapshot.table(), own)));
  }

  private static long total(
      Collection<SnapshotMetrics> tables, ToLongFunction<SnapshotMetrics> figure) {
    return tables.stream().mapToLong(figure).sum();
  }

  /** The sum; empty when the figure of a table is not known. */
  private static OptionalLong known(
      Collection<SnapshotMetrics> tables, Function<SnapshotMetrics, OptionalLong> figure) {
    return tables.stream().map(figure).allMatch(OptionalLong::isPresent)
        ? OptionalLong.of(tables.stream().map(figure).mapToLong(OptionalLong::getAsLong).sum())
        : OptionalLong.empty();
  }
}
