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

import dev.tributary.changes.Change;
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
import dev.tributary.spec.PathRewrite;
import dev.tributary.spec.SourceSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

  @ParameterizedTest
  @MethodSource("tables")
  void statesAndChangesAreThoseOfAnIndependentReader(String name) throws IOException {
    ExpectedTables.assumePresent();
    ExpectedTable expected = ExpectedTables.read(Format.ICEBERG, name);
    try (IcebergSource source = open(expected)) {
      List<SourceCommit> history = source.history();
      assertThat(history.stream().map(SourceCommit::id))
          .containsExactlyInAnyOrderElementsOf(
              expected.states().stream().map(ExpectedState::id).toList());
      for (ExpectedState state : expected.states()) {
        SourceCommit commit =
            history.stream().filter(c -> c.id().equals(state.id())).findFirst().orElseThrow();
        checkState(source, commit, state);
        checkChanges(source, history, commit, state);
      }
    }
  }

  private static void checkState(IcebergSource source, SourceCommit commit, ExpectedState state)
      throws IOException {
    if (state.problem().isPresent()) {
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
    rows.sort(null);
    if (state.rows().isPresent()) {
      assertThat(rows).as("state of %s", state.id()).isEqualTo(state.rows().get());
    }
    assertThat(rows).hasSize((int) state.rowCount().orElseThrow());
    assertThat(RowText.sha256(rows)).isEqualTo(state.rowsSha256().orElseThrow());
    if (plan.changes().isPresent()) {
      assertThat(plan.changes().getAsLong()).isEqualTo(rows.size());
    }
  }

  private static void checkChanges(
      IcebergSource source, List<SourceCommit> history, SourceCommit commit, ExpectedState state)
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
    inserted.sort(null);
    deleted.sort(null);
    if (state.inserted().isPresent()) {
      assertThat(inserted).as("inserted by %s", state.id()).isEqualTo(state.inserted().get());
      assertThat(deleted).as("deleted by %s", state.id()).isEqualTo(state.deleted().get());
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
    SourceSpec.Builder spec =
        SourceSpec.builder(SourceSpec.SourceFormat.ICEBERG, expected.location().toString());
    return IcebergSource.open(spec.pathRewrites(rewrites(expected)).build());
  }

  /** Where this table's metadata, and its position deletes, say that the files are. */
  private static List<PathRewrite> rewrites(ExpectedTable expected) {
    Set<String> prefixes = new LinkedHashSet<>();
    expected.storedPrefixes().stream().filter(p -> !p.startsWith("?")).forEach(prefixes::add);
    String differs = "position-delete file_path differs from manifest file_path: ";
    for (String warning : expected.warnings()) {
      if (warning.startsWith(differs)) {
        String named = warning.substring(differs.length(), warning.indexOf(" vs "));
        prefixes.stream()
            .filter(prefix -> named.contains(prefix + "/"))
            .findFirst()
            .map(prefix -> named.substring(0, named.indexOf(prefix) + prefix.length()))
            .ifPresent(prefixes::add);
      }
    }
    Path location = expected.location();
    return prefixes.stream().map(prefix -> new PathRewrite(prefix, location.toString())).toList();
  }
}
