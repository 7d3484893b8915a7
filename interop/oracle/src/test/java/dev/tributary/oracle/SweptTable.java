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
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.spec.TargetSpec.WriteMode;
import dev.tributary.verify.Verifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** A table of a public project on its way into targets of both format versions. */
final class SweptTable {
  private static final int ALL = 1_000_000;

  private final ExpectedTable table;
  private final ExpectedRows comparison;
  private final SweepLakehouse lakehouse;
  private final int mostSteps;
  private final Map<String, ExpectedState> states;
  private Optional<SweepKey> key = Optional.empty();

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
    line.key(key.map(SweepKey::toString).orElse("none"));
    String last = commits.get(commits.size() - 1);
    line.set(SweepReport.LOAD_V2, cell(() -> load("load_v2", 2, last)));
    line.set(SweepReport.LOAD_V3, cell(() -> load("load_v3", 3, last)));
    List<String> known = commits.stream().filter(this::isKnown).toList();
    line.set(SweepReport.CDC_V2, cell(() -> follow("cdc_v2", 2, known)));
    line.set(SweepReport.CDC_V3, cell(() -> follow("cdc_v3", 3, known)));
    line.set(SweepReport.RANGE, cell(() -> applyAll(commits)));
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
      if (!read.isEmpty()) {
        key = SweepKey.choose(read);
      }
    }
    assertThat(commits).isNotEmpty();
    return Cell.equal(commits.size());
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

  /** Compares the change rows of every commit: as stated, or as what leads to its state. */
  private Cell showChanges() {
    long compared = 0;
    ExpectedState previous = null;
    for (ExpectedState state : table.states()) {
      if (table.format() == Format.ICEBERG && state.problem().isEmpty()) {
        compared += showIceberg(state);
      } else if (state.feed().isPresent()) {
        Preview preview = preview(state);
        List<String> rows =
            preview.rows().stream().map(row -> deltaWord(row.kind()) + " " + text(preview, row)).toList();
        assertThat(rows).as("feed of %s", state.id()).containsExactlyInAnyOrderElementsOf(state.feed().get());
        compared += rows.size();
      } else if (table.format() == Format.DELTA && isKnown(state) && (previous == null ? state.id().equals("0") : isKnown(previous))) {
        compared += leadsTo(state, Optional.ofNullable(previous));
      }
      previous = state;
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

  private long leadsTo(ExpectedState state, Optional<ExpectedState> previous) {
    if (previous.isPresent() && (previous.get().rows().isEmpty() || !state.columns().containsAll(previous.get().columns()))) {
      return 0;
    }
    Preview preview = preview(state);
    List<String> rows = new ArrayList<>();
    previous.ifPresent(before -> before.rows().orElseThrow().forEach(row -> rows.add(comparison.canonical(state, row))));
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
    return arrived(target, last, spec);
  }

  /** Loads the first state and applies what follows, a part of the history at a time. */
  private Cell follow(String target, int formatVersion, List<String> commits) {
    int steps = Math.min(mostSteps, commits.size());
    Cell result = Cell.none("no state to start with");
    for (int step = 0; step < steps; step++) {
      // The first and the last are always among them.
      int index = steps == 1 ? commits.size() - 1 : step * (commits.size() - 1) / (steps - 1);
      String commit = commits.get(index);
      Bound bound = new Bound.Commit(Long.parseLong(commit));
      MigrationSpec spec = spec(target, formatVersion, source -> source.to(bound));
      try {
        run(spec);
      } catch (TributaryException e) {
        return Cell.refused("at commit " + commit + ": " + e.getMessage());
      }
      result = arrived(target, commit, spec);
    }
    return result;
  }

  /** Applies the whole history at once. */
  private Cell applyAll(List<String> commits) {
    Bound first = new Bound.Commit(Long.parseLong(commits.get(0)));
    MigrationSpec spec = spec("range", 3, source -> source.from(first));
    run(spec);
    return arrived("range", commits.get(commits.size() - 1), spec);
  }

  private static void run(MigrationSpec spec) {
    RunResult result = MigrationRun.run(spec, event -> {}, new Cancellation());
    if (result.error().isPresent()) {
      throw new AssertionError("failed midway: " + result.error().get());
    }
  }

  private Cell arrived(String target, String commit, MigrationSpec spec) {
    ExpectedState state = states.get(commit);
    List<Record> rows = lakehouse.rows(name(target));
    Schema schema = lakehouse.schema(name(target));
    comparison.assertState(state, rows.stream().map(row -> text(state, schema, row)).toList());
    assertThat(Verifier.verify(spec, read -> {}).match()).as("verify at %s", commit).isTrue();
    return Cell.equal(rows.size());
  }

  private static String text(ExpectedState state, Schema schema, Record row) {
    List<Types.NestedField> fields =
        state.columns().stream().map(column -> schema.asStruct().field(column)).toList();
    Types.StructType struct = Types.StructType.of(fields);
    Record ordered = GenericRecord.create(struct);
    fields.forEach(field -> ordered.setField(field.name(), row.getField(field.name())));
    return RowText.of(struct, (StructLike) ordered);
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
    key.ifPresentOrElse(
        it ->
            builder
                .equalityColumns(it.columns())
                .nullKeys(it.nulls() ? NullKeys.MATCH : NullKeys.REJECT),
        () -> builder.mode(WriteMode.APPEND));
    return MigrationSpec.builder(name(target), range.apply(source()).build(), builder.build())
        .build();
  }
}
