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
package dev.tributary.benchmark.data;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Changes of a table, in six commits: updates, deletes, new rows, updates again that meet some rows
 * a second time, deletes, updates of new rows. The keys lie scattered over the whole table. The
 * number of changes is that of keys whose state is another one in the end.
 *
 * @param shape of the rows
 * @param rows of the table before; their ids are the numbers from 0
 * @param seed that says which keys change
 * @param updates rows that are there before and after, with other values
 * @param deletes rows that are there before only
 * @param inserts rows that are there after only
 */
public record Changes(Shape shape, long rows, long seed, long updates, long deletes, long inserts) {

  /** Six of ten changes are updates, two are deletes and two are inserts. */
  public static Changes mixed(Shape shape, long rows, long seed, long changes) {
    long fifth = changes / 5;
    return new Changes(shape, rows, seed, changes - 2 * fifth, fifth, fifth);
  }

  /** The number of keys that change. */
  public long count() {
    return updates + deletes + inserts;
  }

  /**
   * A query of the keys that are updated or deleted, in an order that looks like chance, as {@code
   * id} and, counted from 0, {@code slot}.
   */
  public String keys() {
    return String.format(
        Locale.ROOT,
        "SELECT id, row_number() OVER (ORDER BY place, id) - 1 AS slot FROM (SELECT id,"
            + " xxhash64(id, %dL, 0) AS place FROM range(%d) ORDER BY place, id LIMIT %d)",
        seed,
        rows,
        updates + deletes);
  }

  /**
   * Statements that make the changes, one commit each.
   *
   * @param table the table to change
   * @param keys a table of the {@link #keys}
   */
  public List<String> commits(String table, String keys) {
    return List.of(
        update(table, slots(keys, 0, updates / 2), 1),
        delete(table, slots(keys, updates, updates + deletes / 2)),
        "INSERT INTO " + table + " " + shape.rows(rows, rows + inserts, 1),
        update(table, slots(keys, updates / 3, updates), 2),
        delete(table, slots(keys, updates + deletes / 2, updates + deletes)),
        update(
            table,
            String.format(Locale.ROOT, "SELECT id FROM range(%d, %d)", rows, rows + inserts / 2),
            3));
  }

  /**
   * A query of the last state of each changed key, with {@code op} U, D or I: what an engine gets
   * that cannot work it out from the history.
   *
   * @param table with all changes made
   */
  public String net(String table, String keys) {
    String nothing = String.join(", ", Collections.nCopies(shape.names().size() - 1, "NULL"));
    return String.format(
        Locale.ROOT,
        "SELECT t.*, 'U' AS op FROM %1$s t JOIN %2$s k ON t.id = k.id WHERE k.slot < %3$d UNION ALL"
            + " SELECT *, 'I' AS op FROM %1$s WHERE id >= %4$d UNION ALL"
            + " SELECT id, %5$s, 'D' AS op FROM %2$s WHERE slot >= %3$d",
        table,
        keys,
        updates,
        rows,
        nothing);
  }

  /** A MERGE of such {@link #net net changes} into a table. */
  public static String merge(String table, String changes) {
    return String.format(
        "MERGE INTO %s t USING %s s ON t.id = s.id WHEN MATCHED AND s.op = 'D' THEN DELETE"
            + " WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED AND s.op <> 'D' THEN INSERT *",
        table, changes);
  }

  private static String slots(String keys, long from, long to) {
    return String.format(
        Locale.ROOT, "SELECT id FROM %s WHERE slot >= %d AND slot < %d", keys, from, to);
  }

  private String update(String table, String ids, int round) {
    return String.format(
        "MERGE INTO %s t USING (%s) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET %s",
        table, ids, shape.changed(round));
  }

  private static String delete(String table, String ids) {
    return String.format(
        "MERGE INTO %s t USING (%s) s ON t.id = s.id WHEN MATCHED THEN DELETE", table, ids);
  }
}
