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
import org.apache.iceberg.DeleteFile;

/**
 * What netting a key shard, or loading a part of the initial state, came to.
 *
 * @param dataFiles files of the rows that survive
 * @param copied how many of the files are copies of the source's own
 * @param equalityDeletes files that delete the changed keys, where deletes are by key
 * @param keys the changed keys; empty for an initial load
 * @param deadLetters rows that cannot be applied
 */
record ShardResult(
    ArrayList<DataFile> dataFiles,
    long copied,
    ArrayList<DeleteFile> equalityDeletes,
    ArrayList<KeyBlock> keys,
    Tally tally,
    DeadLetters deadLetters)
    implements Serializable {

  static ShardResult loaded(List<DataFile> dataFiles) {
    return loaded(dataFiles, 0, new DeadLetters());
  }

  static ShardResult loaded(List<DataFile> dataFiles, long copied, DeadLetters deadLetters) {
    return new ShardResult(
        new ArrayList<>(dataFiles),
        copied,
        new ArrayList<>(),
        new ArrayList<>(),
        new Tally(),
        deadLetters);
  }

  static ShardResult appended(List<DataFile> dataFiles, Tally tally, DeadLetters deadLetters) {
    return new ShardResult(
        new ArrayList<>(dataFiles), 0, new ArrayList<>(), new ArrayList<>(), tally, deadLetters);
  }

  static ShardResult netted(
      List<DataFile> dataFiles,
      List<DeleteFile> equalityDeletes,
      ArrayList<KeyBlock> keys,
      Tally tally) {
    return new ShardResult(
        new ArrayList<>(dataFiles),
        0,
        new ArrayList<>(equalityDeletes),
        keys,
        tally,
        new DeadLetters());
  }

  static ShardResult inapplicable(DeadLetters deadLetters) {
    return loaded(List.of(), 0, deadLetters);
  }

  static ShardResult union(Collection<ShardResult> parts) {
    ArrayList<DataFile> dataFiles = new ArrayList<>();
    ArrayList<DeleteFile> equalityDeletes = new ArrayList<>();
    ArrayList<KeyBlock> keys = new ArrayList<>();
    Tally tally = new Tally();
    DeadLetters deadLetters = new DeadLetters();
    long copied = 0;
    for (ShardResult part : parts) {
      dataFiles.addAll(part.dataFiles);
      copied += part.copied;
      equalityDeletes.addAll(part.equalityDeletes);
      keys.addAll(part.keys);
      tally.add(part.tally);
      deadLetters.addAll(part.deadLetters);
    }
    return new ShardResult(dataFiles, copied, equalityDeletes, keys, tally, deadLetters);
  }
}
