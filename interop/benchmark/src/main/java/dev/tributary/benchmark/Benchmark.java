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
package dev.tributary.benchmark;

import dev.tributary.benchmark.report.Conditions;
import dev.tributary.benchmark.report.Report;
import dev.tributary.benchmark.workload.Mode;
import dev.tributary.benchmark.workload.Peer;
import dev.tributary.benchmark.workload.Result;
import dev.tributary.benchmark.workload.Settings;
import dev.tributary.benchmark.workload.Stage;
import dev.tributary.benchmark.workload.Workload;
import dev.tributary.benchmark.workload.Workloads;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of the benchmark. */
@Command(
    name = "interop/benchmark/run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Measures Tributary against other engines, and writes a report.")
public final class Benchmark implements Callable<Integer> {
  @Option(names = "--home", required = true, hidden = true)
  private Path home;

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "ID",
      description = "Which workloads, such as W1,W4; default: all.")
  private List<String> ids = List.copyOf(Workloads.all().keySet());

  @Option(
      names = "--scale",
      paramLabel = "NUMBER",
      description =
          "Part of all rows and changes; default: ${DEFAULT-VALUE}. Bars are judged at 1.")
  private double scale = 1;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "How often each engine is measured, in turn; default: ${DEFAULT-VALUE}.")
  private int pairs = 3;

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      description =
          "How often an engine that stays works before it is measured; default: ${DEFAULT-VALUE}.")
  private int warmUps = 2;

  @Option(
      names = "--modes",
      split = ",",
      paramLabel = "MODE",
      description = "cold: whole processes, warm: processes that stay; default: both.")
  private Set<Mode> modes = Set.of(Mode.values());

  @Option(
      names = "--only-spark",
      description = "Leave out the other engines, Flink and Beam's own connector.")
  private boolean onlySpark;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Most heap of each JVM that is measured; default: ${DEFAULT-VALUE}.")
  private String heap = "4g";

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      description = "What all data is made from; default: ${DEFAULT-VALUE}.")
  private long seed = 2026;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where tables are kept for later runs; default: interop/benchmark/target/data.")
  private Path data;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Where performance.json and performance.md go; default: docs at full scale, else the data"
              + " folder.")
  private Path report;

  private Benchmark() {}

  /** Runs the benchmark and ends the process with its exit code: 0, or 1 when it failed. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new Benchmark()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }

  @Override
  public Integer call() {
    Map<String, Workload> all = Workloads.all();
    for (String id : ids) {
      if (!all.containsKey(id)) {
        throw new IllegalArgumentException(
            String.format("There is no workload '%s'; there are %s", id, all.keySet()));
      }
    }
    Path tables = data != null ? data : home.resolve("interop/benchmark/target/data");
    Set<Peer> peers = onlySpark ? Set.of() : Set.of(Peer.values());
    Settings settings = new Settings(home, tables, scale, seed, pairs, warmUps, heap, modes, peers);
    Path folder = report != null ? report : scale == 1 ? home.resolve("docs") : tables;
    Report results = new Report(folder);
    for (String id : ids) {
      Workload workload = all.get(id);
      System.err.printf("%s: %s%n", id, workload.title());
      Conditions conditions = Conditions.now();
      Result result = workload.run(new Stage(settings));
      results.add(id, workload.title(), settings, conditions, result);
    }
    System.out.println(folder.resolve("performance.md"));
    return 0;
  }
}
