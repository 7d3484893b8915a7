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

import dev.tributary.errors.MappingException;
import dev.tributary.errors.Suggestions;
import dev.tributary.rows.KeyCodec;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MetadataColumn;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Chooses the target's columns. {@code keep} and {@code drop} choose among the source's columns;
 * {@code mapping} then renames or casts a chosen column, or takes a field out of a struct. A struct
 * of which a field is taken out stays as it is, unless it is dropped or not kept. Columns keep the
 * source's order; fields taken out of a struct follow it. With {@code only}, all this is about the
 * fields of one struct, as if it were the row.
 */
final class ColumnPlanner {
  private final Schema source;
  private final MigrationSpec spec;
  private final Set<String> keys;

  // The fields that lead to the struct that is the row; empty: the whole row is.
  private final List<Types.NestedField> row;

  ColumnPlanner(Schema source, MigrationSpec spec) {
    this.source = source;
    this.spec = spec;
    this.keys = new LinkedHashSet<>(spec.target().equalityColumns());
    this.row = onlyStruct();
  }

  List<PlannedColumn> plan() {
    List<PlannedColumn> chosen = chosen();
    requireDistinctNames(chosen);
    requireKeys(chosen);
    return chosen;
  }

  /** The names that lead to the struct that is the row; empty: the whole row is. */
  List<String> row() {
    return row.stream().map(Types.NestedField::name).toList();
  }

  /** The columns, whether or not a table could have their names side by side. */
  List<PlannedColumn> chosen() {
    Map<Integer, List<PlannedColumn>> mapped = mappedByTopLevel();
    List<PlannedColumn> columns = new ArrayList<>();
    for (Types.NestedField field : source.columns()) {
      List<PlannedColumn> of = mapped.getOrDefault(field.fieldId(), List.of());
      if (row.isEmpty() || MetadataColumn.of(field).isPresent()) {
        if (of.stream().noneMatch(column -> column.path().size() == 1)) {
          left(field).ifPresent(left -> columns.add(unlisted(List.of(), field, left)));
        }
        columns.addAll(of);
      } else if (field.fieldId() == row.get(0).fieldId()) {
        left(field).ifPresent(left -> columns.addAll(fields(left, of)));
      }
    }
    List<PlannedColumn> chosen = chosenByTarget(columns);
    if (chosen.isEmpty()) {
      throw new MappingException(
          "No column is left for the target: keep at least one of "
              + names(source.asStruct())
              + ".");
    }
    chosen.forEach(ColumnPlanner::requireCarried);
    return chosen;
  }

  /**
   * The fields of the one struct that is written, as columns.
   *
   * @param top what is left of the top-level column that it is or lies in
   * @param mapped those that the spec maps
   */
  private List<PlannedColumn> fields(Types.NestedField top, List<PlannedColumn> mapped) {
    Types.StructType left = top.type().asStructType();
    for (Types.NestedField step : row.subList(1, row.size())) {
      if (left.field(step.fieldId()) == null) {
        return List.of();
      }
      left = left.field(step.fieldId()).type().asStructType();
    }
    List<PlannedColumn> columns = new ArrayList<>();
    for (Types.NestedField full : row.get(row.size() - 1).type().asStructType().fields()) {
      List<PlannedColumn> of =
          mapped.stream()
              .filter(column -> column.path().get(row.size()).equals(full.name()))
              .toList();
      Types.NestedField field = left.field(full.fieldId());
      if (field != null && of.stream().noneMatch(it -> it.path().size() == row.size() + 1)) {
        columns.add(unlisted(row(), full, field));
      }
      columns.addAll(of);
    }
    return columns;
  }

  /** The fields that lead to the one struct that is written; empty when all columns are. */
  private List<Types.NestedField> onlyStruct() {
    if (spec.target().only().isEmpty()) {
      return List.of();
    }
    String path = spec.target().only().get();
    List<Types.NestedField> fields = new ArrayList<>();
    if (!resolve(source.asStruct(), path, fields)) {
      throw unknown("target.only names", path);
    }
    Type type = fields.get(fields.size() - 1).type();
    if (!type.isStructType()) {
      throw new MappingException(
          String.format(
              "target.only names the column '%s' of type %s: it has to be a struct, whose fields"
                  + " become the target's columns. Name a struct, or use target.keep.",
              path, type));
    }
    return fields;
  }

  private void requireWithin(ColumnMapping mapping, List<Types.NestedField> fields) {
    if (row.isEmpty() || MetadataColumn.of(fields.get(0)).isPresent()) {
      return;
    }
    boolean within = fields.size() > row.size();
    for (int i = 0; within && i < row.size(); i++) {
      within = fields.get(i).fieldId() == row.get(i).fieldId();
    }
    if (!within) {
      throw new MappingException(
          String.format(
              "Column '%s' is mapped to '%s', but target.only writes the fields of '%s' alone:"
                  + " remove its mapping, or target.only.",
              mapping.source(), mapping.target(), spec.target().only().orElseThrow()));
    }
  }

  private Map<Integer, List<PlannedColumn>> mappedByTopLevel() {
    Map<Integer, List<PlannedColumn>> result = new LinkedHashMap<>();
    Set<Integer> kept = ids("keep", spec.source().keep());
    Set<Integer> dropped = ids("drop", spec.source().drop());
    for (ColumnMapping mapping : mappings()) {
      List<Types.NestedField> fields = resolve(mapping.source());
      requireWithin(mapping, fields);
      Types.NestedField last = fields.get(fields.size() - 1);
      if (!kept.isEmpty()
          && MetadataColumn.of(last).isEmpty()
          && fields.stream().noneMatch(field -> kept.contains(field.fieldId()))) {
        throw new MappingException(
            String.format(
                "Column '%s' is mapped to '%s' but not kept: add it to keep, or remove its"
                    + " mapping.",
                mapping.source(), mapping.target()));
      }
      if (dropped.contains(last.fieldId())) {
        throw new MappingException(
            String.format(
                "Column '%s' is both dropped and mapped to '%s': remove one of the two.",
                mapping.source(), mapping.target()));
      }
      result
          .computeIfAbsent(fields.get(0).fieldId(), id -> new ArrayList<>())
          .add(listed(mapping, fields));
    }
    return result;
  }

  /** The spec's mappings, and those of metadata columns that it gives other names elsewhere. */
  private List<ColumnMapping> mappings() {
    List<ColumnMapping> mappings = new ArrayList<>(spec.mapping());
    spec.changeColumns()
        .forEach(
            (name, column) -> {
              if (source.findField(column.field().fieldId()) != null) {
                mappings.add(new ColumnMapping(column.columnName(), name, Optional.empty()));
              }
            });
    return mappings;
  }

  private PlannedColumn listed(ColumnMapping mapping, List<Types.NestedField> fields) {
    Types.NestedField last = fields.get(fields.size() - 1);
    if (mapping.target().contains(".") && !mapping.target().equals(last.name())) {
      throw new MappingException(
          String.format(
              "Column '%s' is mapped to '%s', but a target column cannot be nested: choose a name"
                  + " without dots.",
              mapping.source(), mapping.target()));
    }
    Type type = last.type();
    if (mapping.type().isPresent()) {
      type = typeOf(mapping);
      if (!type.equals(last.type()) && SafeCasts.between(last.type(), type).isEmpty()) {
        throw new MappingException(
            String.format(
                "Column '%s' of type %s cannot become %s without loss; the casts that can be made"
                    + " are %s. Choose another type, or leave type out.",
                mapping.source(), last.type(), type, SafeCasts.ALLOWED));
      }
    }
    // Rows whose one struct is null are never written.
    boolean required =
        fields.stream()
            .filter(field -> !row.contains(field))
            .allMatch(Types.NestedField::isRequired);
    List<String> path = fields.stream().map(Types.NestedField::name).toList();
    return column(path, List.of(String.join(".", path)), last, mapping.target(), type, required);
  }

  /**
   * @param parents the names that lead to the column
   */
  private PlannedColumn unlisted(
      List<String> parents, Types.NestedField full, Types.NestedField left) {
    List<String> path = new ArrayList<>(parents);
    path.add(full.name());
    String prefix = parents.isEmpty() ? "" : String.join(".", parents) + ".";
    return column(
        path,
        Pruning.paths(full, left).stream().map(read -> prefix + read).toList(),
        left,
        full.name(),
        left.type(),
        left.isRequired());
  }

  private PlannedColumn column(
      List<String> path,
      List<String> reads,
      Types.NestedField from,
      String target,
      Type type,
      boolean required) {
    boolean key = keys.contains(target);
    boolean requiredKey = key && spec.target().nullKeys() == NullKeys.REJECT;
    return new PlannedColumn(
        path, reads, target, type, required || requiredKey, required, key, from);
  }

  private static Type typeOf(ColumnMapping mapping) {
    try {
      return Types.fromPrimitiveString(mapping.type().orElseThrow());
    } catch (IllegalArgumentException e) {
      throw new MappingException(
          String.format(
              "Column '%s' has the unknown type '%s': use one of Iceberg's primitive types, such as"
                  + " long, string, decimal(10,2) or timestamptz.",
              mapping.source(), mapping.type().orElseThrow()),
          e);
    }
  }

  /** Whether a column says what its row does, and is not to be stored as well. */
  private boolean isControl(Types.NestedField field) {
    TargetSpec target = spec.target();
    return target.mode() != TargetSpec.WriteMode.APPEND
        && (target.changeTypeColumn().filter(field.name()::equals).isPresent()
            || target.sequenceNumberColumn().filter(field.name()::equals).isPresent())
        && !(target.writeOptions().get("keep") instanceof List<?> keep
            && keep.contains(field.name()))
        && !target.equalityColumns().contains(field.name());
  }

  /** What keep and drop leave of a top-level column that no mapping lists. */
  private Optional<Types.NestedField> left(Types.NestedField field) {
    if (isControl(field)) {
      return Optional.empty();
    }
    if (MetadataColumn.of(field).isPresent()) {
      // It was asked for by name, and keep and drop choose among the table's own columns.
      return Optional.of(field);
    }
    if (!spec.source().keep().isEmpty()) {
      Set<Integer> ids = ids("keep", spec.source().keep());
      // A kept field that a mapping takes out of its struct does not stay in the struct as well.
      spec.mapping().stream()
          .map(mapping -> resolve(mapping.source()))
          .filter(fields -> fields.size() > 1)
          .forEach(fields -> ids.remove(fields.get(fields.size() - 1).fieldId()));
      return Pruning.keep(field, ids);
    }
    return Pruning.drop(field, ids("drop", spec.source().drop()));
  }

  private Set<Integer> ids(String key, List<String> paths) {
    Set<Integer> ids = new HashSet<>();
    for (String path : paths) {
      Types.NestedField field = source.findField(path);
      if (field == null) {
        throw unknown(key + " names", path);
      }
      ids.add(field.fieldId());
    }
    return ids;
  }

  /** The fields that lead to a column, through structs only. */
  private List<Types.NestedField> resolve(String path) {
    List<Types.NestedField> fields = new ArrayList<>();
    if (!resolve(source.asStruct(), path, fields)) {
      throw unknown("mapping names", path);
    }
    return fields;
  }

  private static boolean resolve(
      Types.StructType struct, String path, List<Types.NestedField> fields) {
    for (Types.NestedField field : struct.fields()) {
      if (field.name().equals(path)) {
        fields.add(field);
        return true;
      }
      if (path.startsWith(field.name() + ".") && field.type().isStructType()) {
        fields.add(field);
        if (resolve(
            field.type().asStructType(), path.substring(field.name().length() + 1), fields)) {
          return true;
        }
        fields.remove(fields.size() - 1);
      }
    }
    return false;
  }

  private MappingException unknown(String what, String path) {
    Set<String> known = new TreeSet<>(TypeNames.paths(source));
    return new MappingException(
        String.format(
            "%s the column '%s', which the source does not have%s; its columns are %s.",
            what, path, Suggestions.didYouMean(path, known), String.join(", ", known)));
  }

  /** Applies the target's own keep and drop. */
  private List<PlannedColumn> chosenByTarget(List<PlannedColumn> columns) {
    List<String> keep = targetNames("keep", columns);
    List<String> drop = targetNames("drop", columns);
    return columns.stream()
        .filter(column -> keep.isEmpty() || keep.contains(column.target()))
        .filter(column -> !drop.contains(column.target()))
        .toList();
  }

  private List<String> targetNames(String key, List<PlannedColumn> columns) {
    List<String> known = columns.stream().map(PlannedColumn::target).toList();
    List<String> names =
        spec.target().writeOptions().get(key) instanceof List<?> list
            ? list.stream().map(String::valueOf).toList()
            : List.of();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new MappingException(
            String.format(
                "target.%s names the column '%s', which the target would not have%s; its columns"
                    + " are %s.",
                key, name, Suggestions.didYouMean(name, known), String.join(", ", known)));
      }
    }
    return names;
  }

  private static void requireDistinctNames(List<PlannedColumn> columns) {
    Map<String, PlannedColumn> byName = new HashMap<>();
    for (PlannedColumn column : columns) {
      PlannedColumn other = byName.putIfAbsent(column.target().toLowerCase(Locale.ROOT), column);
      if (other != null) {
        throw new MappingException(
            String.format(
                "Source columns '%s' and '%s' would become the target columns '%s' and '%s', which"
                    + " engines that ignore case cannot tell apart: map one to another name, or"
                    + " drop it.",
                String.join(".", other.path()),
                String.join(".", column.path()),
                other.target(),
                column.target()));
      }
    }
  }

  private void requireKeys(List<PlannedColumn> columns) {
    List<String> known = columns.stream().map(PlannedColumn::target).toList();
    for (String key : keys) {
      PlannedColumn column =
          columns.stream().filter(c -> c.target().equals(key)).findFirst().orElse(null);
      if (column == null) {
        throw new MappingException(
            String.format(
                "Equality column '%s' does not exist in the target%s; its columns are %s.",
                key, Suggestions.didYouMean(key, known), String.join(", ", known)));
      }
      KeyCodec.unfit(column.type())
          .ifPresent(
              reason -> {
                throw new MappingException(
                    String.format(
                        "Equality column '%s' of type %s cannot be a key: %s. Choose another"
                            + " column, or map it to a type without that limit.",
                        key, column.type(), reason));
              });
    }
  }

  private static void requireCarried(PlannedColumn column) {
    TypeNames.first(
            column.type(),
            type ->
                switch (type.typeId()) {
                  case VARIANT, GEOMETRY, GEOGRAPHY, UNKNOWN -> true;
                  default -> false;
                })
        .ifPresent(
            type -> {
              throw new MappingException(
                  String.format(
                      "Column '%s' has the type %s, which is not supported yet: drop the column.",
                      String.join(".", column.path()), type));
            });
  }

  private static List<String> names(Types.StructType struct) {
    return struct.fields().stream().map(Types.NestedField::name).toList();
  }
}
