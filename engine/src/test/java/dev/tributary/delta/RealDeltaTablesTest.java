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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.changes.Change;
import dev.tributary.errors.MappingException;
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
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.Bound;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads the tables of public projects and compares every version with an independent reader. */
class RealDeltaTablesTest {
  /** Tables that must be refused, with what the refusal says. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "golden-deltalog-invalid-protocol-version",
          "requires reader version 99",
          "golden-deltalog-state-reconstruction-without-protocol",
          "No protocol found",
          "rs-simple_table_features",
          "requires reader version 5",
          "void-column",
          "VOID");

  /** Tables with versions whose changes must be refused, with what the refusal says. */
  private static final Map<String, String> CHANGES_REFUSED =
      Map.of(
          "cdf-table-update-ops",
          "_change_type 'update_pre'",
          "table-with-cdf",
          "is no longer there");

  /** Variants are left out of the schema, with the reason. */
  private static final String VARIANTS = "golden-spark-variant-checkpoint";

  @BeforeAll
  static void tablesArePresent() {
    ExpectedTables.assumePresent();
  }

  static Stream<String> tables() {
    return ExpectedTables.names(Format.DELTA).stream()
        .filter(name -> !REFUSED.containsKey(name) && !name.equals(VARIANTS));
  }

  static Stream<String> tablesWithChanges() {
    return tables().filter(name -> !CHANGES_REFUSED.containsKey(name));
  }

  static Stream<String> refusedTables() {
    return REFUSED.keySet().stream().sorted();
  }

  static Stream<String> tablesWithRefusedChanges() {
    return CHANGES_REFUSED.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void statesEqualThoseOfAnIndependentReader(String name) {
    ExpectedTable table = ExpectedTables.read(Format.DELTA, name);
    try (SourceTable source = open(table, Bound.OPEN, Bound.OPEN, ChangeFeed.REQUIRE)) {
      for (ExpectedState state : table.states()) {
        if (isReadable(state)) {
          ReadPlan plan = source.planState(position(state), List.of());
          assertThat(columns(plan.schema(), table)).isEqualTo(state.columns());
          ExpectedRows.of(table).assertState(state, rows(plan));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("tablesWithChanges")
  void changesEqualThoseOfAnIndependentReader(String name) {
    ExpectedTable table = ExpectedTables.read(Format.DELTA, name);
    for (ExpectedState state : table.states()) {
      if (state.feed().isPresent()) {
        Bound version = new Bound.Commit(Long.parseLong(state.id()));
        try (SourceTable source = open(table, version, version, ChangeFeed.REQUIRE)) {
          ReadPlan plan = source.planChanges(source.range(), List.of());
          ExpectedRows.of(table)
              .assertSameFeed(
                  state,
                  state.feed().get(),
                  changes(plan).stream()
                      .map(change -> change.kind() + " " + change.row())
                      .toList());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tablesWithChanges")
  void changesLeadFromEachStateToTheNext(String name) {
    ExpectedTable table = ExpectedTables.read(Format.DELTA, name);
    try (SourceTable source = open(table, Bound.OPEN, Bound.OPEN, ChangeFeed.DERIVE)) {
      Map<String, SourceCommit> commits =
          source.history().stream().collect(Collectors.toMap(SourceCommit::id, commit -> commit));
      ExpectedState previous = null;
      for (ExpectedState state : table.states()) {
        boolean known = previous == null ? state.id().equals("0") : isReadable(previous);
        if (known && isReadable(state)) {
          ReadPlan plan = source.planChanges(only(commits.get(state.id())), List.of());
          List<String> rows =
              previous == null
                  ? new ArrayList<>()
                  : rowsWithColumnsAdded(
                      source.planState(position(previous), List.of()), plan.schema());
          apply(changes(plan), rows);
          ExpectedRows.of(table).assertState(state, rows);
        }
        previous = state;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SourceRange only(SourceCommit commit) {
    return new SourceRange(Optional.empty(), List.of(commit), Optional.of(commit.position()));
  }

  @ParameterizedTest
  @MethodSource("refusedTables")
  void tablesThatCannotBeReadAreRefusedWithTheReason(String name) {
    ExpectedTable table = ExpectedTables.read(Format.DELTA, name);
    assertThatThrownBy(() -> open(table, Bound.OPEN, Bound.OPEN, ChangeFeed.REQUIRE))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(REFUSED.get(name));
  }

  @ParameterizedTest
  @MethodSource("tablesWithRefusedChanges")
  void changesThatCannotBeReadAreRefusedWithTheReason(String name) {
    ExpectedTable table = ExpectedTables.read(Format.DELTA, name);
    assertThatThrownBy(
            () -> {
              SourceTable source = open(table, Bound.OPEN, Bound.OPEN, ChangeFeed.DERIVE);
              changes(source.planChanges(source.range(), List.of()));
            })
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(CHANGES_REFUSED.get(name));
  }

  @Test
  void variantColumnsAreLeftOutWithTheReason() throws IOException {
    ExpectedTable table = ExpectedTables.read(Format.DELTA, VARIANTS);
    try (SourceTable source = open(table, Bound.OPEN, Bound.OPEN, ChangeFeed.REQUIRE)) {
      ExpectedState last = table.states().get(table.states().size() - 1);
      ReadPlan plan = source.planState(position(last), List.of());
      assertThat(plan.schema().columns()).extracting(Types.NestedField::name).containsExactly("id");
      assertThat(rows(plan)).hasSize((int) last.rowCount().orElseThrow());
      assertThat(source.describe().problems())
          .anyMatch(problem -> problem.contains("'v'") && problem.contains("variant"))
          .anyMatch(problem -> problem.contains("'struct_of_array_of_variants'"));
      assertThatThrownBy(() -> source.planState(position(last), List.of("id", "v")))
          .isInstanceOf(MappingException.class)
          .hasMessageContaining("drop");
    }
  }

  private static boolean isReadable(ExpectedState state) {
    return state.rowsSha256().isPresent();
  }

  private static Position position(ExpectedState state) {
    return new Position(state.id(), Long.parseLong(state.id()));
  }

  private static List<String> columns(Schema schema, ExpectedTable table) {
    return schema.columns().stream()
        .map(Types.NestedField::name)
        .filter(ExpectedRows.of(table)::compares)
        .toList();
  }

  private static SourceTable open(
      ExpectedTable table, Bound from, Bound to, ChangeFeed changeFeed) {
    return DeltaSource.open(table.source().from(from).to(to).changeFeed(changeFeed).build());
  }

  private record Stated(String kind, boolean removes, String row) {}

  private static List<Stated> changes(ReadPlan plan) {
    List<Stated> changes = new ArrayList<>();
    for (ReadTask task : plan.tasks()) {
      try (CloseableIterable<Change> read = plan.reader().read(task)) {
        for (Change change : read) {
          String kind =
              switch (change.kind()) {
                case UPDATE_BEFORE -> "update_preimage";
                case UPDATE_AFTER -> "update_postimage";
                default -> change.kind().name().toLowerCase(Locale.ROOT);
              };
          changes.add(
              new Stated(
                  kind,
                  change.kind().removes(),
                  RowText.of(plan.schema().asStruct(), change.row())));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return changes;
  }

  private static List<String> rows(ReadPlan plan) {
    return new ArrayList<>(changes(plan).stream().map(Stated::row).toList());
  }

  /** Rows of a state before columns were added, which are null in them. */
  private static List<String> rowsWithColumnsAdded(ReadPlan plan, Schema schema) {
    int added = schema.columns().size() - plan.schema().columns().size();
    return new ArrayList<>(
        rows(plan).stream()
            .map(row -> row.substring(0, row.length() - 1) + ", null".repeat(added) + "]")
            .toList());
  }

  private static void apply(List<Stated> changes, List<String> rows) {
    changes.stream()
        .filter(Stated::removes)
        .forEach(change -> assertThat(rows.remove(change.row())).as(change.row()).isTrue());
    changes.stream().filter(change -> !change.removes()).forEach(change -> rows.add(change.row()));
  }
}
