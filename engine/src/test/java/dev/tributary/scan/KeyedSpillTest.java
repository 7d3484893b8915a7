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

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyedSpillTest {

  @Test
  void everyKeyComesInOnePartWithAllItsEntriesInOrder() {
    try (KeyedSpill spill = new KeyedSpill()) {
      write(spill, 500, 3);

      assertThat(parts(spill)).hasSizeLessThanOrEqualTo(64);
      assertThat(merged(parts(spill))).isEqualTo(expected(500, 3));
    }
  }

  @Test
  void shardsLargerThanAPartAreCutFurther() {
    // Buffers of 100 bytes go to disk nearly at once; a shard of 5000 keys has some 6 kB.
    try (KeyedSpill spill = new KeyedSpill(new KeyedSpill.Limits(100, 1000), 0)) {
      write(spill, 5000, 4);

      List<Map<Integer, List<Integer>>> parts = parts(spill);
      assertThat(parts).hasSizeGreaterThan(64);
      assertThat(merged(parts)).isEqualTo(expected(5000, 4));
    }
  }

  @Test
  void aSingleKeyWithMoreEntriesThanAPartIsNotCut() {
    try (KeyedSpill spill = new KeyedSpill(new KeyedSpill.Limits(100, 1000), 0)) {
      write(spill, 1, 1000);

      assertThat(parts(spill)).containsExactly(expected(1, 1000));
    }
  }

  private static void write(KeyedSpill spill, int keys, int entriesOfEach) {
    try (KeyedSpill.Writer writer = spill.writer()) {
      for (int entry = 0; entry < entriesOfEach; entry++) {
        for (int key = 0; key < keys; key++) {
          writer.add(bytes(key), bytes(entry));
        }
      }
    }
  }

  private static List<Map<Integer, List<Integer>>> parts(KeyedSpill spill) {
    List<Map<Integer, List<Integer>>> parts = new ArrayList<>();
    for (KeyedSpill.Shard shard : spill.shards()) {
      shard.forEachPart(
          entries -> {
            Map<Integer, List<Integer>> part = new HashMap<>();
            entries.forEach(
                entry ->
                    part.computeIfAbsent(number(entry.key()), key -> new ArrayList<>())
                        .add(number(entry.payload())));
            parts.add(part);
          });
    }
    return parts;
  }

  private static Map<Integer, List<Integer>> merged(List<Map<Integer, List<Integer>>> parts) {
    Map<Integer, List<Integer>> merged = new HashMap<>();
    Set<Integer> seen = new HashSet<>();
    for (Map<Integer, List<Integer>> part : parts) {
      part.keySet().forEach(key -> assertThat(seen.add(key)).isTrue());
      merged.putAll(part);
    }
    return merged;
  }

  private static Map<Integer, List<Integer>> expected(int keys, int entriesOfEach) {
    Map<Integer, List<Integer>> expected = new HashMap<>();
    for (int key = 0; key < keys; key++) {
      List<Integer> entries = new ArrayList<>();
      for (int entry = 0; entry < entriesOfEach; entry++) {
        entries.add(entry);
      }
      expected.put(key, entries);
    }
    return expected;
  }

  private static byte[] bytes(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private static int number(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getInt();
  }
}
