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
package dev.tributary.corruption;

import static dev.tributary.delta.DeltaTableWriter.feedOn;
import static dev.tributary.delta.DeltaTableWriter.metadata;
import static dev.tributary.delta.DeltaTableWriter.protocol;
import static dev.tributary.delta.DeltaTableWriter.row;

import dev.tributary.delta.DeltaTableWriter;
import dev.tributary.delta.DeltaTableWriter.Stored;
import dev.tributary.fixture.WrittenTable;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/**
 * A table to damage.
 *
 * @param folder in which all its files lie
 * @param reference reads its live rows with the format's own library, sorted
 */
record Subject(String name, Path folder, SourceSpec spec, Reference reference) {
  /** A reader that is not ours. */
  interface Reference {
    List<String> rows() throws IOException;
  }

  static List<Subject> all(Path folder) throws IOException {
    return List.of(
        iceberg(folder.resolve("parquet"), 2, FileFormat.PARQUET),
        iceberg(folder.resolve("orc"), 2, FileFormat.ORC),
        iceberg(folder.resolve("avro"), 2, FileFormat.AVRO),
        iceberg(folder.resolve("vectors"), 3, FileFormat.PARQUET),
        deltaWithFeed(folder.resolve("feed")),
        deltaWithVectors(folder.resolve("delta")));
  }

  /** All files, in a fixed order. */
  List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static Subject iceberg(Path folder, int version, FileFormat format) throws IOException {
    Files.createDirectories(folder);
    WrittenTable table = WrittenTable.create(folder, version).format(format);
    DataFile first = table.append(row(1L, "a"), row(2L, "b"), row(3L, "c"), row(4L, "d"));
    DataFile second = table.append(row(5L, "e"), row(6L, "f"), row(7L, null));
    table.delete(first, 1);
    table.delete(second, 0, 2);
    table.delete(first, 3);
    if (version == 2) {
      table.deleteEqual(first, List.of("id"), row(3L));
    }
    DataFile third = table.append(row(3L, "C"), row(8L, "h"));
    table.overwrite(third, row(3L, "CC"), row(9L, "i"));
    return new Subject(
        folder.getFileName().toString(), folder, table.spec(), () -> rows(folder, table));
  }

  /** Through the metadata file that the catalog's hint or the folder names. */
  private static List<String> rows(Path folder, WrittenTable written) throws IOException {
    Table table = new BaseTable(written.freshOperations(), "reference");
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record record : records) {
        List<String> values = new ArrayList<>();
        // Where positions are deleted, they come behind the columns.
        for (int i = 0; i < table.schema().columns().size(); i++) {
          values.add(String.valueOf(record.get(i)));
        }
        rows.add(String.join(",", values));
      }
    }
    rows.sort(null);
    return rows;
  }

  private static Subject deltaWithFeed(Path folder) throws IOException {
    DeltaTableWriter table = new DeltaTableWriter(folder);
    table.file("a.parquet", row(1L, "a"), row(2L, "b"), row(3L, "c"));
    table.commit(protocol(), metadata(feedOn()), table.add("a.parquet"));
    table
        .file("b.parquet", row(1L, "A"), row(3L, "c"))
        .file(
            "_change_data/c.parquet",
            row(1L, "a", "update_preimage"),
            row(1L, "A", "update_postimage"),
            row(2L, "b", "delete"));
    table.commit(
        table.remove("a.parquet"), table.add("b.parquet"), table.feed("_change_data/c.parquet"));
    table.file("d.parquet", row(4L, "d"), row(5L, null));
    table.commit(table.add("d.parquet"));
    checkpoint(folder, 2);
    table.file("e.parquet", row(6L, "f"));
    table.commit(table.add("e.parquet"), table.remove("d.parquet"));
    return delta(folder, spec -> spec);
  }

  private static Subject deltaWithVectors(Path folder) throws IOException {
    DeltaTableWriter table = new DeltaTableWriter(folder);
    table.file("a.parquet", row(1L, "a"), row(2L, "b"), row(3L, "c"), row(4L, "d"));
    table.commit(protocol(), metadata(Map.of()), table.add("a.parquet"));
    table.commit(
        table.remove("a.parquet"), table.withVector(Stored.BY_UUID, table.add("a.parquet"), 0, 2));
    table.file("b.parquet", row(5L, "e"), row(6L, "f"));
    table.commit(table.add("b.parquet"));
    checkpoint(folder, 2);
    table.commit(
        table.withVector(Stored.BY_UUID, table.remove("a.parquet"), 0, 2),
        table.withVector(Stored.BY_UUID, table.add("a.parquet"), 0, 1, 2),
        table.remove("b.parquet"),
        table.withVector(Stored.INLINE, table.add("b.parquet"), 1));
    return delta(folder, spec -> spec.changeFeed(ChangeFeed.DERIVE));
  }

  private static Subject delta(Path folder, UnaryOperator<SourceSpec.Builder> change) {
    SourceSpec spec =
        change.apply(SourceSpec.builder(SourceFormat.DELTA, folder.toString())).build();
    return new Subject(folder.getFileName().toString(), folder, spec, () -> deltaRows(folder));
  }

  private static Engine engine() {
    Configuration conf = new Configuration();
    conf.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    return DefaultEngine.create(conf);
  }

  private static void checkpoint(Path folder, long version) throws IOException {
    Engine engine = engine();
    io.delta.kernel.Table.forPath(engine, folder.toString()).checkpoint(engine, version);
  }

  private static List<String> deltaRows(Path folder) throws IOException {
    Engine engine = engine();
    Snapshot snapshot =
        io.delta.kernel.Table.forPath(engine, folder.toString()).getLatestSnapshot(engine);
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(engine);
    StructType physical = ScanStateRow.getPhysicalDataReadSchema(state);
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> files = scan.getScanFiles(engine)) {
      while (files.hasNext()) {
        try (CloseableIterator<Row> actions = files.next().getRows()) {
          while (actions.hasNext()) {
            Row action = actions.next();
            CloseableIterator<ColumnarBatch> data =
                engine
                    .getParquetHandler()
                    .readParquetFiles(
                        Utils.singletonCloseableIterator(
                            InternalScanFileUtils.getAddFileStatus(action)),
                        physical,
                        Optional.empty())
                    .map(io.delta.kernel.engine.FileReadResult::getData);
            try (CloseableIterator<FilteredColumnarBatch> batches =
                Scan.transformPhysicalData(engine, state, action, data)) {
              while (batches.hasNext()) {
                try (CloseableIterator<Row> read = batches.next().getRows()) {
                  read.forEachRemaining(row -> rows.add(text(row)));
                }
              }
            }
          }
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  private static String text(Row row) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < row.getSchema().length(); i++) {
      Object value = null;
      if (!row.isNullAt(i)) {
        if (row.getSchema().at(i).getDataType() instanceof LongType) {
          value = row.getLong(i);
        } else if (row.getSchema().at(i).getDataType() instanceof StringType) {
          value = row.getString(i);
        } else {
          throw new IllegalStateException("A column of another type: " + row.getSchema());
        }
      }
      values.add(String.valueOf(value));
    }
    return String.join(",", values);
  }
}
