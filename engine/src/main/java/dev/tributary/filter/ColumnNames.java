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
package dev.tributary.filter;

import dev.tributary.errors.MappingException;
import dev.tributary.errors.Suggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.iceberg.types.Types;

/**
 * Finds the columns that a predicate names. Columns are case-sensitive; a name without quotes that
 * no column has in that case may stand for the one column that has it in another.
 *
 * @param columns the table's columns
 * @param rowColumns further columns that rows have on request; a column of the same name hides them
 * @param changeColumns what can be asked of changes
 */
record ColumnNames(
    Types.StructType columns,
    List<Types.NestedField> rowColumns,
    List<ChangeColumn> changeColumns) {

  /** What a name stands for. */
  sealed interface Named {}

  /** A column, by the fields that lead to it. */
  record Path(List<Types.NestedField> fields) implements Named {
    Types.NestedField last() {
      return fields.get(fields.size() - 1);
    }

    String dotted() {
      return fields.stream().map(Types.NestedField::name).collect(Collectors.joining("."));
    }
  }

  /** A column of the change. */
  record OfChange(ChangeColumn column) implements Named {}

  /**
   * @throws MappingException when no column or more than one has the name
   */
  Named find(SqlIdentifier identifier) {
    List<Name> names = new ArrayList<>();
    for (int i = 0; i < identifier.names.size(); i++) {
      names.add(new Name(identifier.names.get(i), identifier.isComponentQuoted(i)));
    }
    Optional<Named> column = column(names, columns.fields());
    if (column.isEmpty()) {
      column = column(names, rowColumns);
    }
    if (column.isEmpty() && names.size() == 1) {
      column =
          ChangeColumn.named(names.get(0).text())
              .filter(changeColumns::contains)
              .map(OfChange::new);
    }
    return column.orElseThrow(() -> unknown(names));
  }

  private static Optional<Named> column(List<Name> names, List<Types.NestedField> fields) {
    List<List<Types.NestedField>> found = new ArrayList<>();
    collect(names, 0, fields, new ArrayList<>(), Case.EXACT, found);
    if (found.isEmpty()) {
      collect(names, 0, fields, new ArrayList<>(), Case.ANY, found);
    }
    if (found.size() > 1) {
      throw new MappingException(
          String.format(
              "source.filter names the column '%s', which could be any of %s: write the one that is"
                  + " meant in its own case, in double quotes.",
              text(names), found.stream().map(f -> "'" + new Path(f).dotted() + "'").toList()));
    }
    return found.stream().findFirst().map(Path::new);
  }

  private enum Case {
    EXACT,
    ANY
  }

  /** A column's own name may hold dots, so it may take up several parts of a dotted name. */
  private static void collect(
      List<Name> names,
      int from,
      List<Types.NestedField> fields,
      List<Types.NestedField> path,
      Case matching,
      List<List<Types.NestedField>> found) {
    for (int to = from + 1; to <= names.size(); to++) {
      List<Name> part = names.subList(from, to);
      for (Types.NestedField field : fields) {
        if (!matches(part, field.name(), matching)) {
          continue;
        }
        path.add(field);
        if (to == names.size()) {
          found.add(List.copyOf(path));
        } else if (field.type().isStructType()) {
          collect(names, to, field.type().asStructType().fields(), path, matching, found);
        }
        path.remove(path.size() - 1);
      }
    }
  }

  private static boolean matches(List<Name> part, String name, Case matching) {
    boolean exact = matching == Case.EXACT || part.stream().anyMatch(Name::quoted);
    return exact ? text(part).equals(name) : text(part).equalsIgnoreCase(name);
  }

  private MappingException unknown(List<Name> names) {
    List<String> known = new ArrayList<>();
    columns.fields().forEach(field -> addPaths("", field, known));
    rowColumns.forEach(field -> known.add(field.name()));
    changeColumns.forEach(column -> known.add(column.column()));
    return new MappingException(
        String.format(
            "source.filter names the column '%s', which the source does not have%s; the columns"
                + " that it can name are %s. A string is put in single quotes.",
            text(names), Suggestions.didYouMean(text(names), known), String.join(", ", known)));
  }

  private static void addPaths(String prefix, Types.NestedField field, List<String> known) {
    String path = prefix + field.name();
    known.add(path);
    if (field.type().isStructType()) {
      field.type().asStructType().fields().forEach(f -> addPaths(path + ".", f, known));
    }
  }

  private static String text(List<Name> names) {
    return names.stream().map(Name::text).collect(Collectors.joining("."));
  }

  /** One part of a dotted name. */
  private record Name(String text, boolean quoted) {}
}
