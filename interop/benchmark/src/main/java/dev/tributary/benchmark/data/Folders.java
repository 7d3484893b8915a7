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
package dev.tributary.benchmark.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Whole folders. */
public final class Folders {
  private Folders() {}

  /** Deletes a folder with all that is in it; one that is not there is no error. */
  public static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    visit(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * Puts a second name on every file of a folder. Tables of both formats never change a file in
   * place, except for hints, which they replace as a whole, so that the two folders can go on
   * apart.
   *
   * @param to a folder that is not there yet
   */
  public static void link(Path from, Path to) {
    visit(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(visited)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path copy = to.resolve(from.relativize(file));
            if (file.getFileName().toString().equals("version-hint.text")) {
              Files.copy(file, copy);
            } else {
              Files.createLink(copy, file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** The bytes of all its files. */
  public static long bytes(Path folder) {
    long[] bytes = {0};
    visit(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes[0] += attributes.size();
            return FileVisitResult.CONTINUE;
          }
        });
    return bytes[0];
  }

  private static void visit(Path folder, SimpleFileVisitor<Path> visitor) {
    try {
      Files.walkFileTree(folder, visitor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
