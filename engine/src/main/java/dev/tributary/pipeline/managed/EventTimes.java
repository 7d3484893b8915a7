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

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Duration;
import org.joda.time.Instant;

/** Gives rows the event time that one of their columns holds. */
final class EventTimes extends DoFn<Row, Row> {
  private static final long serialVersionUID = 1L;
  private static final Duration SKEW = Duration.standardDays(365);

  private final String column;
  private final TimeUnit unit;

  private EventTimes(String column, TimeUnit unit) {
    this.column = column;
    this.unit = unit;
  }

  /**
   * Empty when rows keep the time of their commit.
   *
   * @throws dev.tributary.errors.SpecException when the column does not exist, may be null, or
   *     holds no times
   */
  static Optional<EventTimes> of(ReadOptions options, Schema rows) {
    if (options.watermarkColumn().isEmpty()) {
      return Optional.empty();
    }
    String name = options.watermarkColumn().get();
    if (!rows.hasField(name)) {
      throw options
          .settings()
          .error(
              "'watermark_column' is '%s', which is no top-level column; there are %s.",
              name, rows.getFieldNames());
    }
    Schema.FieldType type = rows.getField(name).getType();
    if (type.getNullable()) {
      throw options
          .settings()
          .error("'watermark_column' is '%s', which may be null: it must be required.", name);
    }
    boolean numeric = type.getTypeName() == Schema.TypeName.INT64;
    boolean time =
        type.getTypeName() == Schema.TypeName.LOGICAL_TYPE
            && (type.getLogicalType().getIdentifier().contains("timestamp")
                || type.getLogicalType().getIdentifier().contains("datetime"));
    if (!numeric && !time) {
      throw options
          .settings()
          .error("'watermark_column' is '%s', which is neither a long nor a timestamp.", name);
    }
    return Optional.of(new EventTimes(name, options.timeUnit()));
  }

  @Override
  public Duration getAllowedTimestampSkew() {
    return SKEW;
  }

  @ProcessElement
  public void process(@Element Row row, @Timestamp Instant commit, OutputReceiver<Row> out) {
    long millis = Math.max(millis(row.getValue(column)), commit.minus(SKEW).getMillis());
    Instant time = Instant.ofEpochMilli(millis);
    out.outputWithTimestamp(row, time.isAfter(BoundedWindow.TIMESTAMP_MAX_VALUE) ? commit : time);
  }

  private long millis(Object value) {
    if (value instanceof Long number) {
      return unit.toMillis(number);
    }
    return value instanceof LocalDateTime local
        ? local.toInstant(ZoneOffset.UTC).toEpochMilli()
        : ((java.time.Instant) value).toEpochMilli();
  }
}
