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
package dev.tributary.benchmark.workload;

import dev.tributary.benchmark.data.Changes;
import dev.tributary.benchmark.data.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A source that Spark makes.
 *
 * @param name for people
 * @param statements that make it, in a folder
 * @param definition of what is done to it afterwards; empty for nothing
 * @param then does that
 */
record DataSet(
    String name, Function<Path, List<String>> statements, String definition, Consumer<Lake> then) {

  /** The net changes, for engines that cannot work them out. */
  static final String NET = "src.shop.net_changes";

  /** The keys that are updated or deleted. */
  static final String KEYS = "src.shop.changed_keys";

  /** Files of a table that is written at once. */
  private static final int FILES = 8;

  DataSet(String name, Function<Path, List<String>> statements) {
    this(name, statements, "", lake -> {});
  }

  /** With something done to it that Spark does not do. */
  DataSet then(String otherName, String otherDefinition, Consumer<Lake> action) {
    return new DataSet(otherName, statements, otherDefinition, action);
  }

  /** An Iceberg table, loaded in one commit. */
  static DataSet loaded(String name, Shape shape, long rows) {
    return new DataSet(name, folder -> load(shape, rows));
  }

  /** An Iceberg table, loaded in one commit and then changed. */
  static DataSet changed(String name, Changes changes) {
    return new DataSet(
        name,
        folder -> {
          List<String> all = new ArrayList<>(load(changes.shape(), changes.rows()));
          all.add(String.format("CREATE TABLE %s USING iceberg AS %s", KEYS, changes.keys()));
          all.addAll(changes.commits(Lake.SOURCE, KEYS));
          all.add(
              String.format(
                  "CREATE TABLE %s USING iceberg AS %s", NET, changes.net(Lake.SOURCE, KEYS)));
          return all;
        });
  }

  /** A Delta table, partitioned, with deletion vectors for a fiftieth of its rows. */
  static DataSet delta(String name, Shape shape, long rows, String partition) {
    return new DataSet(
        name,
        folder -> {
          String table = "delta.`" + new Lake(folder).delta() + "`";
          return List.of(
              String.format(
                  "CREATE TABLE %s (%s) USING delta PARTITIONED BY (%s) TBLPROPERTIES"
                      + " ('delta.enableDeletionVectors' = 'true')",
                  table, shape.columns(), partition),
              String.format(Locale.ROOT, "INSERT INTO %s %s", table, shape.rows(0, rows, FILES)),
              String.format("DELETE FROM %s WHERE pmod(xxhash64(id), 50) = 0", table));
        });
  }

  private static List<String> load(Shape shape, long rows) {
    return List.of(
        Lake.create(Lake.SOURCE, shape.columns(), ""),
        String.format("INSERT INTO %s %s", Lake.SOURCE, shape.rows(0, rows, FILES)));
  }
}
