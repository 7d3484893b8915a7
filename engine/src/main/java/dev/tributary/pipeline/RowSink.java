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
package dev.tributary.pipeline;

import dev.tributary.rows.RowCodec;
import dev.tributary.scan.SpillFolder;
import dev.tributary.target.DataFileWriter;
import dev.tributary.target.TargetOutput;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;

/**
 * Takes rows in any order and writes them into data files, one open at a time: rows of a
 * partitioned or sorted table are first sorted, by partition and then in the table's order, on disk
 * if need be. Each file is sorted in itself.
 */
abstract class RowSink implements Closeable {
  private long rows;

  static RowSink open(TargetOutput output, SpillFolder folder, String name) {
    DataFileWriter writer = new DataFileWriter(output, name);
    return output.table().spec().isUnpartitioned() && output.table().sortOrder().isUnsorted()
        ? new Direct(writer)
        : new Sorting(writer, output.table(), folder);
  }

  final void write(Record row) {
    add(row);
    rows++;
  }

  final long rows() {
    return rows;
  }

  abstract void add(Record row);

  /** Writes what is still held back and returns all files. */
  abstract List<DataFile> complete() throws IOException;

  private static final class Direct extends RowSink {
    private final DataFileWriter writer;

    Direct(DataFileWriter writer) {
      this.writer = writer;
    }

    @Override
    void add(Record row) {
      writer.write(row);
    }

    @Override
    List<DataFile> complete() throws IOException {
      return new ArrayList<>(writer.complete());
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }

  private static final class Sorting extends RowSink {
    private final DataFileWriter writer;
    private final ExternalSorter sorter;
    private final RowCodec codec;
    private final PartitionBytes partitions;
    private final InternalRecordWrapper internal;
    private final SortKeys order;

    Sorting(DataFileWriter writer, Table table, SpillFolder folder) {
      this.writer = writer;
      this.sorter = new ExternalSorter(folder, ExternalSorter.affordableBytes());
      this.codec = new RowCodec(table.schema());
      this.partitions = new PartitionBytes(table);
      this.internal = new InternalRecordWrapper(table.schema().asStruct());
      this.order = new SortKeys(table.schema(), table.sortOrder());
    }

    @Override
    void add(Record row) {
      PackedBytes bytes = partitions.of(internal.wrap(row));
      order.append(internal, bytes);
      sorter.add(bytes.toByteArray(), codec.encode(row));
    }

    @Override
    List<DataFile> complete() throws IOException {
      Iterator<ExternalSorter.Entry> sorted = sorter.sorted();
      while (sorted.hasNext()) {
        writer.write(codec.decode(sorted.next().value()));
      }
      return new ArrayList<>(writer.complete());
    }

    @Override
    public void close() throws IOException {
      try (writer) {
        sorter.close();
      }
    }
  }
}
