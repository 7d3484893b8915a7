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
package dev.tributary.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.io.OutputFileFactory;

/**
 * Writes an Iceberg table commit by commit, merge-on-read: deletion vectors on format version 3,
 * position deletes on 2. Remembers where each live row lies, so it suits small tables with a single
 * writer. Not thread-safe.
 */
final class SampleHistory {
  private static final int FORMAT_WITH_VECTORS = 3;

  private final Table table;
  private final String keyColumn;
  private final GenericFileWriterFactory writers;
  private final InternalRecordWrapper partitionRow;
  private final Map<Object, Place> live = new LinkedHashMap<>();
  private final Map<String, List<DeleteFile>> deletes = new HashMap<>();
  private int files;

  /** Where a live row lies. */
  private record Place(Record row, DataFile file, long position) {}

  /**
   * @param table a table without rows
   * @param keyColumn column whose values identify rows
   */
  SampleHistory(Table table, String keyColumn) {
    this.table = table;
    this.keyColumn = keyColumn;
    this.writers =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(FileFormat.PARQUET)
            .deleteFileFormat(FileFormat.PARQUET)
            .build();
    this.partitionRow = new InternalRecordWrapper(table.schema().asStruct());
  }

  /** The rows that the table holds now, in the order of their writing. */
  List<Record> rows() {
    return live.values().stream().map(Place::row).toList();
  }

  /** Commits new rows. */
  void append(List<Record> rows) {
    var append = table.newAppend();
    write(rows).forEach(append::appendFile);
    append.commit();
  }

  /**
   * Commits changes of any kind at once, as MERGE does: rows replace those of the same key, or are
   * new.
   */
  void change(List<Record> rows, Collection<?> deletedKeys) {
    Set<Object> gone = new LinkedHashSet<>(deletedKeys);
    rows.forEach(row -> gone.add(row.getField(keyColumn)));
    List<Place> removed = new ArrayList<>();
    for (Object key : gone) {
      Place place = live.remove(key);
      if (place != null) {
        removed.add(place);
      }
    }
    RowDelta delta = table.newRowDelta().validateFromSnapshot(table.currentSnapshot().snapshotId());
    markDeleted(removed, delta);
    write(rows).forEach(delta::addRows);
    delta.commit();
  }

  /** Commits a compaction: all live rows into one file a partition, and no deletes left. */
  void compact() {
    Set<DataFile> old = new LinkedHashSet<>();
    live.values().forEach(place -> old.add(place.file()));
    List<Record> rows = rows();
    live.clear();
    RewriteFiles rewrite =
        table.newRewrite().validateFromSnapshot(table.currentSnapshot().snapshotId());
    old.forEach(rewrite::deleteFile);
    deletes.values().forEach(files -> files.forEach(rewrite::deleteFile));
    deletes.clear();
    write(rows).forEach(rewrite::addFile);
    rewrite.commit();
  }

  private List<DataFile> write(List<Record> rows) {
    Map<String, List<Record>> partitions = new LinkedHashMap<>();
    Map<String, PartitionKey> keys = new HashMap<>();
    for (Record row : rows) {
      PartitionKey key = new PartitionKey(table.spec(), table.schema());
      key.partition(partitionRow.wrap(row));
      keys.putIfAbsent(key.toPath(), key);
      partitions.computeIfAbsent(key.toPath(), path -> new ArrayList<>()).add(row);
    }
    List<DataFile> written = new ArrayList<>();
    partitions.forEach((path, part) -> written.add(writeFile(part, keys.get(path))));
    return written;
  }

  private DataFile writeFile(List<Record> rows, PartitionKey partition) {
    DataWriter<Record> writer = writers.newDataWriter(newFile(partition), table.spec(), partition);
    try (writer) {
      rows.forEach(writer::write);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    DataFile file = writer.toDataFile();
    for (int position = 0; position < rows.size(); position++) {
      Record row = rows.get(position);
      live.put(row.getField(keyColumn), new Place(row, file, position));
    }
    return file;
  }

  private void markDeleted(List<Place> removed, RowDelta delta) {
    // Position deletes have to be sorted by file and position.
    Map<String, TreeMap<Long, DataFile>> byFile = new TreeMap<>();
    for (Place place : removed) {
      byFile
          .computeIfAbsent(place.file().location(), path -> new TreeMap<>())
          .put(place.position(), place.file());
    }
    if (TableUtil.formatVersion(table) >= FORMAT_WITH_VECTORS) {
      writeVectors(byFile, delta);
    } else {
      byFile.forEach((path, positions) -> writePositionDeletes(path, positions, delta));
    }
  }

  private void writeVectors(Map<String, TreeMap<Long, DataFile>> byFile, RowDelta delta) {
    DVFileWriter writer = new BaseDVFileWriter(names(FileFormat.PUFFIN), this::previousVector);
    try (writer) {
      byFile.forEach(
          (path, positions) ->
              positions.forEach(
                  (position, file) ->
                      writer.delete(path, position, table.spec(), file.partition())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    DeleteWriteResult result = writer.result();
    result.rewrittenDeleteFiles().forEach(delta::removeDeletes);
    for (DeleteFile vector : result.deleteFiles()) {
      delta.addDeletes(vector);
      deletes.put(vector.referencedDataFile(), List.of(vector));
    }
  }

  private PositionDeleteIndex previousVector(String path) {
    List<DeleteFile> previous = deletes.get(path);
    return previous == null
        ? null
        : new BaseDeleteLoader(file -> table.io().newInputFile(file))
            .loadPositionDeletes(previous, path);
  }

  private void writePositionDeletes(
      String path, TreeMap<Long, DataFile> positions, RowDelta delta) {
    DataFile file = positions.firstEntry().getValue();
    PositionDeleteWriter<Record> writer =
        writers.newPositionDeleteWriter(newFile(file.partition()), table.spec(), file.partition());
    PositionDelete<Record> delete = PositionDelete.create();
    try (writer) {
      positions.keySet().forEach(position -> writer.write(delete.set(path, position)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    DeleteFile written = writer.toDeleteFile();
    delta.addDeletes(written);
    deletes.computeIfAbsent(path, key -> new ArrayList<>()).add(written);
  }

  private EncryptedOutputFile newFile(StructLike partition) {
    OutputFileFactory names = names(FileFormat.PARQUET);
    return table.spec().isPartitioned()
        ? names.newOutputFile(table.spec(), partition)
        : names.newOutputFile();
  }

  private OutputFileFactory names(FileFormat format) {
    return OutputFileFactory.builderFor(table, 0, files++).format(format).build();
  }
}
