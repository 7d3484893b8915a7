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

import dev.tributary.catalog.CheckedFiles;
import dev.tributary.rows.InternalValues;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericDeleteFilter;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.PartitionUtil;

/**
 * The live rows of one data file, with their positions. The rows share one record: whoever keeps a
 * row has to copy it.
 */
final class LiveRows {
  private final Table table;
  private final FileScanTask task;
  private final GenericDeleteFilter deletes;
  private final int position;

  /**
   * @param columns what is read; the rows may have more columns, behind these
   */
  LiveRows(Table table, FileScanTask task, Schema columns) {
    this.table = table;
    this.task = task;
    List<Types.NestedField> requested = new ArrayList<>(columns.columns());
    requested.add(MetadataColumns.ROW_POSITION);
    this.deletes = new GenericDeleteFilter(table.io(), task, table.schema(), new Schema(requested));
    this.position = schema().columns().indexOf(MetadataColumns.ROW_POSITION);
  }

  /** The columns that the rows have. */
  Schema schema() {
    return deletes.requiredSchema();
  }

  /** Opens the file. To be closed by the caller. */
  CloseableIterable<Record> open() {
    ReadBuilder<Record, Object> builder =
        FormatModelRegistry.readBuilder(
            task.file().format(),
            Record.class,
            CheckedFiles.of(table.io().newInputFile(task.file()), task.file().format()));
    builder
        .project(schema())
        .reuseContainers()
        .idToConstant(PartitionUtil.constantsMap(task, InternalValues::inRows));
    String nameMapping = table.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
    if (nameMapping != null) {
      builder.withNameMapping(NameMappingParser.fromJson(nameMapping));
    }
    return deletes.filter(builder.build());
  }

  /** A row's position in the file. */
  long position(Record row) {
    return (Long) row.get(position);
  }
}
