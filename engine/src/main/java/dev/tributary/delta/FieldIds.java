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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Field ids of a table's columns that stay the same across its versions. A column is known by its
 * path of physical names, which a rename does not touch; tables without column mapping have the
 * plain names there. It gets its column-mapping id where the table has one, else the next free id
 * in the order of first appearance, so that a column added later changes no other id.
 */
final class FieldIds {
  private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";
  private static final String COLUMN_ID = "delta.columnMapping.id";

  private final Map<String, Integer> ids = new HashMap<>();
  private final Set<Integer> taken = new HashSet<>();
  private int last;

  /** Assigns ids for all of the table's known metadata, oldest first. */
  FieldIds(List<TableMetadata> versions) {
    // Newest first: when a replaced table counts its ids anew, today's columns keep theirs.
    for (int i = versions.size() - 1; i >= 0; i--) {
      TableMetadata metadata = versions.get(i);
      if (metadata.columnMapping() != ColumnMapping.NONE) {
        adopt(metadata.schema(), "", metadata.columnMapping());
      }
    }
    last = taken.stream().mapToInt(Integer::intValue).max().orElse(0);
    versions.forEach(metadata -> assign(metadata.schema(), "", metadata.columnMapping()));
  }

  /** The id of the field, list element, map key or map value at the path. */
  int id(String path) {
    return ids.get(path);
  }

  /** The highest id that any column has, or had in a version that the log still tells of. */
  int last() {
    return last;
  }

  static String physicalName(StructField field, ColumnMapping mapping) {
    return mapping != ColumnMapping.NONE && field.getMetadata().contains(PHYSICAL_NAME)
        ? field.getMetadata().getString(PHYSICAL_NAME)
        : field.getName();
  }

  /** Whether column mapping gave the field an id. */
  static boolean hasColumnId(StructField field) {
    return field.getMetadata().contains(COLUMN_ID);
  }

  /** The id that column mapping gave the field; only where mapping is on. */
  static long columnId(StructField field) {
    return field.getMetadata().getLong(COLUMN_ID);
  }

  /** The path of a field below the path of its parent; the root's is empty. */
  static String path(String parent, StructField field, ColumnMapping mapping) {
    return parent + "\n" + physicalName(field, mapping);
  }

  static String elementPath(String list) {
    return list + "\n[element]";
  }

  static String keyPath(String map) {
    return map + "\n[key]";
  }

  static String valuePath(String map) {
    return map + "\n[value]";
  }

  private void adopt(DataType type, String path, ColumnMapping mapping) {
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        String fieldPath = path(path, field, mapping);
        if (hasColumnId(field) && !ids.containsKey(fieldPath)) {
          int id = Math.toIntExact(columnId(field));
          if (taken.add(id)) {
            ids.put(fieldPath, id);
          }
        }
        adopt(field.getDataType(), fieldPath, mapping);
      }
    } else if (type instanceof ArrayType list) {
      adopt(list.getElementType(), elementPath(path), mapping);
    } else if (type instanceof MapType map) {
      adopt(map.getKeyType(), keyPath(path), mapping);
      adopt(map.getValueType(), valuePath(path), mapping);
    }
  }

  private void assign(DataType type, String path, ColumnMapping mapping) {
    if (type instanceof StructType struct) {
      struct.fields().forEach(field -> next(path(path, field, mapping)));
      struct.fields().forEach(f -> assign(f.getDataType(), path(path, f, mapping), mapping));
    } else if (type instanceof ArrayType list) {
      next(elementPath(path));
      assign(list.getElementType(), elementPath(path), mapping);
    } else if (type instanceof MapType map) {
      next(keyPath(path));
      next(valuePath(path));
      assign(map.getKeyType(), keyPath(path), mapping);
      assign(map.getValueType(), valuePath(path), mapping);
    }
  }

  private void next(String path) {
    ids.computeIfAbsent(path, ignored -> ++last);
  }
}
