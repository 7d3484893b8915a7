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

import static dev.tributary.pipeline.managed.ConfigKey.bool;
import static dev.tributary.pipeline.managed.ConfigKey.integer;
import static dev.tributary.pipeline.managed.ConfigKey.properties;
import static dev.tributary.pipeline.managed.ConfigKey.required;
import static dev.tributary.pipeline.managed.ConfigKey.section;
import static dev.tributary.pipeline.managed.ConfigKey.sections;
import static dev.tributary.pipeline.managed.ConfigKey.text;
import static dev.tributary.pipeline.managed.ConfigKey.texts;

import java.util.List;
import java.util.stream.Stream;

/** The keys of the write. */
final class WriteKeys {
  private WriteKeys() {}

  private static final List<ConfigKey> BOTH =
      List.of(
          required("table", "namespace.table; {field} stands for a value of the row"),
          text("catalog_name", "Name of the catalog"),
          properties("catalog_properties", "Properties of the catalog, such as type and warehouse"),
          properties("config_properties", "Hadoop configuration"),
          text("mode", "append, merge-on-read or copy-on-write; append by default"),
          integer("triggering_frequency_seconds", "Seconds between commits of unbounded input"),
          texts("keep", "Fields to write. Exclusive with drop and only"),
          texts("drop", "Fields not to write. Exclusive with keep and only"),
          text("only", "The one row field whose fields are written. Exclusive with keep and drop"),
          texts("partition_fields", "Partition fields of a table that has to be created"),
          texts("sort_fields", "Sort order of a table that has to be created"),
          properties("table_properties", "Properties of a table that has to be created"),
          sections(
              "mapping",
              "Fields that change name or type",
              required("source", "Field of the row; dotted for a nested one"),
              text("target", "Column of the table; the field's name by default"),
              text("type", "Iceberg type of the column")));

  /** What only a write of rows as they are takes. */
  static final List<ConfigKey> APPEND_ONLY =
      List.of(
          integer(
              "direct_write_byte_limit", "Bytes of a bundle beyond which it is written at once"),
          text("distribution_mode", "none, or hash: rows are spread by their partition"),
          bool("autosharding", "Whether large partitions are spread over more writers"),
          properties("write_properties", "Properties of the file writers"),
          bool("use_side_input_table_cache", "Whether tables are looked up rarely"),
          integer("table_cache_refresh_interval_seconds", "Seconds between two looks at a table"),
          integer("maximum_table_cache_size", "How many tables are remembered"),
          integer("table_cache_polling_buckets", "Into how many parts look-ups are cut"));

  /** What only a write of changes takes. */
  static final List<ConfigKey> CHANGES_ONLY =
      List.of(
          text(
              "sequence_number_column",
              "Field that orders changes; _commit_snapshot_sequence_number by default"),
          text("change_type_column", "Field that holds the kind of the change"),
          properties("change_type_map", "Kinds of changes by that field's values"),
          bool("upsert", "Whether each row replaces the one of its key"),
          texts(
              "equality_columns", "Columns that identify a row; the identifier fields by default"),
          text("null_keys", "reject or match: what a null in an equality column means"),
          integer("num_shards", "Shards of keys; 16 by default"),
          integer("shards_per_partition", "Shards of keys per partition; num_shards by default"),
          integer("allowed_lateness_seconds", "How late a change may come; 21600 by default"),
          text("sink_id", "Names the sink over restarts of the pipeline"),
          integer("token_heartbeat_seconds", "Seconds between two renewals of the sink's mark"),
          properties("snapshot_properties", "Further entries of each snapshot's summary"),
          section(
              "error_handling",
              "Where rows go that cannot be applied",
              required("output", "Name of the output")),
          integer("sorter_memory_mb", "Memory for sorting the changes of a shard; 100 by default"));

  static final List<ConfigKey> ALL =
      Stream.of(BOTH, APPEND_ONLY, CHANGES_ONLY).flatMap(List::stream).toList();

  static List<String> names(List<ConfigKey> keys) {
    return keys.stream().map(ConfigKey::name).toList();
  }
}
