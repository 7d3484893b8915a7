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

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Packed changes of one key shard.
 *
 * @param task number of the read task that they come from
 * @param sequence number of the block within its task
 */
record ChangeBlock(long task, int sequence, Block block) implements Serializable {

  /** The order in which the changes arrived. */
  private static final Comparator<ChangeBlock> ARRIVAL =
      Comparator.comparingLong(ChangeBlock::task).thenComparingInt(ChangeBlock::sequence);

  /** Gives the changes of all blocks to a sorter, in the order in which they arrived. */
  static void sort(Iterable<ChangeBlock> blocks, ExternalSorter sorter, UnitContext context)
      throws IOException {
    List<ChangeBlock> arrived = new ArrayList<>();
    blocks.forEach(arrived::add);
    arrived.sort(ARRIVAL);
    for (ChangeBlock block : arrived) {
      context.checkCancelled();
      block.addTo(sorter);
    }
  }

  private void addTo(ExternalSorter sorter) throws IOException {
    try (InputStream in = BlockTransport.open(block)) {
      for (int length = PackedBytes.integerOrEnd(in);
          length >= 0;
          length = PackedBytes.integerOrEnd(in)) {
        byte[] key = PackedBytes.bytes(length, in);
        sorter.add(key, PackedBytes.bytes(in));
      }
    }
  }
}
