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

import dev.tributary.spec.Bound;
import dev.tributary.spec.PathRewrite;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** What a read of changes was asked for. Travels to workers. */
final class ReadOptions implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final long DISCOVERY_DELAY_SECONDS = 300;

  private static final List<String> ICEBERG_STARTS =
      List.of("from_snapshot", "start_snapshot_id", "from_timestamp", "start_timestamp");
  private static final List<String> ICEBERG_ENDS =
      List.of("to_snapshot", "end_snapshot_id", "to_timestamp", "end_timestamp");
  private static final List<String> DELTA_STARTS = List.of("start_version", "start_timestamp");
  private static final List<String> DELTA_ENDS = List.of("end_version", "end_timestamp");

  private final SourceFormat format;
  private final Settings settings;

  /** Where a read begins that has no lower bound. */
  enum StartingStrategy {
    EARLIEST,
    LATEST
  }

  private ReadOptions(SourceFormat format, Settings settings) {
    this.format = format;
    this.settings = settings;
  }

  /**
   * @throws dev.tributary.errors.SpecException when keys contradict each other or values are out of
   *     range
   */
  static ReadOptions icebergChanges(Settings settings) {
    ReadOptions options = new ReadOptions(SourceFormat.ICEBERG, settings);
    List<String> starts = options.atMostOne(ICEBERG_STARTS);
    options.atMostOne(ICEBERG_ENDS);
    if (settings.has("starting_strategy") && !starts.isEmpty()) {
      throw settings.error(
          "'starting_strategy' and '%s' contradict each other: give only one of them.",
          starts.get(0));
    }
    if (settings.has("watermark_column_time_unit") && !settings.has("watermark_column")) {
      throw settings.error("'watermark_column_time_unit' needs 'watermark_column'.");
    }
    options.timeUnit();
    options.check();
    return options;
  }

  /**
   * @throws dev.tributary.errors.SpecException as {@link #icebergChanges}
   */
  static ReadOptions deltaChanges(Settings settings) {
    ReadOptions options = new ReadOptions(SourceFormat.DELTA, settings);
    if (options.atMostOne(DELTA_STARTS).isEmpty()) {
      throw settings.error("a start is required: give 'start_version' or 'start_timestamp'.");
    }
    options.atMostOne(DELTA_ENDS);
    settings.exclusive("hadoop_config", "config_properties");
    options.check();
    SourceSpec spec = options.source();
    if (spec.from() instanceof Bound.Commit first
        && spec.to() instanceof Bound.Commit last
        && first.id() > last.id()) {
      throw settings.error(
          "start version %d is greater than end version %d.", first.id(), last.id());
    }
    return options;
  }

  private void check() {
    settings.exclusive("keep", "drop");
    if (settings.has("poll_interval_seconds") && !streaming()) {
      throw settings.error("'poll_interval_seconds' needs 'streaming': true.");
    }
    if (settings.has("max_snapshot_discovery_delay") && !streaming()) {
      throw settings.error("'max_snapshot_discovery_delay' needs 'streaming': true.");
    }
    discoveryDelay();
    strategy();
    metadata();
    source();
  }

  private List<String> atMostOne(List<String> keys) {
    List<String> given = settings.given(keys);
    if (given.size() > 1) {
      throw settings.error(
          "'%s' and '%s' contradict each other: give only one of them.",
          given.get(0), given.get(1));
    }
    return given;
  }

  SourceFormat format() {
    return format;
  }

  Settings settings() {
    return settings;
  }

  List<MetadataColumn> metadata() {
    return MetadataColumn.of(settings, format);
  }

  boolean streaming() {
    return settings.bool("streaming");
  }

  StartingStrategy strategy() {
    return settings.choice(
        "starting_strategy",
        StartingStrategy.class,
        streaming() && format == SourceFormat.ICEBERG
            ? StartingStrategy.LATEST
            : StartingStrategy.EARLIEST);
  }

  /** How far the watermark stays behind the clock while nothing is committed. */
  Duration discoveryDelay() {
    OptionalLong seconds = settings.number("max_snapshot_discovery_delay");
    if (seconds.orElse(0) < 0) {
      throw settings.error("'max_snapshot_discovery_delay' is negative.");
    }
    return Duration.ofSeconds(seconds.orElse(DISCOVERY_DELAY_SECONDS));
  }

  Optional<String> watermarkColumn() {
    return settings.text("watermark_column");
  }

  TimeUnit timeUnit() {
    String unit = settings.text("watermark_column_time_unit").orElse("MICROSECONDS");
    try {
      return TimeUnit.valueOf(unit.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw settings.error(
          "'watermark_column_time_unit' is '%s'; valid values are: %s.",
          unit, List.of(TimeUnit.values()));
    }
  }

  /** The source and the range. */
  SourceSpec source() {
    SourceSpec.Builder builder =
        table(format, settings)
            .from(bound(format == SourceFormat.DELTA ? DELTA_STARTS : ICEBERG_STARTS))
            .to(bound(format == SourceFormat.DELTA ? DELTA_ENDS : ICEBERG_ENDS))
            .streaming(streaming())
            .changeFeed(settings.choice("change_feed", ChangeFeed.class, ChangeFeed.REQUIRE));
    settings
        .integer("poll_interval_seconds", 1)
        .ifPresent(seconds -> builder.pollInterval(Duration.ofSeconds(seconds)));
    return builder.build();
  }

  private Bound bound(List<String> keys) {
    for (String key : settings.given(keys)) {
      if (key.endsWith("timestamp")) {
        return settings.time(key).map(time -> (Bound) new Bound.Time(time)).orElseThrow();
      }
      return new Bound.Commit(settings.number(key).orElseThrow());
    }
    return Bound.OPEN;
  }

  /** The table and its columns, without a range. */
  static SourceSpec.Builder table(SourceFormat format, Settings settings) {
    Map<String, String> hadoop = settings.properties("config_properties");
    return SourceSpec.builder(format, settings.table())
        .catalogName(settings.text("catalog_name"))
        .catalogProperties(settings.properties("catalog_properties"))
        .configProperties(hadoop.isEmpty() ? settings.properties("hadoop_config") : hadoop)
        .pathRewrites(
            settings.sections("path_rewrites").stream()
                .map(section -> new PathRewrite(section.get("from"), section.get("to")))
                .toList())
        .branch(settings.text("branch"))
        .keep(settings.texts("keep"))
        .drop(settings.texts("drop"))
        .filter(settings.text("filter").filter(filter -> !filter.isBlank()));
  }

  /** Whether a read with an upper bound in time is past it for good. */
  boolean past(Instant end, Instant now) {
    return now.minus(discoveryDelay()).isAfter(end);
  }
}
