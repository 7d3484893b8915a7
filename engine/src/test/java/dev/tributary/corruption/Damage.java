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
package dev.tributary.corruption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * One file of a table with other content, until it is closed.
 *
 * @param what was done, for people
 */
record Damage(Path file, byte[] original, String what) implements AutoCloseable {
  private static final int PAGE = 64;

  /** Damages a file of a table as the random numbers say. */
  static Damage random(List<Path> files, Random random) throws IOException {
    Path file = files.get(random.nextInt(files.size()));
    byte[] original = Files.readAllBytes(file);
    byte[] bytes = original.clone();
    String what;
    if (bytes.length == 0) {
      bytes = new byte[] {(byte) random.nextInt(256)};
      what = "a byte added to an empty file";
    } else {
      switch (random.nextInt(10)) {
        case 0 -> {
          bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
          what = "cut to " + bytes.length + " bytes of " + original.length;
        }
        case 1 -> {
          int from = random.nextInt(bytes.length);
          int to = Math.min(bytes.length, from + 1 + random.nextInt(PAGE));
          Arrays.fill(bytes, from, to, (byte) 0);
          what = "zeros from " + from + " to " + to;
        }
        case 2 -> {
          Path other = files.get(random.nextInt(files.size()));
          bytes = Files.readAllBytes(other);
          what = "the content of " + other;
        }
        case 3 -> {
          bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(PAGE));
          random.nextBytes(bytes);
          System.arraycopy(original, 0, bytes, 0, original.length);
          what = "random bytes at the end";
        }
        case 4 -> {
          int from = random.nextInt(bytes.length);
          int to = Math.min(bytes.length, from + 1 + random.nextInt(PAGE));
          for (int i = from; i < to; i++) {
            bytes[i] = (byte) random.nextInt(256);
          }
          what = "random bytes from " + from + " to " + to;
        }
        case 5 -> {
          int at = random.nextInt(bytes.length);
          bytes[at] = (byte) (random.nextBoolean() ? 0xFF : 0x7F);
          what = "a large byte at " + at;
        }
        default -> {
          int flips = 1 + random.nextInt(3);
          StringBuilder where = new StringBuilder("bits flipped at");
          for (int i = 0; i < flips; i++) {
            // Footers and headers are short, and most is decided there.
            int at =
                switch (random.nextInt(3)) {
                  case 0 -> bytes.length - 1 - random.nextInt(Math.min(bytes.length, 2 * PAGE));
                  case 1 -> random.nextInt(Math.min(bytes.length, 2 * PAGE));
                  default -> random.nextInt(bytes.length);
                };
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            where.append(' ').append(at);
          }
          what = where.toString();
        }
      }
    }
    Files.write(file, bytes);
    return new Damage(file, original, what);
  }

  /** Puts the content back. */
  @Override
  public void close() throws IOException {
    Files.write(file, original);
  }

  @Override
  public String toString() {
    return file + ": " + what;
  }
}
