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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table, what happens to it, and who follows it; all of it out of a seed. */
record Scenario(long seed, TableDefinition table, List<Step> steps, List<TargetPlan> targets) {

  /**
   * A step; its seed makes it do the same whichever steps are left out before it.
   *
   * @param number its place in the scenario that it comes from
   */
  record Step(int number, StepKind kind, long seed) {}

  static Scenario of(long seed, int length) {
    // Neighbouring seeds would begin with much the same numbers.
    Random random = new Random(seed * 0x9E3779B97F4A7C15L + 12345);
    TableDefinition table = TableDefinition.random(random);
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      StepKind kind = i == 0 ? StepKind.APPEND : StepKind.random(table, random);
      steps.add(new Step(i, kind, random.nextLong()));
    }
    List<TargetPlan> targets = new ArrayList<>();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      targets.add(TargetPlan.random(table, length, random));
    }
    return new Scenario(seed, table, steps, targets);
  }

  /** The same with some of its steps only. */
  Scenario withSteps(List<Step> kept) {
    return new Scenario(seed, table, List.copyOf(kept), targets);
  }

  /** The same with some of its steps only, by their numbers. */
  Scenario withSteps(Set<Integer> numbers) {
    return withSteps(steps.stream().filter(step -> numbers.contains(step.number())).toList());
  }

  /** The same with one of its targets only. */
  Scenario withTarget(int index) {
    return new Scenario(seed, table, steps, List.of(targets.get(index)));
  }

  /** In a line. */
  String summary() {
    String source = table.delta() ? "delta" : "iceberg v" + table.formatVersion();
    return String.format(
        "%s, %s; %s",
        source,
        steps.stream().map(step -> step.kind().name()).collect(Collectors.joining(" ")),
        targets.stream()
            .map(
                t ->
                    String.format(
                        "v%d %s %s %s %s",
                        t.formatVersion(), t.catalog(), t.start(), t.mode(), t.initialLoad()))
            .collect(Collectors.joining(", ")));
  }

  @Override
  public String toString() {
    return String.format(
        "seed %d, steps %s%n  table %s%n%s",
        seed,
        steps.stream()
            .map(step -> step.number() + " " + step.kind())
            .collect(Collectors.joining(", ")),
        table,
        IntStream.range(0, targets.size())
            .mapToObj(i -> "  target " + i + " " + targets.get(i) + "\n")
            .collect(Collectors.joining()));
  }
}
