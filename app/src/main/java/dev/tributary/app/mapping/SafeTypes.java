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
package dev.tributary.app.mapping;

import dev.tributary.errors.TributaryException;
import dev.tributary.mapping.RowMapping;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * The target types that a column can have without losing anything. The engine is asked about each
 * candidate, so the list never promises a cast that a run would refuse.
 */
final class SafeTypes {
  private static final List<String> CANDIDATES =
      List.of("int", "long", "float", "double", "date", "timestamp", "timestamptz", "string");

  private SafeTypes() {}

  /** The column's own type first, then those that it can be widened to. */
  static List<String> of(Types.NestedField column, MigrationSpec spec) {
    List<String> types = new ArrayList<>();
    types.add(column.type().toString());
    if (!column.type().isPrimitiveType()) {
      return types;
    }
    List<String> candidates = new ArrayList<>(CANDIDATES);
    candidates.addAll(decimals(column.type()));
    for (String candidate : candidates) {
      if (!types.contains(candidate) && accepted(column, candidate, spec)) {
        types.add(candidate);
      }
    }
    return types;
  }

  private static List<String> decimals(Type type) {
    int scale = type instanceof Types.DecimalType decimal ? decimal.scale() : 0;
    return List.of(
        "decimal(10, " + scale + ")", "decimal(19, " + scale + ")", "decimal(38, " + scale + ")");
  }

  private static boolean accepted(Types.NestedField column, String type, MigrationSpec spec) {
    MigrationSpec one =
        spec.toBuilder()
            .source(spec.source().toBuilder().keep(List.of()).drop(List.of()).build())
            .target(
                spec.target().toBuilder().equalityColumns(List.of()).writeOptions(Map.of()).build())
            .mapping(List.of(new ColumnMapping(column.name(), column.name(), Optional.of(type))))
            .build();
    try {
      RowMapping.plan(new Schema(column), one);
      return true;
    } catch (TributaryException e) {
      return false;
    }
  }
}
