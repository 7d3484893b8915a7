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
package dev.tributary.delta;

import io.delta.kernel.Snapshot;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The files that make up a table's state. */
final class StateFiles {
  private StateFiles() {}

  static List<FileAction> read(DeltaLog log, Snapshot snapshot) {
    try {
      return scan(log, snapshot);
    } catch (IOException | RuntimeException e) {
      // Some writers leave colons unescaped, as in the partition of a timestamp. Kernel refuses
      // such
      // a path, though it is plain which file is meant.
      boolean pathRefused = Failures.root(e) instanceof URISyntaxException;
      if (pathRefused && log.commits().containsKey(0L)) {
        return replay(log, snapshot.getVersion());
      }
      throw Failures.source(
          "list the files of " + log.storage().root() + " at version " + snapshot.getVersion(), e);
    }
  }

  /** The files by the commits alone, for logs that still start at version 0. */
  private static List<FileAction> replay(DeltaLog log, long version) {
    Map<String, FileAction> files = new LinkedHashMap<>();
    for (long v = 0; v <= version; v++) {
      Commit commit = log.commit(v);
      commit.removed().forEach(file -> files.remove(file.path()));
      commit.added().forEach(file -> files.put(file.path(), file));
    }
    return List.copyOf(files.values());
  }

  private static List<FileAction> scan(DeltaLog log, Snapshot snapshot) throws IOException {
    List<FileAction> files = new ArrayList<>();
    Storage storage = log.storage();
    try (CloseableIterator<FilteredColumnarBatch> batches =
        snapshot.getScanBuilder().build().getScanFiles(storage.engine(), true)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> rows = batches.next().getRows()) {
          while (rows.hasNext()) {
            files.add(file(rows.next().getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL), storage));
          }
        }
      }
    }
    return files;
  }

  private static FileAction file(Row row, Storage storage) {
    AddFile add = new AddFile(row);
    return new FileAction(
        storage.resolve(add.getPath()),
        Optional.of(VectorUtils.toJavaMap(add.getPartitionValues())),
        OptionalLong.of(add.getSize()),
        add.getNumRecords().map(OptionalLong::of).orElse(OptionalLong.empty()),
        storage.resolve(DeletionVector.of(add.getDeletionVector().orElse(null))),
        add.getDataChange());
  }
}
