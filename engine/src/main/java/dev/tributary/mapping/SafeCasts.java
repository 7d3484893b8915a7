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
package dev.tributary.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.rows.JsonValues;
import java.time.LocalDate;
import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * The casts that lose nothing: Iceberg's own type promotions, and any value to its text.
 *
 * <ul>
 *   <li>int to long, float to double
 *   <li>decimal(P,S) to decimal(P2,S) with P2 at least P
 *   <li>date to timestamp or timestamp_ns without a zone: the start of the day
 *   <li>anything to string: the text that JSON documents show; nested values as JSON
 * </ul>
 */
final class SafeCasts {
  static final String ALLOWED =
      "int to long, float to double, decimal to a larger precision of the same scale, date to"
          + " timestamp, and anything to string";

  private SafeCasts() {}

  /** Turns a value that is not null into one of another type. */
  @FunctionalInterface
  interface Cast {
    Object apply(Object value);
  }

  /** The cast between two types that are not equal; empty when it could lose something. */
  static Optional<Cast> between(Type from, Type to) {
    if (!to.isPrimitiveType()) {
      return Optional.empty();
    }
    if (to.typeId() == Type.TypeID.STRING) {
      return Optional.of(value -> text(from, value));
    }
    return promotion(from, to);
  }

  /** As {@link #between}, without text: what may be widened unasked to fit an existing column. */
  static Optional<Cast> promotion(Type from, Type to) {
    return switch (from.typeId()) {
      case INTEGER -> to.typeId() == Type.TypeID.LONG ? Optional.of(SafeCasts::toLong) : none();
      case FLOAT -> to.typeId() == Type.TypeID.DOUBLE ? Optional.of(SafeCasts::toDouble) : none();
      case DECIMAL -> widens((Types.DecimalType) from, to) ? Optional.of(value -> value) : none();
      case DATE -> isZoneless(to) ? Optional.of(SafeCasts::startOfDay) : none();
      default -> none();
    };
  }

  private static Optional<Cast> none() {
    return Optional.empty();
  }

  private static Object toLong(Object value) {
    return ((Integer) value).longValue();
  }

  private static Object toDouble(Object value) {
    return ((Float) value).doubleValue();
  }

  private static Object startOfDay(Object value) {
    return ((LocalDate) value).atStartOfDay();
  }

  private static boolean widens(Types.DecimalType from, Type to) {
    return to instanceof Types.DecimalType wider
        && wider.scale() == from.scale()
        && wider.precision() >= from.precision();
  }

  private static boolean isZoneless(Type type) {
    return type.equals(Types.TimestampType.withoutZone())
        || type.equals(Types.TimestampNanoType.withoutZone());
  }

  private static String text(Type type, Object value) {
    JsonNode json = JsonValues.value(type, value);
    return json.isValueNode() ? json.asText() : json.toString();
  }
}
