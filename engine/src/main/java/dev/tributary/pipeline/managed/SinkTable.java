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
package dev.tributary.pipeline.managed;

import dev.tributary.errors.MappingException;
import dev.tributary.mapping.RowMapping;
import dev.tributary.rows.KeyCodec;
import dev.tributary.rows.RowKey;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.TableDefinition;
import dev.tributary.target.TargetOutput;
import dev.tributary.target.TargetTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.SerializableTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;

/** A table that rows are written to, and how they become rows of it. For one thread. */
final class SinkTable {
  private final Table table;
  private final RowToRecord converter;
  private final RowMapping mapping;
  private final TargetOutput output;
  private final PartitionKey partition;
  private final InternalRecordWrapper wrapper;
  private final KeyCodec keys;
  private final boolean nullKeys;

  private SinkTable(Table table, WriteOptions options, TargetSpec target, Schema rows) {
    this.table = table;
    org.apache.iceberg.Schema columns = BeamTypes.columns(rows, table.schema().asStruct());
    this.converter = new RowToRecord(columns.asStruct());
    this.mapping = RowMapping.plan(columns, options.migration(target)).onto(table.schema());
    this.output = new TargetOutput(table, options.writeProperties(), location -> {});
    this.partition = new PartitionKey(table.spec(), table.schema());
    this.wrapper = new InternalRecordWrapper(table.schema().asStruct());
    this.nullKeys = target.nullKeys() == TargetSpec.NullKeys.MATCH;
    if (options.changes() && mapping.equalityColumns().isEmpty()) {
      throw new MappingException(
          String.format(
              "%s has no identifier fields, and no 'equality_columns' are given: name the columns"
                  + " that identify a row.",
              target.table()));
    }
    if (options.changes() && TableUtil.formatVersion(table) < 2) {
      throw new MappingException(
          String.format(
              "%s has format version 1, which knows no row-level deletes: upgrade it first.",
              target.table()));
    }
    this.keys = options.changes() ? new KeyCodec(table.schema(), mapping.equalityColumns()) : null;
  }

  /**
   * Opens the table, or creates it for these rows.
   *
   * @throws dev.tributary.errors.TributaryException when it cannot be, or rows do not fit it
   */
  static SinkTable open(WriteOptions options, String name, Schema rows) {
    TargetSpec target = options.target(name);
    try (TargetTable opened =
        TargetTable.openOrCreate(target, () -> definition(options, target, rows))) {
      // A serializable copy stays usable when the catalog is closed.
      return new SinkTable(SerializableTable.copyOf(opened.table()), options, target, rows);
    }
  }

  private static TableDefinition definition(WriteOptions options, TargetSpec target, Schema rows) {
    if (options.changes() && target.equalityColumns().isEmpty()) {
      throw new MappingException(
          String.format(
              "%s does not exist, and to create it 'equality_columns' are required: name the"
                  + " columns that identify a row.",
              target.table()));
    }
    RowMapping mapping = RowMapping.plan(BeamTypes.columns(rows, null), options.migration(target));
    TableDefinition definition = TableDefinition.of(target, mapping.targetSchema());
    mapping.requireFormat(definition.formatVersion());
    return definition;
  }

  TargetOutput output() {
    return output;
  }

  List<String> keyColumns() {
    return mapping.equalityColumns();
  }

  /**
   * @throws MappingException when a value does not fit
   */
  Record record(Row row) {
    return mapping.map(converter.record(row));
  }

  /**
   * @throws BadRow when an equality column is null
   */
  RowKey key(Record record) {
    if (!nullKeys) {
      keys.nullColumn(record)
          .ifPresent(
              column -> {
                throw new BadRow(
                    "Equality column '%s' of a row is null, so it cannot be applied.", column);
              });
    }
    return keys.key(record);
  }

  /** The hash of the partition that a row belongs to. */
  int partitionHash(Record record) {
    if (table.spec().isUnpartitioned()) {
      return 0;
    }
    partition.partition(wrapper.wrap(record));
    return partition.hashCode();
  }

  /** Tables that were opened already, for one thread; each is looked at again after a while. */
  static final class Cache {
    private final WriteOptions options;
    private final Schema rows;
    private final Map<String, Opened> opened =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Opened> eldest) {
            return size() > options.rememberedTables();
          }
        };

    private record Opened(SinkTable table, long nanos) {}

    Cache(WriteOptions options, Schema rows) {
      this.options = options;
      this.rows = rows;
    }

    SinkTable table(String name) {
      Opened known = opened.get(name);
      long now = System.nanoTime();
      if (known == null || now - known.nanos() > options.tableRefresh().toNanos()) {
        known = new Opened(open(options, name, rows), now);
        opened.put(name, known);
      }
      return known.table();
    }
  }
}
