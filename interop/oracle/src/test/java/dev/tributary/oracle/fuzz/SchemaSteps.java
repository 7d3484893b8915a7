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

import dev.tributary.oracle.fuzz.ColumnType.Field;
import dev.tributary.oracle.fuzz.ColumnType.Primitive;
import dev.tributary.oracle.fuzz.ColumnType.Struct;
import dev.tributary.oracle.fuzz.ColumnType.Widened;
import dev.tributary.oracle.fuzz.RandomTable.ColumnChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Steps that change a table's columns, each followed by some rows in the new columns. */
final class SchemaSteps {
  private static final Map<Primitive, List<Widened>> WIDER =
      Map.of(
          Primitive.INT, List.of(new Widened(Primitive.INT, "BIGINT", "3000000000")),
          Primitive.FLOAT, List.of(new Widened(Primitive.FLOAT, "DOUBLE", "1E300")),
          Primitive.DECIMAL_9_2,
              List.of(
                  new Widened(Primitive.DECIMAL_9_2, "DECIMAL(18,2)", "1234567890123456.78"),
                  new Widened(Primitive.DECIMAL_9_2, "DECIMAL(38,2)", "123456789012345678901.78")),
          Primitive.DECIMAL_18_4,
              List.of(
                  new Widened(Primitive.DECIMAL_18_4, "DECIMAL(20,4)", "1234567890123456.7891")),
          Primitive.TINYINT,
              List.of(
                  new Widened(Primitive.TINYINT, "SMALLINT", "300"),
                  new Widened(Primitive.TINYINT, "INT", "70000")),
          Primitive.SMALLINT, List.of(new Widened(Primitive.SMALLINT, "INT", "70000")));

  private SchemaSteps() {}

  private static boolean alter(Work work, String change) {
    boolean done = work.statements().run("ALTER TABLE " + work.table().sql() + " " + change);
    if (done && work.table().delta()) {
      work.table().restorableFrom(work.version().getAsLong());
    }
    return done;
  }

  private static String freshName(RandomTable table, Random random) {
    int number = table.newColumnId();
    boolean anyText = !table.delta() || table.columnMapping();
    return switch (random.nextInt(6)) {
      case 0 -> "Mixed" + number;
      case 1 -> "größe" + number;
      case 2 -> anyText ? "with space " + number : "c" + number;
      default -> "c" + number;
    };
  }

  static void addColumn(Work work) {
    RandomTable table = work.table();
    Random random = work.random();
    String name = freshName(table, random);
    // Sometimes a name that a dropped column had.
    List<String> gone =
        table.columnChanges().stream()
            .filter(change -> change.dropped() && change.path().size() == 1)
            .map(change -> change.path().get(0))
            .filter(old -> table.columns().stream().noneMatch(c -> c.name().equals(old)))
            .toList();
    if (!gone.isEmpty() && random.nextInt(3) == 0) {
      name = ColumnType.any(gone, random);
    }
    ColumnType type = TableDefinition.type(table.delta(), 2, random);
    Column column = new Column(table.newColumnId(), name, type, true, false);
    int place = table.columns().size();
    String position = "";
    if (random.nextInt(4) == 0) {
      place = 0;
      position = " FIRST";
    } else if (random.nextInt(4) == 0) {
      place = 1 + random.nextInt(table.columns().size());
      position = " AFTER " + table.columns().get(place - 1).sql();
    }
    if (alter(work, "ADD COLUMNS (" + column.sql() + " " + type.sql() + position + ")")) {
      table.columns().add(place, column);
      RowSteps.append(work, 4);
    }
  }

  static void dropColumn(Work work) {
    RandomTable table = work.table();
    List<Column> droppable = table.values().stream().filter(c -> !c.pinned()).toList();
    if (droppable.size() < 2) {
      return;
    }
    Column column = ColumnType.any(droppable, work.random());
    if (alter(work, "DROP COLUMN " + column.sql())) {
      table.columns().remove(column);
      table.note(new ColumnChange(column.id(), List.of(column.name()), null));
      RowSteps.append(work, 4);
    }
  }

  static void renameColumn(Work work) {
    RandomTable table = work.table();
    Column column = ColumnType.any(table.columns(), work.random());
    String name = freshName(table, work.random());
    if (alter(work, "RENAME COLUMN " + column.sql() + " TO " + Column.quoted(name))) {
      table.replace(column.renamed(name));
      table.note(new ColumnChange(column.id(), List.of(column.name()), name));
      RowSteps.append(work, 4);
    }
  }

  static void widenColumn(Work work) {
    RandomTable table = work.table();
    List<Column> narrow =
        table.columns().stream()
            .filter(c -> c.type() instanceof Primitive type && WIDER.containsKey(type))
            .toList();
    if (narrow.isEmpty()) {
      return;
    }
    Column column = ColumnType.any(narrow, work.random());
    Widened wider = ColumnType.any(WIDER.get((Primitive) column.type()), work.random());
    if (alter(work, "ALTER COLUMN " + column.sql() + " TYPE " + wider.sql())) {
      table.replace(column.typed(wider));
      RowSteps.append(work, 4);
    }
  }

  static void moveColumn(Work work) {
    RandomTable table = work.table();
    Column column = ColumnType.any(table.columns(), work.random());
    if (alter(work, "ALTER COLUMN " + column.sql() + " FIRST")) {
      table.columns().remove(column);
      table.columns().add(0, column);
      RowSteps.append(work, 4);
    }
  }

  static void allowNulls(Work work) {
    RandomTable table = work.table();
    List<Column> required = table.values().stream().filter(c -> !c.nullable()).toList();
    if (required.isEmpty()) {
      return;
    }
    Column column = ColumnType.any(required, work.random());
    if (alter(work, "ALTER COLUMN " + column.sql() + " DROP NOT NULL")) {
      table.replace(column.nulls());
      RowSteps.append(work, 4);
    }
  }

  /** Adds, renames, or drops a field of a struct. */
  static void changeStruct(Work work) {
    RandomTable table = work.table();
    Random random = work.random();
    List<Column> structs =
        table.columns().stream().filter(c -> c.type() instanceof Struct).toList();
    if (structs.isEmpty()) {
      return;
    }
    Column column = ColumnType.any(structs, random);
    Struct struct = (Struct) column.type();
    List<Field> fields = new ArrayList<>(struct.fields());
    int choice = random.nextInt(3);
    int index = random.nextInt(fields.size());
    Field field = fields.get(index);
    String path = column.sql() + "." + Column.quoted(field.name());
    String name = "f" + table.newColumnId();
    String change;
    ColumnChange noted = null;
    if (choice == 0 || fields.size() < 2 && choice == 2) {
      ColumnType type = TableDefinition.type(table.delta(), 1, random);
      fields.add(new Field(name, type));
      change = "ADD COLUMNS (" + column.sql() + "." + Column.quoted(name) + " " + type.sql() + ")";
    } else if (choice == 1) {
      fields.set(index, new Field(name, field.type()));
      change = "RENAME COLUMN " + path + " TO " + Column.quoted(name);
      noted = new ColumnChange(column.id(), List.of(column.name(), field.name()), name);
    } else {
      fields.remove(index);
      change = "DROP COLUMN " + path;
      noted = new ColumnChange(column.id(), List.of(column.name(), field.name()), null);
    }
    if (alter(work, change)) {
      table.replace(column.typed(new Struct(fields)));
      if (noted != null) {
        table.note(noted);
      }
      RowSteps.append(work, 4);
    }
  }
}
