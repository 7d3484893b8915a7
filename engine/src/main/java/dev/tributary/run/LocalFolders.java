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
package dev.tributary.run;

import dev.tributary.catalog.Catalogs;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folders that files of a new table bring about, and that have to go again when the table does
 * not come to be. Object stores have none.
 */
final class LocalFolders {
  private static final Logger LOG = LoggerFactory.getLogger(LocalFolders.class);

  private final Optional<Path> topmost;

  private LocalFolders(Optional<Path> topmost) {
    this.topmost = topmost;
  }

  /** Notes which folders of the location are still missing. */
  static LocalFolders missing(String location) {
    return new LocalFolders(
        Catalogs.localPath(location).filter(Files::notExists).map(LocalFolders::topmostMissing));
  }

  /** Deletes those that were missing, as far as they hold no file. */
  void deleteEmpty() {
    if (topmost.filter(Files::isDirectory).isEmpty()) {
      return;
    }
    try {
      for (Path folder : deepestFirst(topmost.get())) {
        deleteIfEmpty(folder);
      }
    } catch (IOException e) {
      LOG.warn("Cannot delete the empty folders in {}", topmost.get(), e);
    }
  }

  private static Path topmostMissing(Path folder) {
    Path topmost = folder;
    while (topmost.getParent() != null && !Files.exists(topmost.getParent())) {
      topmost = topmost.getParent();
    }
    return topmost;
  }

  private static List<Path> deepestFirst(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList();
    }
  }

  private static void deleteIfEmpty(Path folder) throws IOException {
    try {
      Files.delete(folder);
    } catch (DirectoryNotEmptyException | NoSuchFileException e) {
      LOG.debug("{} stays", folder, e);
    }
  }
}
