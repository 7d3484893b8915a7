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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.changes.Change;
import dev.tributary.errors.SourceException;
import dev.tributary.fixture.ExpectedRows;
import dev.tributary.fixture.ExpectedTables;
import dev.tributary.fixture.ExpectedTables.ExpectedState;
import dev.tributary.fixture.ExpectedTables.ExpectedTable;
import dev.tributary.fixture.ExpectedTables.Format;
import dev.tributary.fixture.RowText;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import dev.tributary.source.SourceTable.SourceRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every snapshot of every table of public projects: its state, and what it changed. */
class PublicTablesTest {
  static Stream<String> tables() {
    List<String> names = ExpectedTables.names(Format.ICEBERG);
    return names.isEmpty() ? Stream.of("absent") : names.stream();
  }

  /** Tables that must be refused, and what the refusal has to name. */
  private static final Map<String, String> REFUSED =
      Map.of(
          // A snapshot id that is no signed 64-bit number, as the spec wants it.
          "duck-equality_delete_cross_partition", "9876543210123456789",
          "duck-equality_delete_extra_column", "9876543210123456789",
          // A v3 table without next-row-id, which v3 requires.
          "duck-timestamptz_ns", "next-row-id",
          // Iceberg's own manifest reader fails on its partition of type fixed.
          "duck-partition_fixed", "m0.avro",
          "impala-trino_nested_variant", "variant");

  @ParameterizedTest
  @MethodSource("tables")
  void statesAndChangesAreThoseOfAnIndependentReader(String name) throws IOException {
    ExpectedTables.assumePresent();
    ExpectedTable expected = ExpectedTables.read(Format.ICEBERG, name);
    if (REFUSED.containsKey(name)) {
      assertThatThrownBy(() -> check(expected))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining(REFUSED.get(name));
    } else {
      check(expected);
    }
  }

  private static void check(ExpectedTable expected) throws IOException {
    try (IcebergSource source = open(expected)) {
      List<SourceCommit> history = source.history();
      assertThat(history.stream().map(SourceCommit::id))
          .containsExactlyInAnyOrderElementsOf(
              expected.states().stream().map(ExpectedState::id).toList());
      for (ExpectedState state : expected.states()) {
        SourceCommit commit =
            history.stream().filter(c -> c.id().equals(state.id())).findFirst().orElseThrow();
        checkState(source, commit, state, ExpectedRows.of(expected));
        checkChanges(source, history, commit, state, ExpectedRows.of(expected));
      }
    }
  }

  private static void checkState(
      IcebergSource source, SourceCommit commit, ExpectedState state, ExpectedRows expected)
      throws IOException {
    if (state.problem().isPresent()) {
      assertThat(commit.readable()).isFalse();
      String missing = state.problem().get();
      assertThatThrownBy(() -> source.planState(commit.position(), List.of()))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining(missing.substring(missing.lastIndexOf('/') + 1));
      return;
    }
    ReadPlan plan = source.planState(commit.position(), List.of());
    assertThat(plan.schema().columns().stream().map(column -> column.name()))
        .containsExactlyElementsOf(state.columns());
    List<String> rows = new ArrayList<>();
    for (Change change : read(plan)) {
      assertThat(change.kind().removes()).isFalse();
      rows.add(RowText.of(plan.schema().asStruct(), change.row()));
    }
    expected.assertState(state, rows);
    if (plan.changes().isPresent()) {
      assertThat(plan.changes().getAsLong()).isEqualTo(rows.size());
    }
  }

  private static void checkChanges(
      IcebergSource source,
      List<SourceCommit> history,
      SourceCommit commit,
      ExpectedState state,
      ExpectedRows expected)
      throws IOException {
    if (state.inserted().isEmpty() && state.insertedCount().isEmpty()) {
      return;
    }
    Optional<Position> before =
        commit
            .parentId()
            .flatMap(id -> history.stream().filter(c -> c.id().equals(id)).findFirst())
            .map(SourceCommit::position);
    SourceRange range = new SourceRange(before, List.of(commit), Optional.of(commit.position()));
    ReadPlan plan = source.planChanges(range, List.of());
    List<String> inserted = new ArrayList<>();
    List<String> deleted = new ArrayList<>();
    for (Change change : read(plan)) {
      String row = RowText.of(plan.schema().asStruct(), change.row());
      (change.kind().removes() ? deleted : inserted).add(row);
    }
    for (String row : List.copyOf(deleted)) {
      if (inserted.remove(row)) {
        deleted.remove(row);
      }
    }
    if (state.inserted().isPresent()) {
      expected.assertSame(state, "rows inserted", state.inserted().get(), inserted);
      expected.assertSame(state, "rows deleted", state.deleted().get(), deleted);
    } else {
      assertThat((long) inserted.size()).isEqualTo(state.insertedCount().getAsLong());
      assertThat((long) deleted.size()).isEqualTo(state.deletedCount().getAsLong());
    }
  }

  private static List<Change> read(ReadPlan plan) throws IOException {
    List<Change> changes = new ArrayList<>();
    for (ReadTask task : plan.tasks()) {
      try (CloseableIterable<Change> rows = plan.reader().read(task)) {
        rows.forEach(changes::add);
      }
    }
    return changes;
  }

  private static IcebergSource open(ExpectedTable expected) {
    return IcebergSource.open(expected.source().build());
  }
}
