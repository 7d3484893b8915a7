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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.scan.SpillFolder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalSorterTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2_000, 1 << 30})
  void sortsStablyWhateverFitsInMemory(long memoryBytes) throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<String> expected = new ArrayList<>();
    List<String> found = new ArrayList<>();
    try (SpillFolder folder = new SpillFolder();
        ExternalSorter sorter = new ExternalSorter(folder, memoryBytes)) {
      for (int i = 0; i < 500; i++) {
        String key = "key-" + random.nextInt(40);
        sorter.add(bytes(key), i % 7 == 0 ? null : bytes(Integer.toString(i)));
        expected.add(key + "=" + (i % 7 == 0 ? null : i));
      }
      expected.sort(Comparator.comparing(entry -> entry.substring(0, entry.indexOf('='))));
      Iterator<ExternalSorter.Entry> sorted = sorter.sorted();
      while (sorted.hasNext()) {
        ExternalSorter.Entry entry = sorted.next();
        found.add(text(entry.key()) + "=" + (entry.value() == null ? null : text(entry.value())));
      }
    }
    assertThat(found).as("seed %d", seed).isEqualTo(expected);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
