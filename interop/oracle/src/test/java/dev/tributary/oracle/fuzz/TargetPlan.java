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
package dev.tributary.oracle.fuzz;

import dev.tributary.oracle.Lakehouse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a target follows its source.
 *
 * @param start where the range begins; what was before is loaded
 * @param initialLoad as the spec has it
 * @param changesPerUnit beyond so many changes a run commits in several units
 * @param cuts numbers of the steps after which the migration runs; it runs after the last one too
 */
record TargetPlan(
    int formatVersion,
    Lakehouse.Kind catalog,
    Start start,
    String initialLoad,
    List<PartitionField> partitions,
    long changesPerUnit,
    Set<Integer> cuts) {

  /** Where the range begins. */
  enum Start {
    /** No bound: the first run loads the state that it finds. */
    OPEN,
    /** The first commit: the target is made of changes alone. */
    FIRST,
    /** A commit between, of those that the first run finds. */
    MIDDLE
  }

  static TargetPlan random(TableDefinition source, int steps, Random random) {
    Start start = Start.values()[random.nextInt(Start.values().length)];
    String load = start == Start.FIRST && random.nextBoolean() ? "none" : "auto";
    List<PartitionField> partitions = new ArrayList<>();
    for (int i = ColumnType.any(List.of(0, 0, 1, 2), random); i > 0; i--) {
      List<Column> suitable =
          source.columns().stream()
              .filter(PartitionField::suits)
              .filter(Column::pinned)
              .filter(c -> partitions.stream().noneMatch(field -> field.columnId() == c.id()))
              .toList();
      if (!suitable.isEmpty()) {
        partitions.add(PartitionField.any(ColumnType.any(suitable, random), random));
      }
    }
    Set<Integer> cuts = new TreeSet<>();
    int between = random.nextInt(4);
    for (int i = 0; i < between; i++) {
      cuts.add(random.nextInt(steps));
    }
    return new TargetPlan(
        2 + random.nextInt(2),
        Lakehouse.Kind.values()[random.nextInt(Lakehouse.Kind.values().length)],
        start,
        load,
        partitions,
        ColumnType.any(List.of(1L, 5L, 30L, 1_000_000L), random),
        cuts);
  }
}
