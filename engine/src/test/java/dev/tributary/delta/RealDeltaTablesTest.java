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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.changes.Change;
import dev.tributary.errors.MappingException;
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
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.Bound;
import dev.tributary.spec.PathRewrite;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads the tables of public projects and compares every version with an independent reader. */
class RealDeltaTablesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

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

  /** The independent reader spells nested fields by their physical names, which sort otherwise. */
  private static final Set<String> NESTED_PHYSICAL_NAMES =
      Set.of("golden-table-with-columnmapping-mode-name", "stats-writing-all-types");

  /** It gives partition values of type float as doubles. */
  private static final Set<String> FLOATS_AS_DOUBLES =
      Set.of("trino-deltalake_partition_values_parsed_all_types");

  /** It has no type for years before 1, and gives all timestamps as microseconds. */
  private static final Set<String> TIMESTAMPS_AS_MICROS =
      Set.of("trino-databricks131_timestamp_ntz");

  /** It states a date that became a timestamp as the date that the file has. */
  private static final Set<String> WIDENED_DATES =
      Set.of("trino-databricks153_type_widening", "trino-databricks153_type_widening_partition");

  /** It knows only columns that some file has, or reads what is no Iceberg type. */
  private static final Map<String, Set<String>> COLUMNS_NOT_COMPARED =
      Map.of("parquet_row_group_skipping", Set.of("missing"));

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
          assertThat(columns(plan.schema(), name)).isEqualTo(state.columns());
          assertSameRows(name, state, rows(plan));
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
          assertThat(changes(plan).stream().map(change -> feedText(name, change)))
              .as("version %s", state.id())
              .containsExactlyInAnyOrderElementsOf(
                  state.feed().get().stream().map(text -> canonicalFeed(name, text)).toList());
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
          assertSameRows(name, state, rows);
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

  private static List<String> columns(Schema schema, String table) {
    Set<String> notCompared = COLUMNS_NOT_COMPARED.getOrDefault(table, Set.of());
    return schema.columns().stream()
        .map(Types.NestedField::name)
        .filter(column -> !notCompared.contains(column))
        .toList();
  }

  private static SourceTable open(
      ExpectedTable table, Bound from, Bound to, ChangeFeed changeFeed) {
    // One table names its deletion vectors by an absolute path that is a placeholder.
    PathRewrite placeholder =
        new PathRewrite(
            "file:{{FOLDER_WITH_SPECIAL_CHAR}}", table.location() + "/folder&with%special char");
    return DeltaSource.open(
        SourceSpec.builder(SourceFormat.DELTA, table.location().toString())
            .pathRewrites(List.of(placeholder))
            .from(from)
            .to(to)
            .changeFeed(changeFeed)
            .build());
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

  private static void assertSameRows(String table, ExpectedState expected, List<String> rows) {
    if (expected.rows().isPresent()) {
      assertThat(rows.stream().map(row -> canonical(table, row)))
          .as("version %s", expected.id())
          .containsExactlyInAnyOrderElementsOf(
              expected.rows().get().stream().map(row -> canonical(table, row)).toList());
    } else {
      assertThat(rows).hasSize((int) expected.rowCount().orElseThrow());
      // Timestamps that the file holds as INT96 are stated without an offset.
      List<String> withoutOffset = rows.stream().map(row -> row.replace("+00:00\"", "\"")).toList();
      assertThat(expected.rowsSha256().orElseThrow())
          .as("version %s, rows such as %s", expected.id(), rows.get(rows.size() - 1))
          .isIn(RowText.sha256(rows), RowText.sha256(withoutOffset));
    }
  }

  private static String feedText(String table, Stated change) {
    return change.kind() + " " + canonical(table, change.row());
  }

  private static String canonicalFeed(String table, String expected) {
    int blank = expected.indexOf(' ');
    return expected.substring(0, blank + 1) + canonical(table, expected.substring(blank + 1));
  }

  /** Spells a row in one way where the expectations have several. */
  private static String canonical(String table, String row) {
    try {
      ArrayNode values = (ArrayNode) JSON.readTree(row);
      // Columns that are not compared come last, and are null.
      for (int i = 0; i < COLUMNS_NOT_COMPARED.getOrDefault(table, Set.of()).size(); i++) {
        if (values.get(values.size() - 1).isNull()) {
          values.remove(values.size() - 1);
        }
      }
      return RowText.of(canonicalValue(table, values));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(row, e);
    }
  }

  private static final DateTimeFormatter TIMESTAMP_TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

  private static final Pattern TIMESTAMP =
      Pattern.compile("(-?\\d+-\\d\\d-\\d\\d)[ T](\\d\\d:\\d\\d:\\d\\d)(\\.\\d+)?(Z|\\+00:00)?");

  private static JsonNode canonicalValue(String table, JsonNode node) {
    if (node instanceof ArrayNode array) {
      ArrayNode result = JSON.createArrayNode();
      array.forEach(element -> result.add(canonicalValue(table, element)));
      return result;
    }
    if (node instanceof ObjectNode object) {
      return canonicalStruct(table, object);
    }
    if (node.isNumber()) {
      return JSON.getNodeFactory().textNode(number(table, node));
    }
    if (node.isTextual()) {
      Matcher timestamp = TIMESTAMP.matcher(node.textValue());
      if (timestamp.matches()) {
        // Partition values are stated as the log spells them, others with or without an offset.
        String fraction =
            Optional.ofNullable(timestamp.group(3)).orElse("").replaceFirst("\\.?0+$", "");
        String time = timestamp.group(2) + fraction;
        return JSON.getNodeFactory()
            .textNode(
                WIDENED_DATES.contains(table) && time.equals("00:00:00")
                    ? timestamp.group(1)
                    : timestamp.group(1) + "T" + time);
      }
      if (node.textValue().matches("-?\\d+(\\.\\d+)?")) {
        // Widened columns are stated as the file has them, decimal or not.
        return JSON.getNodeFactory().textNode(plain(node.textValue()));
      }
    }
    return node;
  }

  private static JsonNode canonicalStruct(String table, ObjectNode object) {
    if (!NESTED_PHYSICAL_NAMES.contains(table)) {
      ObjectNode result = JSON.createObjectNode();
      object
          .fields()
          .forEachRemaining(f -> result.set(f.getKey(), canonicalValue(table, f.getValue())));
      return result;
    }
    List<String> values = new ArrayList<>();
    object.forEach(value -> values.add(canonicalValue(table, value).toString()));
    ArrayNode result = JSON.createArrayNode();
    values.stream().sorted().forEach(result::add);
    return result;
  }

  private static String number(String table, JsonNode node) {
    if (TIMESTAMPS_AS_MICROS.contains(table)) {
      LocalDateTime timestamp = DateTimeUtil.timestampFromMicros(node.longValue());
      return TIMESTAMP_TEXT.format(timestamp).replaceFirst("\\.?0+$", "");
    }
    return FLOATS_AS_DOUBLES.contains(table) && !node.isIntegralNumber()
        ? Float.toString((float) node.doubleValue())
        : plain(node.asText());
  }

  private static String plain(String number) {
    return new BigDecimal(number).stripTrailingZeros().toPlainString();
  }
}
