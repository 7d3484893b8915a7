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
package dev.tributary.iceberg;

import dev.tributary.catalog.CheckedFiles;
import dev.tributary.rows.InternalValues;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * Opens data files and delete files of any format. Columns are found by field id, in files without
 * ids by the table's name mapping; those that a file lacks come from its partition, from their
 * default, or are null.
 */
final class DataFiles implements Serializable {
  private static final long serialVersionUID = 1L;

  private final FileIO io;
  private final HashMap<Integer, PartitionSpec> specs;
  // Null: none. Optional is not serializable.
  private final NameMapping nameMapping;

  DataFiles(FileIO io, TableMetadata metadata) {
    this.io = io;
    this.specs = new HashMap<>(metadata.specsById());
    this.nameMapping = FieldNames.mapping(metadata).orElse(null);
  }

  FileIO io() {
    return io;
  }

  /** Rows of the part of a data file that the task reads. */
  CloseableIterable<Record> open(FileTask task, Schema schema) {
    DataFile file = task.file();
    ReadBuilder<Record, Object> reader = reader(file, schema).idToConstant(constants(file, schema));
    if (!task.whole()) {
      // Sizes in metadata are not always right, so the last part is open-ended.
      reader.split(task.start(), task.last() ? Long.MAX_VALUE - task.start() : task.length());
    }
    return conformed(reader, schema);
  }

  /**
   * The rows at some positions in the part of a data file that the task reads.
   *
   * @param wanted asked for ascending positions
   */
  CloseableIterator<PickedRow> pick(FileTask task, Schema schema, LongPredicate wanted)
      throws IOException {
    DataFile file = task.file();
    OptionalLong stated = task.whole() ? OptionalLong.of(file.recordCount()) : OptionalLong.empty();
    if (file.format() != FileFormat.PARQUET) {
      Schema positioned = TypeUtil.join(schema, new Schema(MetadataColumns.ROW_POSITION));
      return new ScanningPicker(open(task, positioned), schema, wanted, stated);
    }
    ParquetPicker rows =
        new ParquetPicker(
            io.newInputFile(file.location()),
            schema,
            nameMapping,
            constants(file, schema),
            wanted,
            task.start(),
            task.last() ? Long.MAX_VALUE : task.start() + task.length());
    try {
      stated.ifPresent(count -> requireStated(rows.rows(), count));
      return rows;
    } catch (UncheckedIOException e) {
      rows.close();
      throw e;
    }
  }

  /** Refuses a file that holds another number of rows than metadata states. */
  static void requireStated(long rows, long stated) {
    if (rows != stated) {
      throw new UncheckedIOException(
          new IOException("it holds " + rows + " rows where metadata states " + stated));
    }
  }

  /** All rows of a delete file. */
  CloseableIterable<Record> open(ContentFile<?> file, Schema schema) {
    return conformed(reader(file, schema), schema);
  }

  private static CloseableIterable<Record> conformed(
      ReadBuilder<Record, Object> reader, Schema schema) {
    RowConformer conformer = new RowConformer(schema.asStruct());
    return CloseableIterable.transform(reader.build(), conformer::conform);
  }

  private ReadBuilder<Record, Object> reader(ContentFile<?> file, Schema schema) {
    ReadBuilder<Record, Object> reader =
        FormatModelRegistry.readBuilder(
            file.format(),
            Record.class,
            CheckedFiles.of(io.newInputFile(file.location()), file.format()));
    reader.project(schema);
    if (nameMapping != null) {
      reader.withNameMapping(nameMapping);
    }
    return reader;
  }

  /** What metadata says of all rows of a file, by field id. */
  private Map<Integer, Object> constants(DataFile file, Schema schema) {
    Map<Integer, Object> constants = partitionConstants(file, schema);
    // What rows inherit that state no id themselves. Rows of a file without a first id have none.
    if (file.firstRowId() != null) {
      constants.put(MetadataColumns.ROW_ID.fieldId(), file.firstRowId());
      constants.put(
          MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId(), file.fileSequenceNumber());
    }
    return constants;
  }

  private Map<Integer, Object> partitionConstants(DataFile file, Schema schema) {
    PartitionSpec spec = specs.get(file.specId());
    Map<Integer, Object> constants = new HashMap<>();
    List<PartitionField> fields = spec.fields();
    for (int i = 0; i < fields.size(); i++) {
      Types.NestedField column = schema.findField(fields.get(i).sourceId());
      if (column != null && fields.get(i).transform().isIdentity()) {
        Type stored = spec.partitionType().fields().get(i).type();
        Object value = file.partition().get(i, Object.class);
        constants.put(column.fieldId(), adapt(InternalValues.inRows(stored, value), column.type()));
      }
    }
    return constants;
  }

  /** Specs are bound to the latest schema; an earlier one may have had narrower types. */
  private static Object adapt(Object value, Type type) {
    return switch (type.typeId()) {
      case INTEGER -> value instanceof Long number ? Math.toIntExact(number) : value;
      case LONG -> value instanceof Integer number ? number.longValue() : value;
      case FLOAT -> value instanceof Double number ? number.floatValue() : value;
      case DOUBLE -> value instanceof Float number ? number.doubleValue() : value;
      case DECIMAL ->
          value instanceof BigDecimal number
              ? number.setScale(((Types.DecimalType) type).scale())
              : value;
      default -> value;
    };
  }
}
