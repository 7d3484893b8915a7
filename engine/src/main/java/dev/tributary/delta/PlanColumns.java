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

import dev.tributary.delta.TableMetadata.ColumnMapping;
import dev.tributary.errors.MappingException;
import dev.tributary.source.FilePruning;
import dev.tributary.source.FilePruning.ColumnFacts;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/**
 * The columns that a plan reads, and how files of each version give them.
 *
 * <p>Nested columns are pruned when rows are made, not when files are read: whether a struct is
 * null can only be told from its fields.
 */
final class PlanColumns {
  private final Schema schema;
  private final StructType end;
  private final ColumnMapping endMapping;
  private final Map<TableMetadata, Integer> shapeIndexes = new HashMap<>();
  private final List<ReadShape> shapes = new ArrayList<>();

  /**
   * Chooses columns.
   *
   * @param metadata of the plan's last version
   * @param columns dotted paths; empty: all
   * @throws MappingException when one of them does not exist or cannot be read
   */
  PlanColumns(TableMetadata metadata, DeltaSchema all, List<String> columns) {
    columns.forEach(column -> requireReadable(all, column));
    this.schema = columns.isEmpty() ? all.schema() : all.schema().select(columns);
    StructType declared = metadata.schema();
    List<StructField> fields = new ArrayList<>();
    for (Types.NestedField column : schema.columns()) {
      fields.add(declared.get(column.name()));
    }
    this.end = new StructType(fields);
    this.endMapping = metadata.columnMapping();
  }

  private static void requireReadable(DeltaSchema all, String column) {
    String top = column.contains(".") ? column.substring(0, column.indexOf('.')) : column;
    for (String name : List.of(column, top)) {
      if (all.leftOut().containsKey(name)) {
        throw new MappingException(
            String.format(
                "Column '%s' cannot be migrated: %s. Leave it out with drop.",
                name, all.leftOut().get(name)));
      }
    }
    if (all.schema().findField(column) == null) {
      throw new MappingException(
          String.format(
              "Column '%s' does not exist in the source; its columns are %s.",
              column, all.schema().columns().stream().map(Types.NestedField::name).toList()));
    }
  }

  Schema schema() {
    return schema;
  }

  /** The index of the shape of files that the given metadata describes. */
  int shape(TableMetadata metadata, long version) {
    return shapeIndexes.computeIfAbsent(
        metadata,
        key -> {
          shapes.add(ReadShape.of(key, end, endMapping, "version " + version));
          return shapes.size() - 1;
        });
  }

  /** The tasks that may read rows which are wanted, as far as partition values tell. */
  List<DeltaTask> wanted(List<DeltaTask> tasks, FilePruning pruning) {
    return tasks.stream().filter(task -> pruning.mayHold(fieldId -> facts(task, fieldId))).toList();
  }

  private ColumnFacts facts(DeltaTask task, int fieldId) {
    for (int i = 0; i < schema.columns().size(); i++) {
      Types.NestedField column = schema.columns().get(i);
      if (column.fieldId() == fieldId) {
        ReadShape.Origin origin = shapes.get(task.shape()).columns().get(i);
        if (origin instanceof ReadShape.PartitionValue partition) {
          String text = task.partitionValues().get(partition.physicalName());
          return ColumnFacts.constant(PartitionValues.parse(column, text));
        }
        return origin instanceof ReadShape.Absent
            ? ColumnFacts.constant(null)
            : ColumnFacts.UNKNOWN;
      }
    }
    return ColumnFacts.UNKNOWN;
  }

  DeltaChangeReader reader(Storage storage, DeltaChangeReader.FeedKinds feedKinds) {
    return new DeltaChangeReader(
        storage, schema, DataTypeJsonSerDe.serializeStructType(end), shapes, feedKinds);
  }
}
