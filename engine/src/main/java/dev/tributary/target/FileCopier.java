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

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.source.StoredFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.DeleteGranularity;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.io.FanoutPositionOnlyDeleteWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.PartitioningDVWriter;
import org.apache.iceberg.io.PartitioningWriter;
import org.apache.iceberg.io.PositionOutputStream;

/**
 * Copies data files of a source into the target as they are, and carries the rows that are deleted
 * from them over as the target's own kind of deletes. Used by one thread.
 */
public final class FileCopier implements Closeable {
  private static final int BUFFER_BYTES = 1 << 20;

  private final TargetOutput output;
  private final PartitionSpec spec;
  private final String name;
  private final Map<FileFormat, OutputFileFactory> places = new HashMap<>();
  private final Map<PartitionSpec, Optional<PartitionMatch>> matches = new HashMap<>();
  private final List<DataFile> copies = new ArrayList<>();
  private final PositionDelete<Record> delete = PositionDelete.create();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private PartitioningWriter<PositionDelete<Record>, DeleteWriteResult> deletes;

  /**
   * @param name tells this copier's files from those of all others
   */
  public FileCopier(TargetOutput output, String name) {
    this.output = output;
    this.spec = output.table().spec();
    this.name = name;
  }

  /** Why the file's rows have to be read and written instead; empty: they need not. */
  public Optional<String> unfit(StoredFile file) {
    if (file.unfit().isPresent()) {
      return file.unfit();
    }
    return match(file).isEmpty()
        ? Optional.of("the target is partitioned otherwise")
        : Optional.empty();
  }

  private Optional<PartitionMatch> match(StoredFile file) {
    return matches.computeIfAbsent(file.spec(), from -> PartitionMatch.of(from, spec));
  }

  /**
   * Copies a file that is fit.
   *
   * @throws SourceException when the file cannot be read to its end
   * @throws IOException when the copy cannot be written
   * @throws CancellationException when cancelled
   */
  public void copy(StoredFile file, BooleanSupplier cancelled) throws IOException {
    StructLike partition =
        spec.isUnpartitioned() ? null : match(file).orElseThrow().partition(file);
    OutputFileFactory factory =
        places.computeIfAbsent(file.format(), format -> output.files(name, format));
    EncryptedOutputFile place =
        partition == null ? factory.newOutputFile() : factory.newOutputFile(spec, partition);
    long bytes = transfer(file, place, cancelled);
    // Sizes in metadata are not always right; the file's own is.
    long length = file.content().getLength();
    if (bytes != length) {
      throw new SourceException(
          Area.CHANGES,
          String.format(
              "Data file %s ended after %,d of %,d bytes. Restore the file, or start from a later"
                  + " commit.",
              file.content().location(), bytes, length));
    }
    String location = place.encryptingOutputFile().location();
    DataFiles.Builder copy =
        DataFiles.builder(spec)
            .withPath(location)
            .withFormat(file.format())
            .withFileSizeInBytes(bytes)
            .withMetrics(file.metrics());
    if (partition != null) {
      copy.withPartition(partition);
    }
    copies.add(copy.build());
    if (!file.deleted().isEmpty()) {
      PartitioningWriter<PositionDelete<Record>, DeleteWriteResult> writer = deletes();
      file.deleted()
          .forEach(position -> writer.write(delete.set(location, position), spec, partition));
    }
  }

  private long transfer(StoredFile file, EncryptedOutputFile place, BooleanSupplier cancelled)
      throws IOException {
    long bytes = 0;
    try (InputStream in = open(file);
        PositionOutputStream out = place.encryptingOutputFile().create()) {
      int read = read(file, in);
      while (read >= 0) {
        if (cancelled.getAsBoolean()) {
          throw new CancellationException("Cancelled while copying files");
        }
        out.write(buffer, 0, read);
        bytes += read;
        read = read(file, in);
      }
    }
    return bytes;
  }

  private static InputStream open(StoredFile file) {
    try {
      return file.content().newStream();
    } catch (RuntimeException e) {
      throw unreadable(file, e);
    }
  }

  private int read(StoredFile file, InputStream in) {
    try {
      return in.read(buffer);
    } catch (IOException | RuntimeException e) {
      throw unreadable(file, e);
    }
  }

  private static SourceException unreadable(StoredFile file, Exception reason) {
    return new SourceException(
        Area.CHANGES,
        String.format(
            "Cannot read data file %s: %s. Restore the file, or start from a later commit.",
            file.content().location(), WatchedOutputFile.reason(reason)),
        reason);
  }

  private PartitioningWriter<PositionDelete<Record>, DeleteWriteResult> deletes() {
    if (deletes == null) {
      Table table = output.table();
      Function<CharSequence, PositionDeleteIndex> none = path -> null;
      if (TableUtil.formatVersion(table) >= 3) {
        deletes = new PartitioningDVWriter<>(output.files("deletes", FileFormat.PUFFIN), none);
      } else {
        FileFormat format = output.positionDeleteFormat();
        deletes =
            new FanoutPositionOnlyDeleteWriter<>(
                new GenericFileWriterFactory.Builder(table).deleteFileFormat(format).build(),
                output.files("deletes", format),
                table.io(),
                output.targetFileSizeBytes(),
                DeleteGranularity.FILE,
                none);
      }
    }
    return deletes;
  }

  /** The copies so far. */
  public List<DataFile> copies() {
    return List.copyOf(copies);
  }

  /** Writes the deletes of all copies. */
  public Located complete() throws IOException {
    if (deletes == null) {
      return Located.NOTHING;
    }
    deletes.close();
    DeleteWriteResult result = deletes.result();
    List<String> dataFiles = new ArrayList<>();
    result.referencedDataFiles().forEach(path -> dataFiles.add(path.toString()));
    return Located.copied(result.deleteFiles(), dataFiles);
  }

  // The writers hold no resource before complete(), and would write files when closed.
  @Override
  public void close() {}
}
