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
import dev.tributary.benchmark.data.Changes;
import dev.tributary.benchmark.data.IcebergCommits;
import dev.tributary.benchmark.data.Orders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * A source whose deletes are keys, as streams write them, of which the engine has to find the rows;
 * against as many changes by deletion vectors.
 */
public final class EqualityDeletes implements Workload {
  private static final long ROWS = 5_000_000;
  private static final long KEYS = 100_000;
  private static final String BY_EQUALITY = "tributary, equality deletes";
  private static final String BY_VECTORS = "tributary, changes of W4";

  @Override
  public String title() {
    return "100,000 equality deletes of 5 million rows";
  }

  @Override
  public Result run(Stage stage) {
    Settings settings = stage.settings();
    Orders orders = new Orders(settings.seed());
    long rows = settings.scaled(ROWS);
    long keys = Math.max(10, settings.scaled(KEYS));
    Changes byVectors = Changes.mixed(orders, rows, settings.seed(), keys);
    List<Series> series = new ArrayList<>();
    try (Arena arena = Arena.open(stage, DataSet.changed("changed-orders", byVectors))) {
      ApplyChanges.load(arena, orders);
      series.addAll(apply(arena, orders, BY_VECTORS));
    }
    DataSet data =
        DataSet.loaded("orders", orders, rows)
            .then(
                "equality-deleted-orders",
                keys + " equality deletes, evenly over all ids",
                lake ->
                    new IcebergCommits(lake.sourceTable())
                        .deleteByEquality(
                            LongStream.range(0, keys)
                                .map(i -> i * (rows / keys))
                                .boxed()
                                .toList()));
    try (Arena arena = Arena.open(stage, data)) {
      ApplyChanges.load(arena, orders);
      series.addAll(apply(arena, orders, BY_EQUALITY));
      return new Result(
          Map.of("rows", rows, "keys", keys),
          series,
          bars(series),
          arena.fingerprint(orders, Lake.SOURCE),
          List.of("The two are measured one after the other, each as often as a pair."));
    }
  }

  private static List<Series> apply(Arena arena, Orders orders, String name) {
    Fingerprint expected = arena.fingerprint(orders, Lake.SOURCE);
    Path spec = arena.spec("changes", arena.lake().spec());
    return Race.run(
        arena.stage().settings(),
        arena.contenders(
            name,
            () -> arena.lake().restore(arena.lake().target()),
            spec,
            EqualityDeletes::requireDeletes,
            () -> arena.requireTarget(orders, expected)));
  }

  private static void requireDeletes(JsonNode answer) {
    if (answer.path("rows").path("deleted").asLong() == 0) {
      throw new IllegalStateException("Nothing was deleted: " + answer);
    }
  }

  private static List<Bar> bars(List<Series> series) {
    List<Bar> bars = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      Bar.find(BY_EQUALITY, mode, series)
          .ifPresent(
              slow -> {
                Series fast = Bar.find(BY_VECTORS, mode, series).orElseThrow();
                bars.add(
                    new Bar(
                        "time to that of W4, " + mode.name().toLowerCase(Locale.ROOT),
                        Bar.Kind.AT_MOST,
                        2,
                        slow.medianSeconds() / fast.medianSeconds(),
                        "times",
                        String.format(
                            Locale.ROOT,
                            "%.3f s / %.3f s",
                            slow.medianSeconds(),
                            fast.medianSeconds())));
              });
    }
    return bars;
  }
}
