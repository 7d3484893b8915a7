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
package dev.tributary.keys;

import static dev.tributary.fixture.MemorySource.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.tributary.errors.MappingException;
import dev.tributary.fixture.MemorySource;
import dev.tributary.history.Position;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadPlan.Pairing;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class KeyCheckTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "price", Types.DoubleType.get()));

  private final AtomicLong read = new AtomicLong();

  @Test
  void tableWithAProperKeyIsReadOnce() {
    KeyFacts facts = check(List.of("id"), insert(1L, "a", 1.0), insert(2L, "a", 1.0));

    assertThat(facts.unique()).isTrue();
    assertThat(facts.rows()).isEqualTo(2);
    assertThat(facts.nullKeys()).isEmpty();
    assertThat(facts.examples()).isEmpty();
    assertThat(read).hasValue(2);
  }

  @Test
  void keysThatOccurTwiceAreCountedAndNamed() {
    KeyFacts facts =
        check(
            List.of("id", "name"),
            insert(1L, "a", 1.0),
            insert(1L, "a", 2.0),
            insert(1L, "b", 3.0),
            insert(2L, "c", 3.0),
            insert(2L, "c", 4.0),
            insert(2L, "c", 5.0));

    assertThat(facts.duplicateKeys()).isEqualTo(2);
    assertThat(facts.duplicateRows()).isEqualTo(5);
    assertThat(facts.examples())
        .containsExactly(
            new KeyFacts.Example("id=2, name=\"c\"", 3),
            new KeyFacts.Example("id=1, name=\"a\"", 2));
    assertThat(facts.duplicatesInWords())
        .isEqualTo(
            "Equality columns id, name are not unique: 2 keys occur more than once, for example"
                + " id=2, name=\"c\" in 3 rows");
  }

  @Test
  void nullsAreCountedByColumnAndEqualEachOther() {
    KeyFacts facts =
        check(
            List.of("name", "id"),
            insert(null, "a", 1.0),
            insert(null, "a", 1.0),
            insert(null, null, 1.0));

    assertThat(facts.nullKeys()).containsExactly(entry("name", 1L), entry("id", 3L));
    assertThat(facts.examples()).containsExactly(new KeyFacts.Example("name=\"a\", id=null", 2));
    assertThat(facts.nullsInWords())
        .isEqualTo("Equality column name is null in 1 row, equality column id is null in 3 rows");
  }

  @Test
  void keyIsTakenFromTheMappedRow() {
    MemorySource source = source(insert(1L, "a", 1.0), insert(2L, "a", 1.0));
    UnaryOperator<Record> allOne = row -> row.copy("id", 1L);

    KeyFacts facts =
        KeyCheck.check(plan(source), SCHEMA, allOne, List.of("id"), rows -> {}, () -> false);

    assertThat(facts.examples()).containsExactly(new KeyFacts.Example("id=1", 2));
  }

  @Test
  void moreRowsThanFitIntoARunAreSortedOnDisk() {
    try (KeyHashes hashes = new KeyHashes(4)) {
      KeyHashes.Writer first = hashes.writer();
      KeyHashes.Writer second = hashes.writer();
      // Enough runs of four for several merge steps; 7 and 700 once in each writer.
      for (long i = 0; i < 2000; i++) {
        first.add(Long.MIN_VALUE + 31 * i);
        second.add(Long.MIN_VALUE + 31 * i + 1);
      }
      for (long twice : new long[] {7, 700}) {
        first.add(twice);
        second.add(twice);
      }
      first.close();
      second.close();

      KeyHashes.Duplicates all = hashes.duplicates(10);

      assertThat(hashes.size()).isEqualTo(4004);
      assertThat(all.contains(7)).isTrue();
      assertThat(all.contains(700)).isTrue();
      assertThat(all.contains(Long.MIN_VALUE)).isFalse();
      assertThat(all.furtherHashes()).isZero();
    }
  }

  @Test
  void duplicatesBeyondTheLimitAreStillCounted() {
    try (KeyHashes hashes = new KeyHashes(4)) {
      KeyHashes.Writer writer = hashes.writer();
      for (long hash = 0; hash < 10; hash++) {
        for (int times = 0; times < 3; times++) {
          writer.add(hash);
        }
      }
      writer.close();

      KeyHashes.Duplicates some = hashes.duplicates(4);

      assertThat(some.contains(3)).isTrue();
      assertThat(some.contains(4)).isFalse();
      assertThat(some.furtherHashes()).isEqualTo(6);
      assertThat(some.furtherRows()).isEqualTo(18);
    }
  }

  @Test
  void keyColumnsThatDoNotFitAreRefusedByName() {
    assertThatThrownBy(() -> check(List.of("price"), insert(1L, "a", 1.0)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'price'");
    assertThatThrownBy(() -> check(List.of("Id"), insert(1L, "a", 1.0)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'Id'");
  }

  @Test
  void cancellingStopsTheReading() {
    MemorySource source = source(insert(1L, "a", 1.0));

    assertThatThrownBy(
            () ->
                KeyCheck.check(
                    plan(source),
                    SCHEMA,
                    UnaryOperator.identity(),
                    List.of("id"),
                    rows -> {},
                    () -> true))
        .isInstanceOf(CancellationException.class);
  }

  private KeyFacts check(List<String> columns, MemorySource.Stated... rows) {
    return KeyCheck.check(
        plan(source(rows)), SCHEMA, UnaryOperator.identity(), columns, read::set, () -> false);
  }

  private static MemorySource source(MemorySource.Stated... rows) {
    return new MemorySource(SCHEMA, Pairing.AS_STATED).commit(rows);
  }

  private static ReadPlan plan(MemorySource source) {
    return source.planState(new Position("0", 0), List.of());
  }
}
