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
package dev.tributary.delta;

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.types.Types;

/** Partition values, which the log holds as text. */
final class PartitionValues {
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "([+-]?\\d{1,9})-(\\d{1,2})-(\\d{1,2})(?:[ T](\\d{1,2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?)?)?"
              + "(Z|[+-]\\d{2}:?\\d{2})?");

  private PartitionValues() {}

  /**
   * The value of a partition column.
   *
   * @param text null or empty for null, as the protocol says
   * @throws SourceException when the text is no value of the column's type
   */
  static Object parse(Types.NestedField column, String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      return switch (column.type().typeId()) {
        case BOOLEAN -> bool(text);
        case INTEGER -> Integer.valueOf(text);
        case LONG -> Long.valueOf(text);
        case FLOAT -> Float.valueOf(text);
        case DOUBLE -> Double.valueOf(text);
        case DECIMAL -> new BigDecimal(text).setScale(((Types.DecimalType) column.type()).scale());
        case STRING -> text;
        case BINARY -> ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        case DATE -> dateTime(text).toLocalDate();
        case TIMESTAMP ->
            ((Types.TimestampType) column.type()).shouldAdjustToUTC()
                ? instant(text)
                : dateTime(text).toLocalDateTime();
        default -> throw new IllegalArgumentException("no type of a partition column");
      };
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw new SourceException(
          Area.SOURCE,
          String.format(
              "Partition value '%s' of column '%s' is no %s; the table's log is damaged.",
              text, column.name(), column.type()),
          e);
    }
  }

  private static boolean bool(String text) {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Boolean.parseBoolean(text);
    }
    throw new IllegalArgumentException("neither true nor false");
  }

  private static OffsetDateTime instant(String text) {
    return dateTime(text).withOffsetSameInstant(ZoneOffset.UTC);
  }

  /** A date with or without time and offset; text without an offset is UTC. */
  private static OffsetDateTime dateTime(String text) {
    Matcher matcher = DATE_TIME.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("no date or time");
    }
    LocalDate date =
        LocalDate.of(
            Integer.parseInt(matcher.group(1)),
            Integer.parseInt(matcher.group(2)),
            Integer.parseInt(matcher.group(3)));
    String time = matcher.group(4);
    String offset = matcher.group(5);
    LocalTime localTime =
        time == null ? LocalTime.MIDNIGHT : LocalTime.parse(time.length() == 7 ? "0" + time : time);
    return LocalDateTime.of(date, localTime)
        .atOffset(offset == null ? ZoneOffset.UTC : ZoneOffset.of(offset));
  }
}
