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
import dev.tributary.metrics.ManifestFigures.PositionDeletes;
import dev.tributary.scan.ParallelScan;
import dev.tributary.target.Progress;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;

/** Adds up the manifests of each snapshot. */
final class SnapshotReader {
  /** About 64 MB. */
  private static final BoundedCache<String, ManifestFigures> MANIFESTS =
      new BoundedCache<>(8_000_000, ManifestFigures::weight);

  private static final BoundedCache<SnapshotId, SnapshotMetrics> SNAPSHOTS =
      new BoundedCache<>(100_000, metrics -> 1);

  private final Table table;
  private final Map<String, ManifestFigures> manifests = new ConcurrentHashMap<>();

  private SnapshotReader(Table table) {
    this.table = table;
  }

  /** Metrics of all snapshots, oldest first. */
  static List<SnapshotMetrics> read(Table table) {
    return new SnapshotReader(table).read();
  }

  private record SnapshotId(UUID table, long snapshot) {}

  private List<SnapshotMetrics> read() {
    List<Snapshot> snapshots = new ArrayList<>();
    table.snapshots().forEach(snapshots::add);
    snapshots.sort(
        Comparator.comparingLong(Snapshot::sequenceNumber)
            .thenComparingLong(Snapshot::timestampMillis));
    Map<Long, SnapshotMetrics> known = new HashMap<>();
    Map<Snapshot, List<ManifestFile>> unknown = new LinkedHashMap<>();
    for (Snapshot snapshot : snapshots) {
      SNAPSHOTS
          .find(id(snapshot))
          .ifPresentOrElse(
              metrics -> known.put(snapshot.snapshotId(), metrics),
              () -> unknown.put(snapshot, manifests(snapshot)));
    }
    readManifests(unknown);
    unknown.forEach(
        (snapshot, files) -> {
          SnapshotMetrics metrics = metrics(snapshot, files);
          known.put(snapshot.snapshotId(), metrics);
          SNAPSHOTS.put(id(snapshot), metrics);
        });
    return snapshots.stream().map(snapshot -> known.get(snapshot.snapshotId())).toList();
  }

  private SnapshotId id(Snapshot snapshot) {
    return new SnapshotId(table.uuid(), snapshot.snapshotId());
  }

  private List<ManifestFile> manifests(Snapshot snapshot) {
    try {
      return snapshot.allManifests(table.io());
    } catch (RuntimeException e) {
      throw new TargetException(
          String.format(
              "Cannot read the manifest list of snapshot %d of %s: %s. The table's metadata files"
                  + " may have been removed or damaged.",
              snapshot.snapshotId(), table.name(), e.getMessage()),
          e);
    }
  }

  private void readManifests(Map<Snapshot, List<ManifestFile>> snapshots) {
    Map<String, ManifestFile> unread = new LinkedHashMap<>();
    snapshots
        .values()
        .forEach(
            files ->
                files.forEach(
                    file ->
                        MANIFESTS
                            .find(file.path())
                            .ifPresentOrElse(
                                figures -> manifests.put(file.path(), figures),
                                () -> unread.put(file.path(), file))));
    ParallelScan.run(List.copyOf(unread.values()), () -> this::readManifest);
  }

  private void readManifest(ManifestFile file) {
    try {
      ManifestFigures figures = ManifestFigures.read(file, table.io(), table.specs());
      manifests.put(file.path(), figures);
      MANIFESTS.put(file.path(), figures);
    } catch (IOException | RuntimeException e) {
      throw new TargetException(
          String.format(
              "Cannot read manifest %s of %s: %s. The table's metadata files may have been removed"
                  + " or damaged.",
              file.path(), table.name(), e.getMessage()),
          e);
    }
  }

  private SnapshotMetrics metrics(Snapshot snapshot, List<ManifestFile> files) {
    List<ManifestFigures> figures = files.stream().map(f -> manifests.get(f.path())).toList();
    List<PositionDeletes> deletes = figures.stream().flatMap(f -> f.deletes().stream()).toList();
    List<PositionDeletes> vectors = deletes.stream().filter(PositionDeletes::vector).toList();
    long rows = figures.stream().mapToLong(ManifestFigures::rows).sum();
    Map<String, String> summary = snapshot.summary();
    return new SnapshotMetrics(
        snapshot.snapshotId(),
        Instant.ofEpochMilli(snapshot.timestampMillis()),
        Optional.ofNullable(snapshot.operation()).orElse("unknown"),
        OptionalLong.of(rows),
        liveRows(rows, figures, deletes),
        addedRows(summary),
        deletedRows(summary),
        figures.stream().mapToLong(f -> f.dataFiles().length).sum(),
        figures.stream().mapToLong(ManifestFigures::bytes).sum(),
        vectors.size(),
        vectors.stream().mapToLong(PositionDeletes::bytes).sum(),
        vectors.stream().mapToLong(PositionDeletes::positions).sum(),
        deletes.size() - vectors.size(),
        figures.stream().mapToLong(ManifestFigures::equalityDeleteFiles).sum(),
        Optional.ofNullable(summary.get(Progress.COMMITTED_THROUGH)));
  }

  /**
   * Rows that are not marked as deleted. Unknown with equality deletes, and with position delete
   * files for several data files, since some of these may be gone. A data file's deletion vector
   * replaces its position delete files.
   */
  private static OptionalLong liveRows(
      long rows, List<ManifestFigures> figures, List<PositionDeletes> deletes) {
    boolean unknown =
        figures.stream().anyMatch(f -> f.equalityDeleteFiles() > 0)
            || deletes.stream().anyMatch(d -> d.dataFile().isEmpty());
    if (unknown) {
      return OptionalLong.empty();
    }
    if (deletes.isEmpty()) {
      return OptionalLong.of(rows);
    }
    Set<Long> withVector =
        deletes.stream()
            .filter(PositionDeletes::vector)
            .map(d -> d.dataFile().orElseThrow())
            .collect(Collectors.toSet());
    Map<Long, Long> marked = new HashMap<>();
    for (PositionDeletes delete : deletes) {
      long dataFile = delete.dataFile().orElseThrow();
      if (delete.vector() || !withVector.contains(dataFile)) {
        marked.merge(dataFile, delete.positions(), Long::sum);
      }
    }
    long deleted = 0;
    for (ManifestFigures manifest : figures) {
      for (long dataFile : manifest.dataFiles()) {
        deleted += marked.getOrDefault(dataFile, 0L);
      }
    }
    return OptionalLong.of(rows - deleted);
  }

  private static OptionalLong addedRows(Map<String, String> summary) {
    return summary.containsKey(SnapshotSummary.TOTAL_RECORDS_PROP)
        ? OptionalLong.of(count(summary, SnapshotSummary.ADDED_RECORDS_PROP))
        : OptionalLong.empty();
  }

  /** Rows that this snapshot took away: with their files, or by marking their positions. */
  private static OptionalLong deletedRows(Map<String, String> summary) {
    boolean unknown =
        !summary.containsKey(SnapshotSummary.TOTAL_RECORDS_PROP)
            || count(summary, SnapshotSummary.ADD_EQ_DELETE_FILES_PROP) > 0
            || count(summary, SnapshotSummary.REMOVED_EQ_DELETE_FILES_PROP) > 0;
    return unknown
        ? OptionalLong.empty()
        : OptionalLong.of(
            count(summary, SnapshotSummary.DELETED_RECORDS_PROP)
                + count(summary, SnapshotSummary.ADDED_POS_DELETES_PROP)
                - count(summary, SnapshotSummary.REMOVED_POS_DELETES_PROP));
  }

  /** A count of the summary, which leaves out those that are 0. */
  private static long count(Map<String, String> summary, String key) {
    return Long.parseLong(summary.getOrDefault(key, "0"));
  }
}
