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
package dev.tributary.verify;

import static dev.tributary.fixture.MemorySource.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.TargetException;
import dev.tributary.fixture.IcebergWriter;
import dev.tributary.fixture.MemorySource;
import dev.tributary.history.Position;
import dev.tributary.mapping.RowMapping;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableComparisonTest {
  private static final Position POSITION = new Position("0", 0);
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(
              3,
              "tags",
              Types.MapType.ofOptional(4, 5, Types.StringType.get(), Types.IntegerType.get())));

  @TempDir private Path warehouse;

  private final AtomicLong read = new AtomicLong();

  @Test
  void equalRowsMatchWhateverTheirOrderAndFiles() {
    IcebergWriter target = target();
    target.append(target.row(3L, "c", null), target.row(1L, "a", null));
    target.append(target.row(2L, null, null));

    Verification verification =
        compare(
            target,
            List.of("id"),
            insert(1L, "a", null),
            insert(2L, null, null),
            insert(3L, "c", null));

    assertThat(verification.match()).isTrue();
    assertThat(verification.sourceRows()).isEqualTo(3);
    assertThat(verification.targetRows()).isEqualTo(3);
    assertThat(verification.examples()).isEmpty();
    assertThat(verification.position()).isEqualTo(POSITION);
    assertThat(read).hasValue(6);
  }

  @Test
  void rowsBehindDeletionVectorsAreNotThere() {
    IcebergWriter target = target();
    DataFile file = target.append(target.row(1L, "a", null), target.row(2L, "b", null));
    target.delete(file, List.of(1L), target.row(2L, "B", null));

    assertThat(compare(target, List.of("id"), insert(1L, "a", null), insert(2L, "B", null)).match())
        .isTrue();
  }

  @Test
  void everyKindOfDifferenceIsCountedAndShown() {
    IcebergWriter target = target();
    target.append(
        target.row(1L, "a", null), target.row(2L, "other", null), target.row(4L, "d", null));

    Verification verification =
        compare(
            target,
            List.of("id"),
            insert(1L, "a", null),
            insert(2L, "b", null),
            insert(3L, "c", null));

    assertThat(verification.match()).isFalse();
    assertThat(verification.missing()).isEqualTo(1);
    assertThat(verification.unexpected()).isEqualTo(1);
    assertThat(verification.different()).isEqualTo(1);
    assertThat(text(verification))
        .containsExactly("DIFFERENT 2 b -> 2 other", "MISSING 3 c -> -", "UNEXPECTED - -> 4 d");
    assertThat(verification.key()).containsExactly("id");
  }

  @Test
  void rowsOfOneKeyAreABag() {
    IcebergWriter target = target();
    target.append(
        target.row(1L, "new", null), target.row(2L, "b", null), target.row(2L, "b", null));

    Verification verification =
        compare(
            target,
            List.of("id"),
            insert(1L, "old", null),
            insert(1L, "new", null),
            insert(2L, "b", null),
            insert(2L, "b", null),
            insert(2L, "b", null));

    assertThat(verification.missing()).isEqualTo(2);
    assertThat(verification.unexpected()).isZero();
    assertThat(verification.different()).isZero();
    assertThat(text(verification)).containsExactly("MISSING 1 old -> -", "MISSING 2 b -> -");
  }

  @Test
  void withoutAKeyDifferingRowsAreMissingAndUnexpected() {
    IcebergWriter target = target();
    target.append(target.row(1L, "a", null), target.row(1L, "a", null), target.row(2L, "x", null));

    Verification verification =
        compare(
            target, List.of(), insert(1L, "a", null), insert(1L, "a", null), insert(2L, "y", null));

    assertThat(verification.missing()).isEqualTo(1);
    assertThat(verification.unexpected()).isEqualTo(1);
    assertThat(verification.different()).isZero();
  }

  @Test
  void mapsAreEqualWhateverTheOrderOfTheirEntries() {
    IcebergWriter target = target();
    Map<String, Integer> forwards = new LinkedHashMap<>();
    forwards.put("a", 1);
    forwards.put("b", 2);
    Map<String, Integer> backwards = new LinkedHashMap<>();
    backwards.put("b", 2);
    backwards.put("a", 1);
    target.append(target.row(1L, "a", forwards));

    assertThat(compare(target, List.of("id"), insert(1L, "a", backwards)).match()).isTrue();
    assertThat(compare(target, List.of(), insert(1L, "a", backwards)).match()).isTrue();
  }

  @Test
  void sourceRowWithANullKeyIsMissingFromATargetThatRequiresIt() {
    Schema required =
        new Schema(
            List.of(
                Types.NestedField.required(1, "id", Types.LongType.get()),
                SCHEMA.findField("name"),
                SCHEMA.findField("tags")),
            Set.of(1));
    IcebergWriter target = IcebergWriter.create(warehouse, "t", required, 3);
    target.append(target.row(1L, "a", null));

    Verification verification =
        compare(target, List.of("id"), insert(1L, "a", null), insert(null, "b", null));

    assertThat(verification.missing()).isEqualTo(1);
    assertThat(text(verification)).containsExactly("MISSING null b -> -");
  }

  @Test
  void emptyTargetLacksAllRows() {
    IcebergWriter target = target();

    Verification verification = compare(target, List.of("id"), insert(1L, "a", null));

    assertThat(verification.missing()).isEqualTo(1);
    assertThat(verification.targetRows()).isZero();
  }

  @Test
  void differencesInManyRowsAreFoundExactly() {
    long seed = 20260101;
    Random random = new Random(seed);
    IcebergWriter target = target();
    List<MemorySource.Stated> source = new ArrayList<>();
    List<Record> rows = new ArrayList<>();
    int missing = 0;
    int unexpected = 0;
    int different = 0;
    for (long id = 0; id < 20_000; id++) {
      int fate = random.nextInt(1000);
      String name = "name of " + id;
      if (fate != 0) {
        source.add(insert(id, name, null));
      }
      if (fate != 1) {
        rows.add(target.row(id, fate == 2 ? "other" : name, null));
      }
      unexpected += fate == 0 ? 1 : 0;
      missing += fate == 1 ? 1 : 0;
      different += fate == 2 ? 1 : 0;
    }
    target.append(rows.toArray(Record[]::new));

    Verification verification =
        compare(target, List.of("id"), source.toArray(MemorySource.Stated[]::new));

    assertThat(List.of(missing, unexpected, different)).doesNotContain(0);
    assertThat(verification.missing()).as("seed %d", seed).isEqualTo(missing);
    assertThat(verification.unexpected()).as("seed %d", seed).isEqualTo(unexpected);
    assertThat(verification.different()).as("seed %d", seed).isEqualTo(different);
    assertThat(verification.examples()).hasSize(20);
  }

  @Test
  void lostDataFileIsNamed() throws IOException {
    IcebergWriter target = target();
    DataFile file = target.append(target.row(1L, "a", null));
    Files.delete(Path.of(URI.create(file.location())));

    assertThatThrownBy(() -> compare(target, List.of("id"), insert(1L, "a", null)))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining(file.location());
  }

  @Test
  void damagedDataFileIsNamed() throws IOException {
    IcebergWriter target = target();
    DataFile file = target.append(target.row(1L, "a", null));
    Path path = Path.of(URI.create(file.location()));
    byte[] bytes = Files.readAllBytes(path);
    Arrays.fill(bytes, 4, 60, (byte) 0x55);
    Files.write(path, bytes);

    assertThatThrownBy(() -> compare(target, List.of("id"), insert(1L, "a", null)))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining(file.location());
  }

  @Test
  void cancellingStopsTheComparison() {
    IcebergWriter target = target();

    assertThatThrownBy(
            () ->
                comparison(target, List.of("id"), new RowCounter(rows -> {}, () -> true))
                    .compare(
                        source(insert(1L, "a", null)).planState(POSITION, List.of()),
                        target.table()))
        .isInstanceOf(CancellationException.class);
  }

  private IcebergWriter target() {
    return IcebergWriter.create(warehouse, "t", SCHEMA, 3);
  }

  private Verification compare(
      IcebergWriter target, List<String> key, MemorySource.Stated... sourceRows) {
    return comparison(target, key, new RowCounter(read::set, () -> false))
        .compare(source(sourceRows).planState(POSITION, List.of()), target.table());
  }

  private static TableComparison comparison(
      IcebergWriter target, List<String> key, RowCounter counter) {
    MigrationSpec spec =
        MigrationSpec.builder(
                "test",
                SourceSpec.builder(SourceFormat.DELTA, "/memory").build(),
                TargetSpec.builder("db.t").equalityColumns(key).build())
            .build();
    RowMapping mapping = RowMapping.plan(SCHEMA, spec).onto(target.table().schema());
    return new TableComparison(mapping, POSITION, counter);
  }

  private static MemorySource source(MemorySource.Stated... rows) {
    return new MemorySource(SCHEMA, Pairing.AS_STATED).rowsPerTask(1000).commit(rows);
  }

  private static List<String> text(Verification verification) {
    return verification.examples().stream()
        .map(
            example ->
                example.kind()
                    + " "
                    + example.source().map(TableComparisonTest::text).orElse("-")
                    + " -> "
                    + example.target().map(TableComparisonTest::text).orElse("-"))
        .toList();
  }

  private static String text(Record row) {
    return row.get(0) + " " + row.get(1);
  }
}
