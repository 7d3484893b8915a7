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
package dev.tributary.oracle.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.FileWriterFactory;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * Steps that Spark cannot do: equality deletes, as Flink writes them. What they mean, Spark says.
 */
final class EqualityDeletes {
  private final Table table;
  private final Random random;
  private final FileFormat format;

  private EqualityDeletes(Work work) {
    this.table = work.iceberg().get();
    this.random = work.random();
    this.format =
        ColumnType.any(
            List.of(FileFormat.PARQUET, FileFormat.PARQUET, FileFormat.ORC, FileFormat.AVRO),
            random);
  }

  /** Deletes rows by one column or by the key, in a partition of any spec or in the whole table. */
  static void delete(Work work) {
    if (work.iceberg().get().currentSnapshot() == null) {
      return;
    }
    EqualityDeletes deletes = new EqualityDeletes(work);
    List<Record> rows = deletes.someRows(3);
    if (rows.isEmpty()) {
      return;
    }
    RowDelta delta = deletes.table.newRowDelta();
    List<Column> chosen = deletes.columns(work.table());
    List<Types.NestedField> columns = deletes.fields(chosen);
    PartitionSpec spec =
        ColumnType.any(List.copyOf(deletes.table.specs().values()), deletes.random);
    for (Record row : rows) {
      delta.addDeletes(deletes.equalityDelete(row, columns, spec));
    }
    delta.commit();
    chosen.forEach(column -> work.table().replace(column.kept()));
    work.statements()
        .note(
            String.format(
                "equality deletes in %s on %s under %s: %s",
                deletes.format, columns, spec.isPartitioned() ? spec : "no partitions", rows));
  }

  /** Replaces rows as a stream does: the keys deleted and new rows written, in one commit. */
  static void upsert(Work work) {
    Table table = work.iceberg().get();
    // Elsewhere a row may lie in a partition that the delete does not reach, and be there twice.
    if (table.currentSnapshot() == null || table.specs().size() > 1) {
      return;
    }
    EqualityDeletes deletes = new EqualityDeletes(work);
    List<Record> rows = deletes.someRows(4);
    if (rows.size() < 2) {
      return;
    }
    List<Column> free =
        work.table().values().stream()
            .filter(c -> work.table().partitions().stream().noneMatch(p -> p.columnId() == c.id()))
            .toList();
    List<Types.NestedField> key = deletes.fields(work.table().keyColumns());
    RowDelta delta = table.newRowDelta();
    for (int i = 1; i < rows.size(); i++) {
      Record row = rows.get(i).copy();
      delta.addDeletes(deletes.equalityDelete(row, key, table.spec()));
      for (Column column : free) {
        if (deletes.random.nextBoolean()) {
          row.setField(column.name(), rows.get(0).getField(column.name()));
        }
      }
      delta.addRows(deletes.data(row));
    }
    delta.commit();
    work.statements().note("upserts in " + deletes.format + " of " + rows.subList(1, rows.size()));
  }

  private List<Record> someRows(int most) {
    List<Record> rows = new ArrayList<>();
    try (CloseableIterable<Record> all = IcebergGenerics.read(table).build()) {
      all.forEach(rows::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Collections.shuffle(rows, random);
    return rows.subList(0, Math.min(rows.size(), 1 + random.nextInt(most)));
  }

  private List<Column> columns(RandomTable source) {
    List<Column> fit = source.values().stream().filter(PartitionField::suits).toList();
    return random.nextInt(3) > 0 || fit.isEmpty()
        ? source.keyColumns()
        : List.of(ColumnType.any(fit, random));
  }

  private List<Types.NestedField> fields(List<Column> columns) {
    return columns.stream().map(c -> table.schema().findField(c.name())).toList();
  }

  private DeleteFile equalityDelete(
      Record row, List<Types.NestedField> columns, PartitionSpec spec) {
    int[] ids = columns.stream().mapToInt(Types.NestedField::fieldId).toArray();
    Schema schema =
        TypeUtil.select(
            table.schema(),
            columns.stream()
                .map(Types.NestedField::fieldId)
                .collect(java.util.stream.Collectors.toSet()));
    FileWriterFactory<Record> writers =
        new GenericFileWriterFactory.Builder(table)
            .deleteFileFormat(format)
            .equalityFieldIds(ids)
            .equalityDeleteRowSchema(schema)
            .build();
    org.apache.iceberg.data.GenericRecord key =
        org.apache.iceberg.data.GenericRecord.create(schema);
    schema.columns().forEach(c -> key.setField(c.name(), row.getField(c.name())));
    StructLike partition = partition(row, spec);
    EqualityDeleteWriter<Record> writer =
        writers.newEqualityDeleteWriter(file(spec, partition), spec, partition);
    try (writer) {
      writer.write(key);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return writer.toDeleteFile();
  }

  private DataFile data(Record row) {
    FileWriterFactory<Record> writers =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(format)
            .dataSchema(table.schema())
            .build();
    StructLike partition = partition(row, table.spec());
    DataWriter<Record> writer =
        writers.newDataWriter(file(table.spec(), partition), table.spec(), partition);
    try (writer) {
      writer.write(row);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return writer.toDataFile();
  }

  private EncryptedOutputFile file(PartitionSpec spec, StructLike partition) {
    OutputFileFactory files = OutputFileFactory.builderFor(table, 1, 1).format(format).build();
    return spec.isPartitioned() ? files.newOutputFile(spec, partition) : files.newOutputFile();
  }

  private StructLike partition(Record row, PartitionSpec spec) {
    if (!spec.isPartitioned()) {
      return null;
    }
    PartitionKey key = new PartitionKey(spec, table.schema());
    key.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(row));
    return key;
  }
}
