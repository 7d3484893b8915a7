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
package dev.tributary.delta;

import static dev.tributary.delta.DeltaTableWriter.FIRST_COMMIT;
import static dev.tributary.delta.DeltaTableWriter.feedOn;
import static dev.tributary.delta.DeltaTableWriter.metadata;
import static dev.tributary.delta.DeltaTableWriter.protocol;
import static dev.tributary.delta.DeltaTableWriter.row;
import static dev.tributary.delta.DeltaTableWriter.with;
import static dev.tributary.delta.DeltaTableWriter.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.changes.Change;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.filter.FilteredSource;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.source.ChangeReader;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.source.ReadTask;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.Bound;
import dev.tributary.spec.PathRewrite;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import io.delta.kernel.TableManager;
import io.delta.kernel.defaults.engine.DefaultEngine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DeltaSourceTest {
  @TempDir Path folder;
  private DeltaTableWriter table;

  @BeforeEach
  void newTable() {
    table = new DeltaTableWriter(folder.resolve("table"));
  }

  /** Version 0: rows 1 to 4 in file {@code a}, with the feed on. */
  private DeltaTableWriter fourRows() {
    return table
        .file("a", row(1L, "one"), row(2L, "two"), row(3L, "three"), row(4L, "four"))
        .commit(protocol(), metadata(feedOn()), table.add("a"));
  }

  // Deletion vectors

  @Test
  void grownVectorDeletesOnlyThePositionsThatWereLive() {
    fourRows()
        .commit(table.remove("a"), table.withVector(table.add("a"), 0))
        .commit(table.withVector(table.remove("a"), 0), table.withVector(table.add("a"), 0, 2, 3));

    assertThat(changesOf(1)).containsExactly("DELETE 1 one");
    assertThat(changesOf(2)).containsExactly("DELETE 3 three", "DELETE 4 four");
    assertThat(stateAt(2)).containsExactly("2 two");
  }

  @Test
  void shrunkVectorInsertsTheRowsAgain() {
    fourRows()
        .commit(table.remove("a"), table.withVector(table.add("a"), 0, 1))
        .commit(table.withVector(table.remove("a"), 0, 1), table.withVector(table.add("a"), 1, 3));

    assertThat(changesOf(2)).containsExactly("INSERT 1 one", "DELETE 4 four");
    assertThat(stateAt(2)).containsExactly("1 one", "3 three");
  }

  @Test
  void removedFileDeletesOnlyTheRowsThatWereLiveInIt() {
    fourRows()
        .commit(table.remove("a"), table.withVector(table.add("a"), 1))
        .commit(table.withVector(table.remove("a"), 1));

    assertThat(changesOf(2)).containsExactly("DELETE 1 one", "DELETE 3 three", "DELETE 4 four");
    assertThat(stateAt(2)).isEmpty();
  }

  @Test
  void oneCommitsChangeFilesInAnotherAreNotReadTwice() {
    fourRows()
        .file("_change_data/c", row(1L, "one", "delete"))
        .commit(table.remove("a"), table.feed("_change_data/c"))
        .commit(table.remove("a"), table.feed("_change_data/c"));

    assertThatThrownBy(() -> changes(spec().build()))
        .isInstanceOf(SourceException.class)
        .hasMessageContainingAll("version 2", "change file of version 1", "_change_data/c");
  }

  @ParameterizedTest
  @EnumSource
  void vectorsAreFoundHoweverTheyAreStored(DeltaTableWriter.Stored stored) {
    fourRows().commit(table.remove("a"), table.withVector(stored, table.add("a"), 1, 2));

    assertThat(changesOf(1)).containsExactly("DELETE 2 two", "DELETE 3 three");
    assertThat(stateAt(1)).containsExactly("1 one", "4 four");
  }

  @Test
  void vectorFileWithAPrefixedNameIsFoundByItsUuid() throws IOException {
    fourRows()
        .commit(
            table.remove("a"),
            table.withVector(DeltaTableWriter.Stored.BY_UUID, table.add("a"), 1, 2, 3));
    try (var files = Files.list(table.table().resolve("ab"))) {
      Path vector = files.findFirst().orElseThrow();
      Files.move(vector, vector.resolveSibling("prefix-" + vector.getFileName()));
    }

    assertThat(stateAt(1)).containsExactly("1 one");
  }

  @Test
  void missingVectorIsNamed() throws IOException {
    fourRows()
        .commit(
            table.remove("a"),
            table.withVector(DeltaTableWriter.Stored.BY_UUID, table.add("a"), 1, 2, 3));
    try (var files = Files.list(table.table().resolve("ab"))) {
      Files.delete(files.findFirst().orElseThrow());
    }

    assertRangeError(() -> stateAt(1), "version 1", "/table/ab/deletion_vector_");
  }

  @Test
  void fileThatComesBackWithTheSameVectorChangesNothing() {
    fourRows().commit(table.remove("a"), table.add("a"));

    assertThat(changesOf(1)).isEmpty();
    assertThat(commit(1).note()).contains("changes no row");
  }

  @Test
  void damagedVectorIsAnErrorThatNamesTheFile() throws IOException {
    fourRows().commit(table.remove("a"), table.withVector(table.add("a"), 1));
    try (var files = Files.list(table.table())) {
      Path vector = files.filter(f -> f.toString().endsWith(".bin")).findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(vector);
      bytes[bytes.length - 6] ^= 1;
      Files.write(vector, bytes);
    }

    assertThatThrownBy(() -> stateAt(1))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("/table/a of version 1")
        .hasMessageContaining("checksum");
  }

  @Test
  void vectorsCountAlsoAfterTheyWereSwitchedOff() {
    fourRows()
        .commit(table.remove("a"), table.withVector(table.add("a"), 0, 1))
        .file("b", row(5L, "five"))
        .commit(
            metadata(
                Map.of(
                    "delta.enableChangeDataFeed", "true", "delta.enableDeletionVectors", "false")),
            table.add("b"))
        .commit(table.withVector(table.remove("a"), 0, 1));

    assertThat(stateAt(2)).containsExactlyInAnyOrder("3 three", "4 four", "5 five");
    assertThat(changesOf(3)).containsExactly("DELETE 3 three", "DELETE 4 four");
  }

  @Test
  void vectorOfAFileWhosePathHasBlanksIsItsOwn() {
    table
        .file("part=I love whitespaces/a", row(1L, "one"), row(2L, "two"))
        .commit(protocol(), metadata(feedOn()), table.add("part=I%20love%20whitespaces/a"))
        .commit(
            table.remove("part=I%20love%20whitespaces/a"),
            table.withVector(table.add("part=I%20love%20whitespaces/a"), 1));

    assertThat(changesOf(1)).containsExactly("DELETE 2 two");
    assertThat(stateAt(1)).containsExactly("1 one");
  }

  // Which files the changes come from

  @Test
  void overwriteDeletesWhatItReplaces() {
    fourRows().file("b", row(1L, "uno"), row(5L, "five")).commit(table.remove("a"), table.add("b"));

    assertThat(changesOf(1))
        .containsExactlyInAnyOrder(
            "DELETE 1 one",
            "DELETE 2 two",
            "DELETE 3 three",
            "DELETE 4 four",
            "INSERT 1 uno",
            "INSERT 5 five");
  }

  @Test
  void restoreBringsOldFilesBack() {
    fourRows()
        .file("b", row(9L, "nine"))
        .commit(table.remove("a"), table.add("b"))
        .commit(table.remove("b"), table.add("a"));

    assertThat(changesOf(2))
        .containsExactlyInAnyOrder(
            "DELETE 9 nine", "INSERT 1 one", "INSERT 2 two", "INSERT 3 three", "INSERT 4 four");
    assertThat(stateAt(2)).hasSize(4);
  }

  @Test
  void changeTypeThatADataFileHoldsIsNoColumn() {
    table
        .file("a", row(1L, "one", "insert"), row(2L, "two", "update_postimage"))
        .commit(protocol(), metadata(feedOn()), table.add("a"));

    assertThat(stateAt(0)).containsExactly("1 one", "2 two");
    assertThat(changesOf(0)).containsExactly("INSERT 1 one", "INSERT 2 two");
  }

  @Test
  void compactedLogTellsTheSameAsItsCommits() throws IOException {
    fourRows()
        .file("b", row(5L, "five"))
        .commit(table.add("b"))
        .commit(table.remove("a"))
        .file("c", row(6L, "six"))
        .commit(table.add("c"));
    List<String> lines = new ArrayList<>();
    for (int version = 0; version < 3; version++) {
      lines.addAll(Files.readAllLines(table.logFile(version)));
    }
    // As reconciled: without what was added and removed since, and without commit infos.
    lines.removeIf(
        line -> line.contains("commitInfo") || line.startsWith("{\"add\":{\"path\":\"a\""));
    Files.write(
        table.logFile(0).resolveSibling("00000000000000000000.00000000000000000002.compacted.json"),
        lines);

    assertThat(stateAt(3)).containsExactlyInAnyOrder("5 five", "6 six");
    assertThat(stateAt(1)).hasSize(5);
    assertThat(changesOf(2)).hasSize(4).allMatch(change -> change.startsWith("DELETE"));
  }

  @Test
  void widenedColumnsAreReadInTheirTypeAtTheEnd() {
    Schema narrow = new Schema(Types.NestedField.optional(1, "id", Types.IntegerType.get()));
    Schema wide = new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));
    String change = "{\"delta.typeChanges\":[{\"fromType\":\"integer\",\"toType\":\"long\"}]}";
    table
        .file("a", narrow, row(1))
        .commit(
            protocol("typeWidening"),
            metadata(struct(plain("id", "integer")), List.of(), feedOn()),
            table.add("a"))
        .file("b", wide, row(10_000_000_000L))
        .commit(
            metadata(
                struct(plain("id", "long").replace("\"metadata\":{}", "\"metadata\":" + change)),
                List.of(),
                feedOn()),
            table.add("b"))
        .commit(table.remove("a"));

    assertThat(changes(spec().from(version(0)).build()))
        .containsExactly("INSERT 1", "INSERT 10000000000", "DELETE 1");
    assertThat(stateAt(1)).containsExactlyInAnyOrder("1", "10000000000");
  }

  @Test
  void feedFilesAloneTellTheChangesOfTheirCommit() {
    fourRows()
        .file("b", row(1L, "one"), row(2L, "TWO"))
        .file(
            "_change_data/c",
            row(2L, "two", "update_preimage"),
            row(2L, "TWO", "update_postimage"),
            row(3L, "three", "delete"),
            row(4L, "four", "delete"))
        .commit(table.remove("a"), table.add("b"), table.feed("_change_data/c"));

    assertThat(changesOf(1))
        .containsExactly(
            "UPDATE_BEFORE 2 two", "UPDATE_AFTER 2 TWO", "DELETE 3 three", "DELETE 4 four");
  }

  @Test
  void withAFilterAFeedWithoutRowsFromBeforeIsNotEnough() throws IOException {
    fourRows()
        .file("b", row(1L, "one"), row(2L, "TWO"), row(3L, "three"), row(4L, "FOUR"))
        .file(
            "_change_data/c",
            row(2L, "TWO", "update_postimage"),
            row(4L, "FOUR", "update_postimage"))
        .commit(table.remove("a"), table.add("b"), table.feed("_change_data/c"));

    assertThat(changesOf(1)).containsExactly("UPDATE_AFTER 2 TWO", "UPDATE_AFTER 4 FOUR");
    SourceSpec spec = spec().filter("name IN ('two', 'FOUR')").from(new Bound.Commit(1)).build();
    List<String> changes = new ArrayList<>();
    try (SourceTable source = FilteredSource.of(spec, DeltaSource::open)) {
      ReadPlan plan = source.planChanges(source.range(), List.of());
      assertThat(plan.pairing()).isEqualTo(ReadPlan.Pairing.BY_KEY);
      for (ReadTask task : plan.tasks()) {
        try (CloseableIterable<Change> read = plan.reader().read(task)) {
          read.forEach(
              change ->
                  changes.add(
                      change.kind() + " " + change.row().get(0) + " " + change.row().get(1)));
        }
      }
    }
    assertThat(changes).containsExactlyInAnyOrder("DELETE 2 two", "INSERT 4 FOUR");
  }

  @Test
  void partitionsOfWhichNoRowPassesAFilterAreNotRead() throws IOException {
    table
        .file("name=x/a", row(1L, null), row(2L, null))
        .file("name=y/b", row(3L, null))
        .file("c", row(4L, null))
        .commit(
            DeltaTableWriter.protocol(),
            DeltaTableWriter.metadata(
                DeltaTableWriter.SCHEMA, List.of("name"), DeltaTableWriter.feedOn()),
            with(table.add("name=x/a"), "partitionValues", Map.of("name", "x")),
            with(table.add("name=y/b"), "partitionValues", Map.of("name", "y")),
            with(table.add("c"), "partitionValues", Map.of("name", "")));
    SourceSpec spec = spec().filter("name IS NULL OR name > 'x'").build();

    try (SourceTable source = FilteredSource.of(spec, DeltaSource::open)) {
      SourceTable.SourceRange range = source.range();
      ReadPlan state = source.planState(range.end().orElseThrow(), List.of());
      assertThat(state.tasks()).hasSize(2);
      // The other partition's file is not even looked for.
      Files.delete(table.table().resolve("name=x/a"));
      assertThat(source.planChanges(range, List.of()).tasks()).hasSize(2);
    }
  }

  @Test
  void commitsThatOnlyMoveRowsChangeNothing() {
    fourRows()
        .file("b", row(1L, "one"), row(2L, "two"), row(3L, "three"), row(4L, "four"))
        .commit(
            with(table.remove("a"), "dataChange", false),
            with(table.add("b"), "dataChange", false));

    assertThat(changesOf(1)).isEmpty();
    assertThat(stateAt(1)).hasSize(4);
  }

  @Test
  void unknownChangeTypeIsNamed() {
    fourRows()
        .file("_change_data/c", row(1L, "one", "upsert"))
        .commit(table.feed("_change_data/c"));

    assertThatThrownBy(() -> changesOf(1))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("_change_type 'upsert'")
        .hasMessageContaining("version 1");
  }

  // The feed must have been on

  private void feedOffForVersion2() {
    fourRows()
        .file("b", row(5L, "five"))
        .commit(metadata(Map.of()))
        .commit(table.add("b"))
        .commit(metadata(feedOn()))
        .file("c", row(6L, "six"))
        .commit(table.add("c"));
  }

  @Test
  void firstVersionWithoutFeedIsNamed() {
    feedOffForVersion2();

    assertRangeError(() -> changes(spec().from(version(0)).build()), "Version 2 ", "derive");
    assertThat(commit(2).readable()).isFalse();
    assertThat(commit(2).changeFeed()).contains(false);
    assertThat(commit(4).changeFeed()).contains(true);
  }

  @Test
  void rangeAfterTheFeedCameBackIsFine() {
    feedOffForVersion2();

    assertThat(changes(spec().from(version(3)).build())).containsExactly("INSERT 6 six");
  }

  @Test
  void changesWithoutFeedAreDerivedFromFilesWhenAskedFor() {
    feedOffForVersion2();
    SourceSpec derive = spec().from(version(1)).changeFeed(ChangeFeed.DERIVE).build();

    assertThat(changes(derive)).containsExactly("INSERT 5 five", "INSERT 6 six");
    assertThat(plan(derive).pairing()).isEqualTo(Pairing.BY_KEY);
    assertThat(plan(spec().from(version(3)).build()).pairing()).isEqualTo(Pairing.AS_STATED);
  }

  @Test
  void derivedPlansGiveUpdateImagesAsDeletesAndInserts() {
    fourRows()
        .file("_change_data/c", row(1L, "one", "update_preimage"), row(1L, "1", "update_postimage"))
        .commit(table.feed("_change_data/c"))
        .file("b", row(5L, "five"))
        .commit(metadata(Map.of()), table.add("b"));

    assertThat(changes(spec().from(version(1)).changeFeed(ChangeFeed.DERIVE).build()))
        .containsExactly("DELETE 1 one", "INSERT 1 1", "INSERT 5 five");
  }

  @Test
  void changesNameTheirCommitAndComeInTheColumnsAtTheEnd() {
    table
        .file("a", row(1L, "one"))
        .commit(
            protocol(), metadata(struct(plain("id", "long")), List.of(), feedOn()), table.add("a"))
        .file("b", row(2L, "two"))
        .commit(
            metadata(
                struct(plain("id", "long"), plain("name", "string"), plain("new", "date")),
                List.of(),
                feedOn()),
            table.add("b"))
        .commit(table.remove("a"));

    List<String> changes = new ArrayList<>();
    ReadPlan plan = plan(spec().build());
    for (ReadTask task : plan.tasks()) {
      read(plan.reader(), task).forEach(change -> changes.add(task.commit() + " " + change));
    }
    assertThat(changes)
        .containsExactly("0 INSERT 1 null null", "1 INSERT 2 two null", "2 DELETE 1 one null");
    assertThat(plan.commits()).extracting(SourceCommit::id).containsExactly("0", "1", "2");
  }

  // Files that are gone or damaged

  @Test
  void vacuumedFileIsNamedBeforeARowIsRead() throws IOException {
    fourRows().file("b", row(1L, "uno")).commit(table.remove("a"), table.add("b"));
    Files.delete(table.table().resolve("a"));

    assertRangeError(
        () -> plan(spec().from(version(1)).build()), "version 1", "/table/a", "VACUUM");
    assertThat(commit(0).readable()).isFalse();
    assertThat(commit(0).note().orElseThrow()).contains("/table/a");
    assertRangeError(() -> open(spec().build()).planState(position(0), List.of()), "/table/a");
    assertThat(stateAt(1)).containsExactly("1 uno");
  }

  @Test
  void corruptFileIsNamed() throws IOException {
    fourRows();
    Files.writeString(table.table().resolve("a"), "PAR1 this is no Parquet file PAR1");

    assertThatThrownBy(() -> stateAt(0))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("/table/a of version 0")
        .hasMessageContaining("damaged");
  }

  @Test
  void damagedCommitIsNamed() throws IOException {
    fourRows().commit();
    Files.writeString(table.logFile(0), "{\"add\":");

    assertThatThrownBy(() -> open(spec().build()).history())
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("_delta_log/00000000000000000000.json");
  }

  @Test
  void flippedBitInAPageIsNoticed() throws IOException {
    fourRows();
    Path file = table.table().resolve("a");
    byte[] bytes = Files.readAllBytes(file);
    // Neither the least nor the greatest name, so it stands in a page alone.
    int text = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("three");
    bytes[text] ^= 1;
    Files.write(file, bytes);

    assertThatThrownBy(() -> stateAt(0))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("/table/a of version 0")
        .hasMessageContaining("CRC");
  }

  @ParameterizedTest
  @CsvSource({"0,''", "1,''", "1,' \n\n'", "1,'{}'", "2,''"})
  void emptyCommitIsNamed(long version, String content) throws IOException {
    fourRows().file("b", row(5L, "five")).commit(table.add("b")).commit(table.remove("a"));
    Files.writeString(table.logFile(version), content);

    assertSourceError(
        () -> stateAt(2), "_delta_log/0000000000000000000" + version + ".json", "is empty");
    assertSourceError(
        () -> changes(spec().build()),
        "_delta_log/0000000000000000000" + version + ".json",
        "is empty");
  }

  @Test
  void badLastCheckpointFileDoesNotMatter() throws IOException {
    fourRows();
    Files.writeString(table.table().resolve("_delta_log/_last_checkpoint"), "no JSON");

    assertThat(stateAt(0)).hasSize(4);
  }

  // What cannot be opened

  @Test
  void missingTableIsAnErrorThatSaysWhatToGive() {
    assertSourceError(() -> open(spec().build()), "There is no Delta table at", "_delta_log");
  }

  @Test
  void unknownTableFeatureIsNamed() {
    table.commit(protocol("timeTravelByThought"), metadata(Map.of()));

    assertSourceError(() -> open(spec().build()), "timeTravelByThought");
  }

  @Test
  void catalogManagedTableIsRefused() {
    table.commit(protocol("catalogManaged"), metadata(Map.of()));

    assertSourceError(() -> open(spec().build()), "catalog");
  }

  @Test
  void tableWithoutCloudFileSystemSaysWhichIsMissing() {
    assertSourceError(
        () -> open(SourceSpec.builder(SourceFormat.DELTA, "nowhere://bucket/table").build()),
        "nowhere://bucket/table",
        "No FileSystem for scheme \"nowhere\"");
  }

  // Ranges

  private void threeVersions() {
    fourRows().commit().commit();
  }

  @Test
  void timestampsChooseTheFirstCommitAtOrAfterAndTheLastAtOrBefore() {
    threeVersions();

    assertThat(versions(at(0), at(60))).containsExactly("0", "1");
    assertThat(versions(at(1), at(119))).containsExactly("1");
    assertThat(versions(at(-5), at(9999))).containsExactly("0", "1", "2");
  }

  @Test
  void timestampsWithoutACommitAreRefused() {
    threeVersions();

    assertRangeError(() -> versions(at(121), Bound.OPEN), "No commit", "2026-01-01T00:02:00Z");
    assertRangeError(() -> versions(Bound.OPEN, at(-1)), "2026-01-01T00:00:00Z");
    assertRangeError(() -> versions(at(61), at(119)), "range is empty");
  }

  @Test
  void versionsThatDoNotExistAreRefused() {
    threeVersions();

    assertRangeError(() -> versions(version(3), Bound.OPEN), "Version 3", "0 to 2");
    assertRangeError(() -> versions(version(-1), Bound.OPEN), "Version -1");
    assertRangeError(() -> versions(version(0), version(7)), "Version 7");
    assertRangeError(() -> versions(version(2), version(1)), "range is empty");
  }

  @Test
  void rangeStartsFromTheStateBeforeIt() {
    threeVersions();

    SourceRange fromStart = open(spec().build()).range();
    assertThat(fromStart.before()).isEmpty();
    assertThat(fromStart.end()).contains(position(2));
    SourceRange later = open(spec().from(version(1)).to(version(1)).build()).range();
    assertThat(later.before()).contains(position(0));
    assertThat(later.end()).contains(position(1));
  }

  @Test
  void progressGoesOnRightAfterIt() {
    threeVersions();
    DeltaSource source = open(spec().build());

    assertThat(source.rangeAfter(position(0)).commits())
        .extracting(SourceCommit::id)
        .containsExactly("1", "2");
    SourceRange nothing = source.rangeAfter(position(2));
    assertThat(nothing.commits()).isEmpty();
    assertThat(nothing.before()).contains(position(2));
    assertThat(nothing.end()).contains(position(2));
    assertRangeError(() -> source.rangeAfter(position(3)), "version 3", "is 2");
  }

  @Test
  void progressBeyondTheUpperBoundHasNothingToDo() {
    threeVersions();

    SourceRange range = open(spec().to(version(1)).build()).rangeAfter(position(2));
    assertThat(range.commits()).isEmpty();
    assertThat(range.end()).contains(position(2));
  }

  @Test
  void commitsRemovedByLogCleanUpAreRefused() throws IOException {
    fourRows().commit().commit().file("b", row(5L, "five")).commit(table.add("b"));
    checkpoint(2);
    Files.delete(table.logFile(0));
    Files.delete(table.logFile(1));
    DeltaSource source = open(spec().build());

    assertThat(source.history()).extracting(SourceCommit::id).containsExactly("3", "2");
    assertRangeError(() -> versions(version(1), Bound.OPEN), "Version 1", "starts at version 2");
    assertRangeError(() -> versions(at(30), Bound.OPEN), "no longer be told");
    assertRangeError(() -> source.rangeAfter(position(0)), "version 0", "version 2");
    assertThat(source.rangeAfter(position(1)).commits()).hasSize(2);
    assertRangeError(() -> source.planState(position(1), List.of()), "version 1");
    assertThat(changes(spec().from(version(3)).build())).containsExactly("INSERT 5 five");
    assertThat(stateAt(3)).hasSize(5);
  }

  @Test
  void tableWithoutItsLatestCommitFileIsRefused() throws IOException {
    fourRows().commit();
    checkpoint(1);
    Files.delete(table.logFile(0));
    Files.delete(table.logFile(1));

    assertSourceError(() -> open(spec().build()), "Missing delta file for version 1");
  }

  private void checkpoint(long version) throws IOException {
    DefaultEngine engine = DefaultEngine.create(new Configuration());
    TableManager.loadSnapshot(table.table().toString())
        .atVersion(version)
        .build(engine)
        .writeCheckpoint(engine);
  }

  // Times and figures

  @Test
  void inCommitTimestampsWin() {
    table
        .file("a", row(1L, "one"))
        .commit(
            protocol("deletionVectors"),
            metadata(Map.of("delta.enableInCommitTimestamps", "true")),
            table.add("a"));
    rewriteInfo(0, "\"operation\"", "\"inCommitTimestamp\":1234567890123,\"operation\"");

    assertThat(commit(0).timestamp()).isEqualTo(Instant.ofEpochMilli(1234567890123L));
  }

  @Test
  void copiedLogFilesDoNotHideWhenCommitsWereMade() throws IOException {
    threeVersions();
    FileTime copied = FileTime.from(Instant.parse("2026-07-01T12:00:00Z"));
    for (int version = 0; version < 3; version++) {
      Files.setLastModifiedTime(table.logFile(version), copied);
    }

    assertThat(commit(1).timestamp()).isEqualTo(FIRST_COMMIT.plusSeconds(60));
  }

  @Test
  void timesOfCommitsIncrease() throws IOException {
    threeVersions();
    FileTime same = FileTime.from(FIRST_COMMIT);
    Files.setLastModifiedTime(table.logFile(1), same);
    Files.setLastModifiedTime(table.logFile(2), same);

    assertThat(commit(2).timestamp()).isEqualTo(FIRST_COMMIT.plusMillis(2));
  }

  @Test
  void figuresAreWhatTheLogStatesAndEmptyWhereItDoesNot() {
    fourRows()
        .commit(table.remove("a"), table.withVector(table.add("a"), 0))
        .file("b", row(5L, "five"))
        .commit(with(table.add("b"), "stats", "{\"numRecords\":1}"));

    SourceCommit.Figures first = commit(0).figures();
    assertThat(first.addedRows()).isEmpty();
    assertThat(first.addedDataFiles()).hasValue(1);
    SourceCommit.Figures vector = commit(1).figures();
    assertThat(vector.addedDeletionVectors()).hasValue(1);
    assertThat(vector.addedDataFiles()).hasValue(0);
    assertThat(vector.removedDataFiles()).hasValue(0);
    assertThat(commit(2).figures().addedRows()).hasValue(1);
    assertThat(commit(2).figures().deletedRows()).hasValue(0);
    assertThat(commit(2).current()).isTrue();
    assertThat(commit(2).parentId()).contains("1");
  }

  @Test
  void operationMetricsTellChangedRows() {
    fourRows().file("b", row(1L, "uno")).commit(table.remove("a"), table.add("b"));
    rewriteInfo(
        1,
        "\"operation\":\"TEST\"",
        "\"operation\":\"MERGE\",\"operationMetrics\":{\"numTargetRowsInserted\":\"2\","
            + "\"numTargetRowsUpdated\":\"3\",\"numTargetRowsDeleted\":\"4\"}");

    assertThat(commit(1).figures().addedRows()).hasValue(5);
    assertThat(commit(1).figures().deletedRows()).hasValue(7);
    assertThat(commit(1).summary()).containsEntry("operationMetrics.numTargetRowsUpdated", "3");
  }

  private void rewriteInfo(int version, String from, String to) {
    try {
      Path file = table.logFile(version);
      FileTime time = Files.getLastModifiedTime(file);
      Files.writeString(file, Files.readString(file).replace(from, to));
      Files.setLastModifiedTime(file, time);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void plansCountTheirChangesExactlyOnlyWhereStatisticsTell() {
    fourRows()
        .file("b", row(5L, "five"), row(6L, "six"))
        .commit(with(table.add("b"), "stats", "{\"numRecords\":2}"));

    assertThat(plan(spec().from(version(1)).build()).changes()).isEqualTo(OptionalLong.of(2));
    ReadPlan unknown = plan(spec().build());
    assertThat(unknown.changes()).isEmpty();
    assertThat(unknown.estimatedChanges()).isGreaterThanOrEqualTo(6);
  }

  // Columns

  private static String mapped(String name, String physicalName, int id, String type) {
    return String.format(
        "{\"name\":\"%s\",\"type\":\"%s\",\"nullable\":true,\"metadata\":"
            + "{\"delta.columnMapping.id\":%d,\"delta.columnMapping.physicalName\":\"%s\"}}",
        name, type, id, physicalName);
  }

  private static String struct(String... fields) {
    return "{\"type\":\"struct\",\"fields\":[" + String.join(",", fields) + "]}";
  }

  private static Map<String, String> mappedByName() {
    return Map.of("delta.columnMapping.mode", "name", "delta.enableChangeDataFeed", "true");
  }

  @Test
  void renamedAndDroppedColumnsAreFollowedThroughTheRange() {
    String before = struct(mapped("id", "id", 1, "long"), mapped("name", "name", 2, "string"));
    // "name" is renamed; another column takes its old name.
    String after =
        struct(
            mapped("id", "id", 1, "long"),
            mapped("name", "col7", 3, "string"),
            mapped("title", "name", 2, "string"));
    Schema newFile =
        new Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()),
            Types.NestedField.optional(3, "col7", Types.StringType.get()));
    table
        .file("a", row(1L, "one"))
        .commit(protocol(), metadata(before, List.of(), mappedByName()), table.add("a"))
        .commit(metadata(after, List.of(), mappedByName()))
        .file("b", newFile, row(2L, "two", "new"))
        .commit(table.add("b"));

    DeltaSource source = open(spec().build());
    assertThat(changes(spec().build())).containsExactly("INSERT 1 null one", "INSERT 2 new two");
    assertThat(source.schema(position(0)).findField("name").fieldId()).isEqualTo(2);
    assertThat(source.schema(position(2)).findField("title").fieldId()).isEqualTo(2);
    assertThat(source.schema(position(2)).findField("name").fieldId()).isEqualTo(3);
    assertThat(commit(1).note().orElseThrow()).contains("columns changed");
  }

  @Test
  void aColumnThatComesBackWithItsOldValuesIsRefusedUnlessItIsLeftOut() {
    Map<String, String> configuration = new HashMap<>(mappedByName());
    configuration.put("delta.columnMapping.maxColumnId", "2");
    String both = struct(mapped("id", "id", 1, "long"), mapped("name", "name", 2, "string"));
    String one = struct(mapped("id", "id", 1, "long"));
    table
        .file("a", row(1L, "one"))
        .commit(protocol(), metadata(both, List.of(), configuration), table.add("a"))
        .commit(metadata(one, List.of(), configuration))
        .commit(metadata(both, List.of(), configuration));

    SourceSpec later = spec().from(new Bound.Commit(1)).build();
    assertThatThrownBy(() -> changes(later))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("Version 2")
        .hasMessageContaining("brings column 'name' back")
        .hasMessageContaining("drop");
    DeltaSource source = open(later);
    assertThat(source.planChanges(source.range(), List.of("id")).tasks()).isEmpty();
  }

  @Test
  void aColumnThatIsNewDoesNotCountAsBack() {
    Map<String, String> configuration = new HashMap<>(mappedByName());
    configuration.put("delta.columnMapping.maxColumnId", "1");
    String one = struct(mapped("id", "id", 1, "long"));
    String both = struct(mapped("id", "id", 1, "long"), mapped("name", "name", 2, "string"));
    table
        .file("a", row(1L, "one"))
        .commit(protocol(), metadata(one, List.of(), configuration))
        .commit(metadata(both, List.of(), configuration), table.add("a"));

    assertThat(changes(spec().build())).containsExactly("INSERT 1 one");
  }

  @Test
  void idsOfColumnsStayWhenOthersAreAddedBeforeThem() {
    String before = struct(plain("id", "long"), plain("name", "string"));
    String after = struct(plain("new", "long"), plain("id", "long"), plain("name", "string"));
    table
        .commit(protocol(), metadata(before, List.of(), feedOn()))
        .commit(metadata(after, List.of(), feedOn()));

    DeltaSource source = open(spec().build());
    Schema old = source.schema(position(0));
    Schema now = source.schema(position(1));
    assertThat(now.findField("id").fieldId()).isEqualTo(old.findField("id").fieldId());
    assertThat(now.findField("name").fieldId()).isEqualTo(old.findField("name").fieldId());
    assertThat(old.findField(now.findField("new").fieldId())).isNull();
  }

  private static String plain(String name, String type) {
    return String.format(
        "{\"name\":\"%s\",\"type\":\"%s\",\"nullable\":true,\"metadata\":{}}", name, type);
  }

  @Test
  void columnThatChangedToATypeThatDoesNotFitIsRefusedUnlessLeftOut() {
    fourRows()
        .commit(
            metadata(struct(plain("id", "long"), plain("name", "date")), List.of(), feedOn()),
            table.remove("a"));
    DeltaSource source = open(spec().build());

    assertRangeError(
        () -> source.planChanges(source.range(), List.of()),
        "Column 'name'",
        "string in version 0",
        "drop");
    assertThat(read(source.planChanges(source.range(), List.of("id"))))
        .containsExactly(
            "INSERT 1",
            "INSERT 2",
            "INSERT 3",
            "INSERT 4",
            "DELETE 1",
            "DELETE 2",
            "DELETE 3",
            "DELETE 4");
  }

  @Test
  void onlyTheColumnsAskedForAreRead() {
    fourRows();
    DeltaSource source = open(spec().build());

    assertThat(read(source.planState(position(0), List.of("name"))))
        .containsExactly("INSERT one", "INSERT two", "INSERT three", "INSERT four");
  }

  @Test
  void partitionColumnsAloneAreReadForEachRow() {
    Schema idOnly = new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));
    table
        .file("name=x/a", idOnly, row(1L), row(2L))
        .commit(
            protocol(),
            metadata(DeltaTableWriter.SCHEMA, List.of("name"), feedOn()),
            with(table.add("name=x/a"), "partitionValues", Map.of("name", "x")));
    DeltaSource source = open(spec().build());

    assertThat(read(source.planState(position(0), List.of("name"))))
        .containsExactly("INSERT x", "INSERT x");
  }

  private static final String POINT_1D =
      "{\"type\":\"struct\",\"fields\":[" + plain("x", "long") + "]}";
  private static final String POINT_2D =
      "{\"type\":\"struct\",\"fields\":[" + plain("x", "long") + "," + plain("y", "long") + "]}";

  private static String nested(String name, String type) {
    return String.format(
        "{\"name\":\"%s\",\"type\":%s,\"nullable\":true,\"metadata\":{}}", name, type);
  }

  private static String list(String elementType) {
    return "{\"type\":\"array\",\"elementType\":" + elementType + ",\"containsNull\":true}";
  }

  @Test
  void nestedFieldsAddedLaterAreNullInOlderRows() {
    Types.StructType point =
        Types.StructType.of(Types.NestedField.optional(2, "x", Types.LongType.get()));
    Schema file =
        new Schema(
            Types.NestedField.optional(1, "p", point),
            Types.NestedField.optional(3, "ps", Types.ListType.ofOptional(4, listed(point))));
    Record one = GenericRecord.create(point);
    one.set(0, 1L);
    Record listedOne = GenericRecord.create(listed(point));
    listedOne.set(0, 1L);
    table
        .file("a", file, row(one, Arrays.asList(listedOne, null)), row(null, null))
        .commit(
            protocol(),
            metadata(
                struct(nested("p", POINT_1D), nested("ps", list(POINT_1D))), List.of(), feedOn()),
            table.add("a"))
        .commit(
            metadata(
                struct(nested("p", POINT_2D), nested("ps", list(POINT_2D))), List.of(), feedOn()));

    assertThat(changes(spec().build()))
        .containsExactly("INSERT Record(1, null) [Record(1, null), null]", "INSERT null null");
    DeltaSource source = open(spec().build());
    assertThat(read(source.planState(position(1), List.of("p.y"))))
        .containsExactly("INSERT Record(null)", "INSERT null");
    assertThat(source.schema(position(1)).findField("p.x").fieldId())
        .isEqualTo(source.schema(position(0)).findField("p.x").fieldId());
  }

  /** The same struct with ids of its own. */
  private static Types.StructType listed(Types.StructType point) {
    return Types.StructType.of(
        Types.NestedField.optional(5, point.fields().get(0).name(), Types.LongType.get()));
  }

  @Test
  void partitionValuesThatARemoveActionLeavesOutComeFromTheStateBefore() {
    Schema idOnly = new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));
    table
        .file("name=x/a", idOnly, row(1L))
        .commit(
            protocol(),
            metadata(DeltaTableWriter.SCHEMA, List.of("name"), feedOn()),
            with(table.add("name=x/a"), "partitionValues", Map.of("name", "x")))
        .commit(without(without(table.remove("name=x/a"), "partitionValues"), "size"));

    assertThat(changesOf(1)).containsExactly("DELETE 1 x");
  }

  // Paths

  @Test
  void pathsAreDecodedOnce() {
    table = new DeltaTableWriter(folder.resolve("a b%20c+d#e"));
    table
        .file("part=x%2Fy z/a b.parquet", row(1L, "one"))
        .commit(protocol(), metadata(feedOn()), table.add("part=x%252Fy%20z/a%20b.parquet"));

    assertThat(changesOf(0)).containsExactly("INSERT 1 one");
    assertThat(stateAt(0)).containsExactly("1 one");
    String uri = table.table().toUri().toString();
    assertThat(uri).contains("a%20b%2520c+d%23e");
    assertThat(
            read(
                open(SourceSpec.builder(SourceFormat.DELTA, uri).build())
                    .planState(position(0), List.of())))
        .containsExactly("INSERT 1 one");
  }

  @Test
  void absolutePathsAreRewrittenToWhereTheFilesAreNow() {
    table.file("a", row(1L, "one"));
    table.commit(
        protocol(), metadata(feedOn()), with(table.add("a"), "path", "s3://old%20bucket/db/a"));
    SourceSpec moved =
        spec()
            .pathRewrites(List.of(new PathRewrite("s3://old bucket/db", table.table().toString())))
            .build();

    assertThat(changes(moved)).containsExactly("INSERT 1 one");
    assertThat(read(open(moved).planState(position(0), List.of()))).containsExactly("INSERT 1 one");
  }

  @Test
  void readersAndTasksTravelToWorkers() throws IOException, ClassNotFoundException {
    fourRows().commit(table.remove("a"), table.withVector(table.add("a"), 0));
    ReadPlan plan = plan(spec().build());

    List<String> rows = new ArrayList<>();
    ChangeReader reader = (ChangeReader) copy(plan.reader());
    for (ReadTask task : plan.tasks()) {
      rows.addAll(read(reader, (ReadTask) copy(task)));
    }
    assertThat(rows).hasSize(5).contains("DELETE 1 one");
  }

  private static Object copy(Object object) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }

  // The card

  @Test
  void cardTellsWhatTheTableIs() {
    fourRows()
        .file("b", row(5L, "five"))
        .commit(with(table.add("b"), "stats", "{\"numRecords\":1}"))
        .commit(
            table.remove("a"),
            with(table.withVector(table.add("a"), 0), "stats", "{\"numRecords\":4}"));

    var card = open(spec().build()).describe();
    assertThat(card.format()).isEqualTo("Delta, reader 3, writer 7");
    assertThat(card.location()).endsWith("/table");
    assertThat(card.rows()).hasValue(4);
    assertThat(card.dataFiles()).hasValue(2);
    assertThat(card.lastCommit()).contains(FIRST_COMMIT.plusSeconds(120));
    assertThat(card.features()).contains("change data feed on", "deletion vectors on 1 file");
    assertThat(card.problems()).isEmpty();
    assertThat(open(spec().build()).identity()).isEqualTo("5fba94ed-9794-4965-ba6e-6ee3c0d22af9");
  }

  // Helpers

  private SourceSpec.Builder spec() {
    return SourceSpec.builder(SourceFormat.DELTA, table.table().toString());
  }

  private static Bound version(long version) {
    return new Bound.Commit(version);
  }

  private static Bound at(long secondsAfterFirstCommit) {
    return new Bound.Time(FIRST_COMMIT.plusSeconds(secondsAfterFirstCommit));
  }

  private static Position position(long version) {
    return new Position(Long.toString(version), version);
  }

  private static DeltaSource open(SourceSpec spec) {
    return DeltaSource.open(spec);
  }

  private SourceCommit commit(long version) {
    return open(spec().build()).history().stream()
        .filter(commit -> commit.id().equals(Long.toString(version)))
        .findFirst()
        .orElseThrow();
  }

  private List<String> versions(Bound from, Bound to) {
    return open(spec().from(from).to(to).build()).range().commits().stream()
        .map(SourceCommit::id)
        .toList();
  }

  private List<String> changesOf(long version) {
    return changes(spec().from(version(version)).to(version(version)).build());
  }

  private static List<String> changes(SourceSpec spec) {
    return read(plan(spec));
  }

  private static ReadPlan plan(SourceSpec spec) {
    DeltaSource source = open(spec);
    return source.planChanges(source.range(), List.of());
  }

  private List<String> stateAt(long version) {
    return read(open(spec().build()).planState(position(version), List.of())).stream()
        .map(row -> row.replaceFirst("INSERT ", ""))
        .toList();
  }

  private static List<String> read(ReadPlan plan) {
    List<String> changes = new ArrayList<>();
    plan.tasks().forEach(task -> changes.addAll(read(plan.reader(), task)));
    return changes;
  }

  private static List<String> read(ChangeReader reader, ReadTask task) {
    List<String> changes = new ArrayList<>();
    try (CloseableIterable<Change> read = reader.read(task)) {
      for (Change change : read) {
        StringBuilder text = new StringBuilder(change.kind().name());
        Record row = change.row();
        for (int i = 0; i < row.size(); i++) {
          text.append(' ').append(row.get(i));
        }
        changes.add(text.toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return changes;
  }

  private static void assertRangeError(ThrowingCallable call, String... parts) {
    assertError(Area.RANGE, call, parts);
  }

  private static void assertSourceError(ThrowingCallable call, String... parts) {
    assertError(Area.SOURCE, call, parts);
  }

  private static void assertError(Area area, ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SourceException.class,
            e -> {
              assertThat(e.area()).isEqualTo(area);
              assertThat(e.exitCode()).isEqualTo(3);
              assertThat(e.getMessage()).contains(parts).doesNotContain("\n");
            });
  }
}
