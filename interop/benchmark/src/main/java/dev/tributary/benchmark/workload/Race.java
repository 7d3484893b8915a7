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
package dev.tributary.benchmark.workload;

import dev.tributary.benchmark.process.Figures;
import java.util.ArrayList;
import java.util.List;

/** Measures contenders in turn, so that what disturbs the machine for a while meets all of them. */
final class Race {
  private Race() {}

  /** As many rounds as the settings say, after as many warm-ups of those that stay. */
  static List<Series> run(Settings settings, List<Contender> all) {
    List<Contender> contenders =
        all.stream().filter(contender -> settings.modes().contains(contender.mode())).toList();
    for (int i = 0; i < settings.warmUps(); i++) {
      contenders.stream()
          .filter(contender -> contender.mode() == Mode.WARM)
          .forEach(Contender::once);
    }
    List<List<Figures>> runs = new ArrayList<>();
    contenders.forEach(contender -> runs.add(new ArrayList<>()));
    for (int pair = 0; pair < settings.pairs(); pair++) {
      for (int i = 0; i < contenders.size(); i++) {
        Figures figures = contenders.get(i).once();
        runs.get(i).add(figures);
        System.err.printf(
            "  %-10s %s %8.3f s%n",
            contenders.get(i).engine(), contenders.get(i).mode(), figures.seconds());
      }
    }
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < contenders.size(); i++) {
      series.add(new Series(contenders.get(i).engine(), contenders.get(i).mode(), runs.get(i)));
    }
    return series;
  }
}
