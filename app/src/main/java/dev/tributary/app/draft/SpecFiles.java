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
package dev.tributary.app.draft;

import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Reads and writes spec files. Not for the UI thread. */
public final class SpecFiles {
  /** How the names of spec files end. */
  public static final String EXTENSION = ".tributary.yaml";

  private SpecFiles() {}

  /**
   * Opens a spec file as a draft.
   *
   * @throws dev.tributary.errors.SpecException when it cannot be read or is not a valid spec
   */
  public static MigrationDraft open(Path file) {
    return MigrationDraft.of(Specs.asWritten(Specs.read(file)), file);
  }

  /**
   * Writes a spec, whole or not at all.
   *
   * @throws IOException when the folder cannot be written
   */
  public static void write(MigrationSpec spec, Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path draft = Files.createTempFile(folder, file.getFileName().toString(), ".tmp");
    try {
      Files.writeString(draft, Specs.write(spec));
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
