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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.changes.Change;
import dev.tributary.errors.SourceException;
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
import dev.tributary.spec.SourceSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every snapshot of every table of public projects: its state, and what it changed. */
class PublicTablesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

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

  /**
   * Expectations that state a value otherwise than the table's own schema has it: the independent
   * reader gave binary defaults as the metadata writes them, took time zones from the data file,
   * and knew no defaults within structs.
   */
  private static final Map<String, UnaryOperator<String>> RESTATED =
      Map.of(
          "duck-add_columns_with_defaults",
          row ->
              row.replace("\"010203ff03\", \"0102\"", "\"hex:010203ff03\", \"hex:0102\"")
                  .replace("0.34234,", "0.34233999252319336,"),
          "impala-migrated_complex_test_orc",
          row ->
              row.replace(
                  "null, null]",
                  "[[2, 3]], {\"int_int_map_col\": [[5, 6]], \"struct_3_col\": {"
                      + "\"bigint_array_col\": [4], \"float_col\": 0.5,"
                      + " \"string_double_map_col\": [[\"B\", 1.5]]}}]"),
          "impala-v3_all_types",
          row -> row.replace("\"0102030405060708\"", "\"hex:0102030405060708\""),
          "duck-partition_timestamp",
          row -> row.replace("+00:00", ""),
          "duck-add_columns_with_defaults_in_struct@7163205664921901236",
          row ->
              row.equals("[{\"col1\": \"test\"}]")
                  ? "[{\"col1\": \"test\", \"col_binary\": \"hex:0102\", \"col_boolean\": true,"
                      + " \"col_date\": \"2003-10-20\", \"col_decimal\": \"12345.00\","
                      + " \"col_double\": 0.342343242342342, \"col_fixed\": \"hex:010203ff03\","
                      + " \"col_float\": 0.34233999252319336, \"col_integer\": 342342,"
                      + " \"col_long\": -9223372036854775808, \"col_string\": \"HELLO\","
                      + " \"col_time\": \"00:00:00.012345\","
                      + " \"col_timestamp\": \"1970-01-01T00:00:00.012345\","
                      + " \"col_timestamptz\": \"1970-01-01T00:00:00.012345+00:00\","
                      + " \"col_uuid\": \"f79c3e09-677c-4bbd-a479-3f349cb785e7\"}]"
                  : row);

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
        UnaryOperator<String> restated =
            RESTATED.getOrDefault(
                expected.name() + "@" + state.id(),
                RESTATED.getOrDefault(expected.name(), UnaryOperator.identity()));
        SourceCommit commit =
            history.stream().filter(c -> c.id().equals(state.id())).findFirst().orElseThrow();
        checkState(source, commit, state, restated);
        checkChanges(source, history, commit, state, restated);
      }
    }
  }

  private static void checkState(
      IcebergSource source,
      SourceCommit commit,
      ExpectedState state,
      UnaryOperator<String> restated)
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
    rows.sort(null);
    if (state.rows().isPresent()) {
      assertThat(unordered(rows))
          .as("state of %s", state.id())
          .isEqualTo(unordered(state.rows().get().stream().map(restated).toList()));
    } else {
      assertThat(RowText.sha256(rows)).isEqualTo(state.rowsSha256().orElseThrow());
    }
    assertThat(rows).hasSize((int) state.rowCount().orElseThrow());
    if (plan.changes().isPresent()) {
      assertThat(plan.changes().getAsLong()).isEqualTo(rows.size());
    }
  }

  private static void checkChanges(
      IcebergSource source,
      List<SourceCommit> history,
      SourceCommit commit,
      ExpectedState state,
      UnaryOperator<String> restated)
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
      assertThat(unordered(inserted))
          .as("inserted by %s", state.id())
          .isEqualTo(unordered(state.inserted().get().stream().map(restated).toList()));
      assertThat(unordered(deleted))
          .as("deleted by %s", state.id())
          .isEqualTo(unordered(state.deleted().get().stream().map(restated).toList()));
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

  /** Sorts rows, and map entries within them: neither's order means anything. */
  private static List<String> unordered(List<String> rows) {
    return rows.stream().map(row -> RowText.of(unordered(json(row)))).sorted().toList();
  }

  private static JsonNode json(String row) {
    try {
      return JSON.readTree(row);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode unordered(JsonNode node) {
    if (node.isObject()) {
      ObjectNode object = JSON.createObjectNode();
      node.fields()
          .forEachRemaining(field -> object.set(field.getKey(), unordered(field.getValue())));
      return object;
    }
    if (!node.isArray()) {
      return node;
    }
    List<JsonNode> elements = new ArrayList<>();
    node.forEach(element -> elements.add(unordered(element)));
    if (elements.stream().allMatch(e -> e.isArray() && e.size() == 2 && e.get(0).isTextual())) {
      elements.sort(Comparator.comparing(RowText::of));
    }
    return JSON.createArrayNode().addAll(elements);
  }

  private static IcebergSource open(ExpectedTable expected) {
    return IcebergSource.open(
        SourceSpec.builder(SourceSpec.SourceFormat.ICEBERG, expected.location().toString())
            .pathRewrites(expected.pathRewrites())
            .build());
  }
}
