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

import static dev.tributary.fixture.MemorySource.after;
import static dev.tributary.fixture.MemorySource.before;
import static dev.tributary.fixture.MemorySource.delete;
import static dev.tributary.fixture.MemorySource.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tributary.fixture.MemorySource;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Exactly once: lost answers, other writers, two runs at once. */
@ParameterizedClass
@EnumSource(Writing.class)
class CommitSafetyTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  @Parameter Writing writing;
  @TempDir Path folder;
  private TargetFixture target;
  private MemorySource source;
  private MigrationSpec spec;

  @BeforeEach
  void openTarget() {
    target =
        new TargetFixture(folder)
            .catalogProperty("catalog-impl", InterferingCatalog.class.getName());
    source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    MigrationSpec plain =
        target.spec(
            builder -> writing.apply(builder).tableProperties(Map.of("format-version", "3")));
    spec =
        plain.toBuilder()
            .source(plain.source().toBuilder().from(new Bound.Commit(0)).build())
            .build();
  }

  @AfterEach
  void stopInterfering() {
    InterferingCatalog.reset();
  }

  private RunResult run() {
    return new RunExecution(
            spec, it -> source, RunExecution.CHANGES_PER_UNIT, event -> {}, new Cancellation())
        .run();
  }

  private void twoCommitsApplied() {
    source.commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"));
    run();
    source.commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"), insert(4L, "d"));
  }

  private void assertApplied() throws IOException {
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"A\"}", "{\"id\":3,\"name\":\"c\"}", "{\"id\":4,\"name\":\"d\"}");
    target.assertEveryFileIsUsed();
  }

  @Test
  void aCommitWhoseAnswerIsLostIsRecognized() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.after(1, ignored -> lostAnswer());

    RunResult result = run();

    assertThat(result.status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(result.commits()).isEqualTo(1);
    assertThat(target.units()).hasSize(2).doesNotHaveDuplicates();
    assertApplied();
  }

  @Test
  void aCreationWhoseAnswerIsLostIsRecognized() throws Exception {
    source.commit(insert(1L, "a"));
    InterferingCatalog.after(1, ignored -> lostAnswer());

    RunResult result = run();

    assertThat(result.status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.rows()).containsExactly("{\"id\":1,\"name\":\"a\"}");
    assertThat(target.units()).hasSize(1);
    target.assertEveryFileIsUsed();
  }

  @Test
  void aCommitThatWasLostWithItsAnswerIsRepeated() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.before(1, ignored -> lostAnswer());

    assertThat(run().status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.units()).hasSize(2);
    assertApplied();
  }

  @Test
  void aDatabaseThatIsBusyForAWhileIsAskedAgain() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.before(1, ignored -> busy());
    InterferingCatalog.before(2, ignored -> busy());

    RunResult result = run();

    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.units()).hasSize(2);
    assertApplied();
  }

  @Test
  void aCommitThatStandsAlthoughTheConnectionWasLostIsRecognized() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.after(1, ignored -> lostConnection());

    RunResult result = run();

    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(result.commits()).isEqualTo(1);
    assertThat(target.units()).hasSize(2).doesNotHaveDuplicates();
    assertApplied();
  }

  @Test
  void aDatabaseThatStaysBusyEndsTheRunWithItsReasonAndLeavesNothing() throws Exception {
    // Takes a while, and is the same for all.
    assumeThat(writing).isEqualTo(Writing.MERGE_ON_READ);
    twoCommitsApplied();
    InterferingCatalog.beforeEach(ignored -> busy());

    RunResult result = run();
    InterferingCatalog.reset();

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow()).contains("database is locked", "Run again");
    assertThat(target.units()).hasSize(1);
    target.assertEveryFileIsUsed();
  }

  @Test
  void rowsThatSomeoneAppendsBeforeTheCommitAreLocatedToo() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.before(
        1, catalog -> ForeignWriter.append(catalog, List.of(4L, "foreign"), List.of(9L, "x")));

    RunResult result = run();

    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    if (writing == Writing.EQUALITY_DELETES) {
      assertThat(result.rows().replacedInserts()).isEmpty();
    } else {
      assertThat(result.rows().replacedInserts()).hasValue(1);
    }
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"A\"}",
            "{\"id\":3,\"name\":\"c\"}",
            "{\"id\":4,\"name\":\"d\"}",
            "{\"id\":9,\"name\":\"x\"}");
    target.assertEveryFileIsUsed();
  }

  @Test
  void aCompactionBeforeTheCommitIsFollowed() throws Exception {
    twoCommitsApplied();
    InterferingCatalog.before(1, ForeignWriter::compact);

    assertThat(run().status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertApplied();
  }

  @Test
  void aTableThatIsAlwaysChangedByOthersEndsTheRunAndKeepsItsRows() throws Exception {
    // Takes a while, and equality deletes are not located again.
    assumeThat(writing).isNotEqualTo(Writing.EQUALITY_DELETES);
    twoCommitsApplied();
    AtomicInteger conflicts = new AtomicInteger();
    InterferingCatalog.beforeEach(
        catalog -> {
          conflicts.incrementAndGet();
          ForeignWriter.append(catalog, List.of(100L + conflicts.get(), "x"));
        });

    RunResult result = run();
    InterferingCatalog.reset();

    assertThat(result.status()).isEqualTo(RunResult.Status.FAILED);
    assertThat(result.error().orElseThrow()).contains("Other writers").contains("Run again");
    assertThat(target.units()).hasSize(1);
    target.assertEveryFileIsUsed();
    assertThat(run().status()).isEqualTo(RunResult.Status.SUCCEEDED);
    assertThat(target.rows()).contains("{\"id\":1,\"name\":\"A\"}", "{\"id\":4,\"name\":\"d\"}");
  }

  @Test
  void twoRunsAtOnceApplyEachChangeOnce() throws Exception {
    for (long commit = 0; commit < 6; commit++) {
      source.commit(insert(commit, "a"), insert(100 + commit, "b"));
    }
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    List<Future<RunResult>> runs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      runs.add(
          pool.submit(
              () -> {
                start.await();
                return new RunExecution(spec, it -> source, 2, event -> {}, new Cancellation())
                    .run();
              }));
    }
    start.countDown();
    RunResult first = runs.get(0).get();
    RunResult second = runs.get(1).get();
    pool.shutdown();

    assertThat(List.of(first.status(), second.status()))
        .as("%s, %s", first.error(), second.error())
        .allMatch(s -> s == RunResult.Status.SUCCEEDED || s == RunResult.Status.NOTHING_TO_DO);
    if (writing != Writing.EQUALITY_DELETES) {
      assertThat(first.rows().plus(second.rows()).inserted()).hasValue(12);
    }
    assertThat(first.commits() + second.commits()).isEqualTo(6);
    assertThat(target.rows()).hasSize(12);
    assertThat(target.units()).hasSize(6);
    target.assertEveryFileIsUsed();
  }

  private static void busy() {
    throw new UncheckedSQLException(
        new SQLiteException(
            "[SQLITE_BUSY] The database file is locked (database is locked)",
            SQLiteErrorCode.SQLITE_BUSY),
        "Unknown failure");
  }

  private static void lostConnection() {
    throw new UncheckedSQLException(
        new SQLException("An I/O error occurred while sending to the backend.", "08006"),
        "Unknown failure");
  }

  private static void lostAnswer() {
    throw new CommitStateUnknownException(new IOException("connection reset"));
  }

  /** A JDBC catalog that does something right before or after a commit of its tables. */
  public static final class InterferingCatalog extends JdbcCatalog {
    /** What happens at a commit; may throw. */
    interface Interference {
      void happen(Catalog catalog);
    }

    private static final Map<Integer, Interference> BEFORE = new ConcurrentHashMap<>();
    private static final Map<Integer, Interference> AFTER = new ConcurrentHashMap<>();
    private static final List<Interference> ALWAYS = new CopyOnWriteArrayList<>();
    private static final AtomicInteger COMMITS = new AtomicInteger();
    private static final ThreadLocal<Boolean> INTERFERING = ThreadLocal.withInitial(() -> false);

    static void before(int commit, Interference interference) {
      COMMITS.set(0);
      BEFORE.put(commit, interference);
    }

    static void after(int commit, Interference interference) {
      COMMITS.set(0);
      AFTER.put(commit, interference);
    }

    static void beforeEach(Interference interference) {
      ALWAYS.add(interference);
    }

    static void reset() {
      BEFORE.clear();
      AFTER.clear();
      ALWAYS.clear();
    }

    @Override
    protected TableOperations newTableOps(TableIdentifier identifier) {
      TableOperations operations = super.newTableOps(identifier);
      return INTERFERING.get() ? operations : new Interfering(operations, this);
    }

    private void happen(Interference interference) {
      INTERFERING.set(true);
      try {
        interference.happen(this);
      } finally {
        INTERFERING.set(false);
      }
    }

    private record Interfering(TableOperations operations, InterferingCatalog catalog)
        implements TableOperations {
      @Override
      public void commit(TableMetadata base, TableMetadata changed) {
        int number = COMMITS.incrementAndGet();
        ALWAYS.forEach(catalog::happen);
        if (BEFORE.containsKey(number)) {
          catalog.happen(BEFORE.get(number));
        }
        operations.commit(base, changed);
        if (AFTER.containsKey(number)) {
          catalog.happen(AFTER.get(number));
        }
      }

      @Override
      public TableMetadata current() {
        return operations.current();
      }

      @Override
      public TableMetadata refresh() {
        return operations.refresh();
      }

      @Override
      public FileIO io() {
        return operations.io();
      }

      @Override
      public String metadataFileLocation(String fileName) {
        return operations.metadataFileLocation(fileName);
      }

      @Override
      public LocationProvider locationProvider() {
        return operations.locationProvider();
      }

      @Override
      public TableOperations temp(TableMetadata uncommitted) {
        return operations.temp(uncommitted);
      }
    }
  }
}
