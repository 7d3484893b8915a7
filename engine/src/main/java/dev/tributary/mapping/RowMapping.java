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
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** Turns source rows into target rows. Immutable; may be used from several threads. */
public final class RowMapping implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int FIRST_WITH_NEW_TYPES = 3;
  private static final int KNOWN_ROW_SCHEMAS = 16;

  private final TargetName target;
  private final List<String> row;
  private final List<PlannedColumn> columns;
  private final List<String> equalityColumns;
  private final NullKeys nullKeys;
  private final Schema targetSchema;

  /**
   * Converters for the latest row schemas, newest first: readers make a schema object of their own
   * for each file, and several threads read at a time. Replaced as a whole by any thread; a lost
   * update only costs another binding.
   */
  private transient volatile List<RowConverter> converters;

  /**
   * @param row names that lead to the struct that is the row; empty: the whole row is
   */
  private RowMapping(
      TargetName target,
      List<String> row,
      List<PlannedColumn> columns,
      List<String> equalityColumns,
      NullKeys nullKeys,
      Schema targetSchema) {
    this.target = target;
    this.row = List.copyOf(row);
    this.columns = List.copyOf(columns);
    this.equalityColumns = List.copyOf(equalityColumns);
    this.nullKeys = nullKeys;
    this.targetSchema = targetSchema;
  }

  /**
   * Plans the mapping of a source with the given columns, for a target that is to be created.
   *
   * @param source all columns of the source
   * @throws MappingException when the spec names a column that does not exist, asks for a cast that
   *     could lose something, or for two target columns of the same name
   */
  public static RowMapping plan(Schema source, MigrationSpec spec) {
    ColumnPlanner planner = new ColumnPlanner(source, spec);
    List<PlannedColumn> columns = planner.plan();
    TargetSpec target = spec.target();
    // Rows that are only appended have no keys, and nulls are nothing special.
    NullKeys nullKeys =
        target.mode() == TargetSpec.WriteMode.APPEND ? NullKeys.MATCH : target.nullKeys();
    return new RowMapping(
        new TargetName(target.catalogName().orElse(null), target.table()),
        planner.row(),
        columns,
        target.equalityColumns(),
        nullKeys,
        newSchema(columns, nullKeys));
  }

  /**
   * Dotted paths of the source columns that the spec chooses, also where they could not stand side
   * by side in a target.
   *
   * @param source all columns of the source
   * @throws MappingException when the spec names a column that does not exist, or chooses one that
   *     cannot be carried
   */
  public static List<String> chosenColumns(Schema source, MigrationSpec spec) {
    return leaves(new ColumnPlanner(source, spec).chosen());
  }

  private static Schema newSchema(List<PlannedColumn> columns, NullKeys nullKeys) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      PlannedColumn column = columns.get(i);
      fields.add(
          Types.NestedField.of(
              i, !column.required(), column.target(), plain(column.type()), column.doc()));
    }
    AtomicInteger lastId = new AtomicInteger();
    Types.StructType struct =
        TypeUtil.assignFreshIds(Types.StructType.of(fields), lastId::incrementAndGet)
            .asStructType();
    Set<Integer> keys = new LinkedHashSet<>();
    if (nullKeys == NullKeys.REJECT) {
      columns.stream()
          .filter(PlannedColumn::key)
          .forEach(column -> keys.add(struct.field(column.target()).fieldId()));
    }
    return new Schema(struct.fields(), keys);
  }

  /** The type without default values of its fields: every row is written with all its values. */
  static Type plain(Type type) {
    return switch (type.typeId()) {
      case STRUCT ->
          Types.StructType.of(
              type.asStructType().fields().stream()
                  .map(
                      f ->
                          Types.NestedField.of(
                              f.fieldId(), f.isOptional(), f.name(), plain(f.type()), f.doc()))
                  .toList());
      case LIST -> {
        Types.ListType list = type.asListType();
        Type element = plain(list.elementType());
        yield list.isElementOptional()
            ? Types.ListType.ofOptional(list.elementId(), element)
            : Types.ListType.ofRequired(list.elementId(), element);
      }
      case MAP -> {
        Types.MapType map = type.asMapType();
        Type key = plain(map.keyType());
        Type value = plain(map.valueType());
        yield map.isValueOptional()
            ? Types.MapType.ofOptional(map.keyId(), map.valueId(), key, value)
            : Types.MapType.ofRequired(map.keyId(), map.valueId(), key, value);
      }
      default -> type;
    };
  }

  /**
   * The same mapping into a table that exists: its field ids and its order of columns.
   *
   * @throws MappingException when it differs, with all {@link #differences}
   */
  public RowMapping onto(Schema existing) {
    return onto(existing, MigratedRows.UNKNOWN);
  }

  /**
   * The same mapping into a table that exists: its field ids and its order of columns.
   *
   * @param rows what the table holds
   * @throws MappingException when it differs, with all {@link #differences}
   */
  public RowMapping onto(Schema existing, MigratedRows rows) {
    List<SchemaDifference> differences = differences(existing, rows);
    if (!differences.isEmpty()) {
      throw new MappingException(describe(differences));
    }
    Map<String, PlannedColumn> byName =
        columns.stream().collect(Collectors.toMap(PlannedColumn::target, Function.identity()));
    List<PlannedColumn> ordered =
        existing.columns().stream().map(field -> byName.get(field.name())).toList();
    return new RowMapping(target, row, ordered, keysOf(existing), nullKeys, existing);
  }

  private List<String> keysOf(Schema existing) {
    return equalityColumns.isEmpty()
        ? existing.columns().stream()
            .filter(field -> existing.identifierFieldIds().contains(field.fieldId()))
            .map(Types.NestedField::name)
            .toList()
        : equalityColumns;
  }

  private String describe(List<SchemaDifference> differences) {
    String found =
        differences.stream().map(SchemaDifference::message).collect(Collectors.joining("; "));
    String alters =
        differences.stream()
            .flatMap(difference -> difference.alter().stream())
            .map(statement -> statement + ";")
            .collect(Collectors.joining(" "));
    String fix =
        alters.isEmpty()
            ? "Map the columns so that they fit, or choose another target."
            : "Run " + alters + " or map the columns so that they fit.";
    return String.format(
        "The columns of target %s do not fit the source: %s. %s", target.table(), found, fix);
  }

  /** How an existing table differs from what this mapping needs; empty when it fits. */
  public List<SchemaDifference> differences(Schema existing) {
    return differences(existing, MigratedRows.UNKNOWN);
  }

  /**
   * How an existing table differs from what this mapping needs; empty when it fits.
   *
   * @param rows what the table holds: tells renamed columns, and what can be mended unasked
   */
  public List<SchemaDifference> differences(Schema existing, MigratedRows rows) {
    Set<String> neverNull =
        nullKeys == NullKeys.REJECT ? Set.copyOf(keysOf(existing)) : Set.<String>of();
    return SchemaComparison.compare(target, columns, neverNull, existing, rows);
  }

  /**
   * Refuses columns that a new table of this format version could not have.
   *
   * @throws MappingException naming the column
   */
  public void requireFormat(int formatVersion) {
    if (formatVersion >= FIRST_WITH_NEW_TYPES) {
      return;
    }
    for (PlannedColumn column : columns) {
      TypeNames.first(column.type(), type -> type.typeId() == Type.TypeID.TIMESTAMP_NANO)
          .ifPresent(
              type -> {
                throw new MappingException(
                    String.format(
                        "Column '%s' of type %s needs a target of format version 3, and the target"
                            + " has %d: set table_properties {format-version: \"3\"}, or map the"
                            + " column to string.",
                        column.target(), type, formatVersion));
              });
    }
  }

  /**
   * The target's columns. Equality columns are its identifier fields, unless null keys match; the
   * identifier fields of an existing table stay as they are.
   */
  public Schema targetSchema() {
    return targetSchema;
  }

  /** The target's columns and where each comes from, in the target's order. */
  public List<MappedColumn> columns() {
    return columns.stream()
        .map(
            column -> {
              Types.NestedField field = targetSchema.asStruct().field(column.target());
              return new MappedColumn(
                  String.join(".", column.path()),
                  column.sourceType(),
                  column.target(),
                  field.type(),
                  field.isRequired(),
                  equalityColumns.contains(column.target()));
            })
        .toList();
  }

  /**
   * The target columns that identify a row: those of the spec, else the identifier fields of the
   * existing table; empty when there is neither, and then no table can be created.
   */
  public List<String> equalityColumns() {
    return equalityColumns;
  }

  /** Dotted paths of the source columns that {@link #map} reads. */
  public List<String> sourceColumns() {
    return leaves(columns);
  }

  private static List<String> leaves(List<PlannedColumn> columns) {
    List<String> paths =
        columns.stream().flatMap(column -> column.reads().stream()).distinct().toList();
    return paths.stream()
        .filter(path -> paths.stream().noneMatch(other -> path.startsWith(other + ".")))
        .toList();
  }

  /**
   * The target row of a source row. Columns are found by name, so the row may come in any schema
   * that has the {@link #sourceColumns}.
   *
   * @throws InapplicableRowException when the row makes none: the struct that it is to be made of
   *     is null
   */
  public Record map(Record source) {
    List<RowConverter> known = converters;
    if (known != null) {
      for (RowConverter converter : known) {
        if (converter.reads(source.struct())) {
          return converter.convert(source);
        }
      }
    }
    return bind(source.struct(), known == null ? List.of() : known).convert(source);
  }

  private RowConverter bind(Types.StructType struct, List<RowConverter> known) {
    List<List<String>> paths = columns.stream().map(PlannedColumn::path).toList();
    RowConverter bound = new RowConverter(struct, row, paths, targetSchema.asStruct());
    List<RowConverter> latest = new ArrayList<>(known);
    latest.add(0, bound);
    converters = List.copyOf(latest.subList(0, Math.min(latest.size(), KNOWN_ROW_SCHEMAS)));
    return bound;
  }
}
