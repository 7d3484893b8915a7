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
package dev.tributary.target;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.rows.KeyCodec;
import java.time.LocalDate;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class KeyFilterTest {
  private static final int KEYS = 10_000;

  @Test
  void keysOfTheSetPassAndFewOthersDo() {
    assertThat(passing(schema(Types.LongType.get()), i -> row(i * 7L))).isLessThan(KEYS / 5);
    assertThat(passing(schema(Types.IntegerType.get()), i -> row(i))).isLessThan(KEYS / 5);
    assertThat(passing(schema(Types.StringType.get()), i -> row("k" + i))).isLessThan(KEYS / 5);
    assertThat(
            passing(
                schema(Types.StringType.get(), Types.LongType.get()),
                i -> row("k" + i % 10, (long) i)))
        .isLessThan(KEYS / 5);
  }

  @Test
  void rowsWithValuesThatItDoesNotKnowPass() {
    Schema days = schema(Types.DateType.get());
    assertThat(passing(days, i -> row(LocalDate.ofEpochDay(i)))).isEqualTo(KEYS);
    Schema schema = schema(Types.LongType.get());
    KeyFilter filter = filter(schema, List.of(of(schema, row(1L))));
    assertThat(filter.mayHold(of(schema, new Object[] {null}))).isTrue();
  }

  @Test
  void aSetWithANullKeyPassesEverything() {
    Schema schema = schema(Types.LongType.get());
    KeyFilter filter =
        filter(schema, List.of(of(schema, new Object[] {null}), of(schema, row(1L))));
    assertThat(IntStream.range(0, 1_000).allMatch(i -> filter.mayHold(of(schema, row((long) i)))))
        .isTrue();
  }

  /** How many of as many rows as there are keys pass without being in the set. */
  private static int passing(Schema schema, IntFunction<Object[]> values) {
    List<Record> keys =
        IntStream.range(0, KEYS).mapToObj(i -> of(schema, values.apply(i))).toList();
    KeyFilter filter = filter(schema, keys);
    assertThat(keys).allMatch(filter::mayHold);
    return (int)
        IntStream.range(KEYS, 2 * KEYS)
            .filter(i -> filter.mayHold(of(schema, values.apply(i))))
            .count();
  }

  private static KeyFilter filter(Schema schema, List<Record> keys) {
    List<String> columns = schema.columns().stream().map(Types.NestedField::name).toList();
    KeyCodec codec = new KeyCodec(schema, columns);
    KeySet.Builder set = new KeySet.Builder();
    keys.forEach(row -> set.add(codec.key(row).bytes()));
    return new KeyFilter(set.build(), codec, schema);
  }

  private static Schema schema(Type... types) {
    return new Schema(
        IntStream.range(0, types.length)
            .mapToObj(i -> optional(i + 1, "c" + i, types[i]))
            .toList());
  }

  private static Object[] row(Object... values) {
    return values;
  }

  private static Record of(Schema schema, Object[] values) {
    Record row = GenericRecord.create(schema);
    for (int i = 0; i < values.length; i++) {
      row.set(i, values[i]);
    }
    return row;
  }
}
