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

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.ClusteredDataWriter;
import org.apache.iceberg.io.DataWriteResult;
import org.apache.iceberg.io.FileWriterFactory;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.PartitioningWriter;

/**
 * Writes rows into data files of the target size. Only one file is open at a time, so the rows of a
 * partitioned table have to come partition by partition, and those of a sorted one in its order.
 */
public final class DataFileWriter implements Closeable {
  private final Table table;
  private final PartitioningWriter<Record, DataWriteResult> writer;
  private final PartitionKey partition;
  private final InternalRecordWrapper internal;
  private final OrcTimestamps timestamps;

  /**
   * @param output where the files go
   * @param name tells this writer's files from those of all others
   */
  public DataFileWriter(TargetOutput output, String name) {
    this.table = output.table();
    FileFormat format = output.dataFormat();
    FileWriterFactory<Record> writers =
        new GenericFileWriterFactory.Builder(table)
            .dataFileFormat(format)
            .dataSortOrder(table.sortOrder())
            .writerProperties(output.writerProperties())
            .build();
    OutputFileFactory files = output.files(name, format);
    this.writer =
        new ClusteredDataWriter<>(writers, files, table.io(), output.targetFileSizeBytes());
    this.partition = new PartitionKey(table.spec(), table.schema());
    this.internal = new InternalRecordWrapper(table.schema().asStruct());
    this.timestamps = OrcTimestamps.of(format, table.schema());
  }

  /**
   * Writes a row of the table's schema.
   *
   * @throws dev.tributary.errors.TargetException when files of the format cannot hold it
   */
  public void write(Record row) {
    timestamps.require(row);
    partition.partition(internal.wrap(row));
    writer.write(row, table.spec(), table.spec().isUnpartitioned() ? null : partition);
  }

  /** Closes the last file and returns all of them. */
  public List<DataFile> complete() throws IOException {
    writer.close();
    return writer.result().dataFiles();
  }

  /** Closes the open file; what was written is of no use unless {@link #complete} was called. */
  @Override
  public void close() throws IOException {
    writer.close();
  }
}
