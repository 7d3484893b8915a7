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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.MappingException;
import dev.tributary.errors.SpecException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredicateTest {
  private static final Types.StructType ADDRESS =
      Types.StructType.of(
          Types.NestedField.optional(31, "city", Types.StringType.get()),
          Types.NestedField.optional(32, "Zip.Code", Types.IntegerType.get()));

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "Name", Types.StringType.get()),
          Types.NestedField.optional(4, "small", Types.IntegerType.get()),
          Types.NestedField.optional(5, "price", Types.DecimalType.of(9, 2)),
          Types.NestedField.optional(6, "ratio", Types.DoubleType.get()),
          Types.NestedField.optional(7, "share", Types.FloatType.get()),
          Types.NestedField.optional(8, "active", Types.BooleanType.get()),
          Types.NestedField.optional(9, "born", Types.DateType.get()),
          Types.NestedField.optional(10, "seen", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(11, "moment", Types.TimestampType.withZone()),
          Types.NestedField.optional(12, "clock", Types.TimeType.get()),
          Types.NestedField.optional(13, "uid", Types.UUIDType.get()),
          Types.NestedField.optional(14, "data", Types.BinaryType.get()),
          Types.NestedField.optional(15, "address", ADDRESS),
          Types.NestedField.optional(
              16, "tags", Types.ListType.ofOptional(17, Types.StringType.get())),
          Types.NestedField.optional(18, "Weird Column", Types.IntegerType.get()),
          Types.NestedField.optional(19, "missing", Types.StringType.get()));

  private static final Record ROW = row();

  private static Record row() {
    GenericRecord address = GenericRecord.create(ADDRESS);
    address.setField("city", "Seoul");
    address.setField("Zip.Code", 4524);
    GenericRecord row = GenericRecord.create(SCHEMA);
    row.setField("id", 7L);
    row.setField("name", "O'Neil");
    row.setField("Name", "capital");
    row.setField("small", 3);
    row.setField("price", new BigDecimal("12.50"));
    row.setField("ratio", 0.5);
    row.setField("share", 1.1f);
    row.setField("active", true);
    row.setField("born", LocalDate.of(2024, 1, 31));
    row.setField("seen", LocalDateTime.of(2024, 1, 31, 10, 0, 0, 123_456_000));
    row.setField("moment", OffsetDateTime.of(2024, 1, 31, 10, 0, 0, 0, ZoneOffset.UTC));
    row.setField("clock", LocalTime.of(8, 30));
    row.setField("uid", UUID.fromString("f79c3e09-677c-4bbd-a479-3f349cb785e7"));
    row.setField("data", ByteBuffer.wrap(new byte[] {0x0A, (byte) 0xFF}));
    row.setField("address", address);
    row.setField("Weird Column", 1);
    return row;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id = 7",
        "id = 7.0",
        "id < 1e3",
        "id < 99999999999999999999999999",
        "-8 < id AND id > -8",
        "small < id",
        "name = 'O''Neil'",
        "name LIKE 'O_N%'",
        "\"Name\" = 'capital'",
        "ID = 7",
        "price = 12.5",
        "price BETWEEN 12 AND 13",
        "price > 12.499999",
        "ratio = 0.5",
        // 1.1 is no float: as everywhere in SQL, the column's value is a little more.
        "share > 1.1 AND share < 1.1000001",
        "active",
        "active = TRUE AND NOT active = FALSE",
        "born = DATE '2024-01-31'",
        "born = '2024-01-31'",
        "born < TIMESTAMP '2024-01-31 00:00:01'",
        "seen > DATE '2024-01-31'",
        "seen = TIMESTAMP '2024-01-31 10:00:00.123456'",
        "seen = '2024-01-31T10:00:00.123456'",
        "seen > born",
        "moment = TIMESTAMP '2024-01-31 10:00:00'",
        "moment = '2024-01-31T11:00:00+01:00'",
        "moment = '2024-01-31T10:00:00Z'",
        "clock = TIME '08:30:00'",
        "clock < '09:00:00'",
        "uid = 'F79C3E09-677C-4BBD-A479-3F349CB785E7'",
        "uid > '779c3e09-677c-4bbd-a479-3f349cb785e7'",
        "data = X'0AFF'",
        "data > X'0A7F'",
        "address.city = 'Seoul'",
        "Address.City IN ('Busan', 'Seoul')",
        "address.\"Zip.Code\" = 4524",
        "address.Zip.Code = 4524",
        "address IS NOT NULL",
        "tags IS NULL",
        "\"Weird Column\" = 1",
        "`Weird Column` = 1",
        "id BETWEEN SYMMETRIC 9 AND 5",
        "id IN (1, 7.0, 9)",
        "(missing = 'x') IS UNKNOWN",
        "missing IS NOT DISTINCT FROM NULL",
        "id IS DISTINCT FROM NULL"
      })
  void theRowPasses(String predicate) {
    assertThat(Filters.test(predicate, ROW, SCHEMA)).isEqualTo(Truth.TRUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "missing = 'x'",
        "missing <> 'x'",
        "missing NOT IN ('x')",
        "id NOT IN (1, NULL)",
        "NOT (missing = 'x')",
        "missing LIKE '%'",
        "missing NOT LIKE '%'",
        "missing BETWEEN 'a' AND 'b'",
        "id = NULL",
        "NULL",
        "UNKNOWN",
        "missing = name",
        "address.city = missing"
      })
  void whatIsComparedWithNullIsUnknown(String predicate) {
    assertThat(Filters.test(predicate, ROW, SCHEMA)).isEqualTo(Truth.UNKNOWN);
  }

  @Test
  void aFieldOfAStructThatIsNullIsNull() {
    GenericRecord row = GenericRecord.create(SCHEMA);

    assertThat(Filters.test("address.city IS NULL", row, SCHEMA)).isEqualTo(Truth.TRUE);
    assertThat(Filters.test("address.city <> 'Seoul'", row, SCHEMA)).isEqualTo(Truth.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "idd = 1|column 'idd'|did you mean 'id'?",
        "ACTIVE.x = 1|column 'ACTIVE.x'|the columns that it can name are id, name, Name",
        "nAME = 'x'|column 'nAME'|'name', 'Name'",
        "\"ID\" = 1|column 'ID'|does not have",
        "id = 'seven'|column 'id' of type long with 'seven'|write a number",
        "name = 7|column 'name' of type string with 7|a string in single quotes",
        "price LIKE '1%'|column 'price' is of type decimal(9, 2)|LIKE is for strings",
        "born = '31.01.2024'|column 'born'|DATE '2024-01-31'",
        "born = DATE '2024-02-30'|column 'born'|does not exist",
        "seen = '2024-01-31T10:00:00Z'|has no time zone|leave the zone out",
        "moment = seen|do not compare|compare columns of like types",
        "name = id|do not compare|compare columns of like types",
        "name|column 'name' of type string where a condition has to stand|compare it",
        "tags = 'x'|column 'tags'|IS NULL",
        "address = 'x'|column 'address'|address.city",
        "uid = 'x'|column 'uid'|the UUID in single quotes",
        "active = 'yes'|column 'active'|TRUE or FALSE",
        "active = UNKNOWN|column 'active'|TRUE or FALSE",
        "_change_type < 'INSERT'|no order|use =, <> or IN",
        "_change_type = 'UPSERT'|no kind of change|'UPDATE_AFTER'",
      })
  void sayWhatDoesNotFitAndWhatToDo(String predicate, String what, String fix) {
    assertThatThrownBy(() -> Filters.bind(predicate, SCHEMA))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("source.filter")
        .hasMessageContaining(what)
        .hasMessageContaining(fix);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status = |line 1, column 8",
        "id = 1; DROP TABLE x|line 1, column 7",
        "id = = 1|line 1",
        "value = 5|value is a word of SQL",
        "id + 1 = 2|+ in id + 1",
        "UPPER(name) = 'X'|UPPER",
        "id IN (SELECT 1)|SELECT",
        "name ILIKE 'x'|ILIKE",
        "name LIKE 'x' ESCAPE 'ab'|exactly one character",
        "name LIKE 'x!y' ESCAPE '!'|not followed by",
        "5|where a condition has to stand",
        "id = 1 OR TIMESTAMP '2024-01-31 10:00:00'|where a condition has to stand",
        "DATE '2024-01-31'|where a condition has to stand",
        "NOT TIME '08:30:00'|where a condition has to stand",
        "_change_type = 'DELETE' OR id = 1|two conditions joined by AND"
      })
  void sayWhatIsNoCondition(String predicate, String what) {
    assertThatThrownBy(() -> Filters.bind(predicate, SCHEMA))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("source.filter")
        .hasMessageContaining(what);
  }

  @Test
  void likeComparesCodePointsAndTakesNoTimeForNastyPatterns() {
    assertThat(LikePattern.of("_😀%", "").matches("x😀y")).isTrue();
    assertThat(LikePattern.of("__", "").matches("😀y")).isTrue();
    assertThat(LikePattern.of("100!%!_!!%", "!").matches("100%_!x")).isTrue();
    assertThat(LikePattern.of("", "").matches("")).isTrue();
    assertThat(LikePattern.of("%", "").matches("")).isTrue();
    assertThat(LikePattern.of("_", "").matches("")).isFalse();
    assertThat(LikePattern.of("%a%a%a%a%a%a%a%b", "").matches("a".repeat(5000))).isFalse();
  }

  @Test
  void deepNestingIsAnErrorAndNoCrash() {
    String nested = "NOT (".repeat(50_000) + "id = 1" + ")".repeat(50_000);

    assertThatThrownBy(() -> Filters.bind(nested, SCHEMA)).isInstanceOf(SpecException.class);
  }

  @Test
  void longListsAndLongChainsAreFine() {
    StringBuilder list = new StringBuilder("id IN (0");
    StringBuilder chain = new StringBuilder("id = 0");
    for (int i = 8; i < 2000; i++) {
      list.append(", ").append(i);
      chain.append(" OR id = ").append(i);
    }

    assertThat(Filters.test(list + ")", ROW, SCHEMA)).isEqualTo(Truth.FALSE);
    assertThat(Filters.test(list + ", 7)", ROW, SCHEMA)).isEqualTo(Truth.TRUE);
    assertThat(Filters.test(chain + " OR id = 7", ROW, SCHEMA)).isEqualTo(Truth.TRUE);
  }
}
