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

import dev.tributary.errors.MappingException;
import dev.tributary.filter.FilteredSource;
import dev.tributary.fixture.IcebergWriter;
import dev.tributary.fixture.MemorySource;
import dev.tributary.preview.Preview;
import dev.tributary.preview.Previews;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.verify.Verification;
import dev.tributary.verify.Verifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A filtered source migrates like a table that never had the other rows. */
class FilteredRunTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "status", Types.StringType.get()));

  @TempDir Path folder;
  private TargetFixture target;

  @BeforeEach
  void openTarget() {
    target = new TargetFixture(folder);
  }

  private MigrationSpec spec(String filter, long from) {
    MigrationSpec spec = target.spec(builder -> builder);
    return spec.toBuilder()
        .source(
            spec.source().toBuilder()
                .filter(filter)
                .keep(List.of("id", "name"))
                .from(new Bound.Commit(from))
                .build())
        .build();
  }

  private static RunResult run(MemorySource source, MigrationSpec spec) {
    return new RunExecution(
            spec,
            it -> FilteredSource.of(it, opened -> source),
            RunExecution.CHANGES_PER_UNIT,
            event -> {},
            new Cancellation())
        .run();
  }

  private void assertHolds(MemorySource source, long version, Predicate<Record> passes) {
    List<String> expected = new ArrayList<>();
    for (Record row : source.state(version)) {
      if (passes.test(row)) {
        expected.add(String.format("{\"id\":%s,\"name\":\"%s\"}", row.get(0), row.get(1)));
      }
    }
    expected.sort(null);
    assertThat(target.rows()).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Pairing.class)
  void crossingTheBorderInsertsAndDeletes(Pairing pairing) {
    MemorySource source = new MemorySource(SCHEMA, pairing);
    boolean stated = pairing == Pairing.AS_STATED;
    source.commit(
        insert(1L, "in", "on"),
        insert(2L, "out", "off"),
        insert(3L, "comes", "off"),
        insert(4L, "goes", "on"),
        insert(5L, "stays", "on"),
        insert(6L, "null", null));
    source.commit(
        stated ? before(3L, "comes", "off") : delete(3L, "comes", "off"),
        stated ? after(3L, "came", "on") : insert(3L, "came", "on"),
        stated ? before(4L, "goes", "on") : delete(4L, "goes", "on"),
        stated ? after(4L, "gone", "off") : insert(4L, "gone", "off"),
        stated ? before(5L, "stays", "on") : delete(5L, "stays", "on"),
        stated ? after(5L, "stayed", "on") : insert(5L, "stayed", "on"),
        stated ? before(2L, "out", "off") : delete(2L, "out", "off"),
        stated ? after(2L, "OUT", "off") : insert(2L, "OUT", "off"),
        stated ? before(6L, "null", null) : delete(6L, "null", null),
        stated ? after(6L, "NULL", null) : insert(6L, "NULL", null));

    RunResult result = run(source.startingAt(1), spec("status = 'on'", 1));

    assertThat(result.error()).isEmpty();
    assertThat(result.rows()).isEqualTo(new RowCounts(1, 1, 1, 0, 0, 0, 0));
    assertHolds(source, 1, row -> "on".equals(row.get(2)));
  }

  @Test
  void aKeyMayBeUniqueAmongTheRowsThatPassOnly() {
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "first", "old"), insert(1L, "second", "current"));
    source.commit(
        before(1L, "second", "current"),
        after(1L, "second", "old"),
        insert(1L, "third", "current"));
    source.commit(before(1L, "first", "old"), after(1L, "corrected", "old"));

    RunResult result = run(source.startingAt(1), spec("status = 'current'", 1));

    assertThat(result.error()).isEmpty();
    assertThat(result.rows().replacedInserts()).hasValue(0);
    assertHolds(source, 2, row -> "current".equals(row.get(2)));
  }

  @ParameterizedTest
  @EnumSource(Pairing.class)
  void randomChangesEndInTheFilteredState(Pairing pairing) {
    long seed = Long.getLong("tributary.seed", System.nanoTime());
    Random random = new Random(seed);
    MemorySource source = randomHistory(pairing, random);

    RunResult first = run(source, spec("status IN ('a', 'b') AND name <> 'x'", 0));

    assertThat(first.error()).as("seed %d", seed).isEmpty();
    assertHolds(
        source,
        11,
        row ->
            row.get(2) != null
                && !row.get(2).equals("c")
                && row.get(1) != null
                && !row.get(1).equals("x"));
    assertThat(first.rows().unmatchedDeletes()).as("seed %d", seed).hasValue(0);
    assertThat(first.rows().unmatchedUpdates()).as("seed %d", seed).hasValue(0);
    assertThat(first.rows().replacedInserts()).as("seed %d", seed).hasValue(0);
  }

  private static MemorySource randomHistory(Pairing pairing, Random random) {
    MemorySource source = new MemorySource(SCHEMA, pairing).rowsPerTask(7);
    Map<Long, Object[]> live = new java.util.HashMap<>();
    for (int commit = 0; commit < 12; commit++) {
      List<MemorySource.Stated> changes = new ArrayList<>();
      for (long id = 0; id < 40; id++) {
        if (random.nextInt(3) > 0) {
          continue;
        }
        Object[] old = live.get(id);
        Object[] fresh = {id, text(random, "xyz"), text(random, "abc")};
        if (old != null && random.nextInt(4) == 0) {
          changes.add(delete(old));
          live.remove(id);
        } else if (old != null) {
          boolean stated = pairing == Pairing.AS_STATED;
          changes.add(stated ? before(old) : delete(old));
          changes.add(stated ? after(fresh) : insert(fresh));
          live.put(id, fresh);
        } else {
          changes.add(insert(fresh));
          live.put(id, fresh);
        }
      }
      source.commit(changes);
    }
    return source;
  }

  private static String text(Random random, String letters) {
    int index = random.nextInt(letters.length() + 1);
    return index == letters.length() ? null : letters.substring(index, index + 1);
  }

  @Test
  void changesOfAKindAreLeftOut() {
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "a", "on"), insert(2L, "b", "on"), insert(3L, "c", "off"));
    source.commit(delete(1L, "a", "on"), before(2L, "b", "on"), after(2L, "B", "on"));

    RunResult result = run(source, spec("_change_type <> 'delete' AND status = 'on'", 0));

    assertThat(result.error()).isEmpty();
    assertThat(target.rows())
        .containsExactly("{\"id\":1,\"name\":\"a\"}", "{\"id\":2,\"name\":\"B\"}");
  }

  @Test
  void changesOfACommitAreLeftOut() {
    MemorySource source = new MemorySource(SCHEMA, Pairing.AS_STATED);
    source.commit(insert(1L, "a", "on"));
    source.commit(insert(2L, "b", "on"));
    source.commit(insert(3L, "c", "on"), insert(4L, "d", "off"));

    run(
        source,
        spec(
            "_commit_version <> 1 AND _commit_timestamp < TIMESTAMP '2026-01-01 00:01:00'"
                + " AND (_commit_version < 2 OR status = 'off')",
            0));

    assertThat(target.rows())
        .containsExactly("{\"id\":1,\"name\":\"a\"}", "{\"id\":4,\"name\":\"d\"}");
  }

  private MigrationSpec icebergSpec(Path warehouse, String filter, UnaryKeep keep) {
    return target.spec(builder -> builder).toBuilder()
        .source(
            keep.apply(
                    SourceSpec.builder(SourceFormat.ICEBERG, "db.people")
                        .catalogName("src")
                        .catalogProperties(IcebergWriter.catalogProperties(warehouse))
                        .filter(filter))
                .build())
        .build();
  }

  private interface UnaryKeep {
    SourceSpec.Builder apply(SourceSpec.Builder builder);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void icebergRowLevelChangesFollowTheFilter(int formatVersion) {
    IcebergWriter source = IcebergWriter.create(folder, "people", SCHEMA, formatVersion);
    DataFile first =
        source.append(
            source.row(1L, "a", "on"),
            source.row(2L, "b", "off"),
            source.row(3L, "c", "on"),
            source.row(4L, "d", "off"),
            source.row(5L, "e", "on"));
    MigrationSpec spec =
        icebergSpec(folder, "status = 'on'", builder -> builder.keep(List.of("id", "name")));
    RunResult load = run(spec);
    assertThat(load.error()).isEmpty();
    assertThat(target.rows()).hasSize(3);

    // Positions or a vector: 1 goes out by an update, 2 comes in, 4 is deleted outside.
    source.delete(
        first, List.of(0L, 1L, 3L), source.row(1L, "a", "off"), source.row(2L, "b", "on"));
    source.deleteWhere("id", 5L);
    // Copy-on-write carries 3 over and changes what is left of the first file.
    source.overwrite(List.of(first), source.row(3L, "c", "on"));
    source.append(source.row(6L, "f", null), source.row(7L, "g", "on"));
    RunResult changes = run(spec);

    assertThat(changes.error()).isEmpty();
    assertThat(changes.rows()).isEqualTo(new RowCounts(2, 0, 2, 0, 0, 0, 0));
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":2,\"name\":\"b\"}", "{\"id\":3,\"name\":\"c\"}", "{\"id\":7,\"name\":\"g\"}");
    Verification verification = Verifier.verify(spec, rows -> {});
    assertThat(verification.match()).isTrue();
    assertThat(verification.sourceRows()).isEqualTo(3);
  }

  @Test
  void theFilterFollowsARenamedColumn() {
    IcebergWriter writer = IcebergWriter.create(folder, "people", SCHEMA, 3);
    writer.append(writer.row(1L, "a", "on"), writer.row(2L, "b", "off"));
    long before = writer.table().currentSnapshot().snapshotId();
    writer.table().updateSchema().renameColumn("status", "state").commit();
    IcebergWriter later = new IcebergWriter(writer.table());
    later.append(later.row(3L, "c", "on"), later.row(4L, "d", "off"));
    MigrationSpec spec =
        icebergSpec(
            folder,
            "state = 'on'",
            builder ->
                builder
                    .keep(List.of("id", "name"))
                    .from(new Bound.Commit(writer.table().currentSnapshot().snapshotId())));

    RunResult result = run(spec);

    assertThat(result.error()).isEmpty();
    assertThat(before).isNotZero();
    assertThat(target.rows())
        .containsExactly("{\"id\":1,\"name\":\"a\"}", "{\"id\":3,\"name\":\"c\"}");
    assertThat(Verifier.verify(spec, rows -> {}).match()).isTrue();
  }

  @Test
  void previewAndKeyCheckSeeTheFilteredTable() {
    IcebergWriter source = IcebergWriter.create(folder, "people", SCHEMA, 2);
    DataFile first = source.append(source.row(1L, "a", "on"), source.row(1L, "b", "off"));
    source.overwrite(List.of(first), source.row(1L, "a", "off"), source.row(1L, "B", "off"));
    MigrationSpec spec = icebergSpec(folder, "status = 'on'", builder -> builder);

    Preview raw = Previews.read(spec, Preview.View.RAW, 10);
    Preview net = Previews.read(spec, Preview.View.NET, 10);

    assertThat(raw.rows()).extracting(row -> row.kind().name()).containsExactly("INSERT", "DELETE");
    assertThat(net.rows()).isEmpty();
  }

  @Test
  void verifyingChosenChangesIsRefused() {
    IcebergWriter source = IcebergWriter.create(folder, "people", SCHEMA, 2);
    source.append(source.row(1L, "a", "on"));
    MigrationSpec spec =
        icebergSpec(folder, "status = 'on' AND _change_type IN ('INSERT', 'UPDATE_AFTER')", b -> b);
    assertThat(run(spec).error()).isEmpty();

    assertThatThrownBy(() -> Verifier.verify(spec, rows -> {}))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("_change_type IN ('INSERT', 'UPDATE_AFTER')");
  }

  @Test
  void aColumnThatDoesNotExistIsFoundBeforeAnythingIsWritten() throws Exception {
    IcebergWriter source = IcebergWriter.create(folder, "people", SCHEMA, 2);
    source.append(source.row(1L, "a", "on"));
    MigrationSpec spec = icebergSpec(folder, "stauts = 'on'", builder -> builder);

    assertThatThrownBy(() -> run(spec))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("did you mean 'status'?");
    assertThat(target.files()).isEmpty();
  }

  private static RunResult run(MigrationSpec spec) {
    return MigrationRun.run(spec, event -> {}, new Cancellation());
  }
}
