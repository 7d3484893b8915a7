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

import dev.tributary.benchmark.data.DeltaCommits;
import dev.tributary.benchmark.data.IcebergCommits;
import dev.tributary.benchmark.engine.Tributary;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The history of a table with 10,000 commits, in both formats. */
public final class LongHistory implements Workload {
  private static final long COMMITS = 10_000;
  private static final String ICEBERG = "tributary, iceberg";
  private static final String DELTA = "tributary, delta";

  @Override
  public String title() {
    return "History of 10,000 snapshots, and of 10,000 Delta commits";
  }

  @Override
  public Result run(Stage stage) {
    Settings settings = stage.settings();
    int commits = (int) settings.scaled(COMMITS);
    try (Arena iceberg =
            Arena.open(
                stage,
                made(
                    "iceberg-history",
                    commits,
                    lake -> IcebergCommits.longHistory(lake.sourceTable(), commits)));
        Arena delta =
            Arena.open(
                stage,
                made(
                    "delta-history",
                    commits,
                    lake -> DeltaCommits.longHistory(lake.delta(), commits)))) {
      Path ofIceberg = iceberg.spec("history", iceberg.lake().spec());
      Path ofDelta = delta.spec("history", delta.lake().deltaSpec());
      // One process for both, as people have.
      Tributary.Warm tributary = iceberg.tributary();
      List<Series> series =
          Race.run(
              settings,
              List.of(
                  history(ICEBERG, tributary, ofIceberg, commits),
                  history(DELTA, tributary, ofDelta, commits)));
      return new Result(
          Map.of("commits", (long) commits),
          series,
          series.stream().flatMap(LongHistory::bars).toList(),
          new Fingerprint(commits, "the number of commits listed"),
          List.of(
              "The whole list, as a JSON document. The command line has no pages; what the window"
                  + " shows first comes from the same list, so that its first page takes as"
                  + " long."));
    }
  }

  private static DataSet made(String name, int commits, Consumer<Lake> action) {
    return new DataSet(name, folder -> List.of(), commits + " commits", action);
  }

  private static Contender history(String name, Tributary.Warm tributary, Path spec, int commits) {
    return new Contender(
        name,
        Mode.WARM,
        () -> {},
        () ->
            Arena.checked(
                tributary.run("history", spec.toString()),
                answer -> {
                  if (answer.size() != commits) {
                    throw new IllegalStateException(
                        String.format("%d commits, and not %d", answer.size(), commits));
                  }
                }),
        () -> {});
  }

  private static Stream<Bar> bars(Series series) {
    return Stream.of(bar("first page", 1, series), bar("whole list", 3, series));
  }

  private static Bar bar(String what, double seconds, Series series) {
    return new Bar(
        what + ", " + series.engine(),
        Bar.Kind.AT_MOST,
        seconds,
        series.medianSeconds(),
        "s",
        "median");
  }
}
