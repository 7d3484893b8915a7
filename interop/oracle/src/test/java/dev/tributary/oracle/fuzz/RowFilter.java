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

import dev.tributary.oracle.fuzz.ColumnType.Category;
import java.util.List;
import java.util.Random;

/**
 * A condition on rows that Spark and a spec write in the same way.
 *
 * @param column id of a column that is never dropped
 * @param condition what follows the column's name
 */
record RowFilter(int column, String condition) {

  static RowFilter random(TableDefinition table, Random random) {
    List<Column> categories =
        table.columns().stream().filter(c -> c.type() instanceof Category).toList();
    Column column = ColumnType.any(categories, random);
    // A quote within text is doubled in a filter, and escaped in Spark.
    List<String> values =
        ((Category) column.type())
            .values().stream().map(value -> "'" + value.replace("'", "") + "'").toList();
    String first = ColumnType.any(values, random);
    String second = ColumnType.any(values, random);
    return new RowFilter(
        column.id(),
        ColumnType.any(
            List.of(
                "= " + first,
                "<> " + first,
                "IN (" + first + ", " + second + ")",
                "NOT IN (" + first + ", " + second + ")",
                "IS NULL",
                "IS NOT NULL",
                "> " + first,
                "LIKE 'e%'",
                "IS NOT DISTINCT FROM " + first),
            random));
  }

  /** As it stands in a spec, and in Spark's SQL where names are quoted by backticks too. */
  String text(String columnName) {
    return Column.quoted(columnName) + " " + condition;
  }
}
