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

import dev.tributary.rows.Annotations;
import dev.tributary.rows.KeyCodec;
import dev.tributary.rows.RowKey;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/**
 * By what rows belong together: the values of key columns, or all their values.
 *
 * @param columns key columns; empty: the table has no key, and only equal rows belong together
 */
public record GroupingKey(List<String> columns) {
  public GroupingKey {
    columns = List.copyOf(columns);
  }

  /** Whether there is a key. */
  public boolean isPresent() {
    return !columns.isEmpty();
  }

  /**
   * A function for one thread that gives a row's key. Without key columns, equal rows have equal
   * keys, but so may have others; columns of row lineage do not count.
   */
  public Function<Record, RowKey> reader(Schema schema) {
    return reader(schema, Annotations.of(schema.asStruct()));
  }

  /**
   * A function for one thread that gives a row's key. Without key columns, rows that are the same
   * but for annotations have equal keys, but so may have others.
   */
  public Function<Record, RowKey> reader(Schema schema, Annotations annotations) {
    if (isPresent()) {
      return new KeyCodec(schema, columns)::key;
    }
    return row ->
        RowKey.ofBytes(ByteBuffer.allocate(Integer.BYTES).putInt(annotations.hash(row)).array());
  }
}
