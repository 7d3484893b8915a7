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
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a sequence has made of its table so far, as far as the next step has to know it: the
 * columns, the partitions, and which rows may be there. What the rows hold, Spark alone knows.
 */
final class RandomTable {
  /**
   * A column, or a field within one, that got another name or is gone.
   *
   * @param columnId of the column, also where a field within it changed
   * @param newName null if it is gone
   */
  record ColumnChange(int columnId, List<String> path, String newName) {
    boolean dropped() {
      return newName == null;
    }
  }

  private final TableDefinition definition;
  private final String catalog;
  private final String name;
  private final List<Column> columns;
  private final List<PartitionField> partitions;
  private final List<ColumnChange> columnChanges = new ArrayList<>();
  private final Set<Integer> present = new TreeSet<>();
  private final Set<Integer> absent = new TreeSet<>();
  private int nextColumn;
  private int nextRow;
  private int formatVersion;
  private boolean columnMapping;
  private boolean partitionsEvolved;
  private boolean historyRemoved;
  private long restorableFrom;

  /**
   * @param catalog the Iceberg catalog; null for Delta
   * @param name the table within the catalog, or the folder of a Delta table
   */
  RandomTable(TableDefinition definition, String catalog, String name) {
    this.definition = definition;
    this.catalog = catalog;
    this.name = name;
    this.columns = new ArrayList<>(definition.columns());
    this.partitions = new ArrayList<>(definition.partitions());
    this.nextColumn = columns.size();
    this.formatVersion = definition.formatVersion();
    this.columnMapping = definition.columnMapping();
  }

  TableDefinition definition() {
    return definition;
  }

  boolean delta() {
    return definition.delta();
  }

  String catalog() {
    return catalog;
  }

  /** The table within its catalog, or the folder of a Delta table. */
  String name() {
    return name;
  }

  /** The table as SQL names it. */
  String sql() {
    return delta() ? "delta.`" + name + "`" : catalog + "." + name;
  }

  String create() {
    String fields =
        columns.stream()
            .map(c -> c.sql() + " " + c.type().sql() + (c.nullable() ? "" : " NOT NULL"))
            .collect(Collectors.joining(", "));
    String partitioning =
        partitions.isEmpty()
            ? ""
            : partitions.stream()
                .map(field -> field.spark(column(field.columnId()).sql()))
                .collect(Collectors.joining(", ", " PARTITIONED BY (", ")"));
    return "CREATE TABLE "
        + sql()
        + " ("
        + fields
        + ") USING "
        + (delta() ? "delta" : "iceberg")
        + partitioning
        + " TBLPROPERTIES ("
        + properties(definition.properties())
        + ")";
  }

  static String properties(Map<String, String> properties) {
    return properties.entrySet().stream()
        .map(property -> "'" + property.getKey() + "' = '" + property.getValue() + "'")
        .collect(Collectors.joining(", "));
  }

  // Columns.

  /** The columns in their order. */
  List<Column> columns() {
    return columns;
  }

  Column column(int id) {
    return columns.stream().filter(column -> column.id() == id).findFirst().orElseThrow();
  }

  boolean isKey(Column column) {
    return definition.key().stream().anyMatch(part -> part.columnId() == column.id());
  }

  /** The columns that do not identify a row. */
  List<Column> values() {
    return columns.stream().filter(column -> !isKey(column)).toList();
  }

  List<Column> keyColumns() {
    return definition.key().stream().map(part -> column(part.columnId())).toList();
  }

  int newColumnId() {
    return nextColumn++;
  }

  void replace(Column column) {
    columns.replaceAll(it -> it.id() == column.id() ? column : it);
  }

  void note(ColumnChange change) {
    columnChanges.add(change);
  }

  /** Names that changed and columns that went, oldest first. */
  List<ColumnChange> columnChanges() {
    return columnChanges;
  }

  boolean columnMapping() {
    return columnMapping;
  }

  /** The first version with the present columns; Delta only. */
  long restorableFrom() {
    return restorableFrom;
  }

  void restorableFrom(long version) {
    restorableFrom = version;
  }

  void columnMapping(boolean enabled) {
    columnMapping = enabled;
  }

  // Format and partitions.

  int formatVersion() {
    return formatVersion;
  }

  void formatVersion(int version) {
    formatVersion = version;
  }

  List<PartitionField> partitions() {
    return partitions;
  }

  /** Whether files of several partition specs may be in the table. */
  boolean partitionsEvolved() {
    return partitionsEvolved;
  }

  /** Whether commits that were consumed may be gone. */
  boolean historyRemoved() {
    return historyRemoved;
  }

  void removeHistory() {
    historyRemoved = true;
  }

  void partitionsEvolve() {
    partitionsEvolved = true;
  }

  // Rows.

  /** Numbers of rows that were never in the table, or surely are no more. */
  List<Integer> newRows(int count, Random random) {
    List<Integer> reusable = new ArrayList<>(absent);
    Collections.shuffle(reusable, random);
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean reuse = !reusable.isEmpty() && random.nextInt(3) == 0;
      rows.add(reuse ? reusable.remove(reusable.size() - 1) : Integer.valueOf(nextRow++));
    }
    return rows;
  }

  /** Some rows that may be in the table. */
  List<Integer> someRows(int most, Random random) {
    List<Integer> rows = new ArrayList<>(present);
    Collections.shuffle(rows, random);
    return rows.subList(0, Math.min(rows.size(), 1 + random.nextInt(most)));
  }

  boolean empty() {
    return present.isEmpty();
  }

  void inserted(Collection<Integer> rows) {
    present.addAll(rows);
    absent.removeAll(rows);
  }

  void deleted(Collection<Integer> rows) {
    present.removeAll(rows);
    absent.addAll(rows);
  }

  void deletedAll() {
    deleted(List.copyOf(present));
  }

  /** After a restore, rows that were deleted may be back. */
  void restored() {
    present.addAll(absent);
    absent.clear();
  }

  // SQL of rows.

  /** The rows with random values, as a VALUES list in the order of the columns. */
  String rows(List<Integer> rows, Random random) {
    return rows.stream()
        .map(
            row ->
                columns.stream()
                    .map(column -> isKey(column) ? keyLiteral(column, row) : column.literal(random))
                    .collect(Collectors.joining(", ", "(", ")")))
        .collect(Collectors.joining(", ", "VALUES ", ""));
  }

  /** The same with the names of the columns, as a subquery. */
  String namedRows(List<Integer> rows, Random random) {
    return "(SELECT * FROM " + rows(rows, random) + " AS v(" + columnList() + "))";
  }

  String columnList() {
    return columns.stream().map(Column::sql).collect(Collectors.joining(", "));
  }

  /** The key's value of a row in one of its columns. */
  String keyLiteral(Column column, int row) {
    KeyPart part =
        definition.key().stream()
            .filter(it -> it.columnId() == column.id())
            .findFirst()
            .orElseThrow();
    return column.type() == part.type() ? part.literal(row) : column.type().cast(part.literal(row));
  }

  /** A predicate for rows by their numbers. */
  String hasKey(List<Integer> rows) {
    if (rows.isEmpty()) {
      return "false";
    }
    List<KeyPart> key = definition.key();
    if (key.size() == 1 && !key.get(0).nullable()) {
      Column column = column(key.get(0).columnId());
      return rows.stream()
          .map(row -> keyLiteral(column, row))
          .collect(Collectors.joining(", ", column.sql() + " IN (", ")"));
    }
    return rows.stream()
        .map(
            row ->
                key.stream()
                    .map(
                        part -> {
                          Column column = column(part.columnId());
                          return part.isNull(row)
                              ? column.sql() + " IS NULL"
                              : column.sql() + " = " + keyLiteral(column, row);
                        })
                    .collect(Collectors.joining(" AND ", "(", ")")))
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  /** A random predicate over the table's columns. */
  String predicate(Random random) {
    List<Column> values = values();
    Column column = ColumnType.any(values, random);
    return switch (random.nextInt(12)) {
      case 0, 1, 2, 3, 4 -> hasKey(someRows(8, random));
      case 5, 6 -> column.sql() + " IS NULL";
      case 7, 8, 9 -> {
        List<Column> scalars =
            values.stream()
                .filter(
                    c ->
                        c.type() instanceof ColumnType.Category
                            || c.type() instanceof ColumnType.Primitive)
                .toList();
        Column scalar = ColumnType.any(scalars, random);
        String comparison = ColumnType.any(List.of("=", "=", "<>", "<", ">="), random);
        yield scalar.sql() + " " + comparison + " " + scalar.type().literal(random);
      }
      case 10 -> column.sql() + " IS NOT NULL";
      default -> random.nextBoolean() ? "true" : hasKey(List.of(1_000_000));
    };
  }

  /** Rows that were in the table at some time, and some new ones. */
  List<Integer> mixedRows(Random random) {
    List<Integer> rows = new ArrayList<>(someRows(8, random));
    rows.addAll(newRows(random.nextInt(6), random));
    if (rows.isEmpty()) {
      rows.addAll(newRows(1, random));
    }
    Collections.shuffle(rows, random);
    return rows;
  }

  @Override
  public String toString() {
    return sql() + IntStream.range(0, columns.size()).mapToObj(i -> columns.get(i).name()).toList();
  }
}
