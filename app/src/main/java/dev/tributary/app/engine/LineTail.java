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
package dev.tributary.app.engine;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the lines that were added to a growing file. One caller at a time. */
final class LineTail {
  private static final int MOST_BYTES_AT_ONCE = 4 << 20;

  private final Path file;
  private long offset;

  LineTail(Path file) {
    this.file = file;
  }

  /** Complete lines after those already returned; a last line without its end waits. */
  List<String> next() throws IOException {
    List<String> lines = new ArrayList<>();
    if (!Files.exists(file)) {
      return lines;
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] bytes = new byte[(int) Math.min(in.length() - offset, MOST_BYTES_AT_ONCE)];
      in.seek(offset);
      in.readFully(bytes);
      int start = 0;
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == '\n') {
          lines.add(new String(bytes, start, i - start, StandardCharsets.UTF_8).stripTrailing());
          start = i + 1;
        }
      }
      offset += start;
    }
    return lines;
  }

  /** The last lines of a file, reading no more than its last 64 KiB; empty if there is none. */
  static List<String> last(Path file, int most) throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] bytes = new byte[(int) Math.min(in.length(), 64 << 10)];
      in.seek(in.length() - bytes.length);
      in.readFully(bytes);
      List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      return lines.subList(Math.max(0, lines.size() - most), lines.size());
    }
  }
}
