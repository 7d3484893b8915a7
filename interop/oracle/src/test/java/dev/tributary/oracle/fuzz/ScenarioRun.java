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
package dev.tributary.oracle.fuzz;

import dev.tributary.oracle.Spark;
import dev.tributary.oracle.TableRows;
import dev.tributary.oracle.fuzz.Scenario.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.util.SnapshotUtil;

/** Runs scenarios, one at a time. */
final class ScenarioRun {
  /**
   * What came of a scenario.
   *
   * @param log statements and notes in their order
   * @param refusals why Spark would not do a step, by its kind; such steps do nothing
   * @param elapsed how long it took
   * @param processor how long this JVM was on a processor for it
   * @param sparkProcessor how long Spark's was
   */
  record Verdict(
      Optional<Failure.Kind> failure,
      String message,
      int target,
      List<String> log,
      Map<StepKind, String> refusals,
      Duration elapsed,
      Duration processor,
      Duration sparkProcessor) {
    boolean passed() {
      return failure.isEmpty();
    }
  }

  /** Set for each scenario anew, since steps may change it and the session is one. */
  private static final Map<String, String> SESSION =
      Map.of(
          "spark.sql.sources.partitionOverwriteMode", "static",
          "spark.databricks.delta.retentionDurationCheck.enabled", "false",
          "spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED",
          "spark.sql.parquet.int96RebaseModeInWrite", "CORRECTED",
          // What costs Delta several jobs a commit and no reader needs.
          "spark.databricks.delta.optimize.maxThreads", "1",
          "spark.databricks.delta.optimize.zorder.checkStatsCollection.enabled", "false",
          "spark.databricks.delta.writeChecksumFile.enabled", "false",
          "spark.databricks.delta.incrementalCommit.enabled", "false",
          "spark.databricks.delta.allFilesInCrc.enabled", "false");

  private static final int TRACE_LINES = 12;

  private final Catalogs catalogs;
  private final Path folder;
  private int runs;

  ScenarioRun(Catalogs catalogs, Path folder) {
    this.catalogs = catalogs;
    this.folder = folder;
  }

  /** Runs the scenario on tables of its own, which are gone afterwards. */
  Verdict run(Scenario scenario) {
    long start = System.nanoTime();
    Duration processor = processorTime();
    Duration sparkProcessor = Spark.shared().processorTime();
    One one = new One(scenario, "s" + runs++);
    Optional<Failure.Kind> failure = Optional.empty();
    String message = "";
    try {
      one.play();
    } catch (Failure e) {
      failure = Optional.of(e.kind());
      message = e.getMessage();
    } catch (RuntimeException e) {
      failure = Optional.of(Failure.Kind.BROKEN);
      message =
          Stream.concat(
                  Stream.of(e.toString()),
                  Arrays.stream(e.getStackTrace()).limit(TRACE_LINES).map(it -> "    at " + it))
              .collect(Collectors.joining("\n"));
    } finally {
      one.drop();
    }
    return new Verdict(
        failure,
        message,
        one.target,
        one.statements.log(),
        one.refusals,
        Duration.ofNanos(System.nanoTime() - start),
        processorTime().minus(processor),
        Spark.shared().processorTime().minus(sparkProcessor));
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** A scenario while it runs. */
  private final class One {
    private final Scenario scenario;
    private final RandomTable table;
    private final Statements statements = new Statements(Spark.shared());
    private final List<Follower> followers = new ArrayList<>();
    private final Map<StepKind, String> refusals = new TreeMap<>();
    private int target;

    One(Scenario scenario, String name) {
      this.scenario = scenario;
      boolean delta = scenario.table().delta();
      this.table =
          new RandomTable(
              scenario.table(),
              delta ? null : catalogs.source().lakehouse().name(),
              delta ? folder.resolve("delta").resolve(name).toString() : "fuzz." + name);
      for (int i = 0; i < scenario.targets().size(); i++) {
        TargetPlan plan = scenario.targets().get(i);
        followers.add(
            new Follower(
                plan,
                table,
                () -> startBound(plan.start()),
                sourceYaml(),
                catalogs.target(plan.catalog()),
                name + "_" + i,
                folder,
                statements));
      }
    }

    void play() {
      SESSION.forEach((key, value) -> Spark.shared().sql("SET %s = %s", key, value));
      statements.require(table.create());
      for (Step step : scenario.steps()) {
        statements.note("step " + step.number() + " " + step.kind());
        step.kind()
            .apply(
                new Work(
                    table,
                    new Random(step.seed()),
                    statements,
                    this::iceberg,
                    () -> versions().size() - 1,
                    () -> migrate(followers)));
        statements.takeRefusal().ifPresent(refusal -> refusals.put(step.kind(), refusal));
        migrate(followers.stream().filter(it -> it.runsAfter(step.number())).toList());
      }
      migrate(followers);
      followers.forEach(Follower::requireNothingToDo);
    }

    private void migrate(List<Follower> chosen) {
      Map<String, TableRows> rows = new HashMap<>();
      for (Follower follower : chosen) {
        target = followers.indexOf(follower);
        follower.migrate(query -> rows.computeIfAbsent(query, q -> Spark.shared().query("%s", q)));
      }
    }

    private Table iceberg() {
      return catalogs.source().catalog().loadTable(TableIdentifier.parse(table.name()));
    }

    private String sourceYaml() {
      if (!table.delta()) {
        return "  format: iceberg\n  table: "
            + table.name()
            + "\n"
            + catalogs.source().lakehouse().yaml();
      }
      String yaml = "  format: delta\n  table: \"" + table.name() + "\"\n";
      return scenario.table().feed() ? yaml : yaml + "  change_feed: derive\n";
    }

    private String startBound(TargetPlan.Start start) {
      if (start == TargetPlan.Start.OPEN) {
        return "";
      }
      List<String> commits = table.delta() ? versions() : snapshots();
      String commit = commits.get(start == TargetPlan.Start.FIRST ? 0 : commits.size() / 2);
      return (table.delta() ? "  start_version: " : "  from_snapshot: ") + commit + "\n";
    }

    private List<String> snapshots() {
      List<String> ids = new ArrayList<>();
      for (Snapshot snapshot : SnapshotUtil.currentAncestors(iceberg())) {
        ids.add(0, Long.toString(snapshot.snapshotId()));
      }
      return ids;
    }

    private List<String> versions() {
      try (Stream<Path> log = Files.list(Path.of(table.name(), "_delta_log"))) {
        return log.map(file -> file.getFileName().toString())
            .filter(name -> name.matches("\\d{20}\\.json"))
            .map(name -> Long.toString(Long.parseLong(name.substring(0, 20))))
            .sorted(Comparator.comparing(Long::valueOf))
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void drop() {
      followers.forEach(Follower::drop);
      if (table.delta()) {
        Folders.delete(Path.of(table.name()));
      } else {
        catalogs.source().catalog().dropTable(TableIdentifier.parse(table.name()), true);
      }
    }
  }
}
