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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.MappingException;
import dev.tributary.rows.Rows;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.logicaltypes.EnumerationType;
import org.apache.beam.sdk.schemas.logicaltypes.FixedPrecisionNumeric;
import org.apache.beam.sdk.schemas.logicaltypes.MicrosInstant;
import org.apache.beam.sdk.schemas.logicaltypes.NanosInstant;
import org.apache.beam.sdk.schemas.logicaltypes.PassThroughLogicalType;
import org.apache.beam.sdk.schemas.logicaltypes.SqlTypes;
import org.apache.beam.sdk.schemas.logicaltypes.Timestamp;
import org.apache.beam.sdk.schemas.logicaltypes.VariableString;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.Row;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.joda.time.DateTime;
import org.junit.jupiter.api.Test;

class BeamRowsTest {

  @Test
  void rowsOfEveryTypeSurviveTheWayThroughBeamAndItsCoder() throws IOException {
    long seed = Long.getLong("tributary.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      RandomRows rows = new RandomRows(random);
      Types.StructType struct = rows.struct(0);
      Record record = rows.record(struct);
      RecordToRow toRow = new RecordToRow(struct);

      Row row = toRow.row(record);
      RowCoder coder = RowCoder.of(toRow.schema());
      Row travelled =
          CoderUtils.decodeFromByteArray(coder, CoderUtils.encodeToByteArray(coder, row));
      Types.StructType columns = BeamTypes.columns(toRow.schema(), struct).asStruct();
      Record back = new RowToRecord(columns).record(travelled);

      assertThat(shape(columns)).as("seed %d, round %d", seed, i).isEqualTo(shape(struct));
      assertThat(Rows.equal(back, record))
          .as("seed %d, round %d: %s became %s", seed, i, record, back)
          .isTrue();
    }
  }

  @Test
  void valuesThatTheColumnCannotHoldAreRefused() {
    assertRefused(
        FieldType.logicalType(SqlTypes.DATETIME),
        Types.TimestampType.withoutZone(),
        LocalDateTime.of(2026, 1, 1, 0, 0, 0, 1),
        "finer than the microseconds");
    assertRefused(
        FieldType.logicalType(SqlTypes.TIME),
        Types.TimeType.get(),
        LocalTime.of(1, 1, 1, 999),
        "finer than the microseconds");
    assertRefused(
        FieldType.DECIMAL,
        Types.DecimalType.of(4, 2),
        new BigDecimal("1.234"),
        "does not fit its column decimal(4, 2)");
    assertRefused(
        FieldType.DECIMAL,
        Types.DecimalType.of(4, 2),
        new BigDecimal("123"),
        "does not fit its column decimal(4, 2)");
    assertRefused(
        FieldType.BYTES, Types.UUIDType.get(), new byte[15], "has 15 bytes; a uuid has 16");
    assertRefused(FieldType.BYTES, Types.FixedType.ofLength(4), new byte[3], "holds exactly 4");
  }

  @Test
  void beamTypesWithoutACounterpartOfTheirOwnTakeTheTypeOfTheColumn() {
    assertThat(convert(FieldType.DECIMAL, Types.DecimalType.of(5, 2), new BigDecimal("1.5")))
        .isEqualTo(new BigDecimal("1.50"));
    UUID uuid = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array();
    assertThat(convert(FieldType.BYTES, Types.UUIDType.get(), bytes)).isEqualTo(uuid);
    assertThat(
            convert(
                FieldType.logicalType(SqlTypes.DATETIME),
                Types.TimestampNanoType.withoutZone(),
                LocalDateTime.of(2026, 1, 1, 0, 0, 0, 1)))
        .isEqualTo(LocalDateTime.of(2026, 1, 1, 0, 0, 0, 1));
  }

  @Test
  void olderTypesOfBeamAreReadToo() {
    Instant instant = Instant.parse("2026-02-03T04:05:06.123456Z");
    OffsetDateTime expected = instant.atOffset(ZoneOffset.UTC);
    assertThat(
            convert(
                FieldType.DATETIME,
                null,
                new DateTime(instant.toEpochMilli(), org.joda.time.DateTimeZone.UTC)))
        .isEqualTo(OffsetDateTime.parse("2026-02-03T04:05:06.123Z"));
    assertThat(convert(FieldType.logicalType(new MicrosInstant()), null, instant))
        .isEqualTo(expected);
    assertThat(convert(FieldType.logicalType(new NanosInstant()), null, instant.plusNanos(1)))
        .isEqualTo(expected.plusNanos(1));
    assertThat(convert(FieldType.INT16, null, (short) 7)).isEqualTo(7);
    assertThat(convert(FieldType.BYTE, null, (byte) -7)).isEqualTo(-7);
    assertThat(convert(FieldType.logicalType(VariableString.of(10)), null, "abc")).isEqualTo("abc");
    EnumerationType colours = EnumerationType.create("RED", "GREEN");
    assertThat(convert(FieldType.logicalType(colours), null, colours.valueOf("GREEN")))
        .isEqualTo("GREEN");
  }

  @Test
  void fieldsThatNoColumnCanBeMadeForAreRefusedByName() {
    assertThatThrownBy(() -> column(FieldType.DECIMAL, null))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'f'")
        .hasMessageContaining("FixedPrecisionNumeric");
    assertThatThrownBy(() -> column(FieldType.logicalType(FixedPrecisionNumeric.of(40, 2)), null))
        .hasMessageContaining("at most 38");
    assertThatThrownBy(() -> column(FieldType.logicalType(new Unheard()), null))
        .hasMessageContaining("unheard:of");
    assertThat(column(FieldType.logicalType(Timestamp.of(9)), null).type())
        .isEqualTo(Types.TimestampNanoType.withZone());
  }

  private static final class Unheard extends PassThroughLogicalType<String> {
    Unheard() {
      super("unheard:of", FieldType.STRING, "", FieldType.STRING);
    }
  }

  private static Types.NestedField column(FieldType type, Type existing) {
    Types.StructType table =
        existing == null ? null : Types.StructType.of(Types.NestedField.optional(1, "f", existing));
    return BeamTypes.columns(Schema.of(Schema.Field.of("f", type)), table).findField("f");
  }

  private static Object convert(FieldType type, Type existing, Object value) {
    Types.NestedField column = column(type, existing);
    Row row = Row.withSchema(Schema.of(Schema.Field.of("f", type))).addValue(value).build();
    return new RowToRecord(Types.StructType.of(column)).record(row).get(0);
  }

  private static void assertRefused(FieldType type, Type column, Object value, String message) {
    assertThatThrownBy(() -> convert(type, column, value))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'f'")
        .hasMessageContaining(message);
  }

  /** Names, types and nullability, without field ids. */
  private static String shape(Type type) {
    return type.toString().replaceAll("\\b\\d+: ", "");
  }

  /** Random columns and random values of them. */
  private static final class RandomRows {
    private final Random random;
    private final AtomicInteger ids = new AtomicInteger();

    RandomRows(Random random) {
      this.random = random;
    }

    Types.StructType struct(int depth) {
      List<Types.NestedField> fields = new ArrayList<>();
      int count = 1 + random.nextInt(6);
      for (int i = 0; i < count; i++) {
        fields.add(
            Types.NestedField.of(
                ids.incrementAndGet(), random.nextBoolean(), "f" + i, type(depth)));
      }
      return Types.StructType.of(fields);
    }

    private Type type(int depth) {
      return switch (random.nextInt(depth < 3 ? 20 : 17)) {
        case 0 -> Types.BooleanType.get();
        case 1 -> Types.IntegerType.get();
        case 2 -> Types.LongType.get();
        case 3 -> Types.FloatType.get();
        case 4 -> Types.DoubleType.get();
        case 5 -> Types.StringType.get();
        case 6 -> Types.BinaryType.get();
        case 7 -> Types.DateType.get();
        case 8 -> Types.TimeType.get();
        case 9 -> Types.TimestampType.withZone();
        case 10 -> Types.TimestampType.withoutZone();
        case 11 -> Types.TimestampNanoType.withZone();
        case 12 -> Types.TimestampNanoType.withoutZone();
        case 13 -> Types.UUIDType.get();
        case 14 -> Types.FixedType.ofLength(1 + random.nextInt(20));
        case 15 -> Types.DecimalType.of(38, random.nextInt(38));
        case 16 -> Types.DecimalType.of(1 + random.nextInt(18), 0);
        case 17 -> struct(depth + 1);
        case 18 ->
            random.nextBoolean()
                ? Types.ListType.ofOptional(ids.incrementAndGet(), type(depth + 1))
                : Types.ListType.ofRequired(ids.incrementAndGet(), type(depth + 1));
        default ->
            random.nextBoolean()
                ? Types.MapType.ofOptional(
                    ids.incrementAndGet(),
                    ids.incrementAndGet(),
                    Types.StringType.get(),
                    type(depth + 1))
                : Types.MapType.ofRequired(
                    ids.incrementAndGet(),
                    ids.incrementAndGet(),
                    Types.LongType.get(),
                    type(depth + 1));
      };
    }

    Record record(Types.StructType struct) {
      GenericRecord record = GenericRecord.create(struct);
      for (int i = 0; i < struct.fields().size(); i++) {
        Types.NestedField field = struct.fields().get(i);
        record.set(i, field.isOptional() && random.nextInt(4) == 0 ? null : value(field.type()));
      }
      return record;
    }

    private Object value(Type type) {
      return switch (type.typeId()) {
        case BOOLEAN -> random.nextBoolean();
        case INTEGER -> random.nextInt();
        case LONG -> random.nextLong();
        case FLOAT -> random.nextInt(5) == 0 ? Float.NaN : random.nextFloat();
        case DOUBLE -> random.nextInt(5) == 0 ? -0.0 : random.nextGaussian();
        case STRING -> random.nextInt(5) == 0 ? "" : "Ünï-" + random.nextInt() + "-שלום";
        case BINARY -> ByteBuffer.wrap(bytes(random.nextInt(20)));
        case FIXED -> bytes(((Types.FixedType) type).length());
        case DATE -> LocalDate.ofEpochDay(random.nextInt(2_000_000) - 1_000_000);
        case TIME -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000L) * 1000);
        case TIMESTAMP -> time(((Types.TimestampType) type).shouldAdjustToUTC(), 1000);
        case TIMESTAMP_NANO -> time(((Types.TimestampNanoType) type).shouldAdjustToUTC(), 1);
        case UUID -> new UUID(random.nextLong(), random.nextLong());
        case DECIMAL -> {
          Types.DecimalType decimal = (Types.DecimalType) type;
          BigInteger unscaled =
              new BigInteger(120, random).mod(BigInteger.TEN.pow(decimal.precision()));
          yield new BigDecimal(
              random.nextBoolean() ? unscaled : unscaled.negate(), decimal.scale());
        }
        case STRUCT -> record(type.asStructType());
        case LIST -> {
          List<Object> list = new ArrayList<>();
          for (int i = random.nextInt(4); i > 0; i--) {
            boolean none = type.asListType().isElementOptional() && random.nextInt(4) == 0;
            list.add(none ? null : value(type.asListType().elementType()));
          }
          yield list;
        }
        default -> {
          Map<Object, Object> map = new LinkedHashMap<>();
          for (int i = random.nextInt(4); i > 0; i--) {
            boolean none = type.asMapType().isValueOptional() && random.nextInt(4) == 0;
            map.put(
                value(type.asMapType().keyType()),
                none ? null : value(type.asMapType().valueType()));
          }
          yield map;
        }
      };
    }

    private Object time(boolean zoned, int nanoUnit) {
      Instant instant =
          Instant.ofEpochSecond(
              random.nextLong(8_000_000_000L) - 4_000_000_000L,
              random.nextLong(1_000_000_000L / nanoUnit) * nanoUnit);
      return zoned
          ? instant.atOffset(ZoneOffset.UTC)
          : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }

    private byte[] bytes(int length) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      return bytes;
    }
  }
}
