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
package dev.tributary.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.delta.DeltaTableWriter;
import dev.tributary.errors.SourceException;
import dev.tributary.fixture.IcebergWriter;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that stay on, over tables that are written, compacted, expired and replaced meanwhile. */
class FollowingTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));
  private static final int COMMITS = 60;

  @TempDir Path folder;
  private TargetFixture target;
  private IcebergWriter iceberg;

  @BeforeEach
  void createTables() {
    target = new TargetFixture(folder);
    iceberg = IcebergWriter.create(folder.resolve("source"), "people", SCHEMA, 3);
  }

  private MigrationSpec spec(SourceSpec source) {
    return target.spec(builder -> builder).toBuilder().source(source).build();
  }

  private SourceSpec.Builder icebergSource() {
    return SourceSpec.builder(SourceFormat.ICEBERG, "db.people")
        .catalogProperties(IcebergWriter.catalogProperties(folder.resolve("source")));
  }

  private SourceSpec.Builder deltaSource(ChangeFeed feed) {
    return SourceSpec.builder(SourceFormat.DELTA, folder.resolve("delta").toString())
        .changeFeed(feed);
  }

  private String head() {
    iceberg.table().refresh();
    return Long.toString(iceberg.table().currentSnapshot().snapshotId());
  }

  private static List<String> rows(Map<Long, String> rows) {
    List<String> lines = new ArrayList<>();
    rows.forEach((id, name) -> lines.add(String.format("{\"id\":%d,\"name\":\"%s\"}", id, name)));
    lines.sort(null);
    return lines;
  }

  /** Appends, deletes by vector and rewrites single rows in turn; returns what the table holds. */
  private Map<Long, String> writeIceberg(int commits) throws InterruptedException {
    Map<Long, String> rows = new TreeMap<>();
    DataFile last = null;
    for (long i = 0; i < commits; i++) {
      switch ((int) (i % 3)) {
        case 0 -> {
          last = iceberg.append(iceberg.row(i, "a"), iceberg.row(1000 + i, "b"));
          rows.put(i, "a");
          rows.put(1000 + i, "b");
        }
        case 1 -> {
          iceberg.delete(last, List.of(0L), iceberg.row(i - 1, "A"));
          rows.put(i - 1, "A");
        }
        default -> {
          iceberg.delete(last, List.of(1L));
          rows.remove(1000 + i - 2);
        }
      }
      Thread.sleep(50);
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void commitsOfAnIcebergTableArriveWhileItIsWritten(boolean byLocation) throws Exception {
    iceberg.append(iceberg.row(5000L, "first"));
    SourceSpec.Builder source =
        byLocation
            ? SourceSpec.builder(SourceFormat.ICEBERG, iceberg.table().location())
            : icebergSource();
    try (Followed run = Followed.start(spec(source.build()))) {
      run.awaitCommitted(head());

      Map<Long, String> rows = writeIceberg(COMMITS);
      rows.put(5000L, "first");
      Duration latency = run.awaitCommitted(head());
      RunResult result = run.cancelled();

      assertThat(latency).isLessThan(Duration.ofSeconds(20));
      assertThat(result.status()).isEqualTo(RunResult.Status.CANCELLED);
      assertThat(target.rows()).isEqualTo(rows(rows));
      // One unit takes all that is there, so there are fewer than commits.
      assertThat(result.commits()).isBetween(2, COMMITS);
      assertThat(result.rows().unmatchedUpdates()).hasValue(0);
      assertThat(result.rows().unmatchedDeletes()).hasValue(0);
      assertThat(run.events())
          .anyMatch(event -> event.lag().filter(it -> it.commits() > 0).isPresent());
      Lag end = run.events().get(run.events().size() - 1).lag().orElseThrow();
      assertThat(end).isEqualTo(new Lag(head(), 0, Duration.ZERO));
    }
  }

  @ParameterizedTest
  @EnumSource(ChangeFeed.class)
  void commitsOfADeltaTableArriveWhileItIsWritten(ChangeFeed feed) throws Exception {
    DeltaTableWriter delta = deltaTable();
    try (Followed run = Followed.start(spec(deltaSource(feed).build()))) {
      run.awaitCommitted("1");

      for (int i = 0; i < COMMITS; i++) {
        String file = "f" + i + ".parquet";
        delta.file(file, DeltaTableWriter.row((long) i, "n" + i));
        if (i % 2 == 0 || feed == ChangeFeed.DERIVE) {
          delta.commit(delta.add(file));
        } else {
          String old = "f" + (i - 1) + ".parquet";
          delta.file(
              "c" + i + ".parquet",
              DeltaTableWriter.row((long) i - 1, "n" + (i - 1), "delete"),
              DeltaTableWriter.row((long) i, "n" + i, "insert"));
          delta.commit(delta.remove(old), delta.add(file), delta.feed("c" + i + ".parquet"));
        }
        Thread.sleep(50);
      }
      Duration latency = run.awaitCommitted(Integer.toString(COMMITS + 1));
      RunResult result = run.cancelled();

      assertThat(latency).isLessThan(Duration.ofSeconds(20));
      Map<Long, String> rows = new TreeMap<>(Map.of(9000L, "first"));
      for (long i = 0; i < COMMITS; i++) {
        if (i % 2 == 1 || feed == ChangeFeed.DERIVE) {
          rows.put(i, "n" + i);
        }
      }
      assertThat(target.rows()).isEqualTo(rows(rows));
      assertThat(result.commits()).isBetween(2, COMMITS);
    }
  }

  private DeltaTableWriter deltaTable() {
    DeltaTableWriter delta = new DeltaTableWriter(folder.resolve("delta"));
    delta.commit(DeltaTableWriter.protocol(), DeltaTableWriter.metadata(DeltaTableWriter.feedOn()));
    return delta
        .file("first.parquet", DeltaTableWriter.row(9000L, "first"))
        .commit(delta.add("first.parquet"));
  }

  @Test
  void aTableWithoutACommitIsWaitedFor() throws Exception {
    try (Followed run = Followed.start(spec(icebergSource().build()))) {
      run.await("waiting", event -> event.stage().equals(Optional.of("waiting")));

      iceberg.append(iceberg.row(1L, "a"));
      run.awaitCommitted(head());

      assertThat(target.rows()).isEqualTo(rows(Map.of(1L, "a")));
    }
  }

  @Test
  void aTableThatDoesNotExistIsRefusedAtOnce() {
    SourceSpec missing = icebergSource().table("db.nobody").build();

    try (Followed run = Followed.start(spec(missing))) {
      assertThatThrownBy(run::ended).rootCause().hasMessageContaining("nobody");
    }
  }

  @Test
  void aCompactionIsPassedAndTheExpiryOfWhatIsAppliedDoesNoHarm() throws Exception {
    DataFile first = iceberg.append(iceberg.row(1L, "a"));
    DataFile second = iceberg.append(iceberg.row(2L, "b"));
    try (Followed run = Followed.start(spec(icebergSource().build()))) {
      run.awaitCommitted(head());

      Table table = iceberg.table();
      DataFile third = iceberg.append(iceberg.row(3L, "c"));
      DataFile all =
          iceberg.write(iceberg.row(1L, "a"), iceberg.row(2L, "b"), iceberg.row(3L, "c"));
      table.refresh();
      table
          .newRewrite()
          .deleteFile(first)
          .deleteFile(second)
          .deleteFile(third)
          .addFile(all)
          .commit();
      run.awaitCommitted(head());
      expireAllButLast();
      iceberg.delete(all, List.of(0L), iceberg.row(4L, "d"));
      run.awaitCommitted(head());

      assertThat(target.rows()).isEqualTo(rows(Map.of(2L, "b", 3L, "c", 4L, "d")));
      assertThat(run.cancelled().rows().unmatchedDeletes()).hasValue(0);
    }
  }

  private void expireAllButLast() {
    iceberg.table().refresh();
    iceberg
        .table()
        .expireSnapshots()
        .expireOlderThan(System.currentTimeMillis() + 1000)
        .retainLast(1)
        .commit();
  }

  @Test
  void anExpiryOfWhatTheTargetLacksEndsTheRunWithTheChoice() throws Exception {
    iceberg.append(iceberg.row(1L, "a"));
    MigrationSpec spec = spec(icebergSource().build());
    try (Followed run = Followed.start(spec)) {
      run.awaitCommitted(head());
      run.cancelled();
    }
    String held = head();
    iceberg.append(iceberg.row(2L, "b"));
    iceberg.append(iceberg.row(3L, "c"));
    expireAllButLast();

    try (Followed run = Followed.start(spec)) {
      assertThatThrownBy(run::ended)
          .cause()
          .isInstanceOf(SourceException.class)
          .hasMessageContaining(held)
          .hasMessageContaining("expired")
          .hasMessageContaining("Load the table afresh");
    }
  }

  @Test
  void aRolledBackTableEndsTheRun() throws Exception {
    iceberg.append(iceberg.row(1L, "a"));
    long first = iceberg.table().currentSnapshot().snapshotId();
    iceberg.append(iceberg.row(2L, "b"));
    try (Followed run = Followed.start(spec(icebergSource().build()))) {
      run.awaitCommitted(head());

      iceberg.table().manageSnapshots().rollbackTo(first).commit();
      RunResult result = run.ended();

      assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
      assertThat(result.error().orElseThrow()).contains("rolled back").contains("afresh");
      assertThat(result.commits()).isEqualTo(1);
    }
  }

  @Test
  void aTableThatIsDroppedAndCreatedAgainEndsTheRun() throws Exception {
    iceberg.append(iceberg.row(1L, "a"));
    try (Followed run = Followed.start(spec(icebergSource().build()))) {
      run.awaitCommitted(head());

      delete(folder.resolve("source/db/people"));
      iceberg = IcebergWriter.create(folder.resolve("source"), "people", SCHEMA, 3);
      iceberg.append(iceberg.row(1L, "other"));
      iceberg.append(iceberg.row(2L, "other"));
      RunResult result = run.ended();

      assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
      assertThat(result.error().orElseThrow()).contains("identity");
      assertThat(target.rows()).isEqualTo(rows(Map.of(1L, "a")));
    }
  }

  @Test
  void aDeltaLogThatWasReplacedByAnotherWithTheSameVersionEndsTheRun() throws Exception {
    DeltaTableWriter delta = deltaTable();
    try (Followed run = Followed.start(spec(deltaSource(ChangeFeed.REQUIRE).build()))) {
      run.awaitCommitted("1");

      // As after a restore from a backup of version 0 and another history since.
      delta.file("other.parquet", DeltaTableWriter.row(7L, "other"));
      Path file = delta.logFile(1);
      Files.writeString(file, Files.readString(file).replace("first.parquet", "other.parquet"));
      Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.from(Instant.now()));
      RunResult result = run.ended();

      assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
      assertThat(result.error().orElseThrow()).contains("commit 1").contains("restored");
    }
    // A later run is told the same, in the check before it.
    assertThatThrownBy(() -> runOnce(spec(deltaSource(ChangeFeed.REQUIRE).build())))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("restored");
  }

  private static RunResult runOnce(MigrationSpec spec) {
    return MigrationRun.run(spec, event -> {}, new Cancellation());
  }

  @Test
  void aSourceThatIsAwayForAMomentIsFollowedOn() throws Exception {
    iceberg.append(iceberg.row(1L, "a"));
    try (Followed run = Followed.start(spec(icebergSource().build()))) {
      run.awaitCommitted(head());

      Path source = folder.resolve("source");
      Path away = folder.resolve("away");
      Files.move(source, away);
      run.await("a warning", event -> event.message().orElse("").contains("Trying again"));
      Files.move(away, source);
      iceberg.append(iceberg.row(2L, "b"));
      run.awaitCommitted(head());

      assertThat(target.rows()).isEqualTo(rows(Map.of(1L, "a", 2L, "b")));
      assertThat(run.cancelled().status()).isEqualTo(RunResult.Status.CANCELLED);
    }
  }

  @Test
  void aVersionThatIsStillToComeIsWaitedForAndIsTheEnd() throws Exception {
    DeltaTableWriter delta = deltaTable();
    SourceSpec source = deltaSource(ChangeFeed.REQUIRE).to(new Bound.Commit(3)).build();
    try (Followed run = Followed.start(spec(source))) {
      run.awaitCommitted("1");
      for (int i = 2; i < 6; i++) {
        delta.file("f" + i, DeltaTableWriter.row((long) i, "n")).commit(delta.add("f" + i));
      }
      RunResult result = run.ended();

      assertThat(result.status()).isEqualTo(RunResult.Status.SUCCEEDED);
      assertThat(result.committedThrough().orElseThrow().commitId()).isEqualTo("3");
    }
  }

  @Test
  void aTimeThatHasComeIsTheEnd() throws Exception {
    iceberg.append(iceberg.row(1L, "a"));
    SourceSpec source = icebergSource().to(new Bound.Time(Instant.now().plusSeconds(4))).build();
    try (Followed run = Followed.start(spec(source))) {
      run.awaitCommitted(head());
      iceberg.append(iceberg.row(2L, "b"));

      assertThat(run.ended().status()).isEqualTo(RunResult.Status.SUCCEEDED);
      assertThat(target.rows()).isEqualTo(rows(Map.of(1L, "a", 2L, "b")));
    }
  }

  @Test
  void columnsThatTheTargetLacksEndTheRun() throws Exception {
    iceberg.append(iceberg.row(1L, "a"));
    try (Followed run = Followed.start(spec(icebergSource().build()))) {
      run.awaitCommitted(head());

      iceberg.table().updateSchema().addColumn("age", Types.IntegerType.get()).commit();
      iceberg.append(iceberg.row(2L, "b", 3));
      RunResult result = run.ended();

      assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
      assertThat(result.error().orElseThrow()).contains("age");
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
