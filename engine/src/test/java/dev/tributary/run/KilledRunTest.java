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

import dev.tributary.fixture.MemorySource;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.Unit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line in processes of its own, killed at random moments and run again. */
@Tag("slow")
class KilledRunTest {
  private static final int KILLS = 10;
  private static final int COMMITS = 30;
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  @TempDir Path folder;

  @Test
  void killedAtRandomMomentsAndRunAgainTheTargetEqualsTheSource() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    TargetFixture source = new TargetFixture(Files.createDirectories(folder.resolve("source")));
    TargetFixture target = new TargetFixture(Files.createDirectories(folder.resolve("target")));
    writeSource(source);
    Path spec = folder.resolve("spec.tributary.yaml");
    Files.writeString(spec, Specs.write(spec(source, target)));

    for (int kill = 0; kill < KILLS; kill++) {
      Process process = start(spec);
      awaitRunning(process);
      boolean ended = process.waitFor(random.nextInt(2500), TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      if (ended) {
        break;
      }
    }
    Process last = start(spec);
    String output = new String(last.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(last.waitFor()).as("seed %d: %s", seed, output).isZero();
    assertThat(target.rows()).as("seed %d", seed).isEqualTo(source.rows());
    assertThat(units(target)).as("seed %d", seed).hasSize(COMMITS).doesNotHaveDuplicates();
  }

  /** An Iceberg table with deletion vectors, one snapshot for each commit. */
  private static void writeSource(TargetFixture source) {
    MemorySource rows = new MemorySource(SCHEMA, Pairing.AS_STATED).rowsPerTask(100);
    for (long i = 0; i < COMMITS; i++) {
      List<MemorySource.Stated> changes = new ArrayList<>();
      for (long row = 0; row < 20; row++) {
        changes.add(insert(i * 20 + row, "v" + i));
      }
      if (i > 0) {
        changes.add(before(i * 20 - 1, "v" + (i - 1)));
        changes.add(after(i * 20 - 1, "changed"));
        changes.add(delete(i * 20 - 2, "v" + (i - 1)));
      }
      rows.commit(changes);
    }
    MigrationSpec spec =
        source.spec(builder -> builder.tableProperties(Map.of("format-version", "3")));
    MigrationSpec fromStart =
        spec.toBuilder()
            .source(spec.source().toBuilder().from(new Bound.Commit(0)).build())
            .build();
    RunResult written =
        new RunExecution(fromStart, it -> rows, 1, event -> {}, new Cancellation()).run();
    assertThat(written.commits()).isEqualTo(COMMITS);
  }

  private static MigrationSpec spec(TargetFixture source, TargetFixture target) {
    TargetSpec sourceTable = source.spec(builder -> builder).target();
    long first =
        source.table(table -> table.snapshots().iterator().next().snapshotId()).orElseThrow();
    return target
        .spec(builder -> builder.tableProperties(Map.of("format-version", "3")))
        .toBuilder()
        .source(
            SourceSpec.builder(SourceSpec.SourceFormat.ICEBERG, sourceTable.table())
                .catalogName(sourceTable.catalogName())
                .catalogProperties(sourceTable.catalogProperties())
                .from(new Bound.Commit(first))
                .build())
        .build();
  }

  private static Process start(Path spec) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-Dtributary.changes-per-unit=1",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.tributary.cli.Main",
            "run",
            spec.toString(),
            "--events",
            "-")
        .redirectErrorStream(true)
        .start();
  }

  private static void awaitRunning(Process process) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    while (line != null && !line.contains("\"running\"")) {
      line = out.readLine();
    }
    // The pipe has to be emptied, or the process would wait instead of going on.
    Thread drain = new Thread(() -> drain(out));
    drain.setDaemon(true);
    drain.start();
  }

  private static void drain(BufferedReader out) {
    try {
      while (out.readLine() != null) {}
    } catch (IOException e) {
      // The process was killed in the middle of a line.
      return;
    }
  }

  private static List<String> units(TargetFixture target) {
    return target
        .table(
            table -> {
              List<String> units = new ArrayList<>();
              for (Snapshot snapshot : table.snapshots()) {
                units.add(snapshot.summary().get(Unit.UNIT_ID));
              }
              return units;
            })
        .orElseThrow();
  }
}
