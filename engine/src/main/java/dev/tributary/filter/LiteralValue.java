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

import dev.tributary.changes.ChangeKind;
import dev.tributary.errors.MappingException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.BitString;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * A literal of a predicate in the form in which it compares with a column.
 *
 * @param value canonical in the family; null: NULL
 */
record LiteralValue(ValueFamily family, Serializable value) {
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "(\\d{4,9}-\\d{2}-\\d{2})"
              + "(?:[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)"
              + " ?(Z|UTC|[+-]\\d{2}:?\\d{2})?)?");
  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  /** Whether a node is a literal, perhaps with a sign. */
  static boolean is(SqlNode node) {
    return node instanceof SqlLiteral || isSigned(node);
  }

  private static boolean isSigned(SqlNode node) {
    return (node.getKind() == SqlKind.MINUS_PREFIX || node.getKind() == SqlKind.PLUS_PREFIX)
        && is(((SqlBasicCall) node).operand(0));
  }

  static boolean isNull(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.NULL;
  }

  /** The text of a string literal; empty for other literals. */
  static Optional<String> text(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR
        ? Optional.of(literal.getValueAs(String.class))
        : Optional.empty();
  }

  /**
   * The literal as it compares with a column.
   *
   * @throws MappingException when it cannot
   */
  static LiteralValue of(SqlNode node, String column, Type type) {
    ValueFamily family =
        ValueFamily.of(type).orElseThrow(() -> PredicateBinder.nestedColumn(column, type));
    if (isNull(node)) {
      return new LiteralValue(family, null);
    }
    Optional<LiteralValue> value =
        switch (family) {
          case BOOLEAN -> bool(node).map(b -> new LiteralValue(family, b));
          case INTEGER -> number(node).map(LiteralValue::wholeOrExact);
          case EXACT -> number(node).map(n -> new LiteralValue(family, n));
          case APPROXIMATE -> number(node).map(n -> new LiteralValue(family, n.doubleValue()));
          case STRING -> text(node).map(t -> new LiteralValue(family, t));
          case DATETIME -> dateTime(node, column, type).map(t -> new LiteralValue(family, t));
          case TIME -> time(node).map(t -> new LiteralValue(family, t));
          case UUID ->
              text(node)
                  .filter(t -> UUID.matcher(t).matches())
                  .map(t -> new LiteralValue(family, t.toLowerCase(Locale.ROOT)));
          case BINARY -> binary(node).map(b -> new LiteralValue(family, b));
        };
    return value.orElseThrow(
        () ->
            new MappingException(
                String.format(
                    "source.filter compares column '%s' of type %s with %s, which is not %s: write"
                        + " %s.",
                    column, type, node, family.noun(), family.literal())));
  }

  /** A literal on its own, for comparisons without a column; empty for NULL. */
  static Optional<LiteralValue> alone(SqlNode node) {
    if (isNull(node)) {
      return Optional.empty();
    }
    Type type =
        number(node).isPresent()
            ? Types.LongType.get()
            : bool(node).isPresent()
                ? Types.BooleanType.get()
                : text(node).isPresent()
                    ? Types.StringType.get()
                    : binary(node).isPresent()
                        ? Types.BinaryType.get()
                        : tag(node).equals("TIME")
                            ? Types.TimeType.get()
                            : Types.TimestampType.withZone();
    return Optional.of(of(node, node.toString(), type));
  }

  /** The name of a change kind: Iceberg's or that of Delta's change feed. */
  static LiteralValue changeType(SqlNode node) {
    if (isNull(node)) {
      return new LiteralValue(ValueFamily.STRING, null);
    }
    String name = text(node).map(t -> t.toUpperCase(Locale.ROOT)).orElse("");
    Optional<ChangeKind> kind =
        switch (name) {
          case "UPDATE_PREIMAGE" -> Optional.of(ChangeKind.UPDATE_BEFORE);
          case "UPDATE_POSTIMAGE" -> Optional.of(ChangeKind.UPDATE_AFTER);
          default ->
              Arrays.stream(ChangeKind.values()).filter(k -> k.name().equals(name)).findFirst();
        };
    return kind.map(k -> new LiteralValue(ValueFamily.STRING, k.name()))
        .orElseThrow(
            () ->
                new MappingException(
                    String.format(
                        "source.filter compares _change_type with %s, which is no kind of change:"
                            + " write 'INSERT', 'UPDATE_BEFORE', 'UPDATE_AFTER' or 'DELETE'.",
                        node)));
  }

  private static LiteralValue wholeOrExact(BigDecimal number) {
    try {
      return new LiteralValue(ValueFamily.INTEGER, number.longValueExact());
    } catch (ArithmeticException e) {
      return new LiteralValue(ValueFamily.EXACT, number);
    }
  }

  private static Optional<Boolean> bool(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.BOOLEAN
        ? Optional.ofNullable((Boolean) literal.getValue())
        : Optional.empty();
  }

  private static Optional<BigDecimal> number(SqlNode node) {
    if (isSigned(node)) {
      Optional<BigDecimal> unsigned = number(((SqlBasicCall) node).operand(0));
      return node.getKind() == SqlKind.MINUS_PREFIX ? unsigned.map(BigDecimal::negate) : unsigned;
    }
    return node instanceof SqlLiteral literal
            && (literal.getTypeName() == SqlTypeName.DECIMAL
                || literal.getTypeName() == SqlTypeName.DOUBLE)
        ? Optional.ofNullable(literal.bigDecimalValue())
        : Optional.empty();
  }

  private static Optional<byte[]> binary(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.BINARY
        ? Optional.of(literal.getValueAs(BitString.class).getAsByteArray())
        : Optional.empty();
  }

  /** DATE, TIME or TIMESTAMP … of a literal that says so; empty text for others. */
  private static String tag(SqlNode node) {
    return node instanceof SqlUnknownLiteral tagged ? tagged.tag : "";
  }

  private static Optional<LocalDateTime> dateTime(SqlNode node, String column, Type type) {
    String tag = tag(node);
    boolean tagged = tag.equals("DATE") || tag.equals("DATETIME") || tag.startsWith("TIMESTAMP");
    Optional<String> text =
        tagged ? Optional.ofNullable(((SqlUnknownLiteral) node).getValue()) : text(node);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Matcher parts = DATE_TIME.matcher(text.get().trim());
    if (!parts.matches() || tag.equals("DATE") && parts.group(2) != null) {
      throw new MappingException(
          String.format(
              "source.filter compares column '%s' of type %s with %s, which is no date or time:"
                  + " write DATE '2024-01-31', or TIMESTAMP '2024-01-31 10:00:00.123456'.",
              column, type, node));
    }
    if (parts.group(3) != null && !isInstant(type)) {
      throw new MappingException(
          String.format(
              "source.filter compares column '%s' of type %s, which has no time zone, with %s:"
                  + " leave the zone out.",
              column, type, node));
    }
    try {
      return Optional.of(dateTime(parts));
    } catch (DateTimeException e) {
      throw new MappingException(
          String.format(
              "source.filter compares column '%s' with %s, a day or time that does not exist.",
              column, node),
          e);
    }
  }

  private static LocalDateTime dateTime(Matcher parts) {
    LocalDate date = LocalDate.parse(parts.group(1));
    if (parts.group(2) == null) {
      return date.atStartOfDay();
    }
    LocalDateTime local = date.atTime(LocalTime.parse(parts.group(2)));
    String zone = parts.group(3);
    if (zone == null || zone.equals("UTC")) {
      return local;
    }
    return OffsetDateTime.of(local, ZoneOffset.of(zone))
        .withOffsetSameInstant(ZoneOffset.UTC)
        .toLocalDateTime();
  }

  static boolean isInstant(Type type) {
    return type instanceof Types.TimestampType timestamp && timestamp.shouldAdjustToUTC()
        || type instanceof Types.TimestampNanoType nano && nano.shouldAdjustToUTC();
  }

  private static Optional<LocalTime> time(SqlNode node) {
    Optional<String> text =
        tag(node).equals("TIME")
            ? Optional.ofNullable(((SqlUnknownLiteral) node).getValue())
            : text(node);
    try {
      return text.map(String::trim).map(LocalTime::parse);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
