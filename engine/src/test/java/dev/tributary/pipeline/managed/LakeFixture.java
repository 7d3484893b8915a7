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
package dev.tributary.pipeline.managed;

import dev.tributary.catalog.Catalogs;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/** A catalog in one file that a test writes to. */
final class LakeFixture {
  private final Map<String, String> properties;

  LakeFixture(Path folder) {
    this.properties =
        Map.of(
            "type",
            "jdbc",
            "uri",
            "jdbc:sqlite:" + folder.resolve("lake.db"),
            "warehouse",
            folder.resolve("lake").toUri().toString());
  }

  Map<String, Object> config(String table, Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("table", table);
    config.put("catalog_name", "lake");
    config.put("catalog_properties", properties);
    return config;
  }

  <T> T table(String name, Function<Table, T> body) {
    Catalog catalog = Catalogs.open(Optional.of("lake"), properties, Map.of());
    try {
      return body.apply(catalog.loadTable(TableIdentifier.parse(name)));
    } finally {
      try {
        ((Closeable) catalog).close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The live rows, as text, sorted. */
  List<String> rows(String name) {
    return table(
        name,
        table -> {
          List<String> rows = new ArrayList<>();
          try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
            for (Record record : records) {
              List<String> values = new ArrayList<>();
              for (int i = 0; i < record.size(); i++) {
                values.add(String.valueOf(record.get(i)));
              }
              rows.add(String.join(",", values));
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          rows.sort(null);
          return rows;
        });
  }

  List<Snapshot> snapshots(String name) {
    return table(
        name,
        table -> {
          List<Snapshot> snapshots = new ArrayList<>();
          table.snapshots().forEach(snapshots::add);
          return snapshots;
        });
  }
}
