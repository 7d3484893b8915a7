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

import dev.tributary.benchmark.data.OrderChanges;
import dev.tributary.benchmark.data.Orders;
import dev.tributary.benchmark.engine.Spark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the sources of the workloads, or finds them made. */
final class OrderTables {
  /** The net changes, for engines that cannot work them out. */
  static final String NET = "src.shop.net_changes";

  private static final String KEYS = "src.shop.changed_keys";

  private OrderTables() {}

  /** A table of orders, loaded in one commit. */
  static Lake loaded(Stage stage, Orders orders) {
    return made(stage, "orders", load(orders));
  }

  /** A table of orders, loaded in one commit and then changed. */
  static Lake changed(Stage stage, OrderChanges changes) {
    Orders orders = changes.orders();
    List<String> statements = new ArrayList<>(load(orders));
    statements.add(
        String.format(
            "CREATE TABLE %s USING iceberg AS %s",
            KEYS, orders.shuffledIds(changes.updates() + changes.deletes())));
    statements.addAll(changes.commits(Lake.SOURCE, KEYS));
    statements.add(
        String.format("CREATE TABLE %s USING iceberg AS %s", NET, changes.net(Lake.SOURCE, KEYS)));
    return made(stage, "changed-orders", statements);
  }

  /** A statement that makes an empty table of orders. */
  static String create(String table) {
    return String.format(
        "CREATE TABLE %s (%s) USING iceberg TBLPROPERTIES (%s)",
        table, Orders.COLUMNS, Lake.PROPERTIES);
  }

  private static List<String> load(Orders orders) {
    return List.of(
        create(Lake.SOURCE), String.format("INSERT INTO %s %s", Lake.SOURCE, orders.query()));
  }

  private static Lake made(Stage stage, String name, List<String> statements) {
    Path folder =
        stage
            .data()
            .dataSet(
                name,
                String.join("\n", statements),
                made -> {
                  System.err.println("  making " + made);
                  try (Spark.Warm spark =
                      stage.spark().start("maker", List.of(new Lake(made).source()))) {
                    spark.run(statements);
                  }
                });
    return new Lake(folder);
  }
}
