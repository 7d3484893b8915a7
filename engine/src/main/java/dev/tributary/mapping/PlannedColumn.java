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
package dev.tributary.mapping;

import java.io.Serializable;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * A target column before it has a place in a schema.
 *
 * @param path names that lead to the source column, through structs
 * @param reads dotted paths of what has to be read for it
 * @param required whether the target column allows no nulls
 * @param neverNull whether the source column allows none
 * @param field the source column, without what was pruned
 */
record PlannedColumn(
    List<String> path,
    List<String> reads,
    String target,
    Type type,
    boolean required,
    boolean neverNull,
    boolean key,
    Types.NestedField field)
    implements Serializable {

  PlannedColumn {
    path = List.copyOf(path);
    reads = List.copyOf(reads);
  }

  /** Type of the source column, without what was pruned. */
  Type sourceType() {
    return field.type();
  }

  /** The source column's comment; null: none. */
  String doc() {
    return field.doc();
  }
}
