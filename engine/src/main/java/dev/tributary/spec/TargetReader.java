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
package dev.tributary.spec;

import dev.tributary.spec.TargetSpec.DeleteStrategy;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the target section of a spec file. */
final class TargetReader {
  private static final String TERM =
      "(?:(?i:truncate|bucket)\\(\\s*[^(),]+\\s*,\\s*[1-9][0-9]*\\s*\\)"
          + "|(?i:hour|day|month|year|void)\\(\\s*[^(),]+\\s*\\)|[^(),\\s]+)";
  private static final String PARTITION = TERM;
  private static final String SORT =
      TERM + "(?:\\s+(?i:asc|desc))?(?:\\s+(?i:nulls\\s+first|nulls\\s+last))?";
  private static final String TABLE = "[^.]+(\\.[^.]+)+";
  private static final int MOST_SHARDS = 512;
  private static final List<String> CHANGE_TYPES =
      List.of("INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE");

  private final Section section;

  TargetReader(Section section) {
    this.section = section;
  }

  TargetSpec read() {
    section.require(Grammar.REQUIRED.get("target"));
    String table = section.text("table").orElseThrow();
    requireName(table);
    if (!section.has("catalog_properties")) {
      throw section.error(
          "catalog_properties",
          "is missing: give the catalog of the target, such as {type: jdbc, uri:"
              + " \"jdbc:sqlite:/data/lake.db\", warehouse: /data/lake}.");
    }
    Map<String, String> catalog = section.properties("catalog_properties");
    SpecReader.requireCatalog(section, catalog);
    WriteMode mode = section.choice("mode", WriteMode.class, WriteMode.MERGE_ON_READ);
    requireFitting(mode);
    DeleteStrategy strategy =
        section.choice("delete_strategy", DeleteStrategy.class, DeleteStrategy.POSITION);
    requireFitting(mode, strategy);
    Map<String, String> tableProperties = section.properties("table_properties");
    requireFormatVersion(tableProperties.get("format-version"));
    TargetSpec spec =
        TargetSpec.builder(table)
            .catalogName(section.text("catalog_name"))
            .catalogProperties(catalog)
            .configProperties(section.properties("config_properties"))
            .mode(mode)
            .equalityColumns(equalityColumns())
            .nullKeys(section.choice("null_keys", NullKeys.class, NullKeys.REJECT))
            .deleteStrategy(strategy)
            .tableProperties(tableProperties)
            .partitionFields(
                terms(
                    "partition_fields",
                    PARTITION,
                    "a column, or truncate(column, N),"
                        + " bucket(column, N), hour(column), day(column), month(column),"
                        + " year(column), void(column)"))
            .sortFields(
                terms(
                    "sort_fields",
                    SORT,
                    "a column or partition term, then asc or desc, then"
                        + " nulls first or nulls last"))
            .writeOptions(writeOptions())
            .build();
    requireConsistentOptions();
    return spec;
  }

  private void requireName(String table) {
    if (!TableTemplate.isTemplate(table)) {
      if (!table.matches(TABLE)) {
        throw section.error("table", "is not of the form namespace.table.");
      }
      return;
    }
    try {
      TableTemplate.parse(table);
    } catch (IllegalArgumentException e) {
      throw section.error("table", e.getMessage());
    }
  }

  private List<String> terms(String name, String pattern, String allowed) {
    List<String> terms = section.texts(name);
    for (String term : terms) {
      if (!term.strip().matches(pattern)) {
        throw section.error(
            name, String.format("has the entry '%s'; each must be %s.", term, allowed));
      }
    }
    return terms;
  }

  private List<String> equalityColumns() {
    List<String> columns = section.texts("equality_columns");
    if (section.has("equality_columns") && columns.isEmpty()) {
      throw section.error(
          "equality_columns", "is empty: name the columns that identify a row, or remove it.");
    }
    return columns;
  }

  private void requireFitting(WriteMode mode) {
    for (String name : ModeKeys.meaningless(mode)) {
      if (section.has(name)) {
        throw section.error(
            name, "has no meaning in mode append: remove it, or use mode merge-on-read.");
      }
    }
  }

  private void requireFitting(WriteMode mode, DeleteStrategy strategy) {
    if (!ModeKeys.fits(strategy, mode)) {
      throw section.error(
          "delete_strategy",
          "is equality, but mode copy-on-write writes no deletes: remove it, or use mode"
              + " merge-on-read.");
    }
  }

  private void requireFormatVersion(String version) {
    if (version != null && !version.equals("2") && !version.equals("3")) {
      throw section.error(
          "table_properties",
          String.format("has format-version '%s'; allowed are 2 and 3.", version));
    }
  }

  private void requireConsistentOptions() {
    SpecReader.exclusive(section, "keep", "drop");
    SpecReader.exclusive(section, "keep", "only");
    SpecReader.exclusive(section, "drop", "only");
    if (section.has("change_type_map") && !section.has("change_type_column")) {
      throw section.error("change_type_map", "needs change_type_column: add it.");
    }
    for (Map.Entry<String, String> kind : section.properties("change_type_map").entrySet()) {
      if (!CHANGE_TYPES.contains(kind.getValue())) {
        throw section.error(
            "change_type_map",
            String.format(
                "maps '%s' to '%s'; allowed are %s.",
                kind.getKey(), kind.getValue(), String.join(", ", CHANGE_TYPES)));
      }
    }
    Optional<String> changeType = section.text("change_type_column");
    if (changeType.isPresent() && changeType.equals(section.text("sequence_number_column"))) {
      throw section.error(
          "change_type_column", "is the sequence_number_column too: name two columns.");
    }
    if (section.bool("autosharding").orElse(false)
        && !section.choice("distribution_mode").equals(Optional.of("hash"))) {
      throw section.error("autosharding", "needs distribution_mode: hash.");
    }
    if (section.integer("num_shards").orElse(TargetSpec.DEFAULT_SHARDS) > MOST_SHARDS) {
      throw section.error("num_shards", "is too large; it must be at most " + MOST_SHARDS + ".");
    }
    if (section.integer("shards_per_partition").orElse(1)
        > section.integer("num_shards").orElse(TargetSpec.DEFAULT_SHARDS)) {
      throw section.error("shards_per_partition", "is larger than num_shards.");
    }
    requireDeadLetter();
    for (String property : section.properties("snapshot_properties").keySet()) {
      if (property.startsWith("tributary.") || property.startsWith("beam.cdc.")) {
        throw section.error(
            "snapshot_properties",
            String.format("has '%s', whose prefix is reserved: choose another.", property));
      }
    }
  }

  private void requireDeadLetter() {
    Map<String, String> handling = section.properties("error_handling");
    if (section.has("error_handling") && !handling.keySet().equals(Set.of("output"))) {
      throw section.error(
          "error_handling", "must be {output: namespace.table}, or be given as dead_letter.");
    }
    String key = section.has("dead_letter") ? "dead_letter" : "error_handling";
    Optional<String> table =
        section.text("dead_letter").or(() -> Optional.ofNullable(handling.get("output")));
    if (section.has("dead_letter")
        && section.has("error_handling")
        && !table.equals(Optional.ofNullable(handling.get("output")))) {
      throw section.error("error_handling", "contradicts 'dead_letter': give only one of the two.");
    }
    if (table.isPresent()
        && (!table.get().matches(TABLE) || TableTemplate.isTemplate(table.get()))) {
      throw section.error(
          key, "has to name a table of the target's catalog, of the form namespace.table.");
    }
    if (table.equals(section.text("table"))) {
      throw section.error(key, "is the target itself: name another table.");
    }
    if (section.has("dead_letter_limit") && table.isEmpty()) {
      throw section.error("dead_letter_limit", "needs dead_letter: add it.");
    }
  }

  private Map<String, Object> writeOptions() {
    Map<String, Object> options = new LinkedHashMap<>();
    for (Key key : Grammar.WRITE_OPTIONS) {
      if (section.has(key.name())) {
        options.put(
            key.name(),
            switch (key.shape()) {
              case TEXT -> section.text(key.name()).orElseThrow();
              case CHOICE -> section.choice(key.name()).orElseThrow();
              case INTEGER -> section.integer(key.name()).orElseThrow();
              case BOOLEAN -> section.bool(key.name()).orElseThrow();
              case TEXTS -> section.texts(key.name());
              case PROPERTIES -> section.properties(key.name());
              default -> throw new IllegalStateException("Not a write option: " + key);
            });
      }
    }
    return options;
  }
}
