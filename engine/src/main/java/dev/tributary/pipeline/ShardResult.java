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

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.iceberg.DataFile;

/**
 * What netting a key shard, or loading a part of the initial state, came to.
 *
 * @param dataFiles files of the rows that survive
 * @param keys the changed keys; empty for an initial load
 */
record ShardResult(ArrayList<DataFile> dataFiles, ArrayList<KeyBlock> keys, Tally tally)
    implements Serializable {

  static ShardResult loaded(List<DataFile> dataFiles) {
    return new ShardResult(new ArrayList<>(dataFiles), new ArrayList<>(), new Tally());
  }

  static ShardResult union(Collection<ShardResult> parts) {
    ShardResult all = new ShardResult(new ArrayList<>(), new ArrayList<>(), new Tally());
    for (ShardResult part : parts) {
      all.dataFiles.addAll(part.dataFiles);
      all.keys.addAll(part.keys);
      all.tally.add(part.tally);
    }
    return all;
  }
}
