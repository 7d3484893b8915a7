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

import dev.tributary.oracle.fuzz.Scenario.Step;
import dev.tributary.oracle.fuzz.ScenarioRun.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Cuts a failing scenario down to what it needs to fail in the same way. */
final class Shrinker {
  private final ScenarioRun runner;
  private int runsLeft;

  Shrinker(ScenarioRun runner, int mostRuns) {
    this.runner = runner;
    this.runsLeft = mostRuns;
  }

  /** A scenario and what came of it. */
  record Case(Scenario scenario, Verdict verdict) {}

  /** The smallest scenario found within the allowed runs. */
  Case shrink(Scenario scenario, Verdict verdict) {
    Case smallest = new Case(scenario, verdict);
    if (scenario.targets().size() > 1) {
      smallest = smaller(smallest, scenario.withTarget(verdict.target()));
    }
    for (Case before = null; before != smallest && runsLeft > 0; ) {
      before = smallest;
      List<Step> steps = smallest.scenario().steps();
      // The last ones first: usually none after the failure is needed.
      for (int i = steps.size() - 1; i >= 0 && runsLeft > 0; i--) {
        List<Step> fewer = new ArrayList<>(smallest.scenario().steps());
        fewer.remove(steps.get(i));
        smallest = smaller(smallest, smallest.scenario().withSteps(fewer));
      }
    }
    return smallest;
  }

  private Case smaller(Case best, Scenario candidate) {
    runsLeft--;
    Verdict verdict = runner.run(candidate);
    return verdict.failure().equals(best.verdict().failure()) ? new Case(candidate, verdict) : best;
  }
}
