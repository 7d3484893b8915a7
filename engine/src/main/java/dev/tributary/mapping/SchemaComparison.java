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

import dev.tributary.mapping.SchemaDifference.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** Finds how an existing table differs from what a mapping needs, and the SQL that mends it. */
final class SchemaComparison {
  private final String table;
  private final Schema existing;
  private final List<SchemaDifference> differences = new ArrayList<>();

  private SchemaComparison(TargetName target, Schema existing) {
    this.table = target.sql();
    this.existing = existing;
  }

  /**
   * @param neverNull target columns that are written without nulls whatever the source allows: rows
   *     with a null key are refused where null keys are rejected
   */
  static List<SchemaDifference> compare(
      TargetName target, List<PlannedColumn> columns, Set<String> neverNull, Schema existing) {
    SchemaComparison comparison = new SchemaComparison(target, existing);
    Map<String, Side> wanted = new LinkedHashMap<>();
    columns.forEach(
        column -> {
          boolean nullable = !column.neverNull() && !neverNull.contains(column.target());
          wanted.put(column.target(), new Side(column.target(), column.type(), nullable));
        });
    comparison.structs(List.of(), wanted, existing.asStruct());
    return List.copyOf(comparison.differences);
  }

  private void structs(List<String> parent, Map<String, Side> wanted, Types.StructType found) {
    List<Types.NestedField> extra = new ArrayList<>(found.fields());
    for (Side side : wanted.values()) {
      Types.NestedField field = found.field(side.name());
      Types.NestedField otherCase = found.caseInsensitiveField(side.name());
      List<String> path = append(parent, side.name());
      if (field != null) {
        extra.remove(field);
        column(path, side, field);
      } else if (otherCase != null && !wanted.containsKey(otherCase.name())) {
        extra.remove(otherCase);
        String statement =
            String.format(
                "RENAME COLUMN %s TO %s",
                sql(append(parent, otherCase.name())), TypeNames.identifier(side.name()));
        add(
            Kind.MISSING,
            path,
            String.format("column %s is called %s there", dotted(path), otherCase.name()),
            Optional.of(statement));
      } else {
        add(
            Kind.MISSING,
            path,
            String.format("column %s of type %s is missing", dotted(path), side.type()),
            TypeNames.spark(side.type()).map(type -> "ADD COLUMN " + sql(path) + " " + type));
      }
    }
    for (Types.NestedField field : extra) {
      List<String> path = append(parent, field.name());
      add(
          Kind.EXTRA,
          path,
          String.format("column %s of type %s has no source column", dotted(path), field.type()),
          Optional.of("DROP COLUMN " + sql(path)));
    }
  }

  private void column(List<String> path, Side wanted, Types.NestedField found) {
    if (wanted.nullable() && found.isRequired()) {
      boolean identifier = existing.identifierFieldIds().contains(found.fieldId());
      add(
          Kind.NULLABILITY,
          path,
          identifier
              ? String.format(
                  "column %s is an identifier field there, and may be null in the source",
                  dotted(path))
              : String.format("column %s allows no nulls there", dotted(path)),
          Optional.of(
              identifier
                  ? "DROP IDENTIFIER FIELDS " + sql(path)
                  : "ALTER COLUMN " + sql(path) + " DROP NOT NULL"));
    }
    type(path, wanted.type(), found.type());
  }

  private void type(List<String> path, Type wanted, Type found) {
    if (wanted.isStructType() && found.isStructType()) {
      Map<String, Side> sides = new LinkedHashMap<>();
      wanted
          .asStructType()
          .fields()
          .forEach(f -> sides.put(f.name(), new Side(f.name(), f.type(), f.isOptional())));
      structs(path, sides, found.asStructType());
    } else if (wanted.isListType() && found.isListType()) {
      nested(append(path, "element"), wanted, found, 0);
    } else if (wanted.isMapType() && found.isMapType()) {
      nested(append(path, "key"), wanted, found, 0);
      nested(append(path, "value"), wanted, found, 1);
    } else if (!wanted.equals(found) && SafeCasts.promotion(wanted, found).isEmpty()) {
      boolean widens =
          found.isPrimitiveType()
              && wanted.isPrimitiveType()
              && TypeUtil.isPromotionAllowed(found, wanted.asPrimitiveType());
      add(
          Kind.TYPE,
          path,
          String.format("column %s has type %s there and needs %s", dotted(path), found, wanted),
          widens
              ? TypeNames.spark(wanted).map(t -> "ALTER COLUMN " + sql(path) + " TYPE " + t)
              : Optional.empty());
    }
  }

  private void nested(List<String> path, Type wanted, Type found, int index) {
    Types.NestedField field = wanted.asNestedType().fields().get(index);
    column(
        path,
        new Side(field.name(), field.type(), field.isOptional()),
        found.asNestedType().fields().get(index));
  }

  private void add(Kind kind, List<String> path, String message, Optional<String> statement) {
    differences.add(
        new SchemaDifference(
            kind, dotted(path), message, statement.map(s -> "ALTER TABLE " + table + " " + s)));
  }

  private static String sql(List<String> path) {
    return path.stream().map(TypeNames::identifier).collect(Collectors.joining("."));
  }

  private static String dotted(List<String> path) {
    return String.join(".", path);
  }

  private static List<String> append(List<String> path, String name) {
    return Stream.concat(path.stream(), Stream.of(name)).toList();
  }

  /** What the mapping needs at one place. */
  private record Side(String name, Type type, boolean nullable) {}
}
