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

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ByteHashTest {
  @Test
  void hashesOfLongAndShortKeysDiffer() {
    List<Long> hashes = new ArrayList<>();
    for (int length = 0; length < 40; length++) {
      hashes.add(ByteHash.of(new byte[length], 0));
      byte[] lastIsOne = new byte[length + 1];
      lastIsOne[length] = 1;
      hashes.add(ByteHash.of(lastIsOne, 0));
    }

    assertThat(hashes).doesNotHaveDuplicates();
  }

  @Test
  void seedsGiveIndependentHashes() {
    byte[] bytes = {1, 2, 3};

    assertThat(ByteHash.of(bytes, 0)).isNotEqualTo(ByteHash.of(bytes, 1));
    assertThat(ByteHash.of(bytes, 1)).isEqualTo(ByteHash.of(bytes.clone(), 1));
  }
}
