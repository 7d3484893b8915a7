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
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericDeleteFilter;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.PartitionUtil;

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
    Schema keys = table.schema().select(keyColumns);
    List<Types.NestedField> requested = new ArrayList<>(keys.columns());
    requested.add(MetadataColumns.ROW_POSITION);
    GenericDeleteFilter deletes =
        new GenericDeleteFilter(table.io(), task, table.schema(), new Schema(requested));
    Schema required = deletes.requiredSchema();
    KeyCodec codec = new KeyCodec(required, keyColumns);
    int position = required.columns().indexOf(MetadataColumns.ROW_POSITION);
    try (CloseableIterable<Record> rows = deletes.filter(open(task, required))) {
      for (Record row : rows) {
        visitor.row(codec.key(row), (Long) row.get(position));
      }
    }
  }

  private CloseableIterable<Record> open(FileScanTask task, Schema schema) {
    ReadBuilder<Record, Object> builder =
        FormatModelRegistry.readBuilder(
            task.file().format(), Record.class, table.io().newInputFile(task.file()));
    builder
        .project(schema)
        .reuseContainers()
        .idToConstant(
            PartitionUtil.constantsMap(task, IdentityPartitionConverters::convertConstant));
    String nameMapping = table.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
    if (nameMapping != null) {
      builder.withNameMapping(NameMappingParser.fromJson(nameMapping));
    }
    return builder.build();
  }
}
