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
package dev.tributary.oracle;

import dev.tributary.catalog.Catalogs;
import dev.tributary.spec.TargetSpec;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;

/** The catalog that all tables of a sweep come to, as Iceberg's own classes see it. */
final class SweepLakehouse implements Closeable {
  private static final String NAMESPACE = "sweep";

  private final Lakehouse lakehouse;
  private final Catalog catalog;

  SweepLakehouse(Lakehouse lakehouse) {
    this.lakehouse = lakehouse;
    this.catalog = Catalogs.open(Optional.of(lakehouse.name()), lakehouse.properties(), Map.of());
  }

  /** A target here. */
  TargetSpec.Builder target(String name) {
    return TargetSpec.builder(NAMESPACE + "." + name)
        .catalogName(lakehouse.name())
        .catalogProperties(lakehouse.properties());
  }

  Schema schema(String name) {
    return table(name).schema();
  }

  List<Record> rows(String name) {
    return IcebergLines.records(table(name));
  }

  /** Some columns of all rows, as the oracle compares them. */
  TableRows rows(String name, List<String> columns) {
    Table table = table(name);
    return IcebergLines.of(table.schema().asStruct(), columns, IcebergLines.records(table));
  }

  /**
   * The same as Spark sees it.
   *
   * @param columns as SQL lists them
   */
  TableRows rowsBySpark(String name, String columns) {
    return Spark.shared()
        .query("SELECT %s FROM %s.%s.%s", columns, lakehouse.name(), NAMESPACE, name);
  }

  private Table table(String name) {
    return catalog.loadTable(TableIdentifier.of(NAMESPACE, name));
  }

  @Override
  public void close() throws IOException {
    if (catalog instanceof Closeable closeable) {
      closeable.close();
    }
  }
}
