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
package dev.tributary.benchmark.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;

/**
 * Commits of a table of {@link Orders} that Spark does not make, or not fast enough. The table
 * holds its rows as Spark wrote them from a range of ids: one after the other in each file.
 */
public final class IcebergCommits {
  private final Table table;
  private final OutputFileFactory files;
  private final OutputFileFactory vectors;
  private final GenericFileWriterFactory writers;

  /** First id of each data file, and the file. */
  private final NavigableMap<Long, DataFile> byFirstId = new TreeMap<>();

  private final Map<String, DeleteFile> deleted = new HashMap<>();

  /**
   * Opens the table.
   *
   * @param folder of the table
   * @throws IllegalStateException when its rows do not lie as expected
   */
  public IcebergCommits(Path folder) {
    table = new HadoopTables(new Configuration()).load(folder.toUri().toString());
    String run = UUID.randomUUID().toString();
    files = names(FileFormat.PARQUET, run);
    vectors = names(FileFormat.PUFFIN, run);
    writers =
        new GenericFileWriterFactory.Builder(table).dataFileFormat(FileFormat.PARQUET).build();
    Types.NestedField key = table.schema().findField("id");
    try (CloseableIterable<FileScanTask> tasks = table.newScan().includeColumnStats().planFiles()) {
      for (FileScanTask task : tasks) {
        DataFile file = task.file();
        long first = Conversions.fromByteBuffer(key.type(), file.lowerBounds().get(key.fieldId()));
        long last = Conversions.fromByteBuffer(key.type(), file.upperBounds().get(key.fieldId()));
        if (last - first + 1 != file.recordCount()) {
          throw new IllegalStateException(file.location() + " does not hold one range of ids");
        }
        byFirstId.put(first, file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Commits equality deletes of some ids.
   *
   * @return the snapshot's id
   */
  public long deleteByEquality(Iterable<Long> ids) {
    Schema key = table.schema().select("id");
    EqualityDeleteWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .deleteFileFormat(FileFormat.PARQUET)
            .equalityFieldIds(new int[] {key.findField("id").fieldId()})
            .equalityDeleteRowSchema(key)
            .build()
            .newEqualityDeleteWriter(files.newOutputFile(), table.spec(), null);
    try (writer) {
      for (long id : ids) {
        Record row = GenericRecord.create(key);
        row.setField("id", id);
        writer.write(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
    return table.currentSnapshot().snapshotId();
  }

  /**
   * Commits changes of rows, each of which may be changed once: deletion vectors for the old rows,
   * and one file of new ones.
   *
   * @param updated ids of rows that get other values
   * @param removed ids of rows that go
   * @param added ids of new rows
   * @return the snapshot
   */
  public Snapshot change(List<Long> updated, List<Long> removed, List<Long> added) {
    RowDelta delta = table.newRowDelta().validateFromSnapshot(table.currentSnapshot().snapshotId());
    BaseDVFileWriter deletes =
        new BaseDVFileWriter(
            vectors,
            path ->
                deleted.containsKey(path)
                    ? new BaseDeleteLoader(file -> table.io().newInputFile(file))
                        .loadPositionDeletes(List.of(deleted.get(path)), path)
                    : null);
    DataWriter<Record> rows = writers.newDataWriter(files.newOutputFile(), table.spec(), null);
    try (deletes;
        rows) {
      List<Long> gone = new ArrayList<>(updated);
      gone.addAll(removed);
      for (long id : gone) {
        Map.Entry<Long, DataFile> file = byFirstId.floorEntry(id);
        deletes.delete(
            file.getValue().location(),
            id - file.getKey(),
            table.spec(),
            file.getValue().partition());
      }
      updated.forEach(id -> rows.write(row(id, "changed")));
      added.forEach(id -> rows.write(row(id, "open")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    delta.addRows(rows.toDataFile());
    deletes.result().rewrittenDeleteFiles().forEach(delta::removeDeletes);
    for (DeleteFile vector : deletes.result().deleteFiles()) {
      delta.addDeletes(vector);
      deleted.put(vector.referencedDataFile(), vector);
    }
    delta.commit();
    return table.currentSnapshot();
  }

  /**
   * Makes a table with a long history. Its data files are named only: a history is read from
   * metadata.
   *
   * @param folder of the table, which is not there yet
   * @param snapshots commits of one file each
   */
  public static void longHistory(Path folder, int snapshots) {
    Table table =
        new HadoopTables(new Configuration())
            .create(
                new Schema(Types.NestedField.required(1, "id", Types.LongType.get())),
                PartitionSpec.unpartitioned(),
                Map.of("format-version", "3"),
                folder.toUri().toString());
    // One metadata file for many snapshots: each holds all earlier ones.
    int together = 1000;
    for (int done = 0; done < snapshots; done += together) {
      Transaction transaction = table.newTransaction();
      for (int i = done; i < Math.min(snapshots, done + together); i++) {
        transaction
            .newAppend()
            .appendFile(
                DataFiles.builder(table.spec())
                    .withPath(folder.resolve("data/" + i + ".parquet").toUri().toString())
                    .withFormat(FileFormat.PARQUET)
                    .withFileSizeInBytes(1000)
                    .withRecordCount(10)
                    .build())
            .commit();
      }
      transaction.commitTransaction();
    }
  }

  private OutputFileFactory names(FileFormat format, String run) {
    return OutputFileFactory.builderFor(table, 1, 1).format(format).operationId(run).build();
  }

  private Record row(long id, String status) {
    Record row = GenericRecord.create(table.schema());
    row.setField("id", id);
    row.setField("customer", "customer-" + id % 100_000);
    row.setField("status", status);
    row.setField("amount", BigDecimal.valueOf(id % 10_000_000, 2));
    row.setField(
        "ordered_at",
        OffsetDateTime.ofInstant(Instant.ofEpochSecond(1_767_225_600 + id), ZoneOffset.UTC));
    row.setField("note", "a note in words, of the order number " + id);
    return row;
  }
}
