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

import dev.tributary.rows.KeyCodec;
import java.io.IOException;
import java.util.List;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/** Reads only the keys and positions of a data file's live rows. Not thread-safe. */
final class KeyScan {
  private final Table table;
  private final List<String> keyColumns;

  private KeyFilter filter;
  private KeySet filtered;
  private Schema filteredRows;

  KeyScan(Table table, List<String> keyColumns) {
    this.table = table;
    this.keyColumns = keyColumns;
  }

  /** Hears the index of a key and the position of a live row that has it. */
  interface Visitor {
    void row(int index, long position);
  }

  /** Finds the file's live rows whose key is in the set. */
  void scan(FileScanTask task, KeySet keys, Visitor visitor) throws IOException {
    LiveRows live = new LiveRows(table, task, table.schema().select(keyColumns));
    KeyCodec codec = new KeyCodec(live.schema(), keyColumns);
    KeyFilter filter = filter(keys, codec, live.schema());
    try (CloseableIterable<Record> rows = live.open()) {
      for (Record row : rows) {
        int index = filter.mayHold(row) ? keys.find(codec.key(row)) : -1;
        if (index >= 0) {
          visitor.row(index, live.position(row));
        }
      }
    }
  }

  // The files of a task are mostly read for the same keys and by the same schema.
  private KeyFilter filter(KeySet keys, KeyCodec codec, Schema schema) {
    if (filtered != keys || !schema.sameSchema(filteredRows)) {
      filter = new KeyFilter(keys, codec, schema);
      filtered = keys;
      filteredRows = schema;
    }
    return filter;
  }
}
