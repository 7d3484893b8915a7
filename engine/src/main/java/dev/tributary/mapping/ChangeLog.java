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

import dev.tributary.changes.ChangeKind;
import dev.tributary.errors.MappingException;
import dev.tributary.errors.Suggestions;
import dev.tributary.source.LogEntries;
import dev.tributary.spec.MetadataColumn;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type.TypeID;
import org.apache.iceberg.types.Types;

/**
 * Columns by which the source's rows say themselves what kind of change they are, or in what order
 * they apply: the source is a log of changes rather than the table that they were made to.
 *
 * @param kindColumn null: changes are of the kind that they have in the source
 * @param kinds kinds of changes by the values of that column; other values have to be names of
 *     kinds
 * @param sequenceColumn null: changes apply in the order of the source's commits
 */
public record ChangeLog(
    String kindColumn, HashMap<String, ChangeKind> kinds, String sequenceColumn, Filter filter)
    implements Serializable {

  /** Whether entries say by their kind that their rows do not pass a filter. */
  public enum Filter {
    NONE,
    BY_KIND
  }

  /**
   * What the spec says of the source's rows; empty when they say nothing themselves.
   *
   * @param source all columns of the source
   * @throws MappingException when the spec names a column that is not there or cannot hold what it
   *     is to hold
   */
  public static Optional<ChangeLog> of(Schema source, MigrationSpec spec) {
    TargetSpec target = spec.target();
    if (target.mode() == TargetSpec.WriteMode.APPEND) {
      return Optional.empty();
    }
    String kind =
        column("change_type_column", target.changeTypeColumn(), source, MetadataColumn.CHANGE_TYPE);
    String sequence =
        column(
            "sequence_number_column",
            target.sequenceNumberColumn(),
            source,
            MetadataColumn.sequence(spec.source().format()));
    if (kind == null && sequence == null) {
      return Optional.empty();
    }
    require(source, "change_type_column", kind, "string", TypeID.STRING);
    require(source, "sequence_number_column", sequence, "long or int", TypeID.LONG, TypeID.INTEGER);
    Filter filter = spec.source().filter().isPresent() ? Filter.BY_KIND : Filter.NONE;
    if (kind == null && filter == Filter.BY_KIND) {
      throw new MappingException(
          String.format(
              "source.filter cannot choose among rows that are versions, ordered by"
                  + " target.sequence_number_column '%s': a version that does not pass would leave"
                  + " the one before it in the target. Remove the filter, or name the column that"
                  + " says what a row does in target.change_type_column.",
              sequence));
    }
    return Optional.of(new ChangeLog(kind, kinds(target), sequence, filter));
  }

  private static String column(
      String key, Optional<String> name, Schema source, MetadataColumn byDefault) {
    if (name.isEmpty() || source.asStruct().field(name.get()) != null) {
      return name.orElse(null);
    }
    if (name.get().equals(byDefault.columnName())) {
      return null;
    }
    List<String> known =
        Stream.concat(
                Stream.of(byDefault.columnName()),
                source.columns().stream().map(Types.NestedField::name))
            .toList();
    throw new MappingException(
        String.format(
            "target.%s names the column '%s', which the source's rows do not have%s; allowed are"
                + " %s.",
            key, name.get(), Suggestions.didYouMean(name.get(), known), String.join(", ", known)));
  }

  private static void require(
      Schema source, String key, String column, String words, TypeID... allowed) {
    if (column == null) {
      return;
    }
    Types.NestedField field = source.asStruct().field(column);
    if (!Arrays.asList(allowed).contains(field.type().typeId())) {
      throw new MappingException(
          String.format(
              "target.%s names the column '%s' of type %s: it has to be %s. Name another column.",
              key, column, field.type(), words));
    }
  }

  private static HashMap<String, ChangeKind> kinds(TargetSpec target) {
    HashMap<String, ChangeKind> kinds = new HashMap<>();
    for (ChangeKind kind : ChangeKind.values()) {
      kinds.put(kind.name(), kind);
    }
    target
        .properties("change_type_map")
        .forEach((value, kind) -> kinds.put(value, ChangeKind.valueOf(kind)));
    return kinds;
  }

  /** Whether rows say what kind of change they are. */
  public boolean tellsKinds() {
    return kindColumn != null;
  }

  /** Whether rows say in what order they apply. */
  public boolean tellsOrder() {
    return sequenceColumn != null;
  }

  /** The columns that have to be read besides those that are migrated. */
  public List<String> columns() {
    return Stream.of(kindColumn, sequenceColumn).filter(Objects::nonNull).toList();
  }

  /** The columns of a mapping and these. */
  public static List<String> columns(RowMapping mapping, Optional<ChangeLog> log) {
    List<String> columns = new ArrayList<>(mapping.sourceColumns());
    log.map(ChangeLog::columns).orElse(List.of()).stream()
        .filter(column -> !columns.contains(column))
        .forEach(columns::add);
    return columns;
  }

  /**
   * The kind of change that a row of the source stands for.
   *
   * @param read the kind that the row has in the source
   * @throws InapplicableRowException when the row does not say
   */
  public ChangeKind kind(Record row, ChangeKind read) {
    if (kindColumn == null) {
      return read;
    }
    Object value = row.getField(kindColumn);
    ChangeKind kind = value == null ? null : kinds.get(value.toString());
    if (kind == null) {
      throw new InapplicableRowException(
          value == null
              ? String.format("its change type, column '%s', is null", kindColumn)
              : String.format(
                  Locale.ROOT,
                  "its change type, column '%s', is '%s', which is none and which change_type_map"
                      + " does not map to one",
                  kindColumn,
                  value));
    }
    // The row is no longer one of the filtered table, whatever it was made.
    return isOutside(read) && !kind.removes() ? ChangeKind.DELETE : kind;
  }

  /**
   * Whether the row of an entry does not pass the source's filter: then it only takes away the row
   * of its key.
   *
   * @param read the kind that the entry has in the source
   */
  public boolean isOutside(ChangeKind read) {
    return filter == Filter.BY_KIND && LogEntries.isOutside(read);
  }

  /**
   * The place of a row in the order of changes; 0 when rows do not say.
   *
   * @throws InapplicableRowException when it has none
   */
  public long order(Record row) {
    if (sequenceColumn == null) {
      return 0;
    }
    if (row.getField(sequenceColumn) instanceof Number number) {
      return number.longValue();
    }
    throw new InapplicableRowException(
        String.format("its sequence number, column '%s', is null", sequenceColumn));
  }
}
