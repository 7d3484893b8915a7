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
import dev.tributary.rows.RowKey;
import java.io.IOException;
import java.util.List;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;

/** Reads only the keys and positions of a data file's live rows. */
final class KeyScan {
  private final Table table;
  private final List<String> keyColumns;

  KeyScan(Table table, List<String> keyColumns) {
    this.table = table;
    this.keyColumns = keyColumns;
  }

  /** Hears the key and the position of a live row. */
  interface Visitor {
    void row(RowKey key, long position);
  }

  void scan(FileScanTask task, Visitor visitor) throws IOException {
    LiveRows live = new LiveRows(table, task, table.schema().select(keyColumns));
    KeyCodec codec = new KeyCodec(live.schema(), keyColumns);
    try (CloseableIterable<Record> rows = live.open()) {
      for (Record row : rows) {
        visitor.row(codec.key(row), live.position(row));
      }
    }
  }
}
