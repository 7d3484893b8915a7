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

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.benchmark.data.AreaOrders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Changes in two partitions of ten files each, in a table of 2,000 files and in one of 200. */
public final class ManyFiles implements Workload {
  private static final long ROWS_PER_AREA = 25_000;
  private static final int FILES_PER_AREA = 10;
  private static final int CHANGED_AREAS = 2;
  private static final List<Integer> AREAS = List.of(20, 200);

  /** Ten times the table for the same files touched; metadata alone may grow. */
  private static final double MOST = 1.5;

  @Override
  public String title() {
    return "Changes in 2 of 200 partitions, a target of 2,000 files";
  }

  @Override
  public Result run(Stage stage) {
    Settings settings = stage.settings();
    AreaOrders orders = new AreaOrders(settings.seed(), settings.scaled(ROWS_PER_AREA));
    List<Series> series = new ArrayList<>();
    Fingerprint last = null;
    for (int areas : AREAS) {
      try (Arena arena = Arena.open(stage, data(orders, areas))) {
        Path spec = load(arena, orders);
        Fingerprint expected = arena.fingerprint(orders, Lake.SOURCE);
        series.addAll(
            Race.run(
                settings,
                arena.contenders(
                    name(areas),
                    () -> arena.lake().restore(arena.lake().target()),
                    spec,
                    ManyFiles::requireChanges,
                    () -> arena.requireTarget(orders, expected))));
        last = expected;
      }
    }
    List<Bar> bars = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      Bar.find(name(AREAS.get(1)), mode, series)
          .ifPresent(
              many ->
                  bars.add(
                      bar(mode, many, Bar.find(name(AREAS.get(0)), mode, series).orElseThrow())));
    }
    return new Result(
        Map.of("rows", AREAS.get(1) * orders.rowsPerArea(), "files", 2_000L),
        series,
        bars,
        last,
        List.of("A tenth of the rows of two partitions is updated, in 20 files, of both tables."));
  }

  private static DataSet data(AreaOrders orders, int areas) {
    long rows = areas * orders.rowsPerArea();
    long changed = CHANGED_AREAS * orders.rowsPerArea();
    return new DataSet(
        "orders-of-" + areas + "-areas",
        folder ->
            List.of(
                Lake.create(Lake.SOURCE, orders.columns(), "PARTITIONED BY (area)"),
                // Each task has rows of one area, which a distribution would put into one file.
                "ALTER TABLE "
                    + Lake.SOURCE
                    + " SET TBLPROPERTIES ('write.distribution-mode' = 'none')",
                String.format(
                    "INSERT INTO %s %s", Lake.SOURCE, orders.rows(0, rows, areas * FILES_PER_AREA)),
                String.format(
                    Locale.ROOT,
                    "MERGE INTO %s t USING (SELECT id FROM range(%d) WHERE id %% 10 = 0) s"
                        + " ON t.id = s.id AND t.area < %d WHEN MATCHED THEN UPDATE SET %s",
                    Lake.SOURCE,
                    changed,
                    CHANGED_AREAS,
                    orders.changed(1))));
  }

  private static Path load(Arena arena, AreaOrders orders) {
    ApplyChanges.load(arena, orders, "[area]");
    return arena.spec("changes", arena.lake().spec().partitioned("[area]"));
  }

  private static void requireChanges(JsonNode answer) {
    if (answer.path("rows").path("updated").asLong() == 0 || answer.path("commits").asInt() != 1) {
      throw new IllegalStateException("Not one commit of updates: " + answer);
    }
  }

  private static String name(int areas) {
    return String.format(Locale.ROOT, "tributary, %,d files", areas * FILES_PER_AREA);
  }

  private static Bar bar(Mode mode, Series many, Series few) {
    return new Bar(
        "time with 2,000 files to that with 200, " + mode.name().toLowerCase(Locale.ROOT),
        Bar.Kind.AT_MOST,
        MOST,
        many.medianSeconds() / few.medianSeconds(),
        "times",
        String.format(Locale.ROOT, "%.3f s / %.3f s", many.medianSeconds(), few.medianSeconds()));
  }
}
