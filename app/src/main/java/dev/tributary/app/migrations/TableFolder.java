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
package dev.tributary.app.migrations;

import dev.tributary.spec.SourceSpec.SourceFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells what a dropped folder is. Reads the folder, so not for the UI thread. */
final class TableFolder {
  private TableFolder() {}

  /** The format of the table in a folder; empty when there is none. */
  static Optional<SourceFormat> format(Path folder) {
    if (Files.isDirectory(folder.resolve("_delta_log"))) {
      return Optional.of(SourceFormat.DELTA);
    }
    if (Files.isDirectory(folder.resolve("metadata"))) {
      return Optional.of(SourceFormat.ICEBERG);
    }
    return Optional.empty();
  }
}
