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
package dev.tributary.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.catalog.Catalogs;
import dev.tributary.rows.JsonValues;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.Unit;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/**
 * A target in a catalog, one on SQLite unless told, and its rows as Iceberg's own reader sees them.
 */
final class TargetFixture {
  static final String TABLE = "lake.people";

  private final Path folder;
  private final Map<String, String> catalogProperties = new HashMap<>();
  private String name = TABLE;

  TargetFixture(Path folder) {
    this(
        folder,
        Map.of(
            "type",
            "jdbc",
            "uri",
            "jdbc:sqlite:" + folder.resolve("catalog.db"),
            "warehouse",
            folder.resolve("lake").toString()));
  }

  /**
   * @param folder in whose {@code lake} the catalog's tables lie
   */
  TargetFixture(Path folder, Map<String, String> catalogProperties) {
    this.folder = folder;
    this.catalogProperties.putAll(catalogProperties);
  }

  TargetFixture catalogProperty(String key, String value) {
    catalogProperties.put(key, value);
    return this;
  }

  /** Gives the table another name than {@link #TABLE}. */
  TargetFixture named(String table) {
    name = table;
    return this;
  }

  MigrationSpec spec(UnaryOperator<TargetSpec.Builder> target) {
    TargetSpec.Builder builder =
        TargetSpec.builder(name)
            .catalogName("lake")
            .catalogProperties(catalogProperties)
            .equalityColumns(List.of("id"));
    return MigrationSpec.builder(
            "test",
            SourceSpec.builder(SourceSpec.SourceFormat.DELTA, "memory").build(),
            target.apply(builder).build())
        .build();
  }

  /** Calls with the table as it is now; empty when there is none. */
  <T> Optional<T> table(Function<Table, T> action) {
    Catalog catalog = catalog();
    try {
      TableIdentifier identifier = TableIdentifier.parse(name);
      return catalog.tableExists(identifier)
          ? Optional.of(action.apply(catalog.loadTable(identifier)))
          : Optional.empty();
    } finally {
      close(catalog);
    }
  }

  Catalog catalog() {
    Map<String, String> plain = new HashMap<>(catalogProperties);
    if (plain.remove("catalog-impl") != null) {
      plain.put("type", "jdbc");
    }
    return Catalogs.open(Optional.of("lake"), plain, Map.of());
  }

  static void close(Catalog catalog) {
    try {
      ((Closeable) catalog).close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes the table forget who wrote it. */
  void dropProgress() {
    table(
        table -> {
          var update = table.updateProperties();
          table.properties().keySet().stream()
              .filter(key -> key.startsWith("tributary."))
              .forEach(update::remove);
          update.commit();
          return table;
        });
  }

  /** All live rows as JSON, sorted. */
  List<String> rows() {
    return table(TargetFixture::rows).orElseThrow();
  }

  static List<String> rows(Table table) {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      records.forEach(
          row -> rows.add(JsonValues.object(table.schema().asStruct(), row).toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.sort(null);
    return rows;
  }

  /** Data and delete files below the warehouse. */
  List<Path> files() throws IOException {
    if (!Files.exists(folder.resolve("lake"))) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(folder.resolve("lake"))) {
      return paths
          .filter(Files::isRegularFile)
          .filter(path -> path.getParent().toString().contains("/data"))
          .toList();
    }
  }

  /** Each data and delete file below the warehouse is of some snapshot: no leftovers. */
  void assertEveryFileIsUsed() throws IOException {
    assertThat(unusedFiles()).isEmpty();
  }

  /** Data and delete files below the warehouse that no snapshot has. */
  List<String> unusedFiles() throws IOException {
    Set<String> used = new HashSet<>();
    table(
        table -> {
          for (Snapshot snapshot : table.snapshots()) {
            SnapshotChanges changes = SnapshotChanges.builderFor(table).snapshot(snapshot).build();
            changes.addedDataFiles().forEach(f -> used.add(path(f.location())));
            changes.addedDeleteFiles().forEach(f -> used.add(path(f.location())));
          }
          return table;
        });
    return files().stream().map(Path::toString).filter(file -> !used.contains(file)).toList();
  }

  private static String path(String location) {
    return location.replaceFirst("^file:/*", "/");
  }

  /** The ids of the units that stand in the table. */
  List<String> units() {
    return table(
            table ->
                StreamSupport.stream(table.snapshots().spliterator(), false)
                    .map(snapshot -> snapshot.summary().get(Unit.UNIT_ID))
                    .filter(id -> id != null)
                    .toList())
        .orElseThrow();
  }
}
