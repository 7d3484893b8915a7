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
package dev.tributary.iceberg;

import static dev.tributary.fixture.WrittenTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.fixture.WrittenTable;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.Bound;
import dev.tributary.spec.SourceSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.iceberg.DataFile;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RangesTest {
  @TempDir private Path folder;
  private WrittenTable table;
  private final List<Long> ids = new ArrayList<>();

  @BeforeEach
  void threeAppends() {
    table = WrittenTable.create(folder, 2);
    append(1);
    append(2);
    append(3);
  }

  private void append(int id) {
    table.append(row(id, "x"));
    ids.add(table.snapshot());
    // Snapshots of one millisecond could not be told apart by time.
    long committed = table.table().currentSnapshot().timestampMillis();
    while (System.currentTimeMillis() <= committed) {
      Thread.onSpinWait();
    }
  }

  @Test
  void openBoundsTakeTheWholeHistory() throws IOException {
    try (IcebergSource source = table.open()) {
      SourceRange range = source.range();
      assertThat(commits(range)).isEqualTo(ids);
      assertThat(range.before()).isEmpty();
      assertThat(range.end().orElseThrow().commitId()).isEqualTo(ids.get(2).toString());
      assertThat(range.end().orElseThrow().sequence()).isEqualTo(3);
    }
  }

  @Test
  void snapshotBoundsAreInclusive() throws IOException {
    try (IcebergSource source =
        table.open(
            spec -> spec.from(new Bound.Commit(ids.get(1))).to(new Bound.Commit(ids.get(1))))) {
      SourceRange range = source.range();
      assertThat(commits(range)).containsExactly(ids.get(1));
      assertThat(range.before().orElseThrow().commitId()).isEqualTo(ids.get(0).toString());
      assertThat(WrittenTable.changes(source, range)).containsExactly("0 +2,x");
    }
  }

  @Test
  void timestampBoundsAreInclusive() throws IOException {
    Instant second = Instant.ofEpochMilli(table.table().snapshot(ids.get(1)).timestampMillis());
    assertThat(range(spec -> spec.from(new Bound.Time(second))))
        .containsExactly(ids.get(1), ids.get(2));
    assertThat(range(spec -> spec.to(new Bound.Time(second))))
        .containsExactly(ids.get(0), ids.get(1));
    Instant before = Instant.ofEpochMilli(table.table().snapshot(ids.get(0)).timestampMillis() - 1);
    assertThat(range(spec -> spec.from(new Bound.Time(before)))).isEqualTo(ids);
  }

  @Test
  void timestampsOutsideTheHistoryAreRefused() {
    Instant future = Instant.now().plusSeconds(3600);
    refused(spec -> spec.from(new Bound.Time(future)))
        .hasMessageContaining("at or after " + future)
        .hasMessageContaining(ids.get(2).toString());
    refused(spec -> spec.to(new Bound.Time(Instant.EPOCH)))
        .hasMessageContaining("at or before 1970-01-01T00:00:00Z");
  }

  @Test
  void unknownSnapshotIsRefusedWithTheOnesThereAre() {
    refused(spec -> spec.from(new Bound.Commit(42)))
        .hasMessageContaining("start, snapshot 42")
        .hasMessageContaining(ids.get(0).toString())
        .hasMessageContaining(ids.get(2).toString());
    refused(spec -> spec.to(new Bound.Commit(42))).hasMessageContaining("end, snapshot 42");
  }

  @Test
  void endBeforeStartIsRefused() {
    refused(spec -> spec.from(new Bound.Commit(ids.get(2))).to(new Bound.Commit(ids.get(0))))
        .hasMessageContaining("ends before it starts");
  }

  @Test
  void snapshotOfASiblingBranchIsRefused() {
    table.table().manageSnapshots().createBranch("side", ids.get(0)).commit();
    DataFile file = table.write(row(9, "side"));
    table.table().newAppend().appendFile(file).toBranch("side").commit();
    table.table().refresh();
    long side = table.table().refs().get("side").snapshotId();
    refused(spec -> spec.from(new Bound.Commit(side)))
        .hasMessageContaining(Long.toString(side))
        .hasMessageContaining("not part of the history of main");
  }

  @Test
  void branchesAndTagsHaveTheirOwnHistory() throws IOException {
    table.table().manageSnapshots().createBranch("side", ids.get(0)).commit();
    table.table().newAppend().appendFile(table.write(row(9, "side"))).toBranch("side").commit();
    table.table().manageSnapshots().createTag("release", ids.get(1)).commit();
    assertThat(table.changes(spec -> spec.branch("side"))).containsExactly("0 +1,x", "1 +9,side");
    assertThat(range(spec -> spec.branch("release"))).containsExactly(ids.get(0), ids.get(1));
    assertThatThrownBy(() -> table.open(spec -> spec.branch("sied")))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("'sied'")
        .hasMessageContaining("[main, release, side]");
    try (IcebergSource source = table.open(spec -> spec.branch("side"))) {
      List<SourceCommit> history = source.history();
      assertThat(history).hasSize(4);
      assertThat(history.stream().filter(SourceCommit::current).map(SourceCommit::refs))
          .containsExactly(List.of("side"));
    }
  }

  @Test
  void historyIsNewestFirstWithFiguresAsStated() throws IOException {
    try (IcebergSource source = table.open()) {
      List<SourceCommit> history = source.history();
      assertThat(history.stream().map(SourceCommit::id))
          .containsExactly(ids.get(2).toString(), ids.get(1).toString(), ids.get(0).toString());
      SourceCommit latest = history.get(0);
      assertThat(latest.current()).isTrue();
      assertThat(latest.refs()).containsExactly("main");
      assertThat(latest.operation()).isEqualTo("append");
      assertThat(latest.parentId()).hasValue(ids.get(1).toString());
      assertThat(latest.figures().addedRows()).hasValue(1);
      assertThat(latest.figures().addedDataFiles()).hasValue(1);
      assertThat(latest.figures().deletedRows()).isEmpty();
      assertThat(latest.figures().addedDeletionVectors()).isEmpty();
      assertThat(latest.readable()).isTrue();
    }
  }

  @Test
  void afterProgressOnlyWhatIsNew() throws IOException {
    try (IcebergSource source = table.open()) {
      assertThat(commits(source.rangeAfter(position(0)))).containsExactly(ids.get(1), ids.get(2));
      SourceRange nothing = source.rangeAfter(position(2));
      assertThat(nothing.commits()).isEmpty();
      assertThat(nothing.end()).isEqualTo(nothing.before()).hasValue(position(2));
    }
    try (IcebergSource bounded = table.open(spec -> spec.to(new Bound.Commit(ids.get(1))))) {
      assertThat(commits(bounded.rangeAfter(position(0)))).containsExactly(ids.get(1));
      assertThat(bounded.rangeAfter(position(2)).commits()).isEmpty();
    }
  }

  @Test
  void expiredProgressIsRefusedWithTheChoice() throws IOException {
    expireAllBut(1);
    try (IcebergSource source = table.open()) {
      assertThatThrownBy(() -> source.rangeAfter(position(0)))
          .isInstanceOfSatisfying(
              SourceException.class, e -> assertThat(e.area()).isEqualTo(Area.RANGE))
          .hasMessageContaining(ids.get(0).toString())
          .hasMessageContaining("expired")
          .hasMessageContaining("afresh");
    }
  }

  @Test
  void rolledBackProgressIsRefused() throws IOException {
    table.table().manageSnapshots().rollbackTo(ids.get(1)).commit();
    append(4);
    try (IcebergSource source = table.open()) {
      assertThat(commits(source.range())).containsExactly(ids.get(0), ids.get(1), ids.get(3));
      assertThatThrownBy(() -> source.rangeAfter(position(2)))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("rolled back");
    }
  }

  @Test
  void firstSurvivingSnapshotStandsForAllRowsIfTheStartIsOpen() throws IOException {
    expireAllBut(1);
    try (IcebergSource source = table.open()) {
      SourceRange range = source.range();
      assertThat(range.before()).isEmpty();
      assertThat(WrittenTable.changes(source, range)).containsExactly("0 +1,x", "0 +2,x", "0 +3,x");
      SourceCommit oldest = source.history().get(0);
      assertThat(oldest.readable()).isFalse();
      assertThat(oldest.note().orElseThrow()).contains("expired");
    }
  }

  @Test
  void compactionAsFirstSurvivingSnapshotLosesNothing() {
    DataFile file = table.write(row(1, "x"), row(2, "x"), row(3, "x"));
    try {
      var rewrite = table.table().newRewrite().addFile(file);
      table.table().newScan().planFiles().forEach(task -> rewrite.deleteFile(task.file()));
      rewrite.commit();
    } finally {
      table.table().refresh();
    }
    expireAllBut(1);
    assertThat(table.changes()).containsExactly("0 +1,x", "0 +2,x", "0 +3,x");
  }

  @Test
  void startAtASnapshotWhoseParentExpiredIsRefused() {
    expireAllBut(2);
    refused(spec -> spec.from(new Bound.Commit(ids.get(1))))
        .hasMessageContaining("parent " + ids.get(0) + " was expired")
        .hasMessageContaining("snapshot " + ids.get(2));
    assertThat(table.changes(spec -> spec.from(new Bound.Commit(ids.get(2)))))
        .containsExactly("0 +3,x");
  }

  @Test
  void tableWithoutCommits() throws IOException {
    WrittenTable empty = WrittenTable.create(folder.resolve("empty"), 2);
    try (IcebergSource source = empty.open()) {
      assertThat(source.history()).isEmpty();
      assertThat(source.range())
          .isEqualTo(
              new SourceRange(java.util.Optional.empty(), List.of(), java.util.Optional.empty()));
      assertThat(source.planChanges(source.range(), List.of()).tasks()).isEmpty();
      assertThat(source.describe().rows()).hasValue(0);
    }
  }

  private void expireAllBut(int last) {
    table.table().expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(last).commit();
  }

  private Position position(int index) {
    return new Position(ids.get(index).toString(), index + 1L);
  }

  private List<Long> range(UnaryOperator<SourceSpec.Builder> spec) throws IOException {
    try (IcebergSource source = table.open(spec)) {
      return commits(source.range());
    }
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refused(
      UnaryOperator<SourceSpec.Builder> spec) {
    return assertThatThrownBy(() -> range(spec))
        .isInstanceOfSatisfying(
            SourceException.class, e -> assertThat(e.area()).isEqualTo(Area.RANGE));
  }

  private static List<Long> commits(SourceRange range) {
    return range.commits().stream().map(commit -> Long.valueOf(commit.id())).toList();
  }
}
