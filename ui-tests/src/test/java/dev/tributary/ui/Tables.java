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
package dev.tributary.ui;

import dev.tributary.catalog.Catalogs;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/** Reads tables with Iceberg itself, to compare what the window shows with. */
final class Tables {
  private Tables() {}

  /** Asks a table something. */
  static <T> T ask(Map<String, String> properties, String table, Function<Table, T> question)
      throws IOException {
    Catalog catalog = Catalogs.open(Optional.of("lakehouse"), properties, Map.of());
    try {
      return question.apply(catalog.loadTable(TableIdentifier.parse(table)));
    } finally {
      if (catalog instanceof Closeable closeable) {
        closeable.close();
      }
    }
  }

  /** Rows that a reader sees. */
  static long liveRows(Table table) {
    return liveRows(table, table.currentSnapshot().snapshotId());
  }

  /** Rows that a reader of an earlier snapshot sees. */
  static long liveRows(Table table, long snapshotId) {
    long rows = 0;
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(table).useSnapshot(snapshotId).build()) {
      for (Record ignored : records) {
        rows++;
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return rows;
  }

  /** A total of the current snapshot's summary; 0 where it is not stated. */
  static long total(Table table, String property) {
    return Long.parseLong(table.currentSnapshot().summary().getOrDefault(property, "0"));
  }
}
