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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.SourceException;
import dev.tributary.fixture.MemorySource;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MetadataColumn;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppendTest {
  private static final Types.NestedField ID =
      Types.NestedField.required(1, "id", Types.LongType.get());
  private static final Types.NestedField NAME =
      Types.NestedField.optional(2, "name", Types.StringType.get());
  private static final Schema KEYED = new Schema(List.of(ID, NAME), Set.of(1));
  private static final Schema KEYLESS = new Schema(ID, NAME);
  private static final UnaryOperator<TargetSpec.Builder> PLAIN = builder -> builder;

  @TempDir Path folder;
  private TargetFixture target;
  private final List<RunEvent> events = new ArrayList<>();

  @BeforeEach
  void openTarget() {
    target = new TargetFixture(folder);
  }

  private static UnaryOperator<TargetSpec.Builder> withKind(String column) {
    return builder -> builder.writeOptions(Map.of("change_type_column", column));
  }

  private MigrationSpec spec(UnaryOperator<TargetSpec.Builder> options) {
    return target.spec(
        builder -> options.apply(builder.mode(WriteMode.APPEND).equalityColumns(List.of())));
  }

  private static MigrationSpec from(MigrationSpec spec, long version) {
    return spec.toBuilder()
        .source(spec.source().toBuilder().from(new Bound.Commit(version)).build())
        .build();
  }

  private RunResult run(MemorySource source, MigrationSpec spec) {
    RunResult result =
        new RunExecution(
                spec, it -> source, RunExecution.CHANGES_PER_UNIT, events::add, new Cancellation())
            .run();
    assertThat(result.error()).isEmpty();
    return result;
  }

  @Test
  void changeRowsAreAppendedOnceOverRepeatedRuns() {
    MemorySource source =
        new MemorySource(KEYLESS, Pairing.AS_STATED).commit(insert(1L, "a"), insert(1L, "a"));
    MigrationSpec spec = from(spec(PLAIN), 0);
    run(source, spec);
    source.commit(insert(2L, "b"), insert(1L, "a"));

    RunResult second = run(source, spec);
    RunResult third = run(source, spec);

    assertThat(second.rows().inserted()).hasValue(2);
    assertThat(third.status()).isEqualTo(RunResult.Status.NOTHING_TO_DO);
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"a\"}",
            "{\"id\":1,\"name\":\"a\"}",
            "{\"id\":1,\"name\":\"a\"}",
            "{\"id\":2,\"name\":\"b\"}");
  }

  @Test
  void withoutAColumnForTheKindRemovedRowsAreCountedAndTold() {
    MemorySource source =
        new MemorySource(KEYED, Pairing.AS_STATED)
            .commit(insert(1L, "a"), insert(2L, "b"))
            .commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"));

    RunResult result = run(source, from(spec(PLAIN), 0));

    assertThat(result.rows()).isEqualTo(new RowCounts(2, 1, 0, 0, 0, 0, 0, 2));
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"A\"}", "{\"id\":1,\"name\":\"a\"}", "{\"id\":2,\"name\":\"b\"}");
    assertThat(events)
        .filteredOn(event -> event.kind() == RunEvent.Kind.WARNING)
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.message().orElseThrow())
                    .startsWith("2 removed rows")
                    .contains("change_type_column"));
  }

  @Test
  void withAColumnForTheKindEveryChangeIsARow() {
    MemorySource source =
        new MemorySource(KEYED, Pairing.AS_STATED)
            .commit(insert(1L, "a"), insert(2L, "b"))
            .commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"))
            .startingAt(1);

    RunResult result = run(source, from(spec(withKind("op")), 1));

    assertThat(result.initialLoad().orElseThrow().rows()).isEqualTo(2);
    assertThat(result.rows()).isEqualTo(new RowCounts(0, 1, 1, 0, 0, 0, 0, 0));
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"A\",\"op\":\"UPDATE_AFTER\"}",
            "{\"id\":1,\"name\":\"a\",\"op\":\"INSERT\"}",
            "{\"id\":1,\"name\":\"a\",\"op\":\"UPDATE_BEFORE\"}",
            "{\"id\":2,\"name\":\"b\",\"op\":\"DELETE\"}",
            "{\"id\":2,\"name\":\"b\",\"op\":\"INSERT\"}");
  }

  @Test
  void metadataColumnsStateTheCommitOfEachChange() {
    MemorySource source =
        new MemorySource(KEYED, Pairing.AS_STATED)
            .commit(insert(1L, "a"))
            .commit(insert(2L, "b"))
            .startingAt(1);
    MigrationSpec plain = from(spec(builder -> builder.writeOptions(Map.of())), 1);
    MigrationSpec spec =
        plain.toBuilder()
            .source(
                plain.source().toBuilder()
                    .keep(List.of("id"))
                    .metadataColumns(
                        List.of(
                            MetadataColumn.CHANGE_TYPE,
                            MetadataColumn.COMMIT_VERSION,
                            MetadataColumn.COMMIT_TIMESTAMP))
                    .build())
            .build();

    run(source, spec);

    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"_change_type\":\"INSERT\",\"_commit_version\":0,"
                + "\"_commit_timestamp\":\"2026-01-01T00:00:00.000000Z\"}",
            "{\"id\":2,\"_change_type\":\"INSERT\",\"_commit_version\":1,"
                + "\"_commit_timestamp\":\"2026-01-01T00:00:01.000000Z\"}");
  }

  @Test
  void rowsThatARewriteCarriedOverAreNoChanges() {
    MemorySource source =
        new MemorySource(KEYED, Pairing.BY_KEY)
            .commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"))
            .commit(
                delete(1L, "a"), delete(2L, "b"), delete(3L, "c"), insert(1L, "a"), insert(2L, "B"))
            .startingAt(1);

    run(source, from(spec(withKind("op")), 1));

    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"a\",\"op\":\"INSERT\"}",
            "{\"id\":2,\"name\":\"B\",\"op\":\"UPDATE_AFTER\"}",
            "{\"id\":2,\"name\":\"b\",\"op\":\"INSERT\"}",
            "{\"id\":2,\"name\":\"b\",\"op\":\"UPDATE_BEFORE\"}",
            "{\"id\":3,\"name\":\"c\",\"op\":\"DELETE\"}",
            "{\"id\":3,\"name\":\"c\",\"op\":\"INSERT\"}");
  }

  @Test
  void withoutAKeyOfTheSourceEqualRowsCancelAndOthersAreDeletesAndInserts() {
    MemorySource source =
        new MemorySource(KEYLESS, Pairing.BY_KEY)
            .commit(insert(1L, "a"), insert(1L, "a"), insert(2L, "b"))
            .commit(delete(1L, "a"), delete(1L, "a"), delete(2L, "b"), insert(1L, "a"))
            .commit(delete(1L, "a"), insert(1L, "A"))
            .startingAt(1);

    run(source, from(spec(withKind("op")), 1));

    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"A\",\"op\":\"INSERT\"}",
            "{\"id\":1,\"name\":\"a\",\"op\":\"DELETE\"}",
            "{\"id\":1,\"name\":\"a\",\"op\":\"DELETE\"}",
            "{\"id\":1,\"name\":\"a\",\"op\":\"INSERT\"}",
            "{\"id\":1,\"name\":\"a\",\"op\":\"INSERT\"}",
            "{\"id\":2,\"name\":\"b\",\"op\":\"DELETE\"}",
            "{\"id\":2,\"name\":\"b\",\"op\":\"INSERT\"}");
  }

  @Test
  void duplicateAndNullKeysAreNothingSpecial() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()));
    MemorySource source =
        new MemorySource(schema, Pairing.AS_STATED)
            .commit(insert(null, "a"), insert(null, "a"), insert(1L, "b"), insert(1L, "c"));

    RunResult result = run(source, spec(PLAIN));

    assertThat(result.initialLoad().orElseThrow().rows()).isEqualTo(4);
    assertThat(target.rows()).hasSize(4);
  }

  @Test
  void aColumnOfTheSourceIsNotTakenForMetadata() {
    Schema schema =
        new Schema(ID, Types.NestedField.optional(2, "_change_type", Types.StringType.get()));
    MemorySource source = new MemorySource(schema, Pairing.AS_STATED).commit(insert(1L, "a"));

    assertThatThrownBy(() -> run(source, spec(withKind("op"))))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("has a column '_change_type' of its own");
  }
}
