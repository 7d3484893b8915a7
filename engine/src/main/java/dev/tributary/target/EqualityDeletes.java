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

import dev.tributary.errors.MappingException;
import dev.tributary.rows.KeyCodec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.RollingEqualityDeleteWriter;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Writes keys as equality deletes, without looking for their rows. They are of no partition, and so
 * apply to all data files that were committed before, in whatever partition: a row may have moved
 * to another one, and only its old one holds what is to be deleted.
 */
public final class EqualityDeletes implements Closeable {
  private final TargetOutput output;
  private final KeyCodec codec;
  private final String name;
  private final OrcTimestamps timestamps;
  private RollingEqualityDeleteWriter<Record> writer;

  /**
   * @param name tells this writer's files from those of all others
   */
  public EqualityDeletes(TargetOutput output, List<String> keyColumns, String name) {
    this.output = output;
    this.codec = new KeyCodec(output.table().schema(), keyColumns);
    this.name = name;
    this.timestamps = OrcTimestamps.of(output.deleteFormat(), codec.keySchema());
  }

  /**
   * Refuses keys that readers do not find in delete files. Iceberg's generic readers keep all keys
   * of a file in a set, and read {@code fixed} values of one file into one array, so that all keys
   * become the last one.
   *
   * @throws MappingException naming the column
   */
  public static void requireReadable(Schema schema, List<String> keyColumns) {
    for (Types.NestedField column : KeyCodec.fields(schema, keyColumns)) {
      if (column.type().typeId() == Type.TypeID.FIXED) {
        throw new MappingException(
            String.format(
                "Equality column '%s' has type %s, by which not every reader applies equality"
                    + " deletes: use delete_strategy: position, or other equality columns.",
                column.name(), column.type()));
      }
    }
  }

  /** Deletes the rows with a key, given by its bytes. */
  public void delete(byte[] key) {
    if (writer == null) {
      writer = open();
    }
    Record row = codec.row(key);
    timestamps.require(row);
    writer.write(row);
  }

  private RollingEqualityDeleteWriter<Record> open() {
    FileFormat format = output.deleteFormat();
    int[] ids = codec.keySchema().columns().stream().mapToInt(Types.NestedField::fieldId).toArray();
    return new RollingEqualityDeleteWriter<>(
        new GenericFileWriterFactory.Builder(output.table())
            .deleteFileFormat(format)
            .equalityFieldIds(ids)
            .equalityDeleteRowSchema(codec.keySchema())
            .writerProperties(output.writerProperties())
            .build(),
        output.files(name, format),
        output.table().io(),
        output.targetFileSizeBytes(),
        PartitionSpec.unpartitioned(),
        null);
  }

  /** Closes the last file and returns all of them. */
  public List<DeleteFile> complete() throws IOException {
    if (writer == null) {
      return List.of();
    }
    writer.close();
    return writer.result().deleteFiles();
  }

  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.close();
    }
  }

  /**
   * The spec without fields of a table, under the number that the table has it by. A table that
   * never had one gets it in the transaction; its rows are partitioned as before.
   */
  static PartitionSpec globalSpec(Transaction transaction) {
    for (PartitionSpec spec : transaction.table().specs().values()) {
      if (spec.isUnpartitioned()) {
        return spec;
      }
    }
    UpdatePartitionSpec update = transaction.updateSpec();
    for (PartitionField field : transaction.table().spec().fields()) {
      update.removeField(field.name());
    }
    update.addNonDefaultSpec().commit();
    return transaction.table().specs().values().stream()
        .filter(PartitionSpec::isUnpartitioned)
        .findFirst()
        .orElseThrow();
  }

  /**
   * The same file under the number of the given spec. Bounds of columns whose order readers do not
   * agree on are left out, or readers would not apply it where it does apply: Iceberg compares
   * UUIDs with a sign, and Parquet without.
   */
  static DeleteFile under(PartitionSpec spec, Schema schema, DeleteFile file) {
    return FileMetadata.deleteFileBuilder(spec)
        .ofEqualityDeletes(file.equalityFieldIds().stream().mapToInt(id -> id).toArray())
        .withPath(file.location())
        .withFormat(file.format())
        .withFileSizeInBytes(file.fileSizeInBytes())
        .withSplitOffsets(file.splitOffsets())
        .withEncryptionKeyMetadata(file.keyMetadata())
        .withMetrics(
            new Metrics(
                file.recordCount(),
                file.columnSizes(),
                file.valueCounts(),
                file.nullValueCounts(),
                file.nanValueCounts(),
                reliable(file.lowerBounds(), schema),
                reliable(file.upperBounds(), schema)))
        .build();
  }

  private static Map<Integer, ByteBuffer> reliable(Map<Integer, ByteBuffer> bounds, Schema schema) {
    Map<Integer, ByteBuffer> reliable = new HashMap<>();
    if (bounds != null) {
      bounds.forEach(
          (id, bound) -> {
            if (KeyRanges.comparable(schema.findType(id))) {
              reliable.put(id, bound);
            }
          });
    }
    return reliable;
  }
}
