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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.deletes.DeleteGranularity;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.io.FanoutPositionOnlyDeleteWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.util.ContentFileUtil;

/**
 * Collects deleted positions of data files and writes one delete for each of these files, merged
 * with what the file already had: a deletion vector on format version 3, a file-scoped position
 * delete file on 2. Nothing is written when nothing was deleted.
 */
abstract class PositionDeletes implements RowRemover {
  private final TargetOutput output;
  private final Map<String, FileScanTask> files = new HashMap<>();

  private PositionDeletes(TargetOutput output, List<FileScanTask> files) {
    this.output = output;
    files.forEach(file -> this.files.put(file.file().location(), file));
  }

  static PositionDeletes forTable(TargetOutput output, List<FileScanTask> files) {
    return TableUtil.formatVersion(output.table()) >= 3
        ? new Vectors(output, files)
        : new FileScoped(output, files);
  }

  /** Writes what was collected; null when that is nothing. */
  abstract DeleteWriteResult write() throws IOException;

  @Override
  public final Located complete(byte[] matchedKeys, BooleanSupplier cancelled) throws IOException {
    DeleteWriteResult result = write();
    if (result == null) {
      return Located.NOTHING;
    }
    List<String> dataFiles = new ArrayList<>();
    result.referencedDataFiles().forEach(path -> dataFiles.add(path.toString()));
    return Located.marked(
        matchedKeys, result.deleteFiles(), result.rewrittenDeleteFiles(), dataFiles);
  }

  /** What is already deleted of a data file by such deletes; null when nothing is. */
  final PositionDeleteIndex previous(CharSequence dataFile, Predicate<DeleteFile> chosen) {
    List<DeleteFile> deletes =
        files.get(dataFile.toString()).deletes().stream()
            .filter(file -> file.content() == FileContent.POSITION_DELETES)
            .filter(chosen)
            .toList();
    return deletes.isEmpty()
        ? null
        : new BaseDeleteLoader(table().io()::newInputFile).loadPositionDeletes(deletes, dataFile);
  }

  final Table table() {
    return output.table();
  }

  private static final class Vectors extends PositionDeletes {
    private final OutputFileFactory outputFiles;
    private DVFileWriter writer;

    Vectors(TargetOutput output, List<FileScanTask> files) {
      super(output, files);
      this.outputFiles = output.files("deletes", FileFormat.PUFFIN);
    }

    @Override
    public void remove(FileScanTask file, long position) {
      if (writer == null) {
        // A vector takes in whatever else deletes by position, as it is alone in force then.
        writer = new BaseDVFileWriter(outputFiles, path -> previous(path, deletes -> true));
      }
      writer.delete(file.file().location(), position, file.spec(), file.partition());
    }

    @Override
    DeleteWriteResult write() throws IOException {
      if (writer == null) {
        return null;
      }
      writer.close();
      return writer.result();
    }

    // The writer holds no resource before write(), and would write the file when closed.
    @Override
    public void close() {}
  }

  private static final class FileScoped extends PositionDeletes {
    private final FanoutPositionOnlyDeleteWriter<Record> writer;
    private final PositionDelete<Record> delete = PositionDelete.create();
    private boolean any;

    FileScoped(TargetOutput output, List<FileScanTask> files) {
      super(output, files);
      FileFormat format = output.positionDeleteFormat();
      this.writer =
          new FanoutPositionOnlyDeleteWriter<>(
              new GenericFileWriterFactory.Builder(output.table()).deleteFileFormat(format).build(),
              output.files("deletes", format),
              output.table().io(),
              output.targetFileSizeBytes(),
              DeleteGranularity.FILE,
              // Files of other writers may name several data files; they stay in force beside ours.
              path -> previous(path, ContentFileUtil::isFileScoped));
    }

    @Override
    public void remove(FileScanTask file, long position) {
      any = true;
      writer.write(delete.set(file.file().location(), position), file.spec(), file.partition());
    }

    @Override
    DeleteWriteResult write() throws IOException {
      if (!any) {
        return null;
      }
      writer.close();
      return writer.result();
    }

    @Override
    public void close() {}
  }
}
