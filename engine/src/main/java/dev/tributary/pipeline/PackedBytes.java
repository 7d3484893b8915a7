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
package dev.tributary.pipeline;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A growing buffer of varints and byte arrays, and the reading of it. */
final class PackedBytes extends ByteArrayOutputStream {
  private static final int NO_BYTES = 0;

  void integer(int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      write((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    write(rest);
  }

  /** Adds an array with its length; null is allowed. */
  void bytes(byte[] value) {
    if (value == null) {
      integer(NO_BYTES);
    } else {
      integer(value.length + 1);
      write(value, 0, value.length);
    }
  }

  /** The next integer; -1 at the end of the stream, for integers that are not negative. */
  static int integerOrEnd(InputStream in) throws IOException {
    int first = in.read();
    return first < 0 ? -1 : integer(first, in);
  }

  static int integer(InputStream in) throws IOException {
    return integer(in.read(), in);
  }

  /** The array of a length that {@link #integerOrEnd} has read. */
  static byte[] bytes(int length, InputStream in) throws IOException {
    return length == NO_BYTES ? null : exactly(length - 1, in);
  }

  static byte[] bytes(InputStream in) throws IOException {
    return bytes(integer(in), in);
  }

  private static int integer(int first, InputStream in) throws IOException {
    int value = first & 0x7F;
    int part = first;
    for (int shift = 7; (part & 0x80) != 0; shift += 7) {
      part = in.read();
      if (part < 0) {
        throw new EOFException("Packed bytes end within a number");
      }
      value |= (part & 0x7F) << shift;
    }
    return value;
  }

  private static byte[] exactly(int length, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("Packed bytes end within an array");
    }
    return bytes;
  }
}
