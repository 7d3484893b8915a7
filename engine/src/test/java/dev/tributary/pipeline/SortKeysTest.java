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
package dev.tributary.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortDirection;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.SortOrderComparators;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class SortKeysTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "boolean", Types.BooleanType.get()),
          Types.NestedField.optional(2, "int", Types.IntegerType.get()),
          Types.NestedField.optional(3, "long", Types.LongType.get()),
          Types.NestedField.optional(4, "float", Types.FloatType.get()),
          Types.NestedField.optional(5, "double", Types.DoubleType.get()),
          Types.NestedField.optional(6, "decimal", Types.DecimalType.of(38, 2)),
          Types.NestedField.optional(7, "date", Types.DateType.get()),
          Types.NestedField.optional(8, "at", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(9, "text", Types.StringType.get()),
          Types.NestedField.optional(10, "uuid", Types.UUIDType.get()),
          Types.NestedField.optional(11, "binary", Types.BinaryType.get()));

  /** Iceberg's comparators are the measure. */
  @Test
  void bytesSortAsTheSortOrderWants() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (Types.NestedField first : SCHEMA.columns()) {
      for (SortDirection direction : SortDirection.values()) {
        for (NullOrder nulls : NullOrder.values()) {
          SortOrder order =
              SortOrder.builderFor(SCHEMA)
                  .sortBy(first.name(), direction, nulls)
                  .sortBy(Expressions.truncate("text", 1), SortDirection.DESC, nulls)
                  .sortBy("long", SortDirection.ASC, NullOrder.NULLS_LAST)
                  .build();
          assertSorted(order, random, seed);
        }
      }
    }
  }

  private static void assertSorted(SortOrder order, Random random, long seed) {
    Comparator<StructLike> expected = SortOrderComparators.forSchema(SCHEMA, order);
    SortKeys keys = new SortKeys(SCHEMA, order);
    InternalRecordWrapper wrapper = new InternalRecordWrapper(SCHEMA.asStruct());
    List<StructLike> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      rows.add(wrapper.copyFor(row(random)));
    }
    for (StructLike left : rows) {
      for (StructLike right : rows) {
        assertThat(Integer.signum(Arrays.compareUnsigned(bytes(keys, left), bytes(keys, right))))
            .as("%s: %s and %s, seed %d", order, left, right, seed)
            .isEqualTo(Integer.signum(expected.compare(left, right)));
      }
    }
  }

  private static byte[] bytes(SortKeys keys, StructLike row) {
    PackedBytes bytes = new PackedBytes();
    keys.append(row, bytes);
    return bytes.toByteArray();
  }

  private static Record row(Random random) {
    Record row = GenericRecord.create(SCHEMA);
    row.setField("boolean", random.nextBoolean());
    row.setField("int", random.nextBoolean() ? random.nextInt(5) - 2 : random.nextInt());
    row.setField("long", random.nextBoolean() ? random.nextInt(5) - 2L : random.nextLong());
    row.setField("float", floating(random).floatValue());
    row.setField("double", floating(random));
    row.setField(
        "decimal",
        new BigDecimal(new BigInteger(random.nextInt(120), random), 2).subtract(BigDecimal.TEN));
    row.setField("date", LocalDate.EPOCH.plusDays(random.nextInt(5) - 2));
    row.setField(
        "at", LocalDateTime.of(1970, 1, 1, 0, 0).plusNanos((random.nextInt(5) - 2) * 1000L));
    row.setField("text", text(random));
    row.setField("uuid", new UUID(random.nextInt(3), random.nextInt(3)));
    row.setField("binary", ByteBuffer.wrap(binary(random)));
    int missing = random.nextInt(SCHEMA.columns().size() * 2);
    if (missing < SCHEMA.columns().size()) {
      row.set(missing, null);
    }
    return row;
  }

  private static Double floating(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Double.NaN;
      case 1 -> Double.NEGATIVE_INFINITY;
      case 2 -> 0.0;
      case 3 -> -0.0;
      default -> random.nextGaussian() * 1000;
    };
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append("\0aB\u00e9\u05d0\uac00".charAt(random.nextInt(6)));
    }
    return text.toString();
  }

  private static byte[] binary(Random random) {
    byte[] bytes = new byte[random.nextInt(4)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(4) - 2);
    }
    return bytes;
  }
}
