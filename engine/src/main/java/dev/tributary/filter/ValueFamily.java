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
package dev.tributary.filter;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Type;

/**
 * Types whose values compare with each other, and how. Each value is first brought into the
 * family's canonical class.
 */
enum ValueFamily {
  BOOLEAN("a boolean", "TRUE or FALSE"),
  /** Long values: the quick case of {@link #EXACT}. */
  INTEGER("a whole number", "a number, such as 5"),
  /** BigDecimal values, compared without regard to scale. */
  EXACT("a number", "a number, such as 5.25"),
  /** Double values: NaN equals itself and is the largest, and both zeros are equal. */
  APPROXIMATE("a floating point number", "a number, such as 1.5"),
  STRING("a string", "a string in single quotes"),
  /** LocalDateTime values: instants in UTC, dates at their start. */
  DATETIME("a date or timestamp", "DATE '2024-01-31' or TIMESTAMP '2024-01-31 10:00:00'"),
  TIME("a time", "TIME '10:00:00'"),
  /** Text of the UUID, whose order is that of its bytes. */
  UUID("a UUID", "the UUID in single quotes"),
  /** Byte arrays in unsigned order. */
  BINARY("binary", "X'0A1B'");

  private final String noun;
  private final String literal;

  ValueFamily(String noun, String literal) {
    this.noun = noun;
    this.literal = literal;
  }

  String noun() {
    return noun;
  }

  /** How a literal of this family is written. */
  String literal() {
    return literal;
  }

  /** The family of a column's type; empty for those that only IS NULL can ask about. */
  static Optional<ValueFamily> of(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> Optional.of(BOOLEAN);
      case INTEGER, LONG -> Optional.of(INTEGER);
      case DECIMAL -> Optional.of(EXACT);
      case FLOAT, DOUBLE -> Optional.of(APPROXIMATE);
      case STRING -> Optional.of(STRING);
      case DATE, TIMESTAMP, TIMESTAMP_NANO -> Optional.of(DATETIME);
      case TIME -> Optional.of(TIME);
      case UUID -> Optional.of(UUID);
      case BINARY, FIXED -> Optional.of(BINARY);
      default -> Optional.empty();
    };
  }

  boolean numeric() {
    return this == INTEGER || this == EXACT || this == APPROXIMATE;
  }

  /** The family in which values of both compare; empty when they do not. */
  static Optional<ValueFamily> common(ValueFamily left, ValueFamily right) {
    if (left == right) {
      return Optional.of(left);
    }
    return left.numeric() && right.numeric()
        ? Optional.of(left.ordinal() > right.ordinal() ? left : right)
        : Optional.empty();
  }

  /** Brings a value that is not null into the canonical class. */
  Object canonical(Object value) {
    return switch (this) {
      case BOOLEAN -> value;
      case INTEGER -> ((Number) value).longValue();
      case EXACT -> exact((Number) value);
      case APPROXIMATE -> ((Number) value).doubleValue();
      case STRING, UUID -> text(value);
      case DATETIME -> dateTime(value);
      case TIME -> value;
      case BINARY -> bytes(value);
    };
  }

  private static Object exact(Number value) {
    return value instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(value.longValue());
  }

  private static Object text(Object value) {
    return value instanceof UUID || value instanceof CharSequence ? value.toString() : value;
  }

  private static Object dateTime(Object value) {
    if (value instanceof LocalDate date) {
      return date.atStartOfDay();
    }
    return value instanceof OffsetDateTime instant
        ? instant.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
        : value;
  }

  private static Object bytes(Object value) {
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    return value;
  }

  /** Compares canonical values. */
  int compare(Object left, Object right) {
    return switch (this) {
      case BOOLEAN -> Boolean.compare((Boolean) left, (Boolean) right);
      case INTEGER -> Long.compare((Long) left, (Long) right);
      case EXACT -> ((BigDecimal) left).compareTo((BigDecimal) right);
      case APPROXIMATE -> compareDoubles((Double) left, (Double) right);
      case STRING -> Comparators.charSequences().compare((CharSequence) left, (CharSequence) right);
      case UUID -> ((String) left).compareTo((String) right);
      case DATETIME -> ((LocalDateTime) left).compareTo((LocalDateTime) right);
      case TIME -> ((LocalTime) left).compareTo((LocalTime) right);
      case BINARY -> Arrays.compareUnsigned((byte[]) left, (byte[]) right);
    };
  }

  private static int compareDoubles(double left, double right) {
    return left == right ? 0 : Double.compare(left, right);
  }
}
