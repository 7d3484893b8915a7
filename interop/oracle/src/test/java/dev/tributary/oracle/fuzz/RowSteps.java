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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Steps that change rows by Spark's statements. */
final class RowSteps {
  private static final String OVERWRITE_MODE = "SET spark.sql.sources.partitionOverwriteMode = ";

  private RowSteps() {}

  static void append(Work work) {
    RandomTable table = work.table();
    append(work, 1 + work.random().nextInt(table.empty() ? 20 : 8));
  }

  /** Appends rows; in several files at times. */
  static void append(Work work, int count) {
    RandomTable table = work.table();
    Random random = work.random();
    List<Integer> rows = table.newRows(count, random);
    String values = table.rows(rows, random);
    if (random.nextInt(3) == 0) {
      values = "SELECT /*+ REPARTITION(3) */ * FROM " + values;
    }
    if (work.statements().run("INSERT INTO " + table.sql() + " " + values)) {
      table.inserted(rows);
    }
  }

  static void update(Work work) {
    RandomTable table = work.table();
    Random random = work.random();
    work.statements()
        .run(
            String.format(
                "UPDATE %s SET %s WHERE %s",
                table.sql(), assignments(table, "", random), table.predicate(random)));
  }

  /** One or two columns with new values; now and then one gets the value that it has. */
  private static String assignments(RandomTable table, String alias, Random random) {
    List<String> assignments = new ArrayList<>();
    List<Column> columns = new ArrayList<>(table.values());
    for (int i = 1 + random.nextInt(2); i > 0 && !columns.isEmpty(); i--) {
      Column column = columns.remove(random.nextInt(columns.size()));
      assignments.add(column.sql() + " = " + newValue(column, alias + column.sql(), random));
    }
    return String.join(", ", assignments);
  }

  private static String newValue(Column column, String old, Random random) {
    if (random.nextInt(8) == 0) {
      return old;
    }
    if (column.type() == ColumnType.Primitive.STRING && random.nextBoolean()) {
      return "concat(" + old + ", '+')";
    }
    return column.literal(random);
  }

  static void delete(Work work) {
    RandomTable table = work.table();
    Random random = work.random();
    if (random.nextInt(3) > 0) {
      List<Integer> rows = List.copyOf(table.someRows(8, random));
      if (work.statements().run("DELETE FROM " + table.sql() + " WHERE " + table.hasKey(rows))) {
        table.deleted(rows);
      }
      return;
    }
    String predicate = table.predicate(random);
    if (work.statements().run("DELETE FROM " + table.sql() + " WHERE " + predicate)
        && predicate.equals("true")) {
      table.deletedAll();
    }
  }

  static void merge(Work work) {
    RandomTable table = work.table();
    Random random = work.random();
    List<Integer> rows = table.mixedRows(random);
    String on =
        table.keyColumns().stream()
            .map(c -> "t." + c.sql() + " <=> s." + c.sql())
            .collect(Collectors.joining(" AND "));
    List<String> clauses = new ArrayList<>();
    String condition = ColumnType.any(table.values(), random).sql() + " IS NULL";
    if (random.nextBoolean()) {
      clauses.add("WHEN MATCHED AND s." + condition + " THEN DELETE");
    }
    if (random.nextInt(4) > 0) {
      clauses.add("WHEN MATCHED THEN UPDATE SET *");
    } else if (random.nextBoolean()) {
      clauses.add("WHEN MATCHED THEN UPDATE SET " + assignments(table, "t.", random));
    }
    if (random.nextInt(4) > 0 || clauses.isEmpty()) {
      clauses.add("WHEN NOT MATCHED THEN INSERT *");
    }
    if (random.nextInt(6) == 0) {
      clauses.add("WHEN NOT MATCHED BY SOURCE AND t." + condition + " THEN DELETE");
    } else if (random.nextInt(8) == 0) {
      clauses.add(
          "WHEN NOT MATCHED BY SOURCE AND t."
              + condition
              + " THEN UPDATE SET "
              + assignments(table, "t.", random));
    }
    boolean done =
        work.statements()
            .run(
                String.format(
                    "MERGE INTO %s t USING %s s ON %s %s",
                    table.sql(), table.namedRows(rows, random), on, String.join(" ", clauses)));
    if (done) {
      table.inserted(rows);
    }
  }

  /** Gives rows another key: a new one, or two rows each other's. */
  static void moveKey(Work work) {
    RandomTable table = work.table();
    Random random = work.random();
    List<Integer> rows = List.copyOf(table.someRows(2, random));
    if (rows.isEmpty()) {
      return;
    }
    boolean swap = rows.size() == 2;
    int first = rows.get(0);
    int second = swap ? rows.get(1) : table.newRows(1, random).get(0);
    String assignments =
        table.keyColumns().stream()
            .map(
                c ->
                    String.format(
                        "%s = CASE WHEN %s THEN %s ELSE %s END",
                        c.sql(),
                        table.hasKey(List.of(first)),
                        table.keyLiteral(c, second),
                        table.keyLiteral(c, first)))
            .collect(Collectors.joining(", "));
    boolean done =
        work.statements()
            .run(
                String.format(
                    "UPDATE %s SET %s WHERE %s",
                    table.sql(),
                    assignments,
                    table.hasKey(swap ? List.of(first, second) : List.of(first))));
    if (done && !swap) {
      table.deleted(List.of(first));
      table.inserted(List.of(second));
    }
  }

  /** Replaces the table, or the partitions that the new rows are in. */
  static void overwrite(Work work) {
    RandomTable table = work.table();
    Random random = work.random();
    boolean dynamic = !table.partitions().isEmpty() && random.nextBoolean();
    List<Integer> rows = table.newRows(1 + random.nextInt(10), random);
    work.statements().require(OVERWRITE_MODE + (dynamic ? "dynamic" : "static"));
    boolean done =
        work.statements().run("INSERT OVERWRITE " + table.sql() + " " + table.rows(rows, random));
    if (done) {
      if (!dynamic) {
        table.deletedAll();
      }
      table.inserted(rows);
    }
  }

  /**
   * Replaces rows by what the table holds, changed: all, some partitions, or what a predicate says.
   */
  static void overwriteWithSelf(Work work) {
    RandomTable table = work.table();
    Random random = work.random();
    // Rows must stay in their partitions where only these are replaced.
    boolean dynamic =
        !table.partitions().isEmpty() && !table.partitionsEvolved() && random.nextBoolean();
    List<Column> free =
        table.values().stream()
            .filter(c -> table.partitions().stream().noneMatch(p -> p.columnId() == c.id()))
            .toList();
    Column changed = free.isEmpty() ? null : ColumnType.any(free, random);
    String columns =
        table.columns().stream()
            .map(c -> c.equals(changed) ? newValue(c, c.sql(), random) : c.sql())
            .collect(Collectors.joining(", "));
    String predicate = table.predicate(random);
    if (table.delta() && random.nextInt(3) == 0) {
      List<Column> categories =
          table.values().stream()
              .filter(c -> c.type() instanceof ColumnType.Category && !c.equals(changed))
              .toList();
      if (!categories.isEmpty()) {
        Column column = ColumnType.any(categories, random);
        predicate = column.sql() + " = " + column.type().literal(random);
        work.statements().require(OVERWRITE_MODE + "static");
        work.statements()
            .run(
                String.format(
                    "INSERT INTO %s REPLACE WHERE %s SELECT %s FROM %s WHERE %s",
                    table.sql(), predicate, columns, table.sql(), predicate));
        return;
      }
    }
    work.statements().require(OVERWRITE_MODE + (dynamic ? "dynamic" : "static"));
    work.statements()
        .run(
            String.format(
                "INSERT OVERWRITE %s SELECT %s FROM %s WHERE %s",
                table.sql(), columns, table.sql(), predicate));
  }
}
