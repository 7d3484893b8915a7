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
package dev.tributary.oracle.fuzz;

import dev.tributary.oracle.fuzz.ColumnType.Primitive;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * A column of the key and how its value follows from the number of a row: several parts together
 * are as unique as the number.
 *
 * @param type what the values are made as; the column itself may be widened later
 * @param divisor the number is divided by it first
 * @param modulus then reduced by it, unless it is 0
 */
record KeyPart(int columnId, Primitive type, int divisor, int modulus, boolean nullable) {
  /** Types that keys are made of. */
  static final List<Primitive> TYPES =
      List.of(
          Primitive.BIGINT,
          Primitive.INT,
          Primitive.STRING,
          Primitive.DATE,
          Primitive.DECIMAL_18_4,
          Primitive.TIMESTAMP,
          Primitive.TIMESTAMP_NTZ,
          Primitive.BINARY);

  /** The value in the row of this number; null is text too. */
  String literal(int row) {
    int value = value(row);
    if (nullable && value == 1) {
      return type.nullLiteral();
    }
    return switch (type) {
      case BINARY ->
          "unhex('" + (value == 0 ? "" : String.format(Locale.ROOT, "%06x", value)) + "')";
      default -> type.cast(ColumnType.quoted(text(value)));
    };
  }

  boolean isNull(int row) {
    return nullable && value(row) == 1;
  }

  private int value(int row) {
    int divided = row / divisor;
    return modulus == 0 ? divided : divided % modulus;
  }

  private String text(int value) {
    return switch (type) {
      case INT -> value == 0 ? "-2147483648" : value == 2 ? "2147483647" : Integer.toString(value);
      case BIGINT ->
          value == 0
              ? "-9223372036854775808"
              : value == 2 ? "9223372036854775807" : Integer.toString(value);
      case STRING -> value == 0 ? "" : value == 2 ? "日本 / %2F" : "customer number " + value;
      case DATE ->
          value == 0 ? "0001-01-01" : LocalDate.of(1969, 12, 20).plusDays(value).toString();
      case DECIMAL_18_4 ->
          BigDecimal.valueOf(value)
              .multiply(new BigDecimal("0.0625"))
              .subtract(BigDecimal.ONE)
              .toPlainString();
      case TIMESTAMP, TIMESTAMP_NTZ ->
          DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT)
              .format(LocalDateTime.of(1969, 12, 31, 23, 59, 59).plusNanos(value * 300_001_000L));
      default -> throw new IllegalStateException("No keys of type " + type);
    };
  }
}
