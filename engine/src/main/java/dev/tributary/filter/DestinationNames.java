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
import dev.tributary.filter.ColumnNames.Path;
import dev.tributary.spec.TableTemplate;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** A table-name template that is bound to the columns of a source. */
public final class DestinationNames {
  private final TableTemplate template;
  private final Map<String, Path> paths;

  private DestinationNames(TableTemplate template, Map<String, Path> paths) {
    this.template = template;
    this.paths = paths;
  }

  /**
   * Binds a template.
   *
   * @param columns the source's, at the end of the range
   * @throws MappingException when a place names no column, or one whose values cannot be part of a
   *     name
   */
  public static DestinationNames of(TableTemplate template, Types.StructType columns) {
    Map<String, Path> paths = new LinkedHashMap<>();
    for (String name : template.fields()) {
      List<Types.NestedField> fields = new ArrayList<>();
      if (!resolve(columns, name, fields)) {
        throw unknown(name, columns);
      }
      Path path = new Path(fields);
      requireFit(name, path.last().type());
      paths.put(name, path);
    }
    return new DestinationNames(template, paths);
  }

  private static boolean resolve(
      Types.StructType struct, String name, List<Types.NestedField> fields) {
    for (Types.NestedField field : struct.fields()) {
      fields.add(field);
      if (field.name().equals(name)) {
        return true;
      }
      if (name.startsWith(field.name() + ".")
          && field.type().isStructType()
          && resolve(
              field.type().asStructType(), name.substring(field.name().length() + 1), fields)) {
        return true;
      }
      fields.remove(fields.size() - 1);
    }
    return false;
  }

  private static MappingException unknown(String name, Types.StructType columns) {
    Set<String> known = new LinkedHashSet<>();
    TypeUtil.indexNameById(columns).values().stream().sorted().forEach(known::add);
    return new MappingException(
        String.format(
            "target.table names the column '%s', which the source does not have%s; its columns are"
                + " %s.",
            name, Suggestions.didYouMean(name, known), String.join(", ", known)));
  }

  private static void requireFit(String name, Type type) {
    switch (type.typeId()) {
      case STRING, INTEGER, LONG, BOOLEAN, DATE, UUID -> {}
      default ->
          throw new MappingException(
              String.format(
                  "target.table names the column '%s' of type %s: only strings, whole numbers,"
                      + " booleans, dates and UUIDs can be part of a table's name. Name another"
                      + " column.",
                  name, type));
    }
  }

  /** The template with the ids of its columns, which renaming does not change. */
  public String identity() {
    return template.name(field -> "{" + paths.get(field).last().fieldId() + "}");
  }

  /** The columns' names in an earlier schema; those that it has. */
  public List<String> columnsAt(Schema earlier) {
    return paths.values().stream()
        .map(path -> earlier.findColumnName(path.last().fieldId()))
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  /** Names the tables of rows of a schema, in which columns are found by id. */
  public Namer namer(Schema rows) {
    return namer(path -> FilteredSource.positions(rows.asStruct(), path));
  }

  Set<Path> paths() {
    return new LinkedHashSet<>(paths.values());
  }

  Namer namer(Function<Path, int[]> positions) {
    HashMap<String, int[]> places = new HashMap<>();
    paths.forEach((field, path) -> places.put(field, positions.apply(path)));
    return new Namer(template, places);
  }

  /**
   * Names the tables that rows go to. Travels to workers; may be used from several threads.
   *
   * @param places for each field of the template, where its value is; empty: rows do not have it
   */
  public record Namer(TableTemplate template, HashMap<String, int[]> places)
      implements Serializable {

    /**
     * The name of the table that a row goes to.
     *
     * @throws MappingException when the row names none
     */
    public String name(Record row) {
      return template.name(field -> value(field, row));
    }

    private String value(String field, Record row) {
      int[] positions = places.get(field);
      Object value = positions.length == 0 ? null : row;
      for (int position : positions) {
        value = value == null ? null : ((Record) value).get(position);
      }
      String text = value == null ? null : value.toString();
      Optional<String> unfit = TableTemplate.unfit(text);
      if (unfit.isPresent()) {
        throw new MappingException(
            String.format(
                "Column '%s', which names the table that a row goes to by target.table %s, %s."
                    + " Correct the source, or leave such rows out with source.filter%s.",
                field,
                template,
                unfit.get(),
                text == null ? ", such as " + field + " IS NOT NULL" : ""));
      }
      return text;
    }
  }
}
