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
package dev.tributary.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.run.CrashFixture.Crashed;
import dev.tributary.run.CrashFixture.Kind;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command line in processes of its own, killed at random moments and run again. The Java option
 * {@code -Dtributary.kills} sets how many are killed, {@code -Dtributary.kills-seed} repeats a
 * test.
 */
@Tag("slow")
class KilledRunTest {
  private static final int KILLS = Integer.getInteger("tributary.kills", 8);
  private static final int COMMITS = 6;

  @TempDir Path folder;

  /** What else goes on while a run is killed. */
  private enum Company {
    NONE,
    /** A second run into the same target. */
    RUN,
    /** Another program that appends to the target. */
    APPENDER
  }

  @Test
  void killedAtRandomMomentsAndRunAgainTheTargetEqualsTheSource() throws Exception {
    long seed = Long.getLong("tributary.kills-seed", System.nanoTime());
    System.out.println("Seed of the kills: " + seed);
    Random random = new Random(seed);
    CrashFixture fixture = new CrashFixture(folder, COMMITS);
    Map<String, Integer> outcomes = new TreeMap<>();
    long longest = millisOfARun(fixture);
    int kills = 0;
    for (int attempt = 0; kills < KILLS; attempt++) {
      assertThat(attempt).as("runs that ended before they were killed").isLessThan(3 * KILLS + 10);
      Kind catalog = Kind.values()[attempt % 3];
      boolean stays = attempt / 3 % 2 == 1;
      // Two writers at once can lose a commit in a hadoop catalog on a local disk.
      Company company = catalog == Kind.HADOOP ? Company.NONE : Company.values()[attempt / 6 % 3];
      int formatVersion = 2 + attempt / 18 % 2;
      String what =
          String.format(
              "%s, v%d, %s, beside %s",
              catalog, formatVersion, stays ? "staying on" : "batch", company);
      try (Crashed crashed = fixture.target(catalog, formatVersion)) {
        boolean killed = kill(crashed, stays, company, random, longest);
        kills += killed ? 1 : 0;
        crashed.assertResumes(what + ", seed " + seed, row -> !row.contains("foreign"));
        System.out.println(kills + " kills, " + what);
        outcomes.merge(what + (killed ? ": killed, equal" : ": ended, equal"), 1, Integer::sum);
      }
    }
    outcomes.forEach((outcome, times) -> System.out.println(times + " x " + outcome));
  }

  /** From where a run has something to do to its end, on this computer as it is now. */
  private static long millisOfARun(CrashFixture fixture) throws Exception {
    try (Crashed crashed = fixture.target(Kind.JDBC, 3);
        ChildRun child = crashed.start(false)) {
      child.awaitRunning();
      long start = System.nanoTime();
      assertThat(child.exitCode()).as(child.output()).isZero();
      return Math.max(500, (System.nanoTime() - start) / 1_000_000);
    }
  }

  /** Starts a run and kills it, once or twice; false if it always ended before. */
  private static boolean kill(
      Crashed crashed, boolean stays, Company company, Random random, long longest)
      throws Exception {
    boolean killed = false;
    List<AutoCloseable> others = new ArrayList<>();
    try (ChildRun child = crashed.start(stays)) {
      child.awaitRunning();
      if (company == Company.RUN) {
        others.add(crashed.start(!stays));
      } else if (company == Company.APPENDER) {
        others.add(new Appender(crashed.target()));
      }
      killed = child.kill(random.nextLong(longest));
    }
    if (random.nextInt(3) == 0) {
      try (ChildRun again = crashed.start(!stays)) {
        again.awaitRunning();
        killed |= again.kill(random.nextLong(longest));
      }
    }
    for (AutoCloseable other : others) {
      if (other instanceof ChildRun run) {
        int exitCode = run.exitCode();
        assertThat(exitCode).as(run.output()).isZero();
      }
      other.close();
    }
    return killed;
  }

  /** Appends rows of its own as soon as there is a table, again and again. */
  private static final class Appender implements Closeable {
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final CompletableFuture<Void> work;

    Appender(TargetFixture target) {
      work = CompletableFuture.runAsync(() -> append(target));
    }

    private void append(TargetFixture target) {
      Catalog catalog = target.catalog();
      try {
        for (long id = 1_000_000; !stopped.get(); id++) {
          if (catalog.tableExists(TableIdentifier.parse(TargetFixture.TABLE))) {
            ForeignWriter.append(catalog, List.of(id, "foreign"));
          }
          Thread.sleep(150);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        TargetFixture.close(catalog);
      }
    }

    @Override
    public void close() {
      stopped.set(true);
      work.join();
    }
  }
}
