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
package dev.tributary.scan;

import dev.tributary.errors.RunException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A temporary folder for what does not fit into memory; made when the first file is wanted, deleted
 * on close. Safe for use by several threads.
 */
public final class SpillFolder implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SpillFolder.class);
  private static final String PREFIX = "tributary-spill-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)-.*");

  private final AtomicInteger files = new AtomicInteger();
  private Path folder;

  /** A path for a new file in the folder. */
  public synchronized Path newFile() {
    try {
      if (folder == null) {
        folder = Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-");
      }
    } catch (IOException e) {
      throw failure(e);
    }
    return folder.resolve(Integer.toString(files.incrementAndGet()));
  }

  /** What to throw when spilling to disk failed: where, why, and what to do. */
  public static RunException failure(IOException cause) {
    return new RunException(
        String.format(
            "Cannot write temporary files to %s: %s. Free space there, or name another folder with"
                + " the Java option -Djava.io.tmpdir.",
            System.getProperty("java.io.tmpdir"), cause.getMessage()),
        cause);
  }

  @Override
  public synchronized void close() {
    if (folder == null) {
      return;
    }
    try {
      delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    folder = null;
  }

  /** Deletes the folders of processes that were killed before they could do it themselves. */
  public static void deleteAbandoned() {
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    try (Stream<Path> children = Files.list(parent)) {
      for (Path child : children.filter(SpillFolder::abandoned).toList()) {
        delete(child);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("Cannot delete all abandoned temporary folders in {}", parent, e);
    }
  }

  private static boolean abandoned(Path folder) {
    Matcher name = NAME.matcher(folder.getFileName().toString());
    return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
  }

  private static void delete(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> paths = Files.walk(folder)) {
      deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }
}
