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
package dev.tributary.rows;

import java.util.Arrays;

/** The values of a row's equality columns in canonical bytes: equal keys have equal bytes. */
public final class RowKey implements Comparable<RowKey> {
  private final byte[] bytes;
  private final int hash;

  RowKey(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  /** A key from the bytes of {@link #bytes()}. */
  public static RowKey ofBytes(byte[] bytes) {
    return new RowKey(bytes);
  }

  /** The canonical bytes; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** The shard of this key among {@code shards}, 0-based; the same on every machine. */
  public int shard(int shards) {
    // Spreads Arrays.hashCode, whose low bits follow the last byte.
    int mixed = hash * 0x9E3779B9;
    return Math.floorMod(mixed ^ (mixed >>> 16), shards);
  }

  @Override
  public int compareTo(RowKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
