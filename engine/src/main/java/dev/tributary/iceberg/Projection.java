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

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** The columns in which all rows of a range are read. */
final class Projection {
  private Projection() {}

  /**
   * The chosen columns of the last schema. A column that is required there but was optional, or not
   * there yet, in an earlier one is read as optional: rows of earlier commits may lack it.
   *
   * @param schemas the schemas of the range, oldest first
   * @param rowColumns what rows have besides, read where it is named; a column of the table that
   *     has such a name hides it
   * @param columns dotted paths; empty: all of the schema
   * @throws SourceException when a column does not exist, or is of a type that rows can't carry
   */
  static Schema of(List<Schema> schemas, List<Types.NestedField> rowColumns, List<String> columns) {
    Schema last = schemas.get(schemas.size() - 1);
    List<Types.NestedField> besides =
        rowColumns.stream()
            .filter(field -> columns.contains(field.name()) && last.findField(field.name()) == null)
            .toList();
    List<String> own = new ArrayList<>(columns);
    besides.forEach(field -> own.remove(field.name()));
    for (String column : own) {
      if (last.findField(column) == null) {
        throw new SourceException(
            Area.MAPPING,
            String.format(
                "The source has no column '%s'; its columns are %s.",
                column, last.columns().stream().map(Types.NestedField::name).toList()));
      }
    }
    Schema selected = columns.isEmpty() ? last : last.select(own);
    refuseUnsupported(selected);
    List<Types.NestedField> fields = new ArrayList<>();
    for (Types.NestedField field : selected.columns()) {
      boolean everRequired =
          schemas.stream()
              .map(schema -> schema.findField(field.fieldId()))
              .allMatch(earlier -> earlier != null && earlier.isRequired());
      fields.add(field.isRequired() && !everRequired ? field.asOptional() : field);
    }
    Set<Integer> identifiers = new HashSet<>(last.identifierFieldIds());
    fields.stream()
        .filter(Types.NestedField::isOptional)
        .forEach(field -> identifiers.remove(field.fieldId()));
    fields.addAll(besides);
    Schema schema = new Schema(fields);
    identifiers.removeIf(id -> schema.findField(id) == null);
    return new Schema(fields, identifiers);
  }

  /** Why rows can't carry a type; null where they can. */
  static String unsupported(Type type) {
    Type found =
        TypeUtil.find(
            type,
            nested ->
                switch (nested.typeId()) {
                  case VARIANT, GEOMETRY, GEOGRAPHY, UNKNOWN -> true;
                  default -> false;
                });
    return found == null ? null : found.toString();
  }

  private static void refuseUnsupported(Schema schema) {
    for (Types.NestedField field : schema.columns()) {
      String type = unsupported(field.type());
      if (type != null) {
        throw new SourceException(
            Area.MAPPING,
            String.format(
                "Column '%s' holds values of type %s, which cannot be migrated. Leave it out with"
                    + " drop: [%s].",
                field.name(), type, field.name()));
      }
    }
  }
}
