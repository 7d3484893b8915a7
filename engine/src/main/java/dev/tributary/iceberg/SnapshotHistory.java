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
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.Tasks;
import org.apache.iceberg.util.ThreadPools;

/** The snapshots of a table, and the chain of them that led to the head of one branch or tag. */
final class SnapshotHistory {
  private final TableMetadata metadata;
  private final String ref;
  private final Optional<Snapshot> head;
  private final List<Snapshot> chain;

  /**
   * @throws SourceException when the branch or tag does not exist
   */
  SnapshotHistory(TableMetadata metadata, Optional<String> branch) {
    this.metadata = metadata;
    this.ref = branch.orElse(SnapshotRef.MAIN_BRANCH);
    this.head = head(metadata, ref);
    this.chain = chain(metadata, head);
  }

  /** The branch or tag that was asked for. */
  String ref() {
    return ref;
  }

  Optional<Snapshot> head() {
    return head;
  }

  /** The surviving snapshots from the oldest to the head. */
  List<Snapshot> chain() {
    return chain;
  }

  /** The parent of the chain's oldest snapshot if there was one that is no longer known. */
  OptionalLong lostParent() {
    return chain.isEmpty() ? OptionalLong.empty() : lostParent(chain.get(0));
  }

  /**
   * All snapshots that the metadata knows, newest first. Asks for each whether its manifest list is
   * still there.
   */
  List<SourceCommit> commits(FileIO io) {
    List<Snapshot> snapshots = new ArrayList<>(metadata.snapshots());
    // Later entries are newer where neither sequence number nor clock tells them apart.
    Collections.reverse(snapshots);
    snapshots.sort(
        Comparator.comparingLong(Snapshot::sequenceNumber)
            .thenComparingLong(Snapshot::timestampMillis)
            .reversed());
    Set<Long> missing = ConcurrentHashMap.newKeySet();
    Tasks.foreach(snapshots)
        .executeWith(ThreadPools.getWorkerPool())
        .run(
            snapshot -> {
              String list = snapshot.manifestListLocation();
              if (list != null && !io.newInputFile(list).exists()) {
                missing.add(snapshot.snapshotId());
              }
            });
    return snapshots.stream().map(snapshot -> commit(snapshot, missing)).toList();
  }

  SourceCommit commit(Snapshot snapshot) {
    return commit(snapshot, Set.of());
  }

  private SourceCommit commit(Snapshot snapshot, Set<Long> missing) {
    Map<String, String> summary = snapshot.summary() == null ? Map.of() : snapshot.summary();
    List<String> refs = new ArrayList<>();
    metadata
        .refs()
        .forEach(
            (name, target) -> {
              if (target.snapshotId() == snapshot.snapshotId()) {
                refs.add(name);
              }
            });
    refs.sort(null);
    Optional<String> problem = problem(snapshot, missing);
    return new SourceCommit(
        Long.toString(snapshot.snapshotId()),
        Optional.ofNullable(snapshot.parentId()).map(String::valueOf),
        OptionalLong.of(snapshot.sequenceNumber()),
        Instant.ofEpochMilli(snapshot.timestampMillis()),
        snapshot.operation() == null ? "unknown" : snapshot.operation(),
        head.isPresent() && head.get().snapshotId() == snapshot.snapshotId(),
        refs,
        new SourceCommit.Figures(
            figure(summary, SnapshotSummary.ADDED_RECORDS_PROP),
            figure(summary, SnapshotSummary.DELETED_RECORDS_PROP),
            figure(summary, SnapshotSummary.ADDED_FILES_PROP),
            figure(summary, SnapshotSummary.DELETED_FILES_PROP),
            figure(summary, SnapshotSummary.ADDED_POS_DELETES_PROP),
            figure(summary, SnapshotSummary.ADDED_EQ_DELETES_PROP),
            figure(summary, SnapshotSummary.ADDED_DVS_PROP)),
        Optional.empty(),
        problem.isEmpty(),
        problem.or(() -> note(snapshot)),
        summary);
  }

  static Position position(Snapshot snapshot) {
    return new Position(Long.toString(snapshot.snapshotId()), snapshot.sequenceNumber());
  }

  private OptionalLong lostParent(Snapshot snapshot) {
    Long parent = snapshot.parentId();
    return parent != null && metadata.snapshot(parent) == null
        ? OptionalLong.of(parent)
        : OptionalLong.empty();
  }

  /** Why the changes of a snapshot cannot be read. */
  private Optional<String> problem(Snapshot snapshot, Set<Long> missing) {
    OptionalLong lostParent = lostParent(snapshot);
    if (lostParent.isPresent()) {
      return Optional.of(
          String.format(
              "its parent %d was expired: what it changed cannot be told any more, only what the"
                  + " table held after it",
              lostParent.getAsLong()));
    }
    if (DataOperations.REPLACE.equals(snapshot.operation())) {
      return Optional.empty();
    }
    if (missing.contains(snapshot.snapshotId())) {
      return Optional.of("its manifest list " + snapshot.manifestListLocation() + " is missing");
    }
    return snapshot.parentId() != null && missing.contains(snapshot.parentId())
        ? Optional.of("the manifest list of its parent " + snapshot.parentId() + " is missing")
        : Optional.empty();
  }

  private static Optional<String> note(Snapshot snapshot) {
    return DataOperations.REPLACE.equals(snapshot.operation())
        ? Optional.of("files were rewritten; no row changed")
        : Optional.empty();
  }

  private static OptionalLong figure(Map<String, String> summary, String key) {
    String value = summary.get(key);
    try {
      return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static Optional<Snapshot> head(TableMetadata metadata, String ref) {
    SnapshotRef target = metadata.ref(ref);
    if (target != null) {
      return Optional.ofNullable(metadata.snapshot(target.snapshotId()));
    }
    if (ref.equals(SnapshotRef.MAIN_BRANCH)) {
      return Optional.ofNullable(metadata.currentSnapshot());
    }
    List<String> known = metadata.refs().keySet().stream().sorted().toList();
    throw new SourceException(
        Area.RANGE,
        String.format(
            "There is no branch or tag '%s'; %s",
            ref, known.isEmpty() ? "the table has none yet." : "there are " + known + "."));
  }

  private static List<Snapshot> chain(TableMetadata metadata, Optional<Snapshot> head) {
    List<Snapshot> newestFirst = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    Snapshot snapshot = head.orElse(null);
    // Broken metadata can name a snapshot among its own ancestors.
    while (snapshot != null && seen.add(snapshot.snapshotId())) {
      newestFirst.add(snapshot);
      Long parent = snapshot.parentId();
      snapshot = parent == null ? null : metadata.snapshot(parent);
    }
    Collections.reverse(newestFirst);
    return List.copyOf(newestFirst);
  }
}
