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

import dev.tributary.target.KeyChunks;
import dev.tributary.target.KeyNumbers;
import dev.tributary.target.KeySet;
import dev.tributary.target.Located;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The changed keys of a unit, in chunks of blocks that fit in memory together. */
final class PackedKeys implements KeyChunks {
  private static final long serialVersionUID = 1L;

  private final String unitId;
  private final ArrayList<ArrayList<KeyBlock>> chunks = new ArrayList<>();
  private final ArrayList<Long> firstKeys = new ArrayList<>();

  PackedKeys(String unitId, List<KeyBlock> blocks, long chunkBytes) {
    this.unitId = unitId;
    long bytes = chunkBytes;
    long keys = 0;
    for (KeyBlock block : blocks) {
      if (bytes >= chunkBytes) {
        chunks.add(new ArrayList<>());
        firstKeys.add(keys);
        bytes = 0;
      }
      chunks.get(chunks.size() - 1).add(block);
      bytes += block.block().length();
      keys += block.keys();
    }
  }

  /** What a chunk may take of this process's heap. */
  static long affordableChunkBytes() {
    return Math.max(1L << 20, Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 16));
  }

  @Override
  public int count() {
    return chunks.size();
  }

  @Override
  public long firstKey(int chunk) {
    return firstKeys.get(chunk);
  }

  @Override
  public KeySet load(int chunk) {
    return UnitContext.of(unitId).keys(chunk, () -> read(chunk));
  }

  private KeySet read(int chunk) {
    KeySet.Builder set = new KeySet.Builder();
    try {
      for (KeyBlock block : chunks.get(chunk)) {
        block.addTo(set);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return set.build();
  }

  /** How many of the located keys have which fate, by {@link KeyFate#code()}. */
  Map<Integer, Long> matched(Located located) {
    BitSet numbers = new BitSet();
    located.matchedKeys().forEach(encoded -> KeyNumbers.decode(encoded, numbers));
    Map<Integer, Long> byFate = new HashMap<>();
    if (numbers.isEmpty()) {
      return byFate;
    }
    int first = 0;
    try {
      for (List<KeyBlock> chunk : chunks) {
        for (KeyBlock block : chunk) {
          int start = first;
          block.count(number -> numbers.get(start + number), byFate);
          first += block.keys();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return byFate;
  }
}
