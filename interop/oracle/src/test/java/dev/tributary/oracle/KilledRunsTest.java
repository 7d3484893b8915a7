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
    Duration cleanRun = cleanRun(source, rows);

    int interrupted = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Lakehouse lakehouse = Lakehouse.create(kind(kill), temp);
      Path spec = spec(source, lakehouse, 2 + kill / 2 % 2);
      Process run = start(spec);
      long moment = (long) (cleanRun.toMillis() * (0.1 + 0.9 * random.nextDouble()));
      boolean ended = run.waitFor(moment, TimeUnit.MILLISECONDS);
      run.destroyForcibly().waitFor();
      interrupted += ended ? 0 : 1;
      String what =
          "kill " + kill + " after " + moment + " ms of " + cleanRun.toMillis() + ", seed " + seed;
      System.out.println(what + (ended ? ": it had ended" : ""));

      Cli.run("run", spec).success();

      assertThat(target(lakehouse)).as(what).isEqualTo(rows);
      assertThat(Cli.run("run", spec).success().path("status").asText())
          .as(what)
          .isEqualTo("nothing-to-do");
    }
    assertThat(interrupted).as("runs that the kill interrupted").isGreaterThan(KILLS / 2);
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

  private static Lakehouse.Kind kind(int kill) {
    return Lakehouse.Kind.values()[kill % Lakehouse.Kind.values().length];
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
