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
import dev.tributary.benchmark.data.Folders;
import dev.tributary.benchmark.data.Orders;
import dev.tributary.benchmark.engine.Spark;
import dev.tributary.benchmark.engine.Tributary;
import dev.tributary.benchmark.process.Figures;
import dev.tributary.benchmark.process.WholeProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A first load that copies files, against Spark's INSERT … SELECT and a plain copy. */
public final class InitialLoad implements Workload {
  private static final long ROWS = 5_000_000;
  private static final String COPY = "cp";
  private static final String START_UP = "start-up";

  @Override
  public String title() {
    return "Initial load of 5 million rows by copy";
  }

  @Override
  public Result run(Stage stage) {
    Settings settings = stage.settings();
    Orders orders = new Orders(settings.scaled(ROWS), settings.seed());
    Lake lake = OrderTables.loaded(stage, orders);
    Path spec = Stage.spec(lake.folder(), "load", lake.spec("", "initial_load: copy\n"));
    List<String> insert =
        List.of(
            OrderTables.create(Lake.TARGET),
            String.format("INSERT INTO %s SELECT * FROM %s", Lake.TARGET, Lake.SOURCE));
    Path data = lake.source().folder("shop.orders").resolve("data");
    Path copy = lake.folder().resolve("copy");
    try (Spark.Warm judge = stage.spark().start("judge", List.of(lake.source(), lake.target()));
        Spark.Warm spark = stage.spark().start("peer", List.of(lake.source(), lake.target()));
        Tributary.Warm tributary = stage.tributary().start()) {
      Fingerprint expected = Fingerprint.of(judge, Lake.SOURCE, Orders.NAMES);
      Runnable check = () -> expected.require(judge, Lake.TARGET, Orders.NAMES);
      List<Series> series =
          Race.run(
              settings,
              List.of(
                  new Contender(
                      Contender.TRIBUTARY,
                      Mode.WARM,
                      lake::clear,
                      () -> loaded(tributary.run("run", spec.toString())),
                      check),
                  new Contender(
                      Contender.SPARK, Mode.WARM, lake::clear, () -> spark.run(insert), check),
                  new Contender(
                      Contender.TRIBUTARY,
                      Mode.COLD,
                      lake::clear,
                      () -> loaded(stage.tributary().run("run", spec.toString())),
                      check),
                  // What the run before it loaded is there, so that nothing is left to do.
                  new Contender(
                      START_UP,
                      Mode.COLD,
                      () -> {},
                      () -> idle(stage.tributary().run("run", spec.toString())),
                      check),
                  new Contender(
                      Contender.SPARK,
                      Mode.COLD,
                      lake::clear,
                      () -> stage.spark().run(List.of(lake.source(), lake.target()), insert),
                      check),
                  new Contender(
                      COPY,
                      Mode.COLD,
                      () -> Folders.delete(copy),
                      () -> copy(stage, data, copy).figures(),
                      () -> requireBytes(data, copy))));
      Folders.delete(copy);
      List<Bar> bars = new ArrayList<>();
      Bar.faster(20, Contender.SPARK, Mode.WARM, series).ifPresent(bars::add);
      asFastAsACopy(series).ifPresent(bars::add);
      return new Result(
          Map.of("rows", orders.rows(), "bytes", Folders.bytes(data)),
          series,
          bars,
          expected,
          List.of(
              "cp is the plain copy of the data files; start-up is a run of the same spec that"
                  + " finds nothing to do."));
    }
  }

  private static Figures loaded(Tributary.Answer answer) {
    JsonNode load = answer.document().path("initial_load");
    if (!load.path("kind").asText().equals("copy")) {
      throw new IllegalStateException("Not loaded by copy: " + answer.document());
    }
    return answer.figures();
  }

  private static Figures idle(Tributary.Answer answer) {
    if (!answer.document().path("status").asText().equals("nothing-to-do")) {
      throw new IllegalStateException("There was something to do: " + answer.document());
    }
    return answer.figures();
  }

  private static WholeProcess.Outcome copy(Stage stage, Path from, Path to) {
    return new WholeProcess(List.of("cp", "-R", from.toString(), to.toString()), Map.of(), "")
        .run(stage.settings().data().resolve("logs"));
  }

  private static void requireBytes(Path from, Path to) {
    if (Folders.bytes(from) != Folders.bytes(to)) {
      throw new IllegalStateException(to + " is not as large as " + from);
    }
  }

  private static Optional<Bar> asFastAsACopy(List<Series> series) {
    Optional<Series> ours = Bar.find(Contender.TRIBUTARY, Mode.COLD, series);
    if (ours.isEmpty()) {
      return Optional.empty();
    }
    double copy = Bar.find(COPY, Mode.COLD, series).orElseThrow().medianSeconds();
    double startUp = Bar.find(START_UP, Mode.COLD, series).orElseThrow().medianSeconds();
    return Optional.of(
        new Bar(
            "our time, cold: at most three plain copies and the start-up",
            Bar.Kind.AT_MOST,
            3 * copy + startUp,
            ours.get().medianSeconds(),
            "s",
            String.format(Locale.ROOT, "3 × %.3f s + %.3f s", copy, startUp)));
  }
}
