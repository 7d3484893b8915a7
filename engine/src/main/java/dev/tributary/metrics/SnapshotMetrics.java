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
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One snapshot of the target. Figures come from the snapshot's manifests; what they don't tell is
 * empty.
 *
 * @param totalRows rows in data files, deleted ones included
 * @param liveRows rows that a reader sees; empty while equality deletes make that unknown
 * @param deletionVectorPositions rows marked by deletion vectors
 * @param position source commit that this snapshot is committed through, if it is one of ours
 * @param ofTable where the target is several tables: the one whose snapshot it is; the figures of
 *     what is there are then sums over all tables
 */
public record SnapshotMetrics(
    long snapshotId,
    Instant timestamp,
    String operation,
    OptionalLong totalRows,
    OptionalLong liveRows,
    OptionalLong addedRows,
    OptionalLong deletedRows,
    long dataFiles,
    long dataBytes,
    long deletionVectorFiles,
    long deletionVectorBytes,
    long deletionVectorPositions,
    long positionDeleteFiles,
    long equalityDeleteFiles,
    Optional<String> position,
    Optional<OfTable> ofTable) {

  /** A snapshot of a target that is one table. */
  public SnapshotMetrics(
      long snapshotId,
      Instant timestamp,
      String operation,
      OptionalLong totalRows,
      OptionalLong liveRows,
      OptionalLong addedRows,
      OptionalLong deletedRows,
      long dataFiles,
      long dataBytes,
      long deletionVectorFiles,
      long deletionVectorBytes,
      long deletionVectorPositions,
      long positionDeleteFiles,
      long equalityDeleteFiles,
      Optional<String> position) {
    this(
        snapshotId,
        timestamp,
        operation,
        totalRows,
        liveRows,
        addedRows,
        deletedRows,
        dataFiles,
        dataBytes,
        deletionVectorFiles,
        deletionVectorBytes,
        deletionVectorPositions,
        positionDeleteFiles,
        equalityDeleteFiles,
        position,
        Optional.empty());
  }

  /**
   * The one of several tables that the snapshot is of.
   *
   * @param own the figures of that table alone
   */
  public record OfTable(String table, SnapshotMetrics own) {}
}
