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
package dev.tributary.target;

import dev.tributary.source.StoredFile;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;

/**
 * Tells the partition that a file of another table has in a target under the same field ids. Only
 * transforms that both have can be told without reading rows.
 */
public final class PartitionMatch {
  private static final int VOID = -1;

  private final PartitionSpec target;
  // For each field of the target's spec, the field of the file's that has its value.
  private final int[] positions;

  private PartitionMatch(PartitionSpec target, int[] positions) {
    this.target = target;
    this.positions = positions;
  }

  /**
   * Empty when the target has a partition field that the files' partitions do not tell, or lacks a
   * column that the files are partitioned by as it is: its values need not be in the files, and
   * count by the partition where they are.
   */
  public static Optional<PartitionMatch> of(PartitionSpec files, PartitionSpec target) {
    if (!identities(target).containsAll(identities(files))) {
      return Optional.empty();
    }
    int[] positions = new int[target.fields().size()];
    for (int i = 0; i < positions.length; i++) {
      PartitionField wanted = target.fields().get(i);
      positions[i] = wanted.transform().isVoid() ? VOID : find(files, wanted);
      if (positions[i] == files.fields().size()) {
        return Optional.empty();
      }
    }
    return Optional.of(new PartitionMatch(target, positions));
  }

  private static Set<Integer> identities(PartitionSpec spec) {
    Set<Integer> columns = new HashSet<>();
    spec.fields().stream()
        .filter(field -> field.transform().isIdentity())
        .forEach(field -> columns.add(field.sourceId()));
    return columns;
  }

  private static int find(PartitionSpec files, PartitionField wanted) {
    int position = 0;
    for (PartitionField field : files.fields()) {
      if (field.sourceId() == wanted.sourceId() && field.transform().equals(wanted.transform())) {
        return position;
      }
      position++;
    }
    return position;
  }

  /** The file's partition in the target. */
  StructLike partition(StoredFile file) {
    PartitionData data = new PartitionData(target.partitionType());
    for (int i = 0; i < positions.length; i++) {
      data.set(i, positions[i] == VOID ? null : file.partition().get(positions[i], Object.class));
    }
    return data;
  }
}
