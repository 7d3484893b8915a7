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
    long rows = 0;
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
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
