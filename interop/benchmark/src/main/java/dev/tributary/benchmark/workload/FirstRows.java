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
import dev.tributary.benchmark.data.Orders;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The first 200 change rows of a range over a large table. */
public final class FirstRows implements Workload {
  private static final long ROWS = 50_000_000;
  private static final long CHANGES = 100_000;
  private static final int LIMIT = 200;

  @Override
  public String title() {
    return "First 200 change rows of a table of 50 million rows";
  }

  @Override
  public Result run(Stage stage) {
    Settings settings = stage.settings();
    Changes changes =
        Changes.mixed(
            new Orders(settings.seed()),
            settings.scaled(ROWS),
            settings.seed(),
            Math.max(1000, settings.scaled(CHANGES)));
    try (Arena arena = Arena.open(stage, DataSet.changed("large-orders", changes))) {
      String second =
          arena
              .judge()
              .row(
                  "SELECT CAST(snapshot_id AS STRING) AS id FROM "
                      + Lake.SOURCE
                      + ".snapshots ORDER BY committed_at LIMIT 1 OFFSET 1")
              .path("id")
              .asText();
      Path whole = arena.spec("whole", arena.lake().spec());
      Path changed =
          arena.spec("changed", arena.lake().spec().range("  from_snapshot: " + second + "\n"));
      List<Series> series =
          Race.run(
              settings,
              List.of(
                  preview("tributary, whole history", arena, whole),
                  preview("tributary, six commits of changes", arena, changed)));
      return new Result(
          Map.of("rows", changes.rows(), "changes", changes.count()),
          series,
          series.stream().map(FirstRows::bar).toList(),
          new Fingerprint(LIMIT, "the number of rows shown"),
          List.of("The whole history begins with the commit that loaded all rows."));
    }
  }

  private static Contender preview(String name, Arena arena, Path spec) {
    return new Contender(
        name,
        Mode.WARM,
        () -> {},
        () ->
            Arena.checked(
                arena.tributary().run("preview", spec.toString(), "--limit", "" + LIMIT),
                FirstRows::requireRows),
        () -> {});
  }

  private static void requireRows(JsonNode answer) {
    if (answer.path("rows").size() != LIMIT) {
      throw new IllegalStateException(
          String.format("%d rows, and not %d", answer.path("rows").size(), LIMIT));
    }
  }

  private static Bar bar(Series series) {
    return new Bar(
        "our time, " + series.engine(), Bar.Kind.AT_MOST, 1, series.medianSeconds(), "s", "median");
  }
}
