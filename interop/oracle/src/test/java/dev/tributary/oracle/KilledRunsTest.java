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
package dev.tributary.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is killed at any moment and run again leaves the target as one clean run would. */
@Tag("slow")
class KilledRunsTest {
  private static final int KILLS = 10;

  @TempDir Path temp;

  @Test
  void killedRunsResumeWithoutLossOrRepetition() throws Exception {
    long seed = System.nanoTime();
    System.out.println("Seed of the moments of killing: " + seed);
    Random random = new Random(seed);
    SparkSource source = SparkSource.create(SparkSource.Kind.ICEBERG_V3_MERGE_ON_READ, temp);
    source.writeManyRows();
    source.writeFirstCommits();
    TableRows rows = source.rows();
    long duration = cleanRun(source, rows).toMillis();

    int attempt = 0;
    for (int kills = 0; kills < KILLS; attempt++) {
      assertThat(attempt).as("runs that ended before they were killed").isLessThan(4 * KILLS);
      Lakehouse lakehouse = Lakehouse.create(kind(attempt), temp);
      Path spec = spec(source, lakehouse, 2 + attempt / 2 % 2);
      long moment = (long) (duration * (0.1 + 0.9 * random.nextDouble()));
      if (killed(spec, moment)) {
        kills++;
      } else {
        // Runs have become faster than the first one was.
        duration = moment;
      }
      String what = "run " + attempt + ", killed after " + moment + " ms, seed " + seed;

      Cli.run("run", spec).success();

      assertThat(target(lakehouse)).as(what).isEqualTo(rows);
      assertThat(Cli.run("run", spec).success().path("status").asText())
          .as(what)
          .isEqualTo("nothing-to-do");
    }
  }

  /** Starts a run and kills it; false if it had ended by itself. */
  private boolean killed(Path spec, long afterMillis) throws IOException, InterruptedException {
    Process run = start(spec);
    boolean ended = run.waitFor(afterMillis, TimeUnit.MILLISECONDS);
    run.destroyForcibly().waitFor();
    System.out.println((ended ? "Ended before " : "Killed after ") + afterMillis + " ms");
    return !ended;
  }

  private Duration cleanRun(SparkSource source, TableRows rows)
      throws IOException, InterruptedException {
    Lakehouse lakehouse = Lakehouse.create(Lakehouse.Kind.JDBC, temp);
    Path spec = spec(source, lakehouse, 3);
    long start = System.nanoTime();
    assertThat(start(spec).waitFor()).isZero();
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    assertThat(target(lakehouse)).isEqualTo(rows);
    return taken;
  }

  private static Lakehouse.Kind kind(int attempt) {
    return Lakehouse.Kind.values()[attempt % Lakehouse.Kind.values().length];
  }

  private static TableRows target(Lakehouse lakehouse) {
    return Spark.shared().table(lakehouse.name() + ".lake.orders");
  }

  private Process start(Path spec) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "run",
            spec.toString(),
            "--json");
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(temp.resolve(spec.getFileName() + ".log").toFile())
        .start();
  }

  /** Starts in the middle of the source's history: an initial load, then changes. */
  private Path spec(SparkSource source, Lakehouse lakehouse, int formatVersion) throws IOException {
    Path spec = temp.resolve(lakehouse.name() + ".tributary.yaml");
    Files.writeString(spec, lakehouse.spec(source, "", formatVersion));
    return Files.writeString(spec, lakehouse.spec(source, source.startAt(4, spec), formatVersion));
  }
}
