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
package dev.tributary.catalog;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.hadoop.HadoopInputFile;
import org.apache.iceberg.io.InputFile;

/**
 * Opens data files so that Parquet checks the checksums of the pages that have one: damage is then
 * an error, not other rows. Iceberg 1.11 hands Parquet's options on only for files that Hadoop
 * reads, so local Parquet files are opened as such. Only reading goes that way, which needs none of
 * Hadoop's native helpers, and sidecar files are of no account there either.
 */
public final class CheckedFiles {
  private static final Configuration CHECKING = new Configuration(false);

  static {
    CHECKING.setBoolean(Catalogs.VERIFY_PAGE_CHECKSUMS, true);
    CHECKING.setClass("fs.file.impl", RawLocalFileSystem.class, Object.class);
    // The cache would hand out another part's file system of the same scheme.
    CHECKING.setBoolean("fs.file.impl.disable.cache", true);
  }

  private CheckedFiles() {}

  /**
   * The same file, for reading its rows; files of other formats and other places are as they were.
   */
  public static InputFile of(InputFile file, FileFormat format) {
    InputFile now = file instanceof RewritingFileIO.StoredInputFile stored ? stored.file() : file;
    return format == FileFormat.PARQUET && now instanceof LocalInputFile local && local.exists()
        ? HadoopInputFile.fromPath(new Path(local.path().toUri()), CHECKING)
        : file;
  }
}
