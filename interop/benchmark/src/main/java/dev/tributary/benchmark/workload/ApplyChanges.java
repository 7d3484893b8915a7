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
import dev.tributary.benchmark.data.Shape;
import dev.tributary.benchmark.engine.Spark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * The changes of six merge-on-read commits, read from the source's history and applied to a target
 * that holds the state before them; against Spark's MERGE, which gets the net changes as a table.
 *
 * @param title one line that says what is done
 * @param name of the data set
 * @param shape of the rows, from a seed
 * @param rows of the table
 * @param changes keys that change
 * @param expectations what is expected of the figures
 * @param peers engines besides Spark that can do it
 */
public record ApplyChanges(
    String title,
    String name,
    LongFunction<Shape> shape,
    long rows,
    long changes,
    Expectations expectations,
    Set<Peer> peers)
    implements Workload {
  private static final String FLINK_NOTE =
      "flink is the Iceberg sink of Flink 1.20 with upsert, which gets the net changes as Spark"
          + " does. It writes equality deletes, and leaves it to every reader to find their rows.";

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
    // All six commits have something to change even at the smallest scale.
    Changes made =
        Changes.mixed(
            shape.apply(settings.seed()),
            settings.scaled(rows),
            settings.seed(),
            Math.max(10, settings.scaled(changes)));
    try (Arena arena = Arena.open(stage, DataSet.changed(name, made))) {
      load(arena, made.shape());
      Fingerprint expected = arena.fingerprint(made.shape(), Lake.SOURCE);
      Runnable prepare = () -> arena.lake().restore(arena.lake().target());
      Runnable check = () -> arena.requireTarget(made.shape(), expected);
      List<Contender> contenders =
          new ArrayList<>(
              arena.contenders(
                  prepare,
                  arena.spec("changes", arena.lake().spec()),
                  answer -> requireCounts(made, answer),
                  List.of(Spark.Statement.of(Changes.merge(Lake.TARGET, DataSet.NET))),
                  check));
      if (peers.contains(Peer.FLINK) && settings.peers().contains(Peer.FLINK)) {
        contenders.add(arena.flink(prepare, check));
      }
      List<Series> series = Race.run(settings, contenders);
      return new Result(
          Map.of("rows", made.rows(), "changes", made.count()),
          series,
          expectations.of(series),
          expected,
          contenders.stream().anyMatch(one -> one.engine().equals(Contender.FLINK))
              ? List.of(FLINK_NOTE)
              : List.of());
    }
  }

  /** Brings the target to the state before the changes, which each contender starts from. */
  static void load(Arena arena, Shape shape) {
    load(arena, shape, arena.lake().spec());
  }

  /** Likewise, into a target with partitions. */
  static void load(Arena arena, Shape shape, String partitions) {
    load(arena, shape, arena.lake().spec().partitioned(partitions));
  }

  private static void load(Arena arena, Shape shape, Lake.Spec to) {
    String first = arena.firstSnapshot();
    arena.lake().clear();
    Path spec =
        arena.spec("load", to.range("  to_snapshot: " + first + "\n").more("initial_load: copy\n"));
    arena.tributary().run("run", spec.toString());
    arena.requireTarget(
        shape,
        arena.fingerprint(
            shape, "(SELECT * FROM " + Lake.SOURCE + " VERSION AS OF " + first + ")"));
    arena.lake().keep(arena.lake().target());
  }

  static void requireCounts(Changes changes, JsonNode answer) {
    JsonNode rows = answer.path("rows");
    if (rows.path("updated").asLong() != changes.updates()
        || rows.path("deleted").asLong() != changes.deletes()
        || rows.path("inserted").asLong() != changes.inserts()) {
      throw new IllegalStateException(String.format("Not the changes %s: %s", changes, answer));
    }
  }
}
