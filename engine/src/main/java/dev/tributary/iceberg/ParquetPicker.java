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

import dev.tributary.source.ParquetInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.LongPredicate;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.parquet.ColumnIterator;
import org.apache.iceberg.parquet.ParquetSchemaUtil;
import org.apache.iceberg.parquet.ParquetValueReader;
import org.apache.iceberg.types.Types;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Reads single rows out of a Parquet file. Deletes mostly hit a few rows of each page, so pages
 * have to be decoded, but making objects of the values between them is what costs: those are passed
 * over column by column. Values are read by Iceberg's own readers, one for each column.
 */
final class ParquetPicker implements CloseableIterator<PickedRow> {
  /** What rows inherit by their position unless they state it. */
  private static final Set<Integer> LINEAGE =
      Set.of(
          MetadataColumns.ROW_ID.fieldId(), MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId());

  private final ParquetFileReader file;
  private final LongPredicate wanted;
  private final Schema schema;
  private final RowConformer conformer;
  private final List<Column> columns = new ArrayList<>();

  private int group = -1;
  // The row group's first row, the next row to look at, and the row after the last one.
  private long position;
  private long end;
  // The row that the columns stand at.
  private long read;
  private PickedRow next;

  /**
   * @param wanted asked for ascending positions
   * @param start first byte of the row groups to read
   * @param end the byte after them
   */
  ParquetPicker(
      InputFile input,
      Schema schema,
      NameMapping mapping,
      Map<Integer, ?> constants,
      LongPredicate wanted,
      long start,
      long end)
      throws IOException {
    this.wanted = wanted;
    this.schema = schema;
    this.conformer = new RowConformer(schema.asStruct());
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withRange(start, end)
            .usePageChecksumVerification()
            .build();
    this.file = ParquetFileReader.open(new ParquetInput(input), options);
    try {
      MessageType stored = file.getFooter().getFileMetaData().getSchema();
      boolean identified = ParquetSchemaUtil.hasIds(stored);
      MessageType types =
          identified
              ? stored
              : mapping != null
                  ? ParquetSchemaUtil.applyNameMapping(stored, mapping)
                  : ParquetSchemaUtil.addFallbackIds(stored);
      file.setRequestedSchema(
          identified || mapping != null
              ? ParquetSchemaUtil.pruneColumns(types, schema)
              : ParquetSchemaUtil.pruneColumnsFallback(stored, schema));
      schema.columns().forEach(field -> columns.add(new Column(field, types, constants)));
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** The rows of the row groups, wanted or not. */
  long rows() {
    return file.getRecordCount();
  }

  @Override
  public boolean hasNext() {
    while (next == null && (position < end || nextGroup())) {
      if (wanted.test(position)) {
        next = new PickedRow(position, row());
      }
      position++;
    }
    return next != null;
  }

  @Override
  public PickedRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    PickedRow row = next;
    next = null;
    return row;
  }

  private Record row() {
    long passed = position - read;
    Record row = GenericRecord.create(schema);
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).pass(passed);
      row.set(i, columns.get(i).read());
    }
    read = position + 1;
    return conformer.conform(row);
  }

  /** Goes to the next row group with a row that is wanted. */
  private boolean nextGroup() {
    List<BlockMetaData> groups = file.getRowGroups();
    while (++group < groups.size()) {
      position = groups.get(group).getRowIndexOffset();
      end = position + groups.get(group).getRowCount();
      while (position < end && !wanted.test(position)) {
        position++;
      }
      if (position < end) {
        read = groups.get(group).getRowIndexOffset();
        open(group);
        return true;
      }
    }
    return false;
  }

  private void open(int index) {
    PageReadStore pages;
    try {
      pages = file.readRowGroup(index);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    columns.forEach(column -> column.open(pages));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** One column of the rows. */
  private static final class Column {
    private final ParquetValueReader<Record> reader;
    // Whether values are passed over by reading them: of several columns, or counted.
    private final boolean readThrough;
    // Null: nothing of it is in the file.
    private final ColumnIterator<?> values;
    private final int defined;

    Column(Types.NestedField field, MessageType types, Map<Integer, ?> constants) {
      this.reader = GenericParquetReaders.buildReader(new Schema(field), types, constants);
      Type stored = constants.containsKey(field.fieldId()) ? null : stored(types, field.fieldId());
      boolean nested = stored != null && !stored.isPrimitive();
      this.readThrough = nested || LINEAGE.contains(field.fieldId());
      // The interface that readers state for their column is Iceberg's own.
      Object column = reader.column();
      this.values = stored == null || readThrough ? null : (ColumnIterator<?>) column;
      this.defined = stored == null || stored.isRepetition(Type.Repetition.REQUIRED) ? 0 : 1;
    }

    private static Type stored(MessageType types, int id) {
      return types.getFields().stream()
          .filter(type -> type.getId() != null && type.getId().intValue() == id)
          .findFirst()
          .orElse(null);
    }

    void open(PageReadStore pages) {
      reader.setPageSource(pages);
    }

    void pass(long rows) {
      if (readThrough) {
        for (long i = 0; i < rows; i++) {
          reader.read(null);
        }
      } else if (values != null) {
        for (long i = 0; i < rows; i++) {
          if (values.currentDefinitionLevel() < defined) {
            values.nextNull();
          } else {
            values.next();
          }
        }
      }
    }

    Object read() {
      return reader.read(null).get(0);
    }
  }
}
