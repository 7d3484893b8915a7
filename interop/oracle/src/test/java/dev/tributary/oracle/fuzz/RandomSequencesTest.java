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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.oracle.fuzz.ScenarioRun.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random sequences of commits against Spark. Java options:
 *
 * <ul>
 *   <li>{@code tributary.fuzz.sequences}: how many; 4 otherwise
 *   <li>{@code tributary.fuzz.seed}: the first seed, the others follow; a new one each day
 *       otherwise
 *   <li>{@code tributary.fuzz.steps}: how many steps each has; 10 otherwise
 *   <li>{@code tributary.fuzz.keep}: numbers of the steps to keep, to repeat a shrunk sequence
 *   <li>{@code tributary.fuzz.report}: where the verdicts go; a file in {@code target} otherwise
 * </ul>
 */
@Tag("slow")
class RandomSequencesTest {
  private static final int SHRINKING_RUNS = Integer.getInteger("tributary.fuzz.shrinking-runs", 25);

  @TempDir Path temp;

  @Test
  void targetsEqualTheirSourcesAfterRandomSequences() throws IOException {
    int sequences = Integer.getInteger("tributary.fuzz.sequences", 4);
    long firstSeed = Long.getLong("tributary.fuzz.seed", 4_002);
    int steps = Integer.getInteger("tributary.fuzz.steps", 10);
    String keep = System.getProperty("tributary.fuzz.keep", "");
    Path report =
        Path.of(
            System.getProperty(
                "tributary.fuzz.report", "target/random-sequences-" + firstSeed + ".txt"));
    Files.createDirectories(report.toAbsolutePath().getParent());
    Files.writeString(report, "");
    Path folder = Folders.create(temp);
    try {
      ScenarioRun runner = new ScenarioRun(new Catalogs(folder), folder);
      List<String> failures = new ArrayList<>();
      Map<StepKind, int[]> coverage = new TreeMap<>();
      for (long seed = firstSeed; seed < firstSeed + sequences; seed++) {
        Scenario scenario = Scenario.of(seed, steps);
        if (!keep.isEmpty()) {
          Set<Integer> numbers =
              Arrays.stream(keep.split(",")).map(Integer::valueOf).collect(Collectors.toSet());
          scenario = scenario.withSteps(numbers);
        }
        Verdict verdict = runner.run(scenario);
        count(scenario, verdict, coverage);
        append(report, line(seed, scenario, verdict));
        if (!verdict.passed()) {
          append(report, "    " + verdict.message() + "\n");
          Shrinker.Case smallest = new Shrinker(runner, SHRINKING_RUNS).shrink(scenario, verdict);
          String text = describe(smallest);
          append(report, text);
          failures.add(text);
        }
      }
      append(report, summary(coverage, failures.size(), sequences));
      assertThat(failures).as("failing sequences; all verdicts are in %s", report).isEmpty();
    } finally {
      Folders.delete(folder);
    }
  }

  private static void count(Scenario scenario, Verdict verdict, Map<StepKind, int[]> coverage) {
    scenario.steps().forEach(step -> coverage.computeIfAbsent(step.kind(), k -> new int[2])[0]++);
    verdict.refusals().keySet().forEach(kind -> coverage.get(kind)[1]++);
  }

  private static String line(long seed, Scenario scenario, Verdict verdict) {
    String refusals =
        verdict.refusals().entrySet().stream()
            .map(refusal -> "\n    Spark refused " + refusal.getKey() + ": " + refusal.getValue())
            .collect(Collectors.joining());
    return String.format(
        Locale.ROOT,
        "seed %d: %s in %.1f s (processor: %.1f s here, %.1f s in Spark); %s%s%n",
        seed,
        verdict.failure().map(kind -> "FAILED, " + kind).orElse("equal"),
        seconds(verdict.elapsed()),
        seconds(verdict.processor()),
        seconds(verdict.sparkProcessor()),
        scenario.summary(),
        refusals);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static String describe(Shrinker.Case smallest) {
    Scenario scenario = smallest.scenario();
    String keep =
        scenario.steps().stream()
            .map(step -> Integer.toString(step.number()))
            .collect(Collectors.joining(","));
    return String.format(
        "%nshrunk: -Dtributary.fuzz.seed=%d -Dtributary.fuzz.keep=%s%n%s  %s: %s%n%s%n%n",
        scenario.seed(),
        keep,
        scenario,
        smallest.verdict().failure().orElseThrow(),
        smallest.verdict().message(),
        smallest.verdict().log().stream().map(s -> "  " + s).collect(Collectors.joining("\n")));
  }

  private static String summary(Map<StepKind, int[]> coverage, int failures, int sequences) {
    return String.format(
        "%d of %d sequences failed; steps (refused by Spark): %s%n",
        failures,
        sequences,
        coverage.entrySet().stream()
            .map(e -> String.format("%s %d (%d)", e.getKey(), e.getValue()[0], e.getValue()[1]))
            .collect(Collectors.joining(", ")));
  }

  private static void append(Path report, String text) throws IOException {
    Files.writeString(report, text, StandardOpenOption.APPEND);
  }
}
