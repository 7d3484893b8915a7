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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** A type of a column, as Spark names it, with values that are worth trying. */
sealed interface ColumnType {

  /** Spark's name of the type. */
  String sql();

  /** A value as an expression of Spark's SQL that has this very type; not null itself. */
  String literal(Random random);

  /** A value or null. */
  default String literalOrNull(Random random) {
    return random.nextInt(6) == 0 ? nullLiteral() : literal(random);
  }

  /** Null of this type. */
  default String nullLiteral() {
    return cast("NULL");
  }

  /** An expression cast to this type. */
  default String cast(String expression) {
    return "CAST(" + expression + " AS " + sql() + ")";
  }

  /** Text as a literal of Spark's SQL. */
  static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
  }

  /** One of the values. */
  static <T> T any(List<T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }

  /** Types without parts; those that only Delta tables have are at the end. */
  enum Primitive implements ColumnType {
    BOOLEAN("BOOLEAN", "true", "false"),
    INT("INT", "0", "-1", "42", "7", "1000", "-2147483648", "2147483647"),
    BIGINT(
        "BIGINT", "0", "-7", "99", "9007199254740993", "-9223372036854775808", "922337203685477"),
    FLOAT("FLOAT", "0", "-0.0", "1.5", "NaN", "Infinity", "-Infinity", "1.4E-45", "3.4028235E38"),
    DOUBLE("DOUBLE", "0", "-0.0", "0.1", "NaN", "Infinity", "-Infinity", "4.9E-324", "1E308"),
    DECIMAL_9_2("DECIMAL(9,2)", "0", "0.01", "-1.50", "12.34", "9999999.99", "-9999999.99"),
    DECIMAL_18_4("DECIMAL(18,4)", "0", "1.0001", "-2.5", "99999999999999.9999"),
    DECIMAL_38_10(
        "DECIMAL(38,10)", "0", "-0.0000000001", "9999999999999999999999999999.9999999999"),
    STRING(
        "STRING",
        "",
        " ",
        "a",
        "ab",
        "ünïcödé",
        "日本語",
        "😀 smile",
        "100%",
        "%2F",
        "a/b",
        "x=y",
        "null",
        "it's",
        "back\\slash",
        "two\nlines",
        "__HIVE_DEFAULT_PARTITION__",
        "a long text whose first sixteen characters are common: 1",
        "a long text whose first sixteen characters are common: 2"),
    BINARY("BINARY"),
    DATE(
        "DATE",
        "0001-01-01",
        "1582-10-04",
        "1582-10-10",
        "1582-10-15",
        "1969-12-31",
        "1970-01-01",
        "2024-02-29",
        "9999-12-31"),
    TIMESTAMP(
        "TIMESTAMP",
        "0001-01-01 00:00:00.000001",
        "1500-06-15 12:34:56.789012",
        "1969-12-31 23:59:59.999999",
        "1970-01-01 00:00:00",
        "2024-02-29 10:00:00.123",
        "9999-12-31 23:59:59.999999"),
    TIMESTAMP_NTZ(
        "TIMESTAMP_NTZ",
        "0001-01-01 00:00:00.000001",
        "1582-10-10 12:34:56.789012",
        "1969-12-31 23:59:59.999999",
        "2024-02-29 10:00:00.123",
        "9999-12-31 23:59:59.999999"),
    TINYINT("TINYINT", "0", "-128", "127", "5"),
    SMALLINT("SMALLINT", "0", "-32768", "32767", "300");

    private final String sql;
    private final List<String> values;

    Primitive(String sql, String... values) {
      this.sql = sql;
      this.values = List.of(values);
    }

    @Override
    public String sql() {
      return sql;
    }

    @Override
    public String literal(Random random) {
      return this == BINARY
          ? "unhex('" + any(List.of("", "00", "FF", "00FF10", "616263"), random) + "')"
          : cast(quoted(any(values, random)));
    }

    /** Whether Iceberg tables have it too. */
    boolean iceberg() {
      return this != TINYINT && this != SMALLINT;
    }
  }

  /** Text out of few values, good to partition by. */
  record Category(List<String> values) implements ColumnType {
    @Override
    public String sql() {
      return "STRING";
    }

    @Override
    public String literal(Random random) {
      return quoted(any(values, random));
    }
  }

  /** A type that another one was widened to: the values of the narrow one and one beyond. */
  record Widened(ColumnType from, String sql, String beyond) implements ColumnType {
    @Override
    public String literal(Random random) {
      return cast(random.nextInt(3) == 0 ? quoted(beyond) : from.literal(random));
    }
  }

  /** A field of a struct. */
  record Field(String name, ColumnType type) {}

  /** A struct of nullable fields. */
  record Struct(List<Field> fields) implements ColumnType {
    @Override
    public String sql() {
      return fields.stream()
          .map(field -> field.name() + ": " + field.type().sql())
          .collect(Collectors.joining(", ", "STRUCT<", ">"));
    }

    @Override
    public String literal(Random random) {
      return cast(
          fields.stream()
              .map(field -> quoted(field.name()) + ", " + field.type().literalOrNull(random))
              .collect(Collectors.joining(", ", "named_struct(", ")")));
    }
  }

  /** A list. */
  record ListOf(ColumnType element) implements ColumnType {
    @Override
    public String sql() {
      return "ARRAY<" + element.sql() + ">";
    }

    @Override
    public String literal(Random random) {
      List<String> values = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        values.add(element.literalOrNull(random));
      }
      return cast(values.stream().collect(Collectors.joining(", ", "array(", ")")));
    }
  }

  /** A map from text. */
  record MapOf(ColumnType value) implements ColumnType {
    @Override
    public String sql() {
      return "MAP<STRING, " + value.sql() + ">";
    }

    @Override
    public String literal(Random random) {
      List<String> entries = new ArrayList<>();
      for (String key : List.of("", "k", "ключ")) {
        if (random.nextBoolean()) {
          entries.add(quoted(key) + ", " + value.literalOrNull(random));
        }
      }
      return cast(entries.stream().collect(Collectors.joining(", ", "map(", ")")));
    }
  }
}
