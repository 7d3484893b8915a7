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

import static dev.tributary.fixture.MemorySource.delete;
import static dev.tributary.fixture.MemorySource.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.fixture.MemorySource;
import dev.tributary.fixture.MemorySource.Stated;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who writes a row, as the number of files of each partition tells. */
class DistributionTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "region", Types.StringType.get()));
  private static final int SHARDS = 4;
  private static final int ROWS = 400;
  private static final int REGIONS = 3;

  @TempDir Path folder;
  private TargetFixture target;

  @BeforeEach
  void openTarget() {
    target = new TargetFixture(folder);
  }

  private enum Step {
    LOAD,
    NET,
    APPEND_STATED,
    APPEND_PAIRED
  }

  private MigrationSpec spec(Step step, Map<String, Object> options, Map<String, String> table) {
    Map<String, Object> all = new HashMap<>(options);
    boolean appends = step == Step.APPEND_STATED || step == Step.APPEND_PAIRED;
    all.put("num_shards", SHARDS);
    MigrationSpec spec =
        target.spec(
            builder ->
                builder
                    .mode(
                        appends ? TargetSpec.WriteMode.APPEND : TargetSpec.WriteMode.MERGE_ON_READ)
                    .equalityColumns(appends ? List.of() : List.of("id"))
                    .partitionFields(List.of("region"))
                    .tableProperties(table)
                    .writeOptions(all));
    return step == Step.LOAD
        ? spec
        : spec.toBuilder()
            .source(spec.source().toBuilder().from(new Bound.Commit(1)).build())
            .initialLoad(MigrationSpec.InitialLoad.NONE)
            .build();
  }

  private static MemorySource source(Step step, String padding) {
    MemorySource source =
        new MemorySource(SCHEMA, step == Step.APPEND_STATED ? Pairing.AS_STATED : Pairing.BY_KEY);
    List<Stated> rows = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      rows.add(insert(id, "name" + id + padding, "r" + id % REGIONS));
    }
    source.commit(insert(-1L, "gone", "r0"));
    rows.add(delete(-1L, "gone", "r0"));
    source.commit(rows);
    return source.rowsPerTask(1);
  }

  private RunResult run(MemorySource source, MigrationSpec spec) {
    return new RunExecution(
            spec, it -> source, RunExecution.CHANGES_PER_UNIT, event -> {}, new Cancellation())
        .run();
  }

  private Map<String, Integer> files() {
    return target.table(DistributionTest::files).orElseThrow();
  }

  private static Map<String, Integer> files(Table table) {
    Map<String, Integer> files = new TreeMap<>();
    table
        .newScan()
        .planFiles()
        .forEach(
            (FileScanTask task) ->
                files.merge(task.file().partition().get(0, String.class), 1, Integer::sum));
    return files;
  }

  @ParameterizedTest
  @CsvSource({"LOAD", "NET", "APPEND_STATED", "APPEND_PAIRED"})
  void withHashOneWriterHasAllRowsOfAPartition(Step step) {
    run(source(step, ""), spec(step, Map.of("distribution_mode", "none"), Map.of()));
    Map<String, Integer> byNone = files();
    List<String> rows = target.rows();
    assertThat(byNone.values()).as("otherwise there is nothing to gain").allMatch(it -> it > 1);

    target.named("lake.others");
    RunResult result =
        run(source(step, ""), spec(step, Map.of("distribution_mode", "hash"), Map.of()));

    assertThat(result.error()).isEmpty();
    assertThat(files()).isEqualTo(Map.of("r0", 1, "r1", 1, "r2", 1));
    assertThat(target.rows()).isEqualTo(rows).hasSizeGreaterThanOrEqualTo(ROWS);
    assertThat(result.files().data()).isEqualTo(REGIONS);
  }

  @Test
  void withAutoshardingALargePartitionHasSeveralWriters() {
    // Each task's rows of a partition are more than a file is to hold.
    Map<String, String> smallFiles = Map.of("write.target-file-size-bytes", "40000");
    String padding = "x".repeat(20_000);
    Map<String, Object> hash = Map.of("distribution_mode", "hash");
    Map<String, Object> spread = Map.of("distribution_mode", "hash", "autosharding", true);

    run(source(Step.LOAD, padding), spec(Step.LOAD, hash, smallFiles));
    List<String> rows = target.rows();
    int oneWriter = writers();
    target.named("lake.others");
    run(source(Step.LOAD, padding), spec(Step.LOAD, spread, smallFiles));

    assertThat(oneWriter).isEqualTo(1);
    assertThat(writers()).isGreaterThan(1);
    assertThat(target.rows()).isEqualTo(rows);
  }

  /** Of one partition's files: a writer's name stands in that of each of its files. */
  private int writers() {
    return target
        .table(
            table -> {
              List<String> names = new ArrayList<>();
              table
                  .newScan()
                  .planFiles()
                  .forEach(
                      (FileScanTask task) -> {
                        if (task.file().partition().get(0, String.class).equals("r1")) {
                          String name = task.file().location().replaceFirst(".*/", "");
                          names.add(name.replaceFirst("-[0-9]+\\.[a-z]+$", ""));
                        }
                      });
              return (int) names.stream().distinct().count();
            })
        .orElseThrow();
  }

  @Test
  void bundlesBeyondTheLimitAreWrittenWithoutTheShuffle() {
    Map<String, Object> options =
        Map.of("distribution_mode", "hash", "direct_write_byte_limit", 300);
    MemorySource source = source(Step.NET, "");
    source.commit(insert(1000L, "late", "r1"), insert(1001L, "later", "r2"));
    MigrationSpec spec = spec(Step.NET, options, Map.of());
    MigrationSpec streaming =
        spec.toBuilder()
            .source(spec.source().toBuilder().streaming(true).to(new Bound.Commit(2)).build())
            .build();

    RunResult result = run(source, streaming);

    assertThat(result.error()).isEmpty();
    assertThat(target.rows()).hasSize(ROWS + 2);
    // Each shard's rows of each partition are more than the limit.
    assertThat(files().values()).allMatch(it -> it > 1);
    assertThat(
            target
                .table(
                    table -> {
                      List<String> names = new ArrayList<>();
                      table
                          .newScan()
                          .planFiles()
                          .forEach((FileScanTask task) -> names.add(task.file().location()));
                      return names;
                    })
                .orElseThrow())
        .allMatch(name -> name.contains("-direct-"));
  }
}
