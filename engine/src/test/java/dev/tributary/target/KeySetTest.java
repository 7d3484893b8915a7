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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.rows.RowKey;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeySetTest {

  @Test
  void findsEveryKeyByItsNumberAndNoOther() {
    KeySet.Builder builder = new KeySet.Builder();
    for (int i = 0; i < 10_000; i++) {
      builder.add(key(i * 3));
    }
    KeySet set = builder.build();

    assertThat(set.size()).isEqualTo(10_000);
    for (int i = 0; i < 30_000; i++) {
      assertThat(set.find(RowKey.ofBytes(key(i)))).isEqualTo(i % 3 == 0 ? i / 3 : -1);
    }
  }

  @Test
  void anEmptySetHasNoKey() {
    assertThat(new KeySet.Builder().build().find(RowKey.ofBytes(key(1)))).isEqualTo(-1);
  }

  @Test
  void keyNumbersSurviveTheirEncoding() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    BitSet numbers = new BitSet();
    numbers.set(0);
    for (int i = 0; i < 500; i++) {
      numbers.set(random.nextInt(5_000_000));
    }
    BitSet decoded = new BitSet();

    KeyNumbers.decode(KeyNumbers.encode(numbers), decoded);

    assertThat(decoded).as("seed %d", seed).isEqualTo(numbers);
  }

  private static byte[] key(int value) {
    return ByteBuffer.allocate(8).putInt(4).putInt(value).array();
  }
}
