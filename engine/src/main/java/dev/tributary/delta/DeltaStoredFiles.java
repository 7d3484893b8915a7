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
package dev.tributary.delta;

import dev.tributary.source.ParquetFooter;
import dev.tributary.source.ReadTask;
import dev.tributary.source.StoredFile;
import dev.tributary.source.StoredFiles;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.deletes.Deletes;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.iceberg.types.Types;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/** The files of a table without column mapping, with the rows that are deleted from each. */
final class DeltaStoredFiles implements StoredFiles {
  private static final long serialVersionUID = 1L;

  private final Storage storage;
  private final Schema schema;
  private final PartitionSpec spec;
  private final NameMapping names;

  /**
   * @param schema all columns
   * @param spec the partition columns, each as it is
   * @param names finds the columns in files, which have no field ids
   */
  DeltaStoredFiles(Storage storage, Schema schema, PartitionSpec spec, NameMapping names) {
    this.storage = storage;
    this.schema = schema;
    this.spec = spec;
    this.names = names;
  }

  @Override
  public StoredFile open(ReadTask task) {
    DeltaTask file = (DeltaTask) task;
    InputFile content = new StoredInput(storage, file.path(), file.bytes());
    try {
      ParquetMetadata footer = ParquetFooter.metadata(content);
      Metrics metrics =
          ParquetUtil.footerMetrics(footer, Stream.empty(), MetricsConfig.getDefault(), names);
      return new StoredFile(
          content,
          FileFormat.PARQUET,
          file.bytes(),
          metrics,
          spec,
          partition(file),
          deleted(file),
          unfit(ParquetFooter.of(footer)));
    } catch (IOException | RuntimeException e) {
      throw DeltaChangeReader.unreadable(file, e);
    }
  }

  private static Optional<String> unfit(ParquetFooter footer) {
    if (!footer.named()) {
      return Optional.of("its columns have field ids of another table");
    }
    if (!footer.plainLists()) {
      return Optional.of("its lists or maps are laid out as old writers did");
    }
    return footer.oldCalendar()
        ? Optional.of("its dates may count in the calendar from before 1582")
        : Optional.empty();
  }

  private StructLike partition(DeltaTask file) {
    Types.StructType type = spec.partitionType();
    GenericRecord values = GenericRecord.create(type);
    for (int i = 0; i < spec.fields().size(); i++) {
      Types.NestedField column = schema.findField(spec.fields().get(i).sourceId());
      values.set(i, PartitionValues.parse(column, file.partitionValues().get(column.name())));
    }
    return new InternalRecordWrapper(type).wrap(values);
  }

  private PositionDeleteIndex deleted(DeltaTask file) throws IOException {
    long[] positions = DeletedPositions.load(storage, file.after()).toArray();
    return Deletes.toPositionIndex(
        CloseableIterable.withNoopClose(Arrays.stream(positions).boxed().toList()));
  }
}
