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
package dev.tributary.oracle.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where scenarios keep their tables. */
final class Folders {
  private static final Path MEMORY = Path.of("/dev/shm");

  private Folders() {}

  /** A folder in memory where the system has such, since nothing has to survive. */
  static Path create(Path otherwise) {
    try {
      return Files.isWritable(MEMORY) ? Files.createTempDirectory(MEMORY, "sequences") : otherwise;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> found = Files.walk(folder)) {
      List<Path> all = found.sorted(Comparator.reverseOrder()).toList();
      for (Path path : all) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
