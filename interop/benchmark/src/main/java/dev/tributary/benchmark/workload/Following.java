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
import dev.tributary.benchmark.data.IcebergCommits;
import dev.tributary.benchmark.data.Orders;
import dev.tributary.benchmark.engine.Tributary;
import dev.tributary.benchmark.process.Figures;
import dev.tributary.benchmark.process.RunningProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.iceberg.Snapshot;

/**
 * A run that stays on, and a source with a commit a second: how long each commit takes until it is
 * in the target.
 */
public final class Following implements Workload {
  private static final long ROWS = 5_000_000;
  private static final long CHANGES = 1_000;
  private static final int COMMITS = 60;
  private static final Duration BETWEEN_COMMITS = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final long MILLIS_BETWEEN_LOOKS = 200;

  /** What a command ends with that was asked to end. */
  private static final int CANCELLED = 130;

  private static final String RUN = "tributary, the whole run";
  private static final String DELAY = "tributary, from commit to commit";

  @Override
  public String title() {
    return "60 commits of 1,000 changes, one a second, followed onto 5 million rows";
  }

  @Override
  public Result run(Stage stage) {
    Settings settings = stage.settings();
    Orders orders = new Orders(settings.seed());
    long rows = settings.scaled(ROWS);
    long changes = Math.max(10, settings.scaled(CHANGES));
    try (Arena arena = Arena.open(stage, DataSet.loaded("followed-orders", orders, rows))) {
      Lake lake = arena.lake();
      if (lake.isKept(lake.source())) {
        // An earlier run has changed it.
        lake.restore(lake.source());
      } else {
        lake.keep(lake.source());
      }
      lake.clear();
      Path spec =
          arena.spec(
              "follow", lake.spec().range("  streaming: true\n  poll_interval_seconds: 1\n"));
      List<Snapshot> commits;
      Figures whole;
      try (RunningProcess run = stage.tributary().follow(spec)) {
        await(run, arena, spec, arena.firstSnapshot());
        commits = commit(run, new IcebergCommits(lake.sourceTable()), rows, changes);
        await(run, arena, spec, id(commits.get(commits.size() - 1)));
        whole = run.end(Set.of(CANCELLED));
      }
      Fingerprint expected = arena.fingerprint(orders, Lake.SOURCE);
      arena.requireTarget(orders, expected);
      List<Figures> delays = delays(commits, arena.tributary().run("metrics", spec.toString()));
      Series series = new Series(DELAY, Mode.WARM, delays);
      return new Result(
          Map.of("rows", rows, "commits", (long) COMMITS, "changes a commit", changes),
          List.of(series, new Series(RUN, Mode.COLD, List.of(whole))),
          bars(series),
          expected,
          List.of(
              "One run of 60 commits. A commit counts as in the target at the time of the first"
                  + " target snapshot that holds it; the run looks for new ones once a second."));
    }
  }

  /** Waits until the target holds a snapshot of the source. */
  private static void await(RunningProcess run, Arena arena, Path spec, String snapshot) {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      run.look();
      if (arena.lake().hasTarget()) {
        JsonNode metrics = arena.tributary().run("metrics", spec.toString()).document();
        if (metrics.size() > 0
            && metrics.get(metrics.size() - 1).path("position").asText().equals(snapshot)) {
          return;
        }
      }
      sleep(MILLIS_BETWEEN_LOOKS);
    }
    throw new IllegalStateException("The target does not come to hold snapshot " + snapshot);
  }

  private static List<Snapshot> commit(
      RunningProcess run, IcebergCommits source, long rows, long changes) {
    List<Snapshot> commits = new ArrayList<>();
    long step = Math.max(1, rows / (COMMITS * changes));
    long updates = changes * 6 / 10;
    long deletes = changes * 2 / 10;
    long inserts = changes - updates - deletes;
    Instant next = Instant.now();
    for (int i = 0; i < COMMITS; i++) {
      sleep(Duration.between(Instant.now(), next).toMillis());
      next = next.plus(BETWEEN_COMMITS);
      // Neighbours are of different commits, so that each commit reaches all over the table.
      int commit = i;
      List<Long> old =
          LongStream.range(0, updates + deletes)
              .map(change -> (change * COMMITS + commit) * step)
              .boxed()
              .toList();
      commits.add(
          source.change(
              old.subList(0, (int) updates),
              old.subList((int) updates, old.size()),
              LongStream.range(rows + i * inserts, rows + (i + 1) * inserts).boxed().toList()));
      run.look();
    }
    return commits;
  }

  private static List<Figures> delays(List<Snapshot> commits, Tributary.Answer metrics) {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < commits.size(); i++) {
      places.put(id(commits.get(i)), i);
    }
    List<Figures> delays = new ArrayList<>();
    for (JsonNode snapshot : metrics.document()) {
      Instant there = Instant.parse(snapshot.path("timestamp").asText());
      int through = places.getOrDefault(snapshot.path("position").asText(), -1);
      // A unit of several commits brings all of them.
      for (int i = delays.size(); i <= through; i++) {
        Instant made = Instant.ofEpochMilli(commits.get(i).timestampMillis());
        delays.add(
            new Figures(
                Duration.between(made, there),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty()));
      }
    }
    return delays;
  }

  private static List<Bar> bars(Series delays) {
    int third = COMMITS / 3;
    double first = part(delays, 0, third).medianSeconds();
    double last = part(delays, COMMITS - third, COMMITS).medianSeconds();
    return List.of(
        new Bar(
            "median delay of a commit",
            Bar.Kind.AT_MOST,
            2,
            delays.medianSeconds(),
            "s",
            COMMITS + " commits"),
        new Bar(
            "growth of the delay from the first 20 commits to the last 20",
            Bar.Kind.AT_MOST,
            0.5,
            last - first,
            "s",
            String.format(Locale.ROOT, "%.3f s - %.3f s", last, first)));
  }

  private static Series part(Series series, int from, int to) {
    return new Series(series.engine(), series.mode(), series.runs().subList(from, to));
  }

  private static String id(Snapshot snapshot) {
    return Long.toString(snapshot.snapshotId());
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(Math.max(0, millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
