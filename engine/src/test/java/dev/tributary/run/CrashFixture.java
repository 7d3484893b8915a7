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
import dev.tributary.fixture.RestServer;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/** A source whose commits become one unit each, and targets that runs into them die on. */
final class CrashFixture {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  private final Path folder;
  private final int commits;
  private final TargetFixture source;
  private final List<String> rows;
  private final AtomicInteger targets = new AtomicInteger();

  /** Where a target is. */
  enum Kind {
    HADOOP,
    JDBC,
    REST
  }

  CrashFixture(Path folder, int commits) throws IOException {
    this.folder = folder;
    this.commits = commits;
    this.source = new TargetFixture(Files.createDirectories(folder.resolve("source")));
    writeSource();
    this.rows = source.rows();
  }

  /** An Iceberg table with deletion vectors, one snapshot for each commit. */
  private void writeSource() {
    MemorySource memory = new MemorySource(SCHEMA, Pairing.AS_STATED).rowsPerTask(100);
    for (long i = 0; i < commits; i++) {
      List<MemorySource.Stated> changes = new ArrayList<>();
      for (long row = 0; row < 20; row++) {
        changes.add(insert(i * 20 + row, "v" + i));
      }
      if (i > 0) {
        changes.add(before(i * 20 - 1, "v" + (i - 1)));
        changes.add(after(i * 20 - 1, "changed"));
        changes.add(delete(i * 20 - 2, "v" + (i - 1)));
      }
      memory.commit(changes);
    }
    MigrationSpec spec =
        source.spec(builder -> builder.tableProperties(Map.of("format-version", "3")));
    MigrationSpec fromStart =
        spec.toBuilder()
            .source(spec.source().toBuilder().from(new Bound.Commit(0)).build())
            .build();
    RunResult written =
        new RunExecution(fromStart, it -> memory, 1, event -> {}, new Cancellation()).run();
    assertThat(written.commits()).isEqualTo(commits);
  }

  /** A new target. */
  Crashed target(Kind kind, int formatVersion) throws IOException {
    String name = "target" + targets.incrementAndGet();
    Path place = Files.createDirectories(folder.resolve(name));
    return switch (kind) {
      case HADOOP ->
          new Crashed(
              name,
              new TargetFixture(
                  place, Map.of("type", "hadoop", "warehouse", place.resolve("lake").toString())),
              formatVersion,
              () -> {});
      case JDBC -> new Crashed(name, new TargetFixture(place), formatVersion, () -> {});
      case REST -> {
        RestServer rest = RestServer.start(place);
        yield new Crashed(
            name, new TargetFixture(place, rest.catalogProperties()), formatVersion, rest);
      }
    };
  }

  /** A target that a run is to die on. */
  final class Crashed implements Closeable {
    private final String name;
    private final TargetFixture target;
    private final int formatVersion;
    private final Closeable service;

    private Crashed(String name, TargetFixture target, int formatVersion, Closeable service) {
      this.name = name;
      this.target = target;
      this.formatVersion = formatVersion;
      this.service = service;
    }

    TargetFixture target() {
      return target;
    }

    MigrationSpec spec() {
      TargetSpec sourceTable = source.spec(builder -> builder).target();
      long first =
          source.table(table -> table.snapshots().iterator().next().snapshotId()).orElseThrow();
      long last = source.table(table -> table.currentSnapshot().snapshotId()).orElseThrow();
      return target
          .spec(
              builder ->
                  builder.tableProperties(
                      Map.of("format-version", Integer.toString(formatVersion))))
          .toBuilder()
          .source(
              SourceSpec.builder(SourceSpec.SourceFormat.ICEBERG, sourceTable.table())
                  .catalogName(sourceTable.catalogName())
                  .catalogProperties(sourceTable.catalogProperties())
                  .from(new Bound.Commit(first))
                  .to(new Bound.Commit(last))
                  .build())
          .build();
    }

    /**
     * Starts a run in a process of its own.
     *
     * @param stays whether it stays on until the last commit of the source is applied
     */
    ChildRun start(boolean stays, String... javaOptions) throws IOException {
      MigrationSpec spec = spec();
      MigrationSpec written =
          spec.toBuilder()
              .source(
                  spec.source().toBuilder()
                      .streaming(stays)
                      .pollInterval(
                          stays ? Duration.ofSeconds(1) : SourceSpec.DEFAULT_POLL_INTERVAL)
                      .build())
              .build();
      Path file = folder.resolve(name + ".tributary.yaml");
      Files.writeString(file, Specs.write(written));
      return ChildRun.start(file, javaOptions);
    }

    /**
     * Runs again, as the user would, and compares: each source commit is one unit, and the rows are
     * the source's. Reading them needs each live file.
     */
    void assertResumes(String what) {
      assertResumes(what, row -> true);
    }

    /**
     * @param ours which of the target's rows are not of others
     */
    void assertResumes(String what, Predicate<String> ours) {
      RunResult result =
          new RunExecution(spec(), SourceTables::open, 1, event -> {}, new Cancellation()).run();
      assertThat(result.status())
          .as("%s: %s", what, result.error())
          .isIn(RunResult.Status.SUCCEEDED, RunResult.Status.NOTHING_TO_DO);
      assertThat(target.units()).as(what).hasSize(commits).doesNotHaveDuplicates();
      assertThat(target.rows().stream().filter(ours)).as(what).containsExactlyElementsOf(rows);
      assertThat(result.rows().unmatchedDeletes()).as(what).hasValue(0);
      assertThat(result.rows().replacedInserts()).as(what).hasValue(0);
    }

    @Override
    public void close() throws IOException {
      service.close();
    }
  }
}
