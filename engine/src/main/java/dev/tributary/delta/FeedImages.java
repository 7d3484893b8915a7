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

import dev.tributary.source.ParquetInput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.api.Binary;

/**
 * Which images of updates the change feed of a commit has. Delta's protocol demands both; some
 * writers leave out the rows from before (Trino 23620).
 */
final class FeedImages {
  private static final String CHANGE_TYPE = "_change_type";
  private static final String AFTER = "update_postimage";
  // The last of the four words in order, so a file's greatest value tells whether it is there.
  private static final String BEFORE = "update_preimage";

  private FeedImages() {}

  /** Whether updates are told by their new rows alone; costs the footers of the files. */
  static boolean afterOnly(Storage storage, List<FileAction> feed) {
    boolean after = false;
    for (FileAction file : feed) {
      Optional<String> last = lastChangeType(storage, file);
      if (last.equals(Optional.of(BEFORE))) {
        return false;
      }
      after |= last.equals(Optional.of(AFTER));
    }
    return after;
  }

  /** The greatest change type in a file; empty where the footer does not state it. */
  private static Optional<String> lastChangeType(Storage storage, FileAction file) {
    StoredInput input = new StoredInput(storage, file.path(), file.bytes().orElse(0));
    try (ParquetFileReader reader = ParquetFileReader.open(new ParquetInput(input))) {
      Optional<String> last = Optional.empty();
      for (BlockMetaData group : reader.getFooter().getBlocks()) {
        for (ColumnChunkMetaData column : group.getColumns()) {
          Statistics<?> bounds = column.getStatistics();
          if (column.getPath().toDotString().equals(CHANGE_TYPE)
              && bounds != null
              && bounds.hasNonNullValue()
              && bounds.genericGetMax() instanceof Binary max) {
            String value = max.toStringUsingUTF8();
            last = last.filter(known -> known.compareTo(value) > 0).or(() -> Optional.of(value));
          }
        }
      }
      return last;
    } catch (IOException | RuntimeException e) {
      // Whoever reads the file's rows says what is wrong with it.
      return Optional.empty();
    }
  }
}
