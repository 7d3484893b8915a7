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

/** A 64-bit hash of bytes whose every bit depends on all of them; the same on every machine. */
public final class ByteHash {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private ByteHash() {}

  /**
   * The hash of the bytes.
   *
   * @param seed another seed gives an independent hash
   */
  public static long of(byte[] bytes, long seed) {
    long hash = mix(seed + bytes.length * STEP);
    for (int i = 0; i < bytes.length; i += Long.BYTES) {
      long word = 0;
      for (int j = i; j < Math.min(i + Long.BYTES, bytes.length); j++) {
        word = (word << Byte.SIZE) | (bytes[j] & 0xFF);
      }
      hash = mix(hash ^ mix(word + STEP)) + STEP;
    }
    return mix(hash);
  }

  /** The finalizer of MurmurHash3 (public domain): every bit of the input flips half the output. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ (mixed >>> 33);
  }
}
