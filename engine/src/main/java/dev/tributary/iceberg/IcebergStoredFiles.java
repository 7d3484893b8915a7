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
package dev.tributary.iceberg;

import dev.tributary.source.ParquetFooter;
import dev.tributary.source.ReadTask;
import dev.tributary.source.StoredFile;
import dev.tributary.source.StoredFiles;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.io.InputFile;

/** The data files of a snapshot, with the rows that are deleted from each. */
final class IcebergStoredFiles implements StoredFiles {
  private static final long serialVersionUID = 1L;

  private final DataFiles files;
  private final DeleteReader deletes;
  private final HashMap<Integer, PartitionSpec> specs;
  private final boolean mapsNames;
  private final boolean tracksRows;

  /**
   * @param mapsNames whether the table finds columns of files without field ids by name
   * @param tracksRows whether files may hold row ids of their table
   */
  IcebergStoredFiles(
      DataFiles files,
      DeleteReader deletes,
      Map<Integer, PartitionSpec> specs,
      boolean mapsNames,
      boolean tracksRows) {
    this.files = files;
    this.deletes = deletes;
    this.specs = new HashMap<>(specs);
    this.mapsNames = mapsNames;
    this.tracksRows = tracksRows;
  }

  @Override
  public StoredFile open(ReadTask task) {
    FileTask fileTask = (FileTask) task;
    DataFile file = fileTask.file();
    InputFile content = files.io().newInputFile(file.location());
    return new StoredFile(
        content,
        file.format(),
        file.fileSizeInBytes(),
        new Metrics(
            file.recordCount(),
            file.columnSizes(),
            file.valueCounts(),
            file.nullValueCounts(),
            file.nanValueCounts(),
            file.lowerBounds(),
            file.upperBounds()),
        specs.get(file.specId()),
        file.partition(),
        deletes.positions(fileTask, fileTask.after()),
        unfit(file, content));
  }

  private Optional<String> unfit(DataFile file, InputFile content) {
    if (file.format() != FileFormat.PARQUET) {
      return mapsNames || tracksRows
          ? Optional.of("its columns may have no field ids, or it may hold row ids")
          : Optional.empty();
    }
    ParquetFooter footer;
    try {
      footer = ParquetFooter.read(content);
    } catch (IOException | RuntimeException e) {
      throw Unreadable.file("data file", file.location(), e);
    }
    if (footer.rows() != file.recordCount()) {
      throw Unreadable.file(
          "data file",
          file.location(),
          new IOException(
              "it holds " + footer.rows() + " rows where metadata states " + file.recordCount()));
    }
    if (!footer.identified()) {
      return Optional.of("its columns have no field ids");
    }
    return footer.rowLineage()
        ? Optional.of("it holds row ids of the table that it is from")
        : Optional.empty();
  }
}
