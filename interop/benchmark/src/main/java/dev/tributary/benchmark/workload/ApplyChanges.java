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
import dev.tributary.benchmark.data.OrderChanges;
import dev.tributary.benchmark.data.Orders;
import dev.tributary.benchmark.engine.Spark;
import dev.tributary.benchmark.engine.Tributary;
import dev.tributary.benchmark.process.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The changes of six merge-on-read commits, read from the source's history and applied to a target
 * that holds the state before them; against Spark's MERGE, which gets the net changes as a table.
 *
 * @param title one line that says what is done
 * @param rows of the table
 * @param changes keys that change
 * @param expectations what is expected of the figures
 */
public record ApplyChanges(String title, long rows, long changes, Expectations expectations)
    implements Workload {

  /** What is expected of the figures. */
  @FunctionalInterface
  public interface Expectations {
    /** The bars that these series can be held to. */
    List<Bar> of(List<Series> series);
  }

  /** At least so many times as fast as Spark in each mode; 0 for no expectation. */
  public static Expectations fasterThanSpark(double warm, double cold) {
    return series -> {
      List<Bar> bars = new ArrayList<>();
      if (warm > 0) {
        Bar.faster(warm, Contender.SPARK, Mode.WARM, series).ifPresent(bars::add);
      }
      if (cold > 0) {
        Bar.faster(cold, Contender.SPARK, Mode.COLD, series).ifPresent(bars::add);
      }
      return bars;
    };
  }

  /** At most so many seconds in each mode. */
  public static Expectations within(double warmSeconds, double coldSeconds) {
    return series -> {
      List<Bar> bars = new ArrayList<>();
      Bar.within(coldSeconds, Mode.COLD, series).ifPresent(bars::add);
      Bar.within(warmSeconds, Mode.WARM, series).ifPresent(bars::add);
      return bars;
    };
  }

  @Override
  public Result run(Stage stage) {
    Settings settings = stage.settings();
    Orders orders = new Orders(settings.scaled(rows), settings.seed());
    // All six commits have something to change even at the smallest scale.
    OrderChanges wanted = OrderChanges.mixed(orders, Math.max(10, settings.scaled(changes)));
    Lake lake = OrderTables.changed(stage, wanted);
    try (Spark.Warm judge = stage.spark().start("judge", List.of(lake.source(), lake.target()));
        Spark.Warm spark = stage.spark().start("peer", List.of(lake.source(), lake.target()));
        Tributary.Warm tributary = stage.tributary().start()) {
      load(lake, judge, tributary);
      Fingerprint expected = Fingerprint.of(judge, Lake.SOURCE, Orders.NAMES);
      List<Series> series =
          Race.run(settings, contenders(stage, lake, wanted, expected, judge, spark, tributary));
      return new Result(
          Map.of("rows", orders.rows(), "changes", wanted.count()),
          series,
          expectations.of(series),
          expected,
          List.of());
    }
  }

  /** Brings the target to the state before the changes, which each contender starts from. */
  private static void load(Lake lake, Spark.Warm judge, Tributary.Warm tributary) {
    String first =
        judge
            .row(
                "SELECT CAST(min_by(snapshot_id, committed_at) AS STRING) AS id FROM "
                    + Lake.SOURCE
                    + ".snapshots")
            .path("id")
            .asText();
    lake.clear();
    Path spec =
        Stage.spec(
            lake.folder(),
            "load",
            lake.spec("  to_snapshot: " + first + "\n", "initial_load: copy\n"));
    tributary.run("run", spec.toString());
    Fingerprint.of(
            judge, "(SELECT * FROM " + Lake.SOURCE + " VERSION AS OF " + first + ")", Orders.NAMES)
        .require(judge, Lake.TARGET, Orders.NAMES);
    lake.keep();
  }

  private static List<Contender> contenders(
      Stage stage,
      Lake lake,
      OrderChanges changes,
      Fingerprint expected,
      Spark.Warm judge,
      Spark.Warm spark,
      Tributary.Warm tributary) {
    Path spec = Stage.spec(lake.folder(), "changes", lake.spec("", ""));
    List<String> merge = List.of(OrderChanges.merge(Lake.TARGET, OrderTables.NET));
    Runnable check = () -> expected.require(judge, Lake.TARGET, Orders.NAMES);
    return List.of(
        new Contender(
            Contender.TRIBUTARY,
            Mode.WARM,
            lake::restore,
            () -> applied(tributary.run("run", spec.toString()), changes),
            check),
        new Contender(Contender.SPARK, Mode.WARM, lake::restore, () -> spark.run(merge), check),
        new Contender(
            Contender.TRIBUTARY,
            Mode.COLD,
            lake::restore,
            () -> applied(stage.tributary().run("run", spec.toString()), changes),
            check),
        new Contender(
            Contender.SPARK,
            Mode.COLD,
            lake::restore,
            () -> stage.spark().run(List.of(lake.source(), lake.target()), merge),
            check));
  }

  private static Figures applied(Tributary.Answer answer, OrderChanges changes) {
    JsonNode rows = answer.document().path("rows");
    if (rows.path("updated").asLong() != changes.updates()
        || rows.path("deleted").asLong() != changes.deletes()
        || rows.path("inserted").asLong() != changes.inserts()) {
      throw new IllegalStateException(
          String.format("Not the changes %s: %s", changes, answer.document()));
    }
    return answer.figures();
  }
}
