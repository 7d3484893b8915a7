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
package dev.tributary.pipeline.managed;

import dev.tributary.changes.ChangeKind;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;

/**
 * What a write takes of its input rows: the table they go to, the fields that are stored, and for
 * changes their kind and order. Travels to workers.
 */
final class RowFields implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final Pattern PLACE = Pattern.compile("\\{([^{}]+)}");

  /** The words of Delta's change data feed; understood where no map says otherwise. */
  private static final Map<String, ChangeKind> DELTA_WORDS =
      Map.of(
          "insert", ChangeKind.INSERT,
          "delete", ChangeKind.DELETE,
          "update_preimage", ChangeKind.UPDATE_BEFORE,
          "update_postimage", ChangeKind.UPDATE_AFTER);

  private final WriteOptions options;
  private final Schema stored;
  private final ArrayList<String> names;
  private final String only;
  private final String changeType;
  private final String sequence;
  private final HashMap<String, ChangeKind> kinds;

  /**
   * @throws dev.tributary.errors.SpecException when a key names a field that rows do not have, or
   *     one of another type
   */
  RowFields(WriteOptions options, Schema input) {
    this.options = options;
    this.changeType = options.changes() ? changeType(options, input) : null;
    this.sequence = options.changes() ? sequence(options, input) : null;
    this.kinds = new HashMap<>(options.changeTypes());
    if (kinds.isEmpty() && !options.settings().has("change_type_map")) {
      kinds.putAll(DELTA_WORDS);
    }
    for (ChangeKind kind : ChangeKind.values()) {
      kinds.putIfAbsent(kind.name(), kind);
    }
    this.only = options.settings().text("only").orElse(null);
    this.names = new ArrayList<>();
    this.stored = stored(input);
    for (String path : places()) {
      requireField(input, path);
    }
  }

  private static String changeType(WriteOptions options, Schema input) {
    Optional<String> named = options.changeTypeColumn();
    String column = named.orElse(CdcMetadataColumns.CHANGE_TYPE);
    if (named.isEmpty() && !input.hasField(column)) {
      if (options.upsert()) {
        return null;
      }
      throw options
          .settings()
          .error(
              "nothing tells the kind of a change: this version of Beam does not keep it with the"
                  + " element. Ask the read for the metadata column %s and name it in"
                  + " 'change_type_column', or set 'upsert': true if each row replaces the one of"
                  + " its key.",
              column);
    }
    require(options, input, "change_type_column", column, Schema.TypeName.STRING);
    return column;
  }

  private static String sequence(WriteOptions options, Schema input) {
    String column =
        options.sequenceColumn().orElse(CdcMetadataColumns.COMMIT_SNAPSHOT_SEQUENCE_NUMBER);
    require(options, input, "sequence_number_column", column, Schema.TypeName.INT64);
    return column;
  }

  private static void require(
      WriteOptions options, Schema input, String key, String column, Schema.TypeName type) {
    if (!input.hasField(column)) {
      throw options
          .settings()
          .error(
              "'%s' is '%s', which rows do not have; their fields are %s.",
              key, column, input.getFieldNames());
    }
    if (input.getField(column).getType().getTypeName() != type) {
      throw options
          .settings()
          .error(
              "'%s' is '%s' of type %s; it must be %s.",
              key, column, input.getField(column).getType().getTypeName(), type);
    }
  }

  private Schema stored(Schema input) {
    if (only != null) {
      requireField(input, only);
      Schema.FieldType type = input.getField(only).getType();
      if (type.getTypeName() != Schema.TypeName.ROW) {
        throw options.settings().error("'only' is '%s', which is no row.", only);
      }
      return type.getRowSchema();
    }
    List<String> keep = options.settings().texts("keep");
    Set<String> drop = new HashSet<>(options.settings().texts("drop"));
    keep.forEach(field -> requireField(input, "keep", field));
    drop.forEach(field -> requireField(input, "drop", field));
    if (keep.isEmpty()) {
      drop.add(changeType);
      drop.add(sequence);
    }
    Schema.Builder builder = Schema.builder();
    for (Schema.Field field : input.getFields()) {
      if (keep.isEmpty() ? !drop.contains(field.getName()) : keep.contains(field.getName())) {
        builder.addField(field);
        names.add(field.getName());
      }
    }
    return builder.build();
  }

  private void requireField(Schema input, String key, String field) {
    if (!input.hasField(field)) {
      throw options
          .settings()
          .error(
              "'%s' specifies the unknown field '%s'; rows have %s.",
              key, field, input.getFieldNames());
    }
  }

  private void requireField(Schema input, String path) {
    Schema schema = input;
    for (String name : path.split("\\.")) {
      if (schema == null || !schema.hasField(name)) {
        throw options
            .settings()
            .error("rows have no field '%s'; they have %s.", path, input.getFieldNames());
      }
      schema = schema.getField(name).getType().getRowSchema();
    }
  }

  private List<String> places() {
    List<String> places = new ArrayList<>();
    Matcher matcher = PLACE.matcher(options.settings().table());
    while (matcher.find()) {
      places.add(matcher.group(1));
    }
    return places;
  }

  /** The schema of what is stored of a row. */
  Schema stored() {
    return stored;
  }

  /** What is stored of a row. */
  Row stored(Row row) {
    if (only != null) {
      Row nested = row.getRow(only);
      if (nested == null) {
        throw new BadRow(
            "Field '%s' of a row is null, and it is the only one to be written.", only);
      }
      return nested;
    }
    if (names.size() == row.getFieldCount()) {
      return row;
    }
    List<Object> values = new ArrayList<>(names.size());
    names.forEach(name -> values.add(row.getValue(name)));
    return Row.withSchema(stored).attachValues(values);
  }

  /** The name of the table that a row goes to. */
  String table(Row row) {
    String table = options.settings().table();
    if (!table.contains("{")) {
      return table;
    }
    Matcher matcher = PLACE.matcher(table);
    StringBuilder name = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(name, Matcher.quoteReplacement(text(row, matcher.group(1))));
    }
    return matcher.appendTail(name).toString();
  }

  private static String text(Row row, String path) {
    Object value = row;
    for (String part : path.split("\\.")) {
      value = value == null ? null : ((Row) value).getValue(part);
    }
    if (value == null || value.toString().isBlank()) {
      throw new BadRow("Field '%s' of a row is empty, and it names the table to write to.", path);
    }
    return value.toString();
  }

  /** The kind of a change; empty when it brings nothing. */
  Optional<ChangeKind> kind(Row row) {
    if (changeType == null) {
      return Optional.of(ChangeKind.UPDATE_AFTER);
    }
    String word = row.getString(changeType);
    ChangeKind kind = word == null ? null : kinds.get(word);
    if (kind == null) {
      throw new BadRow(
          "Field '%s' of a row is '%s', which is no kind of change; there are %s.",
          changeType, word, List.of(ChangeKind.values()));
    }
    if (!options.upsert()) {
      return Optional.of(kind);
    }
    return switch (kind) {
      case UPDATE_BEFORE -> Optional.empty();
      case INSERT, UPDATE_AFTER -> Optional.of(ChangeKind.UPDATE_AFTER);
      case DELETE -> Optional.of(ChangeKind.DELETE);
    };
  }

  /** The word that stood for the kind; null: there was none. */
  String word(Row row) {
    return changeType == null ? null : row.getString(changeType);
  }

  long sequence(Row row) {
    Long number = row.getInt64(sequence);
    if (number == null) {
      throw new BadRow("Field '%s' of a row is null, so its change has no order.", sequence);
    }
    return number;
  }
}
