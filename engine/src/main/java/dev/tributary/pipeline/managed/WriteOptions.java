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
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.io.Serializable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** What a write was asked for. Travels to workers. */
final class WriteOptions implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int DEFAULT_LATENESS_SECONDS = 21_600;
  private static final int DEFAULT_SORTER_MB = 100;
  private static final int DEFAULT_REFRESH_SECONDS = 120;
  private static final int DEFAULT_TABLES = 1_000;
  private static final List<String> RESERVED = List.of("beam.cdc.", "tributary.");
  private static final List<String> TABLE_CACHE =
      List.of(
          "table_cache_refresh_interval_seconds",
          "maximum_table_cache_size",
          "table_cache_polling_buckets");

  private final Settings settings;
  private final WriteMode mode;
  private final String sinkId;

  /**
   * @throws dev.tributary.errors.SpecException when keys contradict each other or values are out of
   *     range
   */
  WriteOptions(Settings settings) {
    this.settings = settings;
    this.mode = mode(settings);
    this.sinkId = settings.text("sink_id").orElseGet(() -> UUID.randomUUID().toString());
    settings.table();
    refuse(
        settings.given(
            WriteKeys.names(changes() ? WriteKeys.APPEND_ONLY : WriteKeys.CHANGES_ONLY)));
    settings.exclusive("keep", "drop");
    settings.exclusive("keep", "only");
    settings.exclusive("drop", "only");
    checkChangeTypes();
    checkNumbers();
    checkAppend();
    for (String property : snapshotProperties().keySet()) {
      if (RESERVED.stream().anyMatch(property::startsWith)) {
        throw settings.error(
            "'snapshot_properties' has '%s', whose prefix is reserved: choose another.", property);
      }
    }
  }

  private static WriteMode mode(Settings settings) {
    String word = settings.text("mode").orElse("append");
    for (WriteMode mode : WriteMode.values()) {
      if (mode.name().replace('_', '-').equalsIgnoreCase(word)) {
        return mode;
      }
    }
    throw settings.error(
        "unknown mode '%s'; expected 'append', 'merge-on-read' or 'copy-on-write'.", word);
  }

  private void refuse(List<String> keys) {
    if (!keys.isEmpty()) {
      throw settings.error(
          "the keys %s have no meaning in mode '%s'.",
          keys, settings.text("mode").orElse("append"));
    }
  }

  private void checkChangeTypes() {
    if (settings.has("change_type_map") && !settings.has("change_type_column")) {
      throw settings.error("'change_type_map' needs 'change_type_column'.");
    }
    changeTypes();
    if (settings.has("change_type_column")
        && settings.text("change_type_column").equals(settings.text("sequence_number_column"))) {
      throw settings.error("'change_type_column' and 'sequence_number_column' are the same.");
    }
    settings.choice("null_keys", NullKeys.class, NullKeys.REJECT);
  }

  private void checkNumbers() {
    if (settings.integer("shards_per_partition", 1).orElse(shards()) != shards()) {
      throw settings.error(
          "'shards_per_partition' is %d, and only the value of 'num_shards', %d, is supported: all"
              + " changes of a key are netted in one shard, whatever its partition.",
          settings.number("shards_per_partition").getAsLong(), shards());
    }
    triggering();
    allowedLateness();
    sorterBytes();
    settings.integer("token_heartbeat_seconds", 1);
  }

  private void checkAppend() {
    String distribution = settings.text("distribution_mode").orElse("none");
    if (!List.of("none", "hash").contains(distribution)) {
      throw settings.error(
          "'distribution_mode' is '%s'; valid values are: [none, hash].", distribution);
    }
    if (settings.bool("autosharding") && !hash()) {
      throw settings.error("'autosharding' needs 'distribution_mode': hash.");
    }
    List<String> cache = settings.given(TABLE_CACHE);
    if (!cache.isEmpty() && !settings.bool("use_side_input_table_cache")) {
      throw settings.error("%s need 'use_side_input_table_cache': true.", cache);
    }
    cache.forEach(key -> settings.integer(key, 1));
    settings.integer("direct_write_byte_limit", 1);
  }

  Settings settings() {
    return settings;
  }

  /** Whether rows are changes, to be applied by key. */
  boolean changes() {
    return mode != WriteMode.APPEND;
  }

  Optional<String> changeTypeColumn() {
    return settings.text("change_type_column");
  }

  /** Kinds of changes by the words that stand for them. */
  Map<String, ChangeKind> changeTypes() {
    Map<String, ChangeKind> kinds = new HashMap<>();
    settings
        .properties("change_type_map")
        .forEach(
            (word, kind) -> {
              try {
                kinds.put(word, ChangeKind.valueOf(kind));
              } catch (IllegalArgumentException e) {
                throw settings.error(
                    "'change_type_map' maps '%s' to '%s'; valid values are: %s.",
                    word, kind, List.of(ChangeKind.values()));
              }
            });
    return kinds;
  }

  Optional<String> sequenceColumn() {
    return settings.text("sequence_number_column");
  }

  boolean upsert() {
    return settings.bool("upsert");
  }

  int shards() {
    return settings.integer("num_shards", 1).orElse(TargetSpec.DEFAULT_SHARDS);
  }

  Duration allowedLateness() {
    return Duration.ofSeconds(
        settings.integer("allowed_lateness_seconds", 0).orElse(DEFAULT_LATENESS_SECONDS));
  }

  long sorterBytes() {
    return (long) settings.integer("sorter_memory_mb", 1).orElse(DEFAULT_SORTER_MB) << 20;
  }

  OptionalInt triggering() {
    return settings.integer("triggering_frequency_seconds", 1);
  }

  OptionalInt directWriteBytes() {
    return settings.integer("direct_write_byte_limit", 1);
  }

  boolean hash() {
    return settings.text("distribution_mode").equals(Optional.of("hash"));
  }

  boolean autosharding() {
    return settings.bool("autosharding");
  }

  /** The output of rows that cannot be applied; empty: they are failures. */
  Optional<String> errorOutput() {
    return Optional.ofNullable(settings.properties("error_handling").get("output"));
  }

  /** The sink's name, and whether it was given to survive restarts. */
  String sinkId() {
    return sinkId;
  }

  boolean named() {
    return settings.has("sink_id");
  }

  Map<String, String> snapshotProperties() {
    return settings.properties("snapshot_properties");
  }

  Map<String, String> writeProperties() {
    return settings.properties("write_properties");
  }

  Duration tableRefresh() {
    return Duration.ofSeconds(
        settings.integer(TABLE_CACHE.get(0), 1).orElse(DEFAULT_REFRESH_SECONDS));
  }

  int rememberedTables() {
    return settings.integer(TABLE_CACHE.get(1), 1).orElse(DEFAULT_TABLES);
  }

  /** The table of that name as a target. */
  TargetSpec target(String table) {
    return TargetSpec.builder(table)
        .catalogName(settings.text("catalog_name"))
        .catalogProperties(settings.properties("catalog_properties"))
        .configProperties(settings.properties("config_properties"))
        .mode(mode)
        .equalityColumns(settings.texts("equality_columns"))
        .nullKeys(settings.choice("null_keys", NullKeys.class, NullKeys.REJECT))
        .tableProperties(settings.properties("table_properties"))
        .partitionFields(settings.texts("partition_fields"))
        .sortFields(settings.texts("sort_fields"))
        .build();
  }

  /** The write as a migration of rows, for the mapping of their fields. */
  MigrationSpec migration(TargetSpec target) {
    SourceSpec rows = SourceSpec.builder(SourceFormat.ICEBERG, "rows").build();
    return MigrationSpec.builder("write", rows, target)
        .mapping(
            settings.sections("mapping").stream()
                .map(
                    section ->
                        new ColumnMapping(
                            section.get("source"),
                            section.getOrDefault("target", section.get("source")),
                            Optional.ofNullable(section.get("type"))))
                .toList())
        .build();
  }
}
