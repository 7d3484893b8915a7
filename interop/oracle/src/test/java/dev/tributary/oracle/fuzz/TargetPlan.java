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
import java.util.function.Predicate;

/**
 * How a target follows its source.
 *
 * @param start where the range begins; what was before is loaded
 * @param mode how rows are replaced, as the spec has it
 * @param equalityDeletes whether they are deleted by key; only where they are marked as deleted
 * @param initialLoad as the spec has it
 * @param format of the target's data files
 * @param sorted id of the column that the target is sorted by, or -1
 * @param left id of a column that does not go to the target, or -1
 * @param filter what rows have to fulfil; null if all go to the target
 * @param mapped id of a column that has another name and, if it is an INT, a wider type there, or
 *     -1
 * @param changesPerUnit beyond so many changes a run commits in several units
 * @param cuts numbers of the steps after which the migration runs; it runs after the last one too
 */
record TargetPlan(
    int formatVersion,
    Lakehouse.Kind catalog,
    Start start,
    String mode,
    boolean equalityDeletes,
    String initialLoad,
    String format,
    List<PartitionField> partitions,
    int sorted,
    int left,
    int mapped,
    RowFilter filter,
    long changesPerUnit,
    Set<Integer> cuts) {

  static final String MAPPED = "mapped";

  /** Where the range begins. */
  enum Start {
    /** No bound: the first run loads the state that it finds. */
    OPEN,
    /** The first commit: the target is made of changes alone. */
    FIRST,
    /** A commit between, of those that the first run finds. */
    MIDDLE
  }

  /** The name that a column has in the target. */
  String targetName(Column column) {
    return column.id() == mapped ? MAPPED : column.name();
  }

  /** Whether the target is a list of changes, in which all kinds of them are kept. */
  boolean changelog() {
    return mode.equals("append");
  }

  /** Whether the column goes to the target. */
  boolean takes(Column column) {
    return column.id() != left;
  }

  static TargetPlan random(TableDefinition source, int steps, Random random) {
    String mode =
        ColumnType.any(
            List.of("merge-on-read", "merge-on-read", "merge-on-read", "copy-on-write", "append"),
            random);
    int left = random.nextInt(4) == 0 ? any(source, c -> !c.pinned(), random) : -1;
    Start start = Start.values()[random.nextInt(Start.values().length)];
    String load = random.nextBoolean() ? "auto" : start == Start.FIRST ? "none" : "rewrite";
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
        mode,
        mode.equals("merge-on-read") && random.nextInt(3) == 0,
        load,
        ColumnType.any(List.of("parquet", "parquet", "parquet", "orc", "avro"), random),
        partitions,
        random.nextInt(4) == 0 ? source.key().get(0).columnId() : -1,
        left,
        random.nextInt(4) == 0 ? any(source, c -> c.id() != left, random) : -1,
        random.nextInt(4) == 0 ? RowFilter.random(source, random) : null,
        ColumnType.any(List.of(1L, 5L, 30L, 1_000_000L), random),
        cuts);
  }

  private static int any(TableDefinition source, Predicate<Column> fit, Random random) {
    List<Column> fitting = source.columns().stream().filter(fit).toList();
    return fitting.isEmpty() ? -1 : ColumnType.any(fitting, random).id();
  }
}
