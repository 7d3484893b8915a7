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
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds columns that were dropped and are back, as after RESTORE. Their values were in the files
 * all the time, so they are back as well, in rows that no commit tells as changed.
 */
final class ReturnedColumns {
  private static final String LAST_ID = "delta.columnMapping.maxColumnId";

  private ReturnedColumns() {}

  /**
   * The columns that a commit brings back: new columns get ids that were never given before.
   *
   * @return dotted names by column-mapping id
   */
  static Map<Long, String> of(TableMetadata before, TableMetadata after) {
    String lastId = before.configuration().get(LAST_ID);
    boolean mapped =
        before.columnMapping() != ColumnMapping.NONE && after.columnMapping() != ColumnMapping.NONE;
    if (!mapped || lastId == null || before.schemaJson().equals(after.schemaJson())) {
      return Map.of();
    }
    Map<Long, String> returned = new TreeMap<>();
    collect(after.schema(), "", returned);
    Map<Long, String> had = new TreeMap<>();
    collect(before.schema(), "", had);
    returned.keySet().removeAll(had.keySet());
    returned.keySet().removeIf(id -> id > Long.parseLong(lastId));
    return returned;
  }

  private static void collect(DataType type, String prefix, Map<Long, String> names) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        String name = prefix + field.getName();
        if (FieldIds.hasColumnId(field)) {
          names.put(FieldIds.columnId(field), name);
        }
        collect(field.getDataType(), name + ".", names);
      }
    } else if (type instanceof ArrayType list) {
      collect(list.getElementType(), prefix + "element.", names);
    } else if (type instanceof MapType map) {
      collect(map.getKeyType(), prefix + "key.", names);
      collect(map.getValueType(), prefix + "value.", names);
    }
  }
}
