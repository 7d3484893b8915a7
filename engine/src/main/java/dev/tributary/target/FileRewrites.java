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
package dev.tributary.target;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileWriterFactory;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.RollingDataWriter;
import org.apache.iceberg.util.ContentFileUtil;

/**
 * Writes data files anew without the rows that were located and without those that were deleted
 * before. A file's rows stay together, in their order, partition and partition spec. On format
 * version 3 they keep their row ids and the sequence numbers of their last update.
 */
final class FileRewrites implements RowRemover {
  private final TargetOutput output;
  private final Table table;
  private final OutputFileFactory outputFiles;
  private final Map<FileScanTask, BitSet> removed = new LinkedHashMap<>();

  FileRewrites(TargetOutput output) {
    this.output = output;
    this.table = output.table();
    this.outputFiles = output.files("rewritten", output.dataFormat());
  }

  @Override
  public void remove(FileScanTask file, long position) {
    removed.computeIfAbsent(file, it -> new BitSet()).set(Math.toIntExact(position));
  }

  @Override
  public Located complete(byte[] matchedKeys, BooleanSupplier cancelled) throws IOException {
    if (removed.isEmpty()) {
      return Located.NOTHING;
    }
    List<DataFile> rewritten = new ArrayList<>();
    List<DataFile> replaced = new ArrayList<>();
    List<DeleteFile> dropped = new ArrayList<>();
    for (Map.Entry<FileScanTask, BitSet> file : removed.entrySet()) {
      rewritten.addAll(rewrite(file.getKey(), file.getValue(), cancelled));
      replaced.add(file.getKey().file());
      file.getKey().deletes().stream().filter(FileRewrites::ofOneFile).forEach(dropped::add);
    }
    return Located.rewritten(matchedKeys, rewritten, replaced, dropped);
  }

  // Deletes that apply to other data files as well have to stay for those.
  private static boolean ofOneFile(DeleteFile deletes) {
    return deletes.content() == FileContent.POSITION_DELETES
        && ContentFileUtil.isFileScoped(deletes);
  }

  private List<DataFile> rewrite(FileScanTask file, BitSet gone, BooleanSupplier cancelled)
      throws IOException {
    Schema columns =
        TableUtil.supportsRowLineage(table)
            ? MetadataColumns.schemaWithRowLineage(table.schema())
            : table.schema();
    LiveRows live = new LiveRows(table, file, columns);
    // Nothing is written for a file that keeps no row: the writer opens its first file at once.
    try (CloseableIterable<Record> rows = live.open()) {
      Output out = new Output(file, columns);
      try (out) {
        for (Record row : rows) {
          if (!gone.get(Math.toIntExact(live.position(row)))) {
            out.write(row);
            if ((out.rows & 0xFFF) == 0 && cancelled.getAsBoolean()) {
              throw new CancellationException("Cancelled while files were rewritten");
            }
          }
        }
      }
      return out.files();
    }
  }

  @Override
  public void close() {}

  /** The files that take the place of one; opened with the first row. */
  private final class Output implements AutoCloseable {
    private final FileScanTask file;
    private final Schema columns;
    private final Record kept;
    private final OrcTimestamps timestamps;
    private RollingDataWriter<Record> writer;
    private long rows;

    Output(FileScanTask file, Schema columns) {
      this.file = file;
      this.columns = columns;
      this.kept = GenericRecord.create(columns);
      this.timestamps = OrcTimestamps.of(output.dataFormat(), columns);
    }

    void write(Record row) {
      if (writer == null) {
        writer = open();
      }
      // What was read for the deletes' sake comes behind the columns.
      for (int i = 0; i < columns.columns().size(); i++) {
        kept.set(i, row.get(i));
      }
      timestamps.require(kept);
      writer.write(kept);
      rows++;
    }

    private RollingDataWriter<Record> open() {
      FileWriterFactory<Record> writers =
          new GenericFileWriterFactory.Builder(table)
              .dataFileFormat(output.dataFormat())
              .dataSchema(columns)
              .dataSortOrder(sortOrder())
              .writerProperties(output.writerProperties())
              .build();
      return new RollingDataWriter<>(
          writers,
          outputFiles,
          table.io(),
          output.targetFileSizeBytes(),
          file.spec(),
          file.file().partition());
    }

    private SortOrder sortOrder() {
      Integer id = file.file().sortOrderId();
      return table.sortOrders().getOrDefault(id == null ? 0 : id, SortOrder.unsorted());
    }

    @Override
    public void close() throws IOException {
      if (writer != null) {
        writer.close();
      }
    }

    List<DataFile> files() {
      return writer == null ? List.of() : writer.result().dataFiles();
    }
  }
}
