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
package dev.tributary.target;

import dev.tributary.rows.RowKey;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * An exact set of keys, packed: about the bytes of the keys and fourteen more for each. Immutable
 * and safe to share between threads. A key's index is the order in which it was added.
 */
public final class KeySet {
  private final byte[] bytes;
  private final int[] ends;
  private final int[] slots;
  private final int size;

  private KeySet(byte[] bytes, int[] ends, int size) {
    this.bytes = bytes;
    this.ends = ends;
    this.size = size;
    this.slots = new int[Integer.highestOneBit(Math.max(1, size)) << 2];
    for (int index = 0; index < size; index++) {
      int slot = slot(hash(bytes, start(index), ends[index]));
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = index + 1;
    }
  }

  /** Collects keys, each once. Not thread-safe. */
  public static final class Builder {
    private byte[] bytes = new byte[1 << 12];
    private int[] ends = new int[1 << 8];
    private int length;
    private int size;

    public Builder add(byte[] key) {
      if (length + key.length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(length + key.length, bytes.length * 2));
      }
      if (size == ends.length) {
        ends = Arrays.copyOf(ends, size * 2);
      }
      System.arraycopy(key, 0, bytes, length, key.length);
      length += key.length;
      ends[size++] = length;
      return this;
    }

    public KeySet build() {
      return new KeySet(Arrays.copyOf(bytes, length), Arrays.copyOf(ends, size), size);
    }
  }

  public int size() {
    return size;
  }

  /** The index of the key; -1 when it is not in the set. */
  public int find(RowKey key) {
    byte[] wanted = key.bytes();
    int slot = slot(hash(wanted, 0, wanted.length));
    while (slots[slot] != 0) {
      int index = slots[slot] - 1;
      if (Arrays.equals(bytes, start(index), ends[index], wanted, 0, wanted.length)) {
        return index;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return -1;
  }

  /** Hands over every key's bytes, in the order of their indexes. */
  void forEach(Consumer<byte[]> action) {
    for (int index = 0; index < size; index++) {
      action.accept(Arrays.copyOfRange(bytes, start(index), ends[index]));
    }
  }

  private int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  private int slot(int hash) {
    int mixed = hash * 0x9E3779B9;
    return (mixed ^ (mixed >>> 15)) & (slots.length - 1);
  }

  private static int hash(byte[] bytes, int from, int to) {
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash;
  }
}
