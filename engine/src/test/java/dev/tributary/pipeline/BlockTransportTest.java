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
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.util.CoderUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockTransportTest {

  @ParameterizedTest
  @EnumSource(BlockTransport.class)
  void blocksArriveAsTheyWereSentHoweverTheyTravel(BlockTransport transport) throws Exception {
    try (SpillFolder folder = new SpillFolder()) {
      List<ChangeBlock> sent = new ArrayList<>();
      try (BlockTransport.Writer writer = transport.writer(folder)) {
        for (int i = 0; i < 3; i++) {
          PackedBytes packed = new PackedBytes();
          packed.integer(i * 1000);
          packed.bytes(new byte[i * 50]);
          packed.bytes((byte[]) null);
          sent.add(new ChangeBlock(7, i, writer.write(packed)));
        }
      }
      for (int i = 0; i < 3; i++) {
        ChangeBlock arrived =
            CoderUtils.decodeFromByteArray(
                new BlockCoder(), CoderUtils.encodeToByteArray(new BlockCoder(), sent.get(i)));
        assertThat(arrived.task()).isEqualTo(7);
        assertThat(arrived.sequence()).isEqualTo(i);
        assertThat(arrived.block().length()).isEqualTo(sent.get(i).block().length());
        try (InputStream in = BlockTransport.open(arrived.block())) {
          assertThat(PackedBytes.integer(in)).isEqualTo(i * 1000);
          assertThat(PackedBytes.bytes(in)).hasSize(i * 50);
          assertThat(PackedBytes.bytes(in)).isNull();
          assertThat(PackedBytes.integerOrEnd(in)).isEqualTo(-1);
        }
      }
    }
  }
}
