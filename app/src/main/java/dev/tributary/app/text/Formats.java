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
package dev.tributary.app.text;

import java.text.NumberFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.OptionalLong;

/**
 * How figures look: numbers grouped as the language does, bytes in binary units, times relative or
 * local with the exact UTC value for tooltips. What is unknown says so and is never 0.
 */
public final class Formats {
  private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS 'UTC'").withZone(ZoneOffset.UTC);

  private final Texts texts;

  Formats(Texts texts) {
    this.texts = texts;
  }

  /** What stands where the metadata states nothing. */
  public String unknown() {
    return "–";
  }

  /** A whole number, grouped. */
  public String number(long value) {
    return NumberFormat.getIntegerInstance(texts.locale()).format(value);
  }

  /** A whole number, grouped, or the sign for unknown. */
  public String number(OptionalLong value) {
    return value.isPresent() ? number(value.getAsLong()) : unknown();
  }

  /** A number with one decimal, such as a rate. */
  public String decimal(double value) {
    NumberFormat format = NumberFormat.getNumberInstance(texts.locale());
    format.setMaximumFractionDigits(1);
    return format.format(value);
  }

  /** Rows gained, with a plus sign. */
  public String added(OptionalLong value) {
    return value.isPresent() ? "+" + number(value) : unknown();
  }

  /** Rows lost, with a minus sign. */
  public String removed(OptionalLong value) {
    return value.isPresent() ? "−" + number(value) : unknown();
  }

  /** A size in binary units, such as {@code 1.5 MiB}. */
  public String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0 ? number(bytes) + " B" : decimal(value) + " " + BYTE_UNITS[unit];
  }

  /** A size in binary units, or the sign for unknown. */
  public String bytes(OptionalLong bytes) {
    return bytes.isPresent() ? bytes(bytes.getAsLong()) : unknown();
  }

  /** A point in time in this computer's time zone. */
  public String local(Instant time) {
    return LOCAL.withZone(ZoneId.systemDefault()).format(time);
  }

  /** The exact point in time, in UTC. */
  public String utc(Instant time) {
    return UTC.format(time);
  }

  /** How long ago, coarsely; the exact value belongs into a tooltip. */
  public String relative(Instant time, Instant now) {
    Duration age = Duration.between(time, now);
    if (age.isNegative()) {
      return local(time);
    }
    if (age.toSeconds() < 60) {
      return texts.text("format.just-now");
    }
    if (age.toMinutes() < 60) {
      return texts.text("format.minutes-ago", age.toMinutes());
    }
    if (age.toHours() < 24) {
      return texts.text("format.hours-ago", age.toHours());
    }
    return texts.text("format.days-ago", age.toDays());
  }

  /** A span of time in its two largest units, such as {@code 2 h 14 min}. */
  public String duration(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 1) {
      return texts.text("format.milliseconds", duration.toMillis());
    }
    if (seconds < 60) {
      return texts.text("format.seconds", seconds);
    }
    if (seconds < 3600) {
      return texts.text("format.minutes", seconds / 60, seconds % 60);
    }
    if (seconds < 86_400) {
      return texts.text("format.hours", seconds / 3600, seconds / 60 % 60);
    }
    return texts.text("format.days", seconds / 86_400, seconds / 3600 % 24);
  }
}
