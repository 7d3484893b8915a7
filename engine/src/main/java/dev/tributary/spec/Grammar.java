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

import dev.tributary.spec.Key.Shape;
import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.spec.RunSpec.Runner;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec.DeleteStrategy;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.util.List;
import java.util.Map;

/** All keys of the spec file, in the order in which they are written. */
final class Grammar {
  private Grammar() {}

  static final List<Key> FILE =
      List.of(
          Key.number("tributary", 1, "Version of this format: 1"),
          Key.of("name", Shape.TEXT, "Name of the migration; without it, that of the file"),
          Key.of("source", Shape.SECTION, "The table to migrate and the range of its history"),
          Key.of("target", Shape.SECTION, "The lakehouse table that follows the source"),
          Key.of("mapping", Shape.SECTIONS, "Columns that change name, place or type"),
          Key.choice(
              "initial_load",
              InitialLoad.class,
              "How the target gets the state that the source had before the range"),
          Key.choice(
              "schema_changes",
              SchemaChanges.class,
              "What happens when the source's columns changed since the target was made"),
          Key.of("run", Shape.SECTION, "Where the job runs"));

  static final List<Key> SOURCE =
      List.of(
          Key.choice("format", SourceFormat.class, "Table format of the source"),
          Key.of(
              "table",
              Shape.TEXT,
              "Iceberg: namespace.table, or a table location or metadata file; Delta: a path or"
                  + " URI"),
          Key.of("catalog_name", Shape.TEXT, "Name of the catalog").only(SourceFormat.ICEBERG),
          Key.of(
                  "catalog_properties",
                  Shape.PROPERTIES,
                  "Properties of the catalog, such as type and warehouse")
              .only(SourceFormat.ICEBERG),
          Key.of("config_properties", Shape.PROPERTIES, "Hadoop configuration")
              .alias("hadoop_config"),
          Key.of(
              "path_rewrites",
              Shape.SECTIONS,
              "Storage paths as the metadata has them, and where the files are now"),
          Key.of("branch", Shape.TEXT, "Branch or tag").only(SourceFormat.ICEBERG),
          Key.number("from_snapshot", 0, "First snapshot of the range, inclusive")
              .alias("start_snapshot_id")
              .only(SourceFormat.ICEBERG),
          Key.number("start_version", 0, "First version of the range, inclusive")
              .only(SourceFormat.DELTA),
          Key.of("from_timestamp", Shape.TIME, "Start of the range, inclusive")
              .alias("start_timestamp"),
          Key.number("to_snapshot", 0, "Last snapshot of the range, inclusive")
              .alias("end_snapshot_id")
              .only(SourceFormat.ICEBERG),
          Key.number("end_version", 0, "Last version of the range, inclusive")
              .only(SourceFormat.DELTA),
          Key.of("to_timestamp", Shape.TIME, "End of the range, inclusive").alias("end_timestamp"),
          Key.of("keep", Shape.TEXTS, "Columns to keep; exclusive with drop"),
          Key.of("drop", Shape.TEXTS, "Columns to leave out; exclusive with keep"),
          Key.of(
              "include_metadata_columns",
              Shape.TEXTS,
              "What rows carry of their commit, such as _change_type, or of themselves, such as"
                  + " _row_id; for targets with mode append"),
          Key.of("filter", Shape.TEXT, "SQL predicate, such as id > 5 AND status = 'ACTIVE'"),
          Key.of("streaming", Shape.BOOLEAN, "Whether to go on polling for new commits"),
          Key.number("poll_interval_seconds", 1, "Seconds between two polls; 60 by default"),
          Key.choice(
                  "change_feed",
                  ChangeFeed.class,
                  "require: every commit of the range needs the change data feed; derive: changes"
                      + " are derived from added and removed files where it was off")
              .only(SourceFormat.DELTA));

  static final List<Key> PATH_REWRITE =
      List.of(
          Key.of("from", Shape.TEXT, "Prefix of paths as the metadata has them"),
          Key.of("to", Shape.TEXT, "Prefix that replaces it"));

  /** The keys of the target that have a place of their own in {@link TargetSpec}. */
  static final List<Key> TARGET =
      List.of(
          Key.of(
              "table",
              Shape.TEXT,
              "namespace.table; {column} stands for a value of the source's rows, and rows with"
                  + " different values go to different tables"),
          Key.of("catalog_name", Shape.TEXT, "Name of the catalog"),
          Key.of(
              "catalog_properties",
              Shape.PROPERTIES,
              "Properties of the catalog, such as type and warehouse"),
          Key.of("config_properties", Shape.PROPERTIES, "Hadoop configuration"),
          Key.choice("mode", WriteMode.class, "How changes reach the target"),
          Key.of("equality_columns", Shape.TEXTS, "Target columns that identify a row"),
          Key.choice(
              "null_keys",
              NullKeys.class,
              "reject: rows with a null key are errors; match: null equals null"),
          Key.choice(
              "delete_strategy",
              DeleteStrategy.class,
              "position: deletion vectors or position deletes; equality: equality deletes"),
          Key.of(
              "table_properties",
              Shape.PROPERTIES,
              "Properties of a table that has to be created, such as format-version"),
          Key.of(
              "partition_fields",
              Shape.TEXTS,
              "Partition fields of a table that has to be created, such as day(ts)"),
          Key.of(
              "sort_fields",
              Shape.TEXTS,
              "Sort order of a table that has to be created, such as id desc nulls last"));

  /** The other write keys of Managed I/O. */
  static final List<Key> WRITE_OPTIONS =
      List.of(
          Key.of("keep", Shape.TEXTS, "Target columns to write; exclusive with drop and only"),
          Key.of("drop", Shape.TEXTS, "Target columns not to write; exclusive with keep and only"),
          Key.of(
              "only",
              Shape.TEXT,
              "The one struct column of the source whose fields are the target's columns; exclusive"
                  + " with keep and drop"),
          Key.of(
              "sequence_number_column",
              Shape.TEXT,
              "Column that orders changes; by default the commit's sequence number"),
          Key.of("change_type_column", Shape.TEXT, "Column that holds the kind of a change"),
          Key.of("change_type_map", Shape.PROPERTIES, "Kinds of changes by that column's values"),
          Key.of("upsert", Shape.BOOLEAN, "Whether an insert replaces the row of its key"),
          Key.choice(
              "distribution_mode",
              List.of("none", "hash"),
              "none: whoever has a row writes it; hash: the rows of a partition go to one writer"),
          Key.of(
              "autosharding",
              Shape.BOOLEAN,
              "With distribution_mode: hash, whether partitions larger than a file have several"
                  + " writers"),
          Key.of("write_properties", Shape.PROPERTIES, "Properties of the file writers"),
          Key.number(
              "direct_write_byte_limit",
              1,
              "With streaming and distribution_mode: hash, from how many bytes on a bundle is"
                  + " written without the shuffle"),
          Key.number("triggering_frequency_seconds", 1, "Seconds between two commits"),
          Key.number("num_shards", 1, "Shards of keys"),
          Key.number("shards_per_partition", 1, "Shards of keys per partition"),
          Key.number("allowed_lateness_seconds", 0, "How late a change may come"),
          Key.of("sink_id", Shape.TEXT, "Identity of the writer over restarts"),
          Key.number("token_heartbeat_seconds", 1, "Seconds between two signs of life"),
          Key.of("snapshot_properties", Shape.PROPERTIES, "Entries of each snapshot's summary"),
          Key.of("error_handling", Shape.PROPERTIES, "Where rows go that fail: {output: name}"),
          Key.of(
              "dead_letter",
              Shape.TEXT,
              "Table of the target's catalog that gets the rows that cannot be applied"),
          Key.number(
              "dead_letter_limit", 0, "Most rows of a commit that may go there; 1000 by default"),
          Key.number("sorter_memory_mb", 1, "Memory for sorting changes"));

  static final List<Key> MAPPING =
      List.of(
          Key.of("source", Shape.TEXT, "Dotted path of the source column"),
          Key.of("target", Shape.TEXT, "Name of the target column"),
          Key.of("type", Shape.TEXT, "Iceberg type of the target column, such as decimal(10,2)"));

  static final List<Key> RUN =
      List.of(
          Key.choice("runner", Runner.class, "Where the job runs"),
          Key.of("options", Shape.PROPERTIES, "Options of the runner, in snake_case"));

  /** Keys that a section has to have. */
  static final Map<String, List<String>> REQUIRED =
      Map.of(
          "", List.of("tributary", "source", "target"),
          "source", List.of("format", "table"),
          "target", List.of("table"),
          "path_rewrites", List.of("from", "to"),
          "mapping", List.of("source"));
}
