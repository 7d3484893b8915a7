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
  private static final String NOT_ALLOWED = "its type cannot become the other without loss";

  private final String table;
  private final Schema existing;
  private final MigratedRows rows;
  private final List<SchemaDifference> differences = new ArrayList<>();

  private SchemaComparison(TargetName target, Schema existing, MigratedRows rows) {
    this.table = target.sql();
    this.existing = existing;
    this.rows = rows;
  }

  /**
   * @param neverNull target columns that are written without nulls whatever the source allows: rows
   *     with a null key are refused where null keys are rejected
   * @param rows what the table holds
   */
  static List<SchemaDifference> compare(
      TargetName target,
      List<PlannedColumn> columns,
      Set<String> neverNull,
      Schema existing,
      MigratedRows rows) {
    SchemaComparison comparison = new SchemaComparison(target, existing, rows);
    Map<String, Side> wanted = new LinkedHashMap<>();
    columns.forEach(
        column -> {
          boolean nullable = !column.neverNull() && !neverNull.contains(column.target());
          // A column whose name the mapping gives keeps that name whatever the source calls it.
          boolean named = !column.target().equals(column.field().name());
          wanted.put(
              column.target(),
              new Side(
                  column.target(),
                  String.join(".", column.path()),
                  column.type(),
                  nullable,
                  column.key(),
                  named,
                  column.field()));
        });
    comparison.structs(Place.TOP, wanted, existing.asStruct());
    return List.copyOf(comparison.differences);
  }

  private void structs(Place parent, Map<String, Side> wanted, Types.StructType found) {
    List<Types.NestedField> extra = new ArrayList<>(found.fields());
    for (Side side : wanted.values()) {
      Types.NestedField field = found.field(side.name());
      Optional<Types.NestedField> other =
          field == null ? otherName(side, wanted, found) : Optional.empty();
      if (field != null && replaced(parent, side, field)) {
        extra.remove(field);
        replacement(parent, side, field);
      } else if (field != null) {
        extra.remove(field);
        column(parent.field(side, side.name()), side, field);
      } else if (other.isPresent()) {
        extra.remove(other.get());
        renamed(parent, side, other.get());
      } else {
        missing(parent, side);
      }
    }
    extra.forEach(field -> extra(parent, field));
  }

  /** The column under another name: the one that it had, or the same in another case. */
  private Optional<Types.NestedField> otherName(
      Side side, Map<String, Side> wanted, Types.StructType found) {
    Optional<Types.NestedField> earlier =
        side.named()
            ? Optional.empty()
            : rows.nameOf(side.source().fieldId()).map(name -> found.field(name));
    return earlier
        .or(() -> Optional.ofNullable(found.caseInsensitiveField(side.name())))
        .filter(field -> !wanted.containsKey(field.name()));
  }

  /** Whether the source has another column now where the rows that are there had theirs from. */
  private boolean replaced(Place parent, Side side, Types.NestedField field) {
    return rows.fill(field.fieldId())
        && rows.idOf(parent.field(side, side.name()).source())
            .filter(id -> id != side.source().fieldId())
            .isPresent();
  }

  private void replacement(Place parent, Side side, Types.NestedField field) {
    Place place = parent.field(side, field.name());
    // Rows that are there have no value in a column that is new, just as in the source.
    Optional<String> type =
        rows.had(side.source().fieldId()) ? Optional.empty() : TypeNames.spark(side.type());
    add(
        Kind.REPLACED,
        place,
        String.format("column %s is another column of the source now", place.wanted()),
        type.map(
            it ->
                String.format(
                    "DROP COLUMN %s; ALTER TABLE %s ADD COLUMN %s %s",
                    place.sql(), table, place.sql(), it)),
        type.map(it -> new SchemaStep.Replace(place.existing(), add(parent, side))),
        Optional.of("rows that are there have the values of the earlier one"));
  }

  private void renamed(Place parent, Side side, Types.NestedField field) {
    Place place = parent.field(side, field.name());
    add(
        Kind.RENAMED,
        place,
        String.format("column %s is called %s there", place.wanted(), field.name()),
        Optional.of(
            String.format(
                "RENAME COLUMN %s TO %s",
                parent.named(field.name()).sql(), TypeNames.identifier(side.name()))),
        Optional.of(new SchemaStep.Rename(place.existing(), side.name())),
        Optional.of("readers know the column by the name that it has"));
    column(place, side, field);
  }

  private void missing(Place parent, Side side) {
    Place place = parent.field(side, side.name());
    Optional<String> obstacle = Optional.empty();
    if (side.key() && rows.present()) {
      obstacle = Optional.of("rows that are there would have no value in this equality column");
    } else if (rows.had(side.source().fieldId())) {
      obstacle =
          Optional.of(
              "the source had the column before, so rows that are there would lack its values:"
                  + " load a new target to have them");
    } else if (side.source().initialDefault() != null && rows.present()) {
      obstacle =
          Optional.of(
              "the source gives earlier rows its default value, which rows that are there would"
                  + " lack");
    }
    add(
        Kind.MISSING,
        place,
        String.format("column %s of type %s is missing", place.wanted(), side.type()),
        TypeNames.spark(side.type()).map(type -> "ADD COLUMN " + place.sql() + " " + type),
        Optional.of(add(parent, side)),
        obstacle);
  }

  private static SchemaStep.Add add(Place parent, Side side) {
    return new SchemaStep.Add(
        parent.existing(), side.name(), RowMapping.plain(side.type()), side.source().doc());
  }

  private void extra(Place parent, Types.NestedField field) {
    Place place = parent.named(field.name());
    add(
        Kind.EXTRA,
        place,
        String.format("column %s of type %s has no source column", place.wanted(), field.type()),
        Optional.of("DROP COLUMN " + place.sql()),
        Optional.of(new SchemaStep.Drop(place.existing())),
        Optional.of("its values would go"));
  }

  private void column(Place place, Side wanted, Types.NestedField found) {
    if (wanted.nullable() && found.isRequired()) {
      boolean identifier = existing.identifierFieldIds().contains(found.fieldId());
      add(
          Kind.NULLABILITY,
          place,
          identifier
              ? String.format(
                  "column %s is an identifier field there, and may be null in the source",
                  place.wanted())
              : String.format("column %s allows no nulls there", place.wanted()),
          Optional.of(
              identifier
                  ? "DROP IDENTIFIER FIELDS " + place.sql()
                  : "ALTER COLUMN " + place.sql() + " DROP NOT NULL"),
          Optional.of(
              identifier
                  ? new SchemaStep.DropIdentifier(place.existing())
                  : new SchemaStep.AllowNulls(place.existing())),
          identifier
              ? Optional.of("the table's identifier fields say what identifies its rows")
              : Optional.empty());
    }
    type(place, wanted.type(), found.type());
  }

  private void type(Place place, Type wanted, Type found) {
    if (wanted.isStructType() && found.isStructType()) {
      Map<String, Side> sides = new LinkedHashMap<>();
      wanted.asStructType().fields().forEach(f -> sides.put(f.name(), Side.of(f)));
      structs(place, sides, found.asStructType());
    } else if (wanted.isListType() && found.isListType()) {
      nested(place.named("element"), wanted, found, 0);
    } else if (wanted.isMapType() && found.isMapType()) {
      nested(place.named("key"), wanted, found, 0);
      nested(place.named("value"), wanted, found, 1);
    } else if (!wanted.equals(found) && SafeCasts.promotion(wanted, found).isEmpty()) {
      boolean widens =
          found.isPrimitiveType()
              && wanted.isPrimitiveType()
              && TypeUtil.isPromotionAllowed(found, wanted.asPrimitiveType());
      add(
          Kind.TYPE,
          place,
          String.format("column %s has type %s there and needs %s", place.wanted(), found, wanted),
          widens
              ? TypeNames.spark(wanted).map(t -> "ALTER COLUMN " + place.sql() + " TYPE " + t)
              : Optional.empty(),
          widens
              ? Optional.of(new SchemaStep.Widen(place.existing(), wanted.asPrimitiveType()))
              : Optional.empty(),
          widens ? Optional.empty() : Optional.of(NOT_ALLOWED));
    }
  }

  private void nested(Place place, Type wanted, Type found, int index) {
    column(
        place,
        Side.of(wanted.asNestedType().fields().get(index)),
        found.asNestedType().fields().get(index));
  }

  private void add(
      Kind kind,
      Place place,
      String message,
      Optional<String> statement,
      Optional<SchemaStep> step,
      Optional<String> obstacle) {
    differences.add(
        new SchemaDifference(
            kind,
            place.wanted(),
            message,
            statement.map(s -> "ALTER TABLE " + table + " " + s),
            step,
            obstacle));
  }

  /**
   * A column's place in the table.
   *
   * @param names with the names that are wanted, which statements use one after the other
   * @param found with the names that are there, which steps of one update use
   * @param path with the names that the source has
   */
  private record Place(List<String> names, List<String> found, List<String> path) {
    static final Place TOP = new Place(List.of(), List.of(), List.of());

    Place field(Side side, String foundName) {
      return new Place(
          append(names, side.name()), append(found, foundName), append(path, side.path()));
    }

    /** A column that has one name everywhere. */
    Place named(String name) {
      return new Place(append(names, name), append(found, name), append(path, name));
    }

    String source() {
      return String.join(".", path);
    }

    String wanted() {
      return String.join(".", names);
    }

    String existing() {
      return String.join(".", found);
    }

    String sql() {
      return names.stream().map(TypeNames::identifier).collect(Collectors.joining("."));
    }

    private static List<String> append(List<String> path, String name) {
      return Stream.concat(path.stream(), Stream.of(name)).toList();
    }
  }

  /**
   * What the mapping needs at one place.
   *
   * @param path where the source has the column, within what it is nested in
   * @param named whether the mapping gives the name
   * @param source the source's column
   */
  private record Side(
      String name,
      String path,
      Type type,
      boolean nullable,
      boolean key,
      boolean named,
      Types.NestedField source) {
    static Side of(Types.NestedField field) {
      return new Side(
          field.name(), field.name(), field.type(), field.isOptional(), false, false, field);
    }
  }
}
