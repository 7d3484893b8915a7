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
package dev.tributary.preflight;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;

/**
 * Finds out whether files can be written to a folder, by doing it. Leaves nothing behind but what
 * others use meanwhile: several processes may probe the same place at once.
 */
final class WriteProbe {
  /** Enough to need a block of a disk that may be full. */
  private static final int BYTES = 64 << 10;

  /** So often folders may vanish under the probe since other probes take theirs away. */
  private static final int MOST_ATTEMPTS = 100;

  private WriteProbe() {}

  /**
   * Writes a file to the folder, creating it if need be, and takes both away again.
   *
   * @throws IOException when the folder cannot be created or written to
   */
  static void write(Path folder) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        writeOnce(folder);
        return;
      } catch (NoSuchFileException e) {
        if (attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static void writeOnce(Path folder) throws IOException {
    Deque<Path> created = new ArrayDeque<>();
    try {
      create(folder.toAbsolutePath(), created);
      Path file = folder.resolve(".tributary-probe-" + UUID.randomUUID());
      created.push(file);
      Files.write(file, new byte[BYTES]);
    } finally {
      delete(created);
    }
  }

  private static void delete(Deque<Path> created) throws IOException {
    try {
      for (Path path : created) {
        Files.deleteIfExists(path);
      }
    } catch (DirectoryNotEmptyException e) {
      // Someone else creates below it by now, so that it and the folders above have to stay.
    }
  }

  /** The folder itself, or the closest one above that exists. */
  static Path existing(Path folder) {
    Path path = folder.toAbsolutePath();
    while (path.getParent() != null && !Files.exists(path)) {
      path = path.getParent();
    }
    return path;
  }

  private static void create(Path folder, Deque<Path> created) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    if (folder.getParent() != null) {
      create(folder.getParent(), created);
    }
    try {
      Files.createDirectory(folder);
      created.push(folder);
    } catch (FileAlreadyExistsException e) {
      // Fails, unlike a question whether it is a folder, if it is gone by now.
      if (!Files.readAttributes(folder, BasicFileAttributes.class).isDirectory()) {
        throw new IOException(folder + " is a file, not a folder", e);
      }
    }
  }
}
