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
package dev.tributary.preview;

import static dev.tributary.fixture.MemorySource.after;
import static dev.tributary.fixture.MemorySource.before;
import static dev.tributary.fixture.MemorySource.delete;
import static dev.tributary.fixture.MemorySource.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.changes.ChangeKind;
import dev.tributary.errors.MappingException;
import dev.tributary.fixture.MemorySource;
import dev.tributary.preview.Preview.View;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class PreviewsTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  private final AtomicLong read = new AtomicLong();

  @Test
  void statedChangesComeCommitByCommitWithTheirCommit() {
    MemorySource source =
        stated()
            .commit(insert(1L, "a"), insert(2L, "b"))
            .commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"));

    Preview preview = read(source, spec("id"), View.RAW, 100);

    assertThat(text(preview))
        .containsExactly(
            "0 INSERT 1 a",
            "0 INSERT 2 b",
            "1 UPDATE_BEFORE 1 a",
            "1 UPDATE_AFTER 1 A",
            "1 DELETE 2 b");
    assertThat(preview.truncated()).isFalse();
    assertThat(preview.counts()).contains(counts(2, 1, 1, 1));
    assertThat(preview.rows().get(4).sequence()).isEqualTo(1);
    assertThat(preview.rows().get(4).timestamp()).isEqualTo("2026-01-01T00:00:01Z");
  }

  @Test
  void imagesOfAStatedUpdateStandTogether() {
    MemorySource source =
        stated()
            .commit(insert(1L, "a"), insert(2L, "b"))
            .commit(after(2L, "B"), before(1L, "a"), before(2L, "b"), after(1L, "A"));

    assertThat(text(read(source, spec("id"), View.RAW, 100)).subList(2, 6))
        .containsExactly(
            "1 UPDATE_BEFORE 2 b",
            "1 UPDATE_AFTER 2 B",
            "1 UPDATE_BEFORE 1 a",
            "1 UPDATE_AFTER 1 A");
  }

  @Test
  void removedAndAddedRowsOfOneKeyAreAnUpdateAndCarriedOverRowsVanish() {
    MemorySource source =
        unpaired()
            .commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"))
            .commit(
                delete(1L, "a"),
                delete(2L, "b"),
                delete(3L, "c"),
                insert(1L, "a"),
                insert(3L, "C"),
                insert(4L, "d"));

    Preview preview = read(source, spec("id"), View.RAW, 100);

    assertThat(text(preview).subList(3, 7))
        .containsExactly(
            "1 DELETE 2 b", "1 UPDATE_BEFORE 3 c", "1 UPDATE_AFTER 3 C", "1 INSERT 4 d");
    assertThat(preview.counts()).contains(counts(4, 1, 1, 1));
  }

  @Test
  void rowsOfARepeatedKeyStayAsManyAsTheyAre() {
    MemorySource source =
        unpaired()
            .commit(insert(1L, "a"), insert(1L, "b"), insert(1L, "b"), insert(2L, "c"))
            .commit(
                delete(1L, "a"),
                delete(1L, "b"),
                delete(1L, "b"),
                insert(1L, "A"),
                insert(1L, "B"),
                insert(1L, "b"));

    Preview preview = read(source, spec("id"), View.RAW, 100);

    List<String> second = text(preview).subList(4, text(preview).size());
    assertThat(
            second.stream()
                .map(
                    row ->
                        row.replaceAll("UPDATE_BEFORE", "DELETE")
                            .replaceAll("UPDATE_AFTER", "INSERT")))
        .containsExactlyInAnyOrder("1 DELETE 1 a", "1 DELETE 1 b", "1 INSERT 1 A", "1 INSERT 1 B");
  }

  @Test
  void sourcesOwnKeyPairsWhenTheSpecHasNone() {
    Schema keyed = new Schema(SCHEMA.columns(), Set.of(1));
    MemorySource source =
        new MemorySource(keyed, Pairing.BY_KEY)
            .commit(insert(1L, "a"))
            .commit(delete(1L, "a"), insert(1L, "A"));

    assertThat(text(read(source, spec(), View.RAW, 100)).subList(1, 3))
        .containsExactly("1 UPDATE_BEFORE 1 a", "1 UPDATE_AFTER 1 A");
  }

  @Test
  void withoutAnyKeyNothingIsPairedButEqualRowsStillCancel() {
    MemorySource source =
        unpaired()
            .commit(insert(1L, "a"), insert(1L, "a"), insert(2L, "b"))
            .commit(
                delete(1L, "a"),
                delete(1L, "a"),
                delete(2L, "b"),
                insert(1L, "a"),
                insert(2L, "B"));

    assertThat(text(read(source, spec(), View.RAW, 100)).subList(3, 6))
        .containsExactly("1 DELETE 1 a", "1 DELETE 2 b", "1 INSERT 2 B");
  }

  @Test
  void keyIsFoundBehindTheMapping() {
    MemorySource source =
        unpaired().commit(insert(1L, "a")).commit(delete(1L, "a"), insert(1L, "A"));
    MigrationSpec spec =
        spec("key").toBuilder()
            .mapping(List.of(new ColumnMapping("id", "key", Optional.empty())))
            .build();

    Preview preview = read(source, spec, View.RAW, 100);

    assertThat(preview.schema().columns()).extracting(Types.NestedField::name).contains("id");
    assertThat(text(preview).subList(1, 3))
        .containsExactly("1 UPDATE_BEFORE 1 a", "1 UPDATE_AFTER 1 A");
  }

  @Test
  void columnsThatTheTargetKeepsUnderAnotherNameAreShown() {
    MemorySource source = stated().commit(insert(1L, "a"));
    MigrationSpec spec = spec("key");
    MigrationSpec keeping =
        spec.toBuilder()
            .target(
                spec.target().toBuilder()
                    .writeOptions(Map.of("keep", List.of("key", "name")))
                    .build())
            .mapping(List.of(new ColumnMapping("id", "key", Optional.empty())))
            .build();

    assertThat(text(read(source, keeping, View.RAW, 100))).containsExactly("0 INSERT 1 a");
  }

  @Test
  void droppedColumnsAreNotShown() {
    MemorySource source = stated().commit(insert(1L, "a"));
    MigrationSpec spec = spec();
    MigrationSpec dropping =
        spec.toBuilder().source(spec.source().toBuilder().drop(List.of("name")).build()).build();

    Preview preview = read(source, dropping, View.RAW, 100);

    assertThat(preview.schema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("id");
    assertThat(preview.rows().get(0).values().size()).isEqualTo(1);
  }

  @Test
  void columnsWhoseNamesDifferOnlyByCaseAreShownBeforeTheyAreMapped() {
    Schema ambiguous =
        new Schema(
            Types.NestedField.required(1, "user_id", Types.LongType.get()),
            Types.NestedField.optional(2, "uSeR_Id", Types.StringType.get()));
    MemorySource source = new MemorySource(ambiguous, Pairing.AS_STATED).commit(insert(1L, "a"));

    Preview preview = read(source, spec("user_id"), View.RAW, 100);

    assertThat(text(preview)).containsExactly("0 INSERT 1 a");
  }

  @Test
  void limitCutsTheRowsButASmallRangeIsStillCounted() {
    MemorySource source =
        stated().commit(inserts(0, 10)).commit(before(1L, "x"), after(1L, "y"), delete(2L, "x"));

    Preview preview = read(source, spec("id"), View.RAW, 4);

    assertThat(preview.rows()).hasSize(4);
    assertThat(preview.truncated()).isTrue();
    assertThat(preview.counts()).contains(counts(10, 1, 1, 1));
  }

  @Test
  void exactlyAsManyRowsAsTheLimitAreNotTruncated() {
    Preview preview = read(stated().commit(inserts(0, 4)), spec("id"), View.RAW, 4);

    assertThat(preview.rows()).hasSize(4);
    assertThat(preview.truncated()).isFalse();
  }

  @Test
  void largeRangeIsNotReadBeyondTheLimit() {
    MemorySource source = stated().rowsPerTask(1000);
    IntStream.range(0, 250).forEach(i -> source.commit(inserts(1000L * i, 1000)));

    Preview preview = read(source, spec("id"), View.RAW, 1500);

    assertThat(preview.rows()).hasSize(1500);
    assertThat(preview.truncated()).isTrue();
    assertThat(preview.counts()).isEmpty();
    assertThat(read.get()).isLessThanOrEqualTo(2000);
  }

  @Test
  void longRangeIsPlannedPieceByPieceAndReadToItsEndWhenTheLimitAllows() {
    MemorySource source = unpaired().commit(inserts(0, 1));
    IntStream.range(0, 249).forEach(i -> source.commit(delete((long) i, "x"), insert(i + 1L, "x")));

    Preview preview = read(source, spec("id"), View.RAW, 10_000);

    assertThat(preview.rows()).hasSize(499);
    assertThat(preview.rows().get(498).commitId()).isEqualTo("249");
    assertThat(preview.counts()).contains(counts(250, 0, 0, 249));
  }

  @Test
  void manyRowsOfOneUnpairedCommitComeInReadingOrder() {
    MemorySource source = unpaired().rowsPerTask(500).commit(inserts(0, 5000));
    List<MemorySource.Stated> rewrite = new ArrayList<>();
    IntStream.range(0, 5000).forEach(i -> rewrite.add(delete((long) i, "x")));
    IntStream.range(0, 5000).forEach(i -> rewrite.add(insert((long) i, i < 10 ? "x" : "y")));
    source.commit(rewrite);

    Preview preview = read(source, spec("id"), View.RAW, 5004);

    assertThat(text(preview).subList(5000, 5004))
        .containsExactly(
            "1 UPDATE_BEFORE 10 x",
            "1 UPDATE_AFTER 10 y",
            "1 UPDATE_BEFORE 11 x",
            "1 UPDATE_AFTER 11 y");
    assertThat(preview.counts()).contains(counts(5000, 4990, 4990, 0));
  }

  @Test
  void netViewHasTheLastStateOfEachKey() {
    MemorySource source =
        stated()
            .commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"), insert(4L, "d"))
            .commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"), insert(5L, "e"))
            .commit(
                before(1L, "A"), after(1L, "AA"), delete(5L, "e"), before(3L, "c"), after(3L, "x"))
            .commit(
                before(3L, "x"), after(3L, "c"), delete(4L, "d"), insert(4L, "D"), insert(6L, "f"));
    MemorySource fromSecond = source.startingAt(1);

    Preview preview = read(fromSecond, spec("id"), View.NET, 100);

    assertThat(text(preview))
        .containsExactly(
            "1 DELETE 2 b",
            "2 UPDATE_BEFORE 1 a",
            "2 UPDATE_AFTER 1 AA",
            "3 UPDATE_BEFORE 4 d",
            "3 UPDATE_AFTER 4 D",
            "3 INSERT 6 f");
    assertThat(preview.counts()).contains(counts(1, 2, 2, 1));
  }

  @Test
  void netViewOfAnUpdateWithoutItsBeforeImageShowsTheRowAlone() {
    MemorySource source = stated().commit(insert(1L, "a")).commit(after(1L, "A")).startingAt(1);

    assertThat(text(read(source, spec("id"), View.NET, 100))).containsExactly("1 UPDATE_AFTER 1 A");
  }

  @Test
  void netViewPairsPerCommitBeforeItNets() {
    MemorySource source =
        unpaired()
            .commit(insert(1L, "a"), insert(2L, "b"))
            .commit(delete(1L, "a"), delete(2L, "b"), insert(1L, "A"), insert(2L, "b"))
            .commit(delete(1L, "A"), insert(1L, "a"))
            .startingAt(1);

    Preview preview = read(source, spec("id"), View.NET, 100);

    assertThat(preview.rows()).isEmpty();
    assertThat(preview.counts()).contains(counts(0, 0, 0, 0));
  }

  @Test
  void netViewWithoutAKeyCancelsEqualRowsOverTheRange() {
    MemorySource source =
        stated()
            .commit(insert(1L, "a"), insert(1L, "a"), insert(2L, "b"), insert(3L, "c"))
            .commit(delete(1L, "a"), delete(3L, "c"))
            .commit(insert(3L, "c"), delete(2L, "b"));

    assertThat(text(read(source, spec(), View.NET, 100)))
        .containsExactly("1 INSERT 1 a", "2 INSERT 3 c");
  }

  @Test
  void netViewIsCutAtTheLimitAndCountedInFull() {
    Preview preview = read(stated().commit(inserts(0, 10)), spec("id"), View.NET, 3);

    assertThat(text(preview)).containsExactly("0 INSERT 0 x", "0 INSERT 1 x", "0 INSERT 2 x");
    assertThat(preview.truncated()).isTrue();
    assertThat(preview.counts()).contains(counts(10, 0, 0, 0));
  }

  @Test
  void rangeWithoutCommitsIsEmptyAndHasTheColumns() {
    MemorySource source = stated().commit(insert(1L, "a")).startingAt(1);

    Preview preview = read(source, spec("id"), View.RAW, 100);

    assertThat(preview.rows()).isEmpty();
    assertThat(preview.truncated()).isFalse();
    assertThat(preview.schema().columns()).hasSize(2);
  }

  @Test
  void absentKeyColumnIsRefusedByName() {
    MemorySource source = unpaired().commit(insert(1L, "a")).commit(delete(1L, "a"));

    assertThatThrownBy(() -> read(source, spec("nope"), View.RAW, 100))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("'nope'");
  }

  @Test
  void cancellingStopsTheReading() {
    MemorySource source = stated().commit(insert(1L, "a"));

    assertThatThrownBy(
            () ->
                Previews.read(
                    source, spec("id"), View.RAW, 10, new RowCounter(rows -> {}, () -> true)))
        .isInstanceOf(CancellationException.class);
  }

  private Preview read(MemorySource source, MigrationSpec spec, View view, int limit) {
    return Previews.read(source, spec, view, limit, new RowCounter(read::set, () -> false));
  }

  private static MemorySource stated() {
    return new MemorySource(SCHEMA, Pairing.AS_STATED);
  }

  private static MemorySource unpaired() {
    return new MemorySource(SCHEMA, Pairing.BY_KEY);
  }

  private static List<MemorySource.Stated> inserts(long firstId, int rows) {
    List<MemorySource.Stated> inserts = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      inserts.add(insert(firstId + i, "x"));
    }
    return inserts;
  }

  private static MigrationSpec spec(String... equalityColumns) {
    return MigrationSpec.builder(
            "test",
            SourceSpec.builder(SourceFormat.DELTA, "/memory").build(),
            TargetSpec.builder("lake.t").equalityColumns(List.of(equalityColumns)).build())
        .build();
  }

  private static List<String> text(Preview preview) {
    return preview.rows().stream()
        .map(
            row ->
                row.commitId()
                    + " "
                    + row.kind()
                    + " "
                    + row.values().get(0)
                    + " "
                    + row.values().get(1))
        .toList();
  }

  private static Map<ChangeKind, Long> counts(
      long inserts, long befores, long afters, long deletes) {
    return Map.of(
        ChangeKind.INSERT, inserts,
        ChangeKind.UPDATE_BEFORE, befores,
        ChangeKind.UPDATE_AFTER, afters,
        ChangeKind.DELETE, deletes);
  }
}
