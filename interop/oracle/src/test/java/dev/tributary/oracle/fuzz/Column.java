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

/**
 * A column of a random table.
 *
 * @param id stays the same when the column is renamed
 * @param pinned whether it is never dropped, because a table is partitioned by it or keyed on it,
 *     or because rows were deleted by it: Iceberg's own reader, and so Spark, fails on equality
 *     deletes by a column that was dropped since
 */
record Column(int id, String name, ColumnType type, boolean nullable, boolean pinned) {

  /** The name as SQL has it. */
  String sql() {
    return quoted(name);
  }

  Column renamed(String newName) {
    return new Column(id, newName, type, nullable, pinned);
  }

  Column typed(ColumnType newType) {
    return new Column(id, name, newType, nullable, pinned);
  }

  Column kept() {
    return new Column(id, name, type, nullable, true);
  }

  Column nulls() {
    return new Column(id, name, type, true, pinned);
  }

  /** A value that the column may hold. */
  String literal(java.util.Random random) {
    return nullable ? type.literalOrNull(random) : type.literal(random);
  }

  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
