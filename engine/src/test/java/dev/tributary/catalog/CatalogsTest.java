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
package dev.tributary.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.SpecException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogsTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
  private static final TableIdentifier ORDERS = TableIdentifier.of("shop", "orders");

  @TempDir private Path folder;

  @Test
  void sqliteCatalogStartsFromNothing() throws IOException {
    Map<String, String> properties =
        Map.of(
            "type",
            "jdbc",
            "uri",
            "jdbc:sqlite:" + folder.resolve("not/there yet/catalog.db"),
            "warehouse",
            folder.resolve("lake").toUri().toString());
    Catalog catalog = Catalogs.open(Optional.empty(), properties, Map.of());
    createTable(catalog);
    ((Closeable) catalog).close();
    Catalog again = Catalogs.open(Optional.of(" "), properties, Map.of());
    assertThat(again.listTables(Namespace.of("shop"))).containsExactly(ORDERS);
    assertThat(again.loadTable(ORDERS).io()).isInstanceOf(LocalFileIO.class);
    ((Closeable) again).close();
  }

  @Test
  void newSqliteCatalogMayBeOpenedBySeveralAtOnce() throws Exception {
    for (int round = 0; round < 5; round++) {
      Map<String, String> properties =
          Map.of(
              "type",
              "jdbc",
              "uri",
              "jdbc:sqlite:" + folder.resolve(round + "/catalog.db"),
              "warehouse",
              folder.resolve("lake").toString());
      ExecutorService threads = Executors.newFixedThreadPool(4);
      try {
        List<Future<Catalog>> opened =
            threads.invokeAll(
                Collections.nCopies(
                    4, () -> Catalogs.open(Optional.empty(), properties, Map.of())));
        for (Future<Catalog> catalog : opened) {
          assertThat(((SupportsNamespaces) catalog.get()).listNamespaces()).isEmpty();
          ((Closeable) catalog.get()).close();
        }
      } finally {
        threads.shutdownNow();
      }
    }
  }

  @Test
  void hadoopCatalogWritesThroughJavaFiles() throws IOException {
    Path warehouse = folder.resolve("ware house");
    Map<String, String> properties = Map.of("type", "hadoop", "warehouse", warehouse.toString());
    Catalog catalog = Catalogs.open(Optional.empty(), properties, Map.of());
    createTable(catalog);
    assertThat(warehouse.resolve("shop/orders/metadata/v1.metadata.json")).exists();
    assertThat(warehouse.resolve("shop/orders/metadata/.v1.metadata.json.crc")).doesNotExist();
    assertThat(catalog.loadTable(ORDERS).schema().columns()).hasSize(1);
    ((Closeable) catalog).close();
  }

  @Test
  void warehouseGivenAsAnEscapedUriIsTheFolderThatExists() throws IOException {
    Path warehouse = Files.createDirectory(folder.resolve("ware house"));
    Catalog catalog =
        Catalogs.open(
            Optional.empty(),
            Map.of("type", "hadoop", "warehouse", warehouse.toUri().toString()),
            Map.of());
    createTable(catalog);
    assertThat(warehouse.resolve("shop/orders/metadata")).isDirectory();
    assertThat(folder).isDirectoryNotContaining(child -> child.toString().contains("%20"));
    ((Closeable) catalog).close();
  }

  @Test
  void catalogByClassName() throws IOException {
    Catalog catalog =
        Catalogs.open(
            Optional.of("mine"),
            Map.of("catalog-impl", InMemoryCatalog.class.getName(), "warehouse", "/x"),
            Map.of());
    assertThat(catalog).isInstanceOf(InMemoryCatalog.class);
    assertThat(catalog.name()).isEqualTo("mine");
    ((Closeable) catalog).close();
  }

  @Test
  void hadoopConfigurationReachesTheCatalog() {
    Catalog catalog =
        Catalogs.open(
            Optional.empty(),
            Map.of("type", "hadoop", "warehouse", folder.toString()),
            Map.of("my.key", "my value"));
    Configuration conf = ((org.apache.hadoop.conf.Configurable) catalog).getConf();
    assertThat(conf.get("my.key")).isEqualTo("my value");
  }

  @Test
  void unknownOrMissingTypeIsRefusedWithTheChoices() {
    assertThatThrownBy(() -> Catalogs.open(Optional.empty(), Map.of("type", "hdoop"), Map.of()))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("'hdoop'")
        .hasMessageContaining("hadoop, jdbc, rest");
    assertThatThrownBy(() -> Catalogs.open(Optional.empty(), Map.of("uri", "x"), Map.of()))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("catalog-impl");
  }

  private static void createTable(Catalog catalog) {
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("shop"));
    Table table = catalog.createTable(ORDERS, SCHEMA);
    assertThat(table.location()).endsWith("shop/orders");
  }
}
