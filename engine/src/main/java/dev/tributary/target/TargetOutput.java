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

import java.io.Serializable;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.SerializableTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.util.PropertyUtil;

/**
 * Where and how new files of the target are written. Travels to workers. Every file is announced
 * before it is created, so that what a failed attempt leaves can be found.
 */
public final class TargetOutput implements Serializable {
  private static final long serialVersionUID = 1L;

  // A row group is buffered in memory while it is written.
  private static final long HEAP_PER_ROW_GROUP = 16;
  private static final long SMALLEST_ROW_GROUP = 4L << 20;

  /** Hears the location of a file that is about to be created. */
  public interface Announcement extends Consumer<String>, Serializable {}

  private final Table table;
  private final Map<String, String> writeProperties;
  private final Announcement announcement;

  /**
   * @param writeProperties properties for the writers, on top of the table's own
   */
  public TargetOutput(Table table, Map<String, String> writeProperties, Announcement announcement) {
    this.table = table instanceof SerializableTable ? table : SerializableTable.copyOf(table);
    this.writeProperties = new HashMap<>(writeProperties);
    this.announcement = announcement;
  }

  /** The table as it was when the output was made; it cannot be changed through it. */
  public Table table() {
    return table;
  }

  FileFormat dataFormat() {
    return FileFormat.fromString(
        table
            .properties()
            .getOrDefault(
                TableProperties.DEFAULT_FILE_FORMAT, TableProperties.DEFAULT_FILE_FORMAT_DEFAULT));
  }

  FileFormat deleteFormat() {
    return FileFormat.fromString(
        table
            .properties()
            .getOrDefault(
                TableProperties.DELETE_DEFAULT_FILE_FORMAT,
                dataFormat().name().toLowerCase(Locale.ROOT)));
  }

  /**
   * The format of position deletes: never Avro, whose files state no bounds, so that the next
   * writer could not tell that one is about a single data file and may be replaced.
   */
  FileFormat positionDeleteFormat() {
    FileFormat format = deleteFormat();
    return format == FileFormat.AVRO ? FileFormat.PARQUET : format;
  }

  /** The size that data files are to have. */
  public long targetFileSizeBytes() {
    return PropertyUtil.propertyAsLong(
        table.properties(),
        TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
        TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
  }

  Map<String, String> writerProperties() {
    Map<String, String> properties = new HashMap<>(writeProperties);
    long configured =
        PropertyUtil.propertyAsLong(
            table.properties(),
            TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES,
            TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES_DEFAULT);
    long affordable =
        Math.max(SMALLEST_ROW_GROUP, Runtime.getRuntime().maxMemory() / HEAP_PER_ROW_GROUP);
    properties.putIfAbsent(
        TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES,
        Long.toString(Math.min(configured, affordable)));
    return properties;
  }

  OutputFileFactory files(String name, FileFormat format) {
    return OutputFileFactory.builderFor(table, 0, 0)
        .operationId(name + "-" + UUID.randomUUID())
        .format(format)
        .ioSupplier(() -> new AnnouncingFileIO(table.io(), announcement))
        .build();
  }
}
