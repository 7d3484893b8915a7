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
package dev.tributary.metrics;

import dev.tributary.scan.ByteHash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.ContentFileUtil;

/**
 * What the live entries of one manifest add up to.
 *
 * @param dataFiles hashes of the paths of the data files
 * @param rows in the data files
 * @param bytes of the data files
 * @param deletes deletion vectors and position delete files
 * @param equalityDeleteFiles number of equality delete files
 */
record ManifestFigures(
    long[] dataFiles,
    long rows,
    long bytes,
    List<PositionDeletes> deletes,
    long equalityDeleteFiles) {
  private static final List<String> DATA_COLUMNS =
      List.of("file_path", "record_count", "file_size_in_bytes");

  /**
   * A deletion vector, or a position delete file.
   *
   * @param dataFile hash of the path of the only data file that it is for; empty when it is for
   *     several
   * @param bytes of the vector, or the file
   */
  record PositionDeletes(boolean vector, Optional<Long> dataFile, long positions, long bytes) {}

  /** Reads a manifest. */
  static ManifestFigures read(ManifestFile manifest, FileIO io, Map<Integer, PartitionSpec> specs)
      throws IOException {
    return manifest.content() == ManifestContent.DATA
        ? readData(manifest, io, specs)
        : readDeletes(manifest, io, specs);
  }

  /** Rough size in memory, in units of one number. */
  long weight() {
    return 8L + dataFiles.length + 8L * deletes.size();
  }

  private static ManifestFigures readData(
      ManifestFile manifest, FileIO io, Map<Integer, PartitionSpec> specs) throws IOException {
    long[] paths = new long[16];
    int files = 0;
    long rows = 0;
    long bytes = 0;
    try (ManifestReader<DataFile> reader =
        ManifestFiles.read(manifest, io, specs).select(DATA_COLUMNS)) {
      for (DataFile file : reader) {
        if (files == paths.length) {
          paths = Arrays.copyOf(paths, 2 * files);
        }
        paths[files++] = hash(file.location());
        rows += file.recordCount();
        bytes += file.fileSizeInBytes();
      }
    }
    return new ManifestFigures(Arrays.copyOf(paths, files), rows, bytes, List.of(), 0);
  }

  private static ManifestFigures readDeletes(
      ManifestFile manifest, FileIO io, Map<Integer, PartitionSpec> specs) throws IOException {
    List<PositionDeletes> deletes = new ArrayList<>();
    long equalityDeleteFiles = 0;
    try (ManifestReader<DeleteFile> reader =
        ManifestFiles.readDeleteManifest(manifest, io, specs)) {
      for (DeleteFile file : reader) {
        if (file.content() == FileContent.EQUALITY_DELETES) {
          equalityDeleteFiles++;
        } else {
          deletes.add(positionDeletes(file));
        }
      }
    }
    return new ManifestFigures(new long[0], 0, 0, List.copyOf(deletes), equalityDeleteFiles);
  }

  private static PositionDeletes positionDeletes(DeleteFile file) {
    boolean vector = ContentFileUtil.isDV(file);
    return new PositionDeletes(
        vector,
        Optional.ofNullable(ContentFileUtil.referencedDataFileLocation(file))
            .map(ManifestFigures::hash),
        file.recordCount(),
        vector ? contentBytes(file) : file.fileSizeInBytes());
  }

  private static long contentBytes(DeleteFile vector) {
    return Optional.ofNullable(vector.contentSizeInBytes()).orElse(0L);
  }

  /** Paths take the place of their hashes only to save memory; 64 bits do not collide by chance. */
  private static long hash(String path) {
    return ByteHash.of(path.getBytes(StandardCharsets.UTF_8), 0);
  }
}
