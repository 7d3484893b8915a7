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
package dev.tributary.delta;

import dev.tributary.source.ReadTask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One file to read.
 *
 * @param kind what its rows mean
 * @param shape index of the reader's shape for the file
 * @param path plain path of the file
 * @param partitionValues by physical column name
 * @param before deleted rows before the commit, for REMOVED and REPLACED
 * @param after deleted rows after the commit, for ADDED and REPLACED
 * @param version the version that named the file, for failures
 */
record DeltaTask(
    Kind kind,
    int commit,
    int shape,
    String path,
    long bytes,
    Map<String, String> partitionValues,
    DeletionVector before,
    DeletionVector after,
    long version,
    long estimatedChanges)
    implements ReadTask {
  private static final long serialVersionUID = 1L;

  /** The log does not state the file's size. */
  static final long UNKNOWN_SIZE = -1;

  /** A row takes at least about this many bytes in Parquet; makes estimates upper ones. */
  private static final long LEAST_BYTES_PER_ROW = 8;

  DeltaTask {
    // Map.copyOf refuses null, which is a partition value.
    partitionValues = new HashMap<>(partitionValues);
  }

  @Override
  public Object place() {
    return List.of(kind, path);
  }

  enum Kind {
    /** A change feed file: each row states what happened to it. */
    FEED,
    /** Its live rows were inserted. */
    ADDED,
    /** The rows that were live in it were deleted. */
    REMOVED,
    /** Its deletion vector was replaced: rows that only one of the two deletes were changed. */
    REPLACED
  }

  /**
   * Reads the live rows of a file of the table's state, as {@code version}'s metadata describes.
   */
  static DeltaTask ofState(FileAction file, int shape, long version) {
    return new DeltaTask(
        Kind.ADDED,
        0,
        shape,
        file.path(),
        file.bytes().orElse(UNKNOWN_SIZE),
        file.partitionValues().orElseThrow(),
        DeletionVector.NONE,
        file.vector(),
        version,
        estimate(file));
  }

  /** At most how many rows a file has. */
  static long estimate(FileAction file) {
    return file.liveRows()
        .orElse(file.rows().orElse(1 + file.bytes().orElse(0) / LEAST_BYTES_PER_ROW));
  }
}
