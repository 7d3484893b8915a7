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

import dev.tributary.rows.KeyCodec;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/**
 * Tells that a row's key is not in a set without packing the key: a Bloom filter with one hash
 * function over the values themselves. A scan of a table asks about every row, of which few have
 * changed. Where values are not of the classes that it knows, every row may be in the set.
 */
final class KeyFilter {
  private static final int BITS_PER_KEY = 16;
  private static final int MOST_WORDS = 1 << 22;

  /** The hash of a row with a value that has none here. */
  private static final long UNKNOWN = 0;

  private final int[] columns;
  private final long[] words;
  private boolean knowing;

  /**
   * @param codec that of the keys in the set
   * @param schema that of the rows to be asked about
   */
  KeyFilter(KeySet keys, KeyCodec codec, Schema schema) {
    List<Integer> ids = schema.columns().stream().map(Types.NestedField::fieldId).toList();
    this.columns =
        codec.keySchema().columns().stream()
            .mapToInt(field -> ids.indexOf(field.fieldId()))
            .toArray();
    // Nested columns have no place of their own in a row.
    this.knowing = Arrays.stream(columns).allMatch(column -> column >= 0);
    long wanted = Math.min(MOST_WORDS, (long) keys.size() * BITS_PER_KEY / Long.SIZE);
    this.words = new long[Integer.highestOneBit(Math.max(1, (int) wanted)) << 1];
    if (knowing) {
      int[] inKey = new int[columns.length];
      Arrays.setAll(inKey, i -> i);
      keys.forEach(key -> add(hash(codec.row(key), inKey)));
    }
  }

  private void add(long hash) {
    knowing &= hash != UNKNOWN;
    words[word(hash)] |= 1L << hash;
  }

  /** Whether the row's key may be in the set; false is certain. */
  boolean mayHold(Record row) {
    if (!knowing) {
      return true;
    }
    long hash = hash(row, columns);
    return hash == UNKNOWN || (words[word(hash)] & 1L << hash) != 0;
  }

  private int word(long hash) {
    return (int) (hash >>> Integer.SIZE) & (words.length - 1);
  }

  private static long hash(Record row, int[] columns) {
    long hash = 1;
    for (int column : columns) {
      Object value = row.get(column);
      long own;
      if (value instanceof Long || value instanceof Integer) {
        own = ((Number) value).longValue();
      } else if (value instanceof String text) {
        own = text.hashCode();
      } else {
        return UNKNOWN;
      }
      hash = mix(hash * 31 + own);
    }
    return hash == UNKNOWN ? 1 : hash;
  }

  /** The finalizer of MurmurHash3, public domain. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
