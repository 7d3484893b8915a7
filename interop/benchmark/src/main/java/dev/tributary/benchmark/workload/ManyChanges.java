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

import dev.tributary.benchmark.data.Changes;
import dev.tributary.benchmark.data.Orders;
import dev.tributary.benchmark.engine.Tributary;
import dev.tributary.benchmark.process.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** More changes than fit into the heap, of which half are new rows; and fewer, to compare with. */
public final class ManyChanges implements Workload {
  private static final long ROWS = 5_000_000;
  private static final List<Long> CHANGES = List.of(1_000_000L, 3_000_000L, 10_000_000L);
  private static final String HEAP = "1g";

  /** How far from linear the time may be: the machine's noise, and pages that no longer fit. */
  private static final double TOLERANCE = 1.2;

  @Override
  public String title() {
    return "10 million changes applied to 5 million rows in a heap of 1 GB";
  }

  @Override
  public Result run(Stage stage) {
    Settings settings = stage.settings();
    List<Series> series = new ArrayList<>();
    Fingerprint last = null;
    for (long changes : CHANGES) {
      long scaled = Math.max(10, settings.scaled(changes));
      Changes made =
          new Changes(
              new Orders(settings.seed()),
              settings.scaled(ROWS),
              settings.seed(),
              scaled * 4 / 10,
              scaled / 10,
              scaled / 2);
      DataSet data = DataSet.changed("orders-with-" + changes + "-changes", made);
      try (Arena arena = Arena.open(stage, data)) {
        ApplyChanges.load(arena, made.shape());
        Fingerprint expected = arena.fingerprint(made.shape(), Lake.SOURCE);
        Path spec = arena.spec("changes", arena.lake().spec());
        Tributary tributary = stage.tributary().withHeap(HEAP);
        Contender contender =
            new Contender(
                name(changes),
                Mode.COLD,
                () -> arena.lake().restore(arena.lake().target()),
                () ->
                    Arena.checked(
                        tributary.run("run", spec.toString()),
                        answer -> ApplyChanges.requireCounts(made, answer)),
                () -> arena.requireTarget(made.shape(), expected));
        series.addAll(Race.run(settings, List.of(contender)));
        last = expected;
      }
    }
    return new Result(
        Map.of("rows", settings.scaled(ROWS), "changes", settings.scaled(CHANGES.get(2))),
        series,
        bars(series),
        last,
        notes(series));
  }

  private static String name(long changes) {
    return String.format(Locale.ROOT, "tributary, %,d changes", changes);
  }

  private static List<Bar> bars(List<Series> series) {
    if (series.isEmpty()) {
      return List.of();
    }
    double first = series.get(0).medianSeconds();
    List<Bar> bars = new ArrayList<>();
    for (int i = 1; i < series.size(); i++) {
      double times = (double) CHANGES.get(i) / CHANGES.get(0);
      double reached = series.get(i).medianSeconds();
      bars.add(
          new Bar(
              String.format(
                  Locale.ROOT,
                  "time of %,d changes to that of %,d",
                  CHANGES.get(i),
                  CHANGES.get(0)),
              Bar.Kind.AT_MOST,
              TOLERANCE * times,
              reached / first,
              "times",
              String.format(Locale.ROOT, "%.3f s / %.3f s", reached, first)));
    }
    return bars;
  }

  private static List<String> notes(List<Series> series) {
    OptionalLong peak =
        series.isEmpty()
            ? OptionalLong.empty()
            : series.get(series.size() - 1).median(Figures::peakMemoryBytes);
    return List.of(
        "The process has -Xmx1g; its peak memory"
            + (peak.isPresent()
                ? String.format(
                    Locale.ROOT, ", %,.0f MB with the most changes,", peak.getAsLong() / 1e6)
                : "")
            + " is what the JVM takes besides its heap, too. Spark is not measured here.");
  }
}
