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

import dev.tributary.target.KeySet;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Packed keys with their fates.
 *
 * @param keys how many
 */
record KeyBlock(Block block, int keys) implements Serializable {

  static void pack(byte[] key, KeyFate fate, PackedBytes into) {
    into.bytes(key);
    into.integer(fate.code());
  }

  void addTo(KeySet.Builder set) throws IOException {
    try (InputStream in = BlockTransport.open(block)) {
      for (int i = 0; i < keys; i++) {
        set.add(PackedBytes.bytes(in));
        PackedBytes.integer(in);
      }
    }
  }

  /** Counts by fate those keys whose number within the block is wanted. */
  void count(IntPredicate wanted, Map<Integer, Long> byFate) throws IOException {
    try (InputStream in = BlockTransport.open(block)) {
      for (int i = 0; i < keys; i++) {
        in.skipNBytes(PackedBytes.integer(in) - 1);
        int code = PackedBytes.integer(in);
        if (wanted.test(i)) {
          byFate.merge(code, 1L, Long::sum);
        }
      }
    }
  }
}
