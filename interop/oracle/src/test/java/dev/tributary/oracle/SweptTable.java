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
package dev.tributary.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.errors.MappingException;
import dev.tributary.errors.RunException;
import dev.tributary.errors.TributaryException;
import dev.tributary.fixture.ExpectedRows;
import dev.tributary.fixture.ExpectedTables.ExpectedState;
import dev.tributary.fixture.ExpectedTables.ExpectedTable;
import dev.tributary.fixture.ExpectedTables.Format;
import dev.tributary.fixture.RowText;
import dev.tributary.history.SourceCommit;
import dev.tributary.migration.SourceTables;
import dev.tributary.oracle.SweepReport.Cell;
import dev.tributary.preview.Preview;
import dev.tributary.preview.Previews;
import dev.tributary.run.Cancellation;
import dev.tributary.run.MigrationRun;
import dev.tributary.run.RunResult;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.Bound;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.spec.TargetSpec.WriteMode;
import dev.tributary.verify.Verifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** A table of a public project on its way into targets of both format versions. */
final class SweptTable {
  private static final int ALL = 1_000_000;
  private static final String CHANGE_KIND = "change_kind";

  /** Histories that cannot be applied as a whole, and why. */
  private static final Map<String, String> RANGE_SKIPPED =
      Map.of(
          "duck-name_mapping",
          "its replace snapshot, which by the specification changes no row, has other values than"
              + " the files that it replaced have by the table's name mapping");

  private final ExpectedTable table;
  private final ExpectedRows comparison;
  private final SweepLakehouse lakehouse;
  private final int mostSteps;
  private final Map<String, ExpectedState> states;
  private Optional<SweepKey> key = Optional.empty();
  private Map<String, String> targetNames = Map.of();
  private List<String> problems = List.of();

  /**
   * @param mostSteps runs that a history is spread over at most
   */
  SweptTable(ExpectedTable table, SweepLakehouse lakehouse, int mostSteps) {
    this.table = table;
    this.comparison = ExpectedRows.of(table);
    this.lakehouse = lakehouse;
    this.mostSteps = mostSteps;
    this.states =
        table.states().stream().collect(Collectors.toMap(ExpectedState::id, state -> state));
  }

  /** Takes the table all its ways. */
  SweepReport.Line sweep() {
    SweepReport.Line line = new SweepReport.Line(table.name(), word(table.format()));
    List<String> commits = new ArrayList<>();
    line.set(SweepReport.HISTORY, cell(() -> readHistory(commits)));
    if (line.get(SweepReport.HISTORY).isRefused()) {
      return line;
    }
    line.set(SweepReport.CHANGES, cell(this::showChanges));
    line.key(key.map(SweepKey::toString).orElse("none: a changelog"));
    String last = commits.get(commits.size() - 1);
    line.set(SweepReport.LOAD_V2, cell(() -> load("load_v2", 2, last)));
    line.set(SweepReport.LOAD_V3, cell(() -> load("load_v3", 3, last)));
    List<String> known = lastUnbroken(commits);
    line.set(SweepReport.CDC_V2, cell(() -> follow("cdc_v2", 2, known)));
    line.set(SweepReport.CDC_V3, cell(() -> follow("cdc_v3", 3, known)));
    line.set(
        SweepReport.RANGE,
        RANGE_SKIPPED.containsKey(table.name())
            ? Cell.skipped(RANGE_SKIPPED.get(table.name()))
            : cell(() -> applyAll(known, known.size() == commits.size())));
    return line;
  }

  private static String word(Format format) {
    return format.name().toLowerCase(Locale.ROOT);
  }

  private static Cell cell(Callable<Cell> check) {
    try {
      return check.call();
    } catch (TributaryException e) {
      return Cell.refused(e.getMessage());
    } catch (AssertionError | Exception e) {
      return Cell.differs(e);
    }
  }

  /** Fills in the commits of the whole range, and finds a key. */
  private Cell readHistory(List<String> commits) throws IOException {
    try (SourceTable source = SourceTables.open(source().build())) {
      assertThat(source.history().stream().map(SourceCommit::id))
          .containsExactlyInAnyOrderElementsOf(
              table.states().stream().map(ExpectedState::id).toList());
      source.range().commits().forEach(commit -> commits.add(commit.id()));
      List<SweepKey.State> read = new ArrayList<>();
      for (SourceCommit commit : source.range().commits()) {
        if (isKnown(commit.id())) {
          ReadPlan plan = source.planState(commit.position(), List.of());
          read.add(new SweepKey.State(plan.schema(), rows(plan)));
        }
      }
      Schema schema = source.schema(source.range().end().orElseThrow());
      targetNames = targetNames(schema);
      problems = source.describe().problems();
      if (read.isEmpty()) {
        read.add(new SweepKey.State(schema, List.of()));
      }
      key = SweepKey.choose(read);
    }
    assertThat(commits).isNotEmpty();
    return Cell.equal(commits.size());
  }

  /** Target columns by source columns: names that differ only by case need another one. */
  private static Map<String, String> targetNames(Schema schema) {
    Map<String, String> names = new LinkedHashMap<>();
    Set<String> taken = new HashSet<>();
    for (Types.NestedField field : schema.columns()) {
      boolean free = taken.add(field.name().toLowerCase(Locale.ROOT));
      names.put(field.name(), free ? field.name() : field.name() + "_2");
    }
    return names;
  }

  private static List<Record> rows(ReadPlan plan) throws IOException {
    List<Record> rows = new ArrayList<>();
    for (ReadTask task : plan.tasks()) {
      try (CloseableIterable<Change> read = plan.reader().read(task)) {
        read.forEach(change -> rows.add(change.row()));
      }
    }
    return rows;
  }

  /** The latest commits of which every state is known. */
  private List<String> lastUnbroken(List<String> commits) {
    int first = commits.size();
    while (first > 0 && isKnown(states.get(commits.get(first - 1)))) {
      first--;
    }
    return commits.subList(first, commits.size());
  }

  /** Compares the change rows of every commit: as stated, or as what leads to its state. */
  private Cell showChanges() {
    long compared = 0;
    Optional<ExpectedState> previous = Optional.empty();
    for (ExpectedState state : table.states()) {
      if (table.format() == Format.ICEBERG) {
        compared += showIceberg(state);
      } else if (state.feed().isPresent()) {
        Preview preview = preview(state);
        comparison.assertSameFeed(
            state,
            state.feed().get(),
            preview.rows().stream()
                .map(row -> deltaWord(row.kind()) + " " + text(preview, row))
                .toList());
        compared += preview.rows().size();
      } else if (isKnown(state)) {
        compared += showsWay(previous, state);
      }
      previous = Optional.of(state);
    }
    return Cell.equal(compared);
  }

  private long showIceberg(ExpectedState state) {
    if (state.inserted().isEmpty() && state.insertedCount().isEmpty()) {
      return 0;
    }
    Preview preview = preview(state);
    List<String> added = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    preview.rows().forEach(row -> (row.kind().removes() ? removed : added).add(text(preview, row)));
    if (state.inserted().isPresent()) {
      comparison.assertSame(state, "rows inserted", state.inserted().get(), added);
      comparison.assertSame(state, "rows deleted", state.deleted().orElseThrow(), removed);
    } else {
      assertThat(added).hasSize((int) state.insertedCount().getAsLong());
      assertThat(removed).hasSize((int) state.deletedCount().getAsLong());
    }
    return preview.rows().size();
  }

  /** Applies the change rows of a version without feed to the rows of the one before. */
  private long showsWay(Optional<ExpectedState> previous, ExpectedState state) {
    boolean listed =
        previous.map(it -> it.rows().isPresent()).orElse(state.id().equals("0"))
            && state.rows().isPresent();
    boolean sameColumns = previous.map(it -> it.columns().equals(state.columns())).orElse(true);
    if (!listed || !sameColumns) {
      return 0;
    }
    Preview preview = preview(state);
    List<String> rows = new ArrayList<>();
    previous.ifPresent(it -> rows.addAll(it.rows().orElseThrow()));
    rows.replaceAll(row -> comparison.canonical(state, row));
    for (Preview.Row change : preview.rows()) {
      if (change.kind().removes()) {
        String row = comparison.canonical(state, text(preview, change));
        assertThat(rows.remove(row)).as("%s removes %s", state.id(), row).isTrue();
      }
    }
    for (Preview.Row change : preview.rows()) {
      if (!change.kind().removes()) {
        rows.add(text(preview, change));
      }
    }
    comparison.assertState(state, rows);
    return preview.rows().size();
  }

  private Preview preview(ExpectedState state) {
    Bound commit = new Bound.Commit(Long.parseLong(state.id()));
    MigrationSpec spec = spec("preview", 3, source -> source.from(commit).to(commit));
    return Previews.read(spec, Preview.View.RAW, ALL);
  }

  private static String text(Preview preview, Preview.Row row) {
    return RowText.of(preview.schema().asStruct(), row.values());
  }

  private static String deltaWord(ChangeKind kind) {
    return switch (kind) {
      case INSERT -> "insert";
      case DELETE -> "delete";
      case UPDATE_BEFORE -> "update_preimage";
      case UPDATE_AFTER -> "update_postimage";
    };
  }

  private Cell load(String target, int formatVersion, String last) {
    MigrationSpec spec = spec(target, formatVersion, source -> source);
    run(spec);
    arrived(target, last);
    assertThat(Verifier.verify(spec, read -> {}).match()).as("verified").isTrue();
    return Cell.equal(1);
  }

  /** Loads the first state and applies what follows, a part of the history at a time. */
  private Cell follow(String target, int formatVersion, List<String> commits) {
    int steps = Math.min(mostSteps, commits.size());
    if (steps == 0) {
      return Cell.none("no state to start with");
    }
    MigrationSpec spec = spec(target, formatVersion, source -> source);
    for (int step = 0; step < steps; step++) {
      // The first and the last are always among them.
      int index = steps == 1 ? commits.size() - 1 : step * (commits.size() - 1) / (steps - 1);
      String commit = commits.get(index);
      spec = spec(target, formatVersion, source -> source.to(at(commit)));
      try {
        run(spec);
      } catch (TributaryException e) {
        return Cell.refused("at commit " + commit + ": " + e.getMessage());
      }
      arrived(target, commit);
    }
    assertThat(Verifier.verify(spec, read -> {}).match()).as("verified").isTrue();
    return Cell.equal(steps);
  }

  /**
   * Applies the whole history at once, after the state before it where that is not its beginning.
   */
  private Cell applyAll(List<String> commits, boolean complete) {
    boolean beginning = complete && states.get(commits.get(0)).parent().isEmpty();
    if (commits.size() < (beginning ? 1 : 2)) {
      return Cell.none("no commit after the first state");
    }
    Bound first = at(commits.get(beginning ? 0 : 1));
    MigrationSpec spec = spec("range", 3, source -> source.from(first));
    run(spec);
    arrived("range", commits.get(commits.size() - 1));
    assertThat(Verifier.verify(spec, read -> {}).match()).as("verified").isTrue();
    return Cell.equal(1);
  }

  private static Bound at(String commit) {
    return new Bound.Commit(Long.parseLong(commit));
  }

  private static void run(MigrationSpec spec) {
    RunResult result = MigrationRun.run(spec, event -> {}, new Cancellation());
    result
        .error()
        .ifPresent(
            error -> {
              throw new RunException("the run failed: " + error);
            });
  }

  private void arrived(String target, String commit) {
    ExpectedState state = states.get(commit);
    if (!isKnown(state)) {
      throw new AssertionError("A state that cannot be read was loaded: " + commit);
    }
    List<Record> rows = lakehouse.rows(name(target));
    Schema schema = lakehouse.schema(name(target));
    for (String column : state.columns()) {
      if (schema.findField(targetNames.getOrDefault(column, column)) == null) {
        // Left out by the source, which names such columns among its problems.
        throw new MappingException(column + " is left out: " + problems);
      }
    }
    List<String> live = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    for (Record row : rows) {
      boolean removes =
          key.isEmpty() && ChangeKind.valueOf((String) row.getField(CHANGE_KIND)).removes();
      (removes ? removed : live).add(text(state, schema, row));
    }
    // A changelog holds what its rows leave behind.
    removed.forEach(
        row -> assertThat(live.remove(row)).as("removed at %s: %s", commit, row).isTrue());
    comparison.assertState(state, live);
  }

  private String text(ExpectedState state, Schema schema, Record row) {
    List<Types.NestedField> fields =
        state.columns().stream()
            .map(column -> schema.asStruct().field(targetNames.getOrDefault(column, column)))
            .toList();
    Types.StructType struct = Types.StructType.of(fields);
    Record ordered = GenericRecord.create(struct);
    fields.forEach(field -> ordered.setField(field.name(), row.getField(field.name())));
    return RowText.of(struct, ordered);
  }

  /** What Spark sees of the source, where it can read it, and of the targets. */
  Cell askSpark(SweepReport.Line line) {
    List<String> targets =
        Map.of(
                "load_v2",
                SweepReport.LOAD_V2,
                "load_v3",
                SweepReport.LOAD_V3,
                "cdc_v2",
                SweepReport.CDC_V2,
                "cdc_v3",
                SweepReport.CDC_V3,
                "range",
                SweepReport.RANGE)
            .entrySet()
            .stream()
            .filter(target -> line.get(target.getValue()).result() == SweepReport.Result.EQUAL)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    return targets.isEmpty() ? Cell.none("no target") : cell(() -> compareBySpark(targets));
  }

  private Cell compareBySpark(List<String> targets) {
    String columns =
        targetNames.values().stream()
            .map(column -> "`" + column + "`")
            .collect(Collectors.joining(", "));
    Optional<TableRows> source = Optional.empty();
    String reason = "no state of a source that Spark can read";
    if (table.format() == Format.DELTA && key.isPresent()) {
      try {
        source =
            Optional.of(
                Spark.shared().query("SELECT %s FROM delta.`%s`", columns, table.location()));
      } catch (IllegalStateException e) {
        reason = e.getMessage();
      }
    }
    for (String target : targets) {
      TableRows found;
      try {
        found = lakehouse.rowsBySpark(name(target), columns);
      } catch (IllegalStateException e) {
        return Cell.none(e.getMessage());
      }
      TableRows expected =
          source.orElseGet(() -> lakehouse.rows(name(target), List.copyOf(targetNames.values())));
      assertThat(found.lines()).as(target).isEqualTo(expected.lines());
    }
    return source.isPresent() ? Cell.equal(targets.size()) : Cell.equalTarget(reason);
  }

  private boolean isKnown(String commit) {
    return isKnown(states.get(commit));
  }

  private static boolean isKnown(ExpectedState state) {
    return state.rowsSha256().isPresent() && state.rowCount().isPresent();
  }

  /** Name of a target table. */
  String name(String target) {
    return table.name().replace('-', '_').replace('.', '_') + "_" + target;
  }

  ExpectedTable table() {
    return table;
  }

  private SourceSpec.Builder source() {
    return table.source().changeFeed(ChangeFeed.DERIVE);
  }

  private MigrationSpec spec(
      String target, int formatVersion, UnaryOperator<SourceSpec.Builder> range) {
    TargetSpec.Builder builder =
        lakehouse
            .target(name(target))
            .tableProperties(Map.of("format-version", Integer.toString(formatVersion)));
    List<ColumnMapping> mapping = new ArrayList<>();
    targetNames.forEach(
        (column, name) -> {
          if (!name.equals(column)) {
            mapping.add(new ColumnMapping(column, name, Optional.empty()));
          }
        });
    if (key.isPresent()) {
      List<String> columns = new ArrayList<>();
      for (String path : key.get().columns()) {
        String name = targetNames.get(path);
        if (name == null) {
          name = "key_" + columns.size();
          mapping.add(new ColumnMapping(path, name, Optional.empty()));
        }
        columns.add(name);
      }
      builder
          .equalityColumns(columns)
          .nullKeys(key.get().nulls() ? NullKeys.MATCH : NullKeys.REJECT);
    } else {
      // Rows that nothing tells apart can still be followed by a changelog.
      builder.mode(WriteMode.APPEND).writeOptions(Map.of("change_type_column", CHANGE_KIND));
    }
    return MigrationSpec.builder(name(target), range.apply(source()).build(), builder.build())
        .mapping(mapping)
        // The others copy files where they can.
        .initialLoad(target.equals("cdc_v2") ? InitialLoad.REWRITE : InitialLoad.AUTO)
        .schemaChanges(SchemaChanges.ADDITIVE)
        .build();
  }
}
