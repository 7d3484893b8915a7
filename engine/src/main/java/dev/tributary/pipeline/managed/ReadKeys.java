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
import static dev.tributary.pipeline.managed.ConfigKey.number;
import static dev.tributary.pipeline.managed.ConfigKey.properties;
import static dev.tributary.pipeline.managed.ConfigKey.required;
import static dev.tributary.pipeline.managed.ConfigKey.sections;
import static dev.tributary.pipeline.managed.ConfigKey.text;
import static dev.tributary.pipeline.managed.ConfigKey.texts;

import java.util.List;
import java.util.stream.Stream;

/** The keys of the reads. */
final class ReadKeys {
  private ReadKeys() {}

  private static final ConfigKey PATH_REWRITES =
      sections(
          "path_rewrites",
          "Storage paths as the metadata has them, and where the files are now",
          required("from", "Prefix of paths as the metadata has them"),
          required("to", "Prefix that replaces it"));

  private static final List<ConfigKey> COLUMNS =
      List.of(
          texts("keep", "Columns to read; none: all. Exclusive with drop"),
          texts("drop", "Columns not to read. Exclusive with keep"),
          text("filter", "SQL predicate, such as id > 5 AND status = 'ACTIVE'"));

  private static final List<ConfigKey> ICEBERG_TABLE =
      List.of(
          required("table", "namespace.table, or a table location or metadata file"),
          text("catalog_name", "Name of the catalog"),
          properties("catalog_properties", "Properties of the catalog, such as type and warehouse"),
          properties("config_properties", "Hadoop configuration"),
          text("branch", "Branch or tag to read; main by default"),
          PATH_REWRITES);

  /** What only a read of changes takes; named by the plain read so that it can refuse them. */
  static final List<ConfigKey> ICEBERG_CDC_ONLY =
      List.of(
          number("from_snapshot", "First snapshot of the range, inclusive"),
          number("to_snapshot", "Last snapshot of the range, inclusive"),
          number("from_timestamp", "Start of the range in epoch milliseconds, inclusive"),
          number("to_timestamp", "End of the range in epoch milliseconds, inclusive"),
          number("start_snapshot_id", "The same as from_snapshot"),
          number("end_snapshot_id", "The same as to_snapshot"),
          text("start_timestamp", "As from_timestamp; ISO-8601 is understood too"),
          text("end_timestamp", "As to_timestamp; ISO-8601 is understood too"),
          text("starting_strategy", "earliest or latest; where to start without a bound"),
          bool("streaming", "Whether to go on polling for new snapshots"),
          integer("poll_interval_seconds", "Seconds between two polls; 60 by default"),
          text("watermark_column", "Column of the rows' event times; else the commit's time"),
          text("watermark_column_time_unit", "Unit of a numeric watermark column; MICROSECONDS"),
          number(
              "max_snapshot_discovery_delay",
              "Seconds that the watermark stays behind the clock while nothing is committed; 300"),
          texts("include_metadata_columns", "Metadata columns to add to each row, in this order"));

  static final List<ConfigKey> ICEBERG = all(ICEBERG_TABLE, COLUMNS, ICEBERG_CDC_ONLY);

  private static final List<ConfigKey> DELTA_TABLE =
      List.of(
          required("table", "Path or URI of the table"),
          properties("hadoop_config", "Hadoop configuration"),
          properties("config_properties", "The same as hadoop_config"),
          PATH_REWRITES);

  static final List<ConfigKey> DELTA =
      all(
          DELTA_TABLE,
          COLUMNS,
          List.of(
              number("version", "Version to read; the latest by default"),
              text("timestamp", "Time as of which to read, in ISO-8601")));

  static final List<ConfigKey> DELTA_CDC =
      all(
          DELTA_TABLE,
          COLUMNS,
          List.of(
              number("start_version", "First version of the range, inclusive"),
              number("end_version", "Last version of the range, inclusive"),
              text("start_timestamp", "Start of the range in ISO-8601, inclusive"),
              text("end_timestamp", "End of the range in ISO-8601, inclusive"),
              texts("include_metadata_columns", "Metadata columns to add, in this order"),
              text(
                  "change_feed",
                  "require: each commit needs the change data feed; derive: changes are derived"
                      + " from files where it was off"),
              bool("streaming", "Whether to go on polling for new versions"),
              integer("poll_interval_seconds", "Seconds between two polls; 60 by default"),
              number(
                  "max_snapshot_discovery_delay",
                  "Seconds that the watermark stays behind the clock while nothing is committed;"
                      + " 300")));

  @SafeVarargs
  private static List<ConfigKey> all(List<ConfigKey>... lists) {
    return Stream.of(lists).flatMap(List::stream).toList();
  }
}
