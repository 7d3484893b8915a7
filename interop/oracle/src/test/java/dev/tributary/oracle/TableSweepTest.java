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

import dev.tributary.fixture.ExpectedTables;
import dev.tributary.fixture.ExpectedTables.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every table of public projects on every way into a lakehouse. The results are printed, and
 * written to {@code target/table-sweep.tsv}.
 *
 * <p>{@code -Dtributary.sweep.steps=100} applies every commit in a run of its own, where otherwise
 * long histories are applied in a few; {@code -Dtributary.sweep.tables=REGEX} chooses tables.
 */
@Tag("slow")
class TableSweepTest {
  private static final int STEPS = Integer.getInteger("tributary.sweep.steps", 4);
  private static final Pattern CHOSEN =
      Pattern.compile(System.getProperty("tributary.sweep.tables", ".*"));

  @TempDir Path temp;

  @Test
  void everyTableArrivesAsItIsOrIsRefusedForAReason() throws IOException {
    ExpectedTables.assumePresent();
    SweepReport report = new SweepReport();
    try (SweepLakehouse lakehouse =
        new SweepLakehouse(Lakehouse.create(Lakehouse.Kind.JDBC, temp))) {
      sweep(tables(lakehouse)).forEach(report::add);
    }
    System.out.println(report.text());
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target", "table-sweep.tsv"), report.text());
    assertThat(report.lines()).isNotEmpty();
    SweepRefusals known = SweepRefusals.read();
    assertThat(report.lines().stream().map(known::surprise).flatMap(Optional::stream)).isEmpty();
  }

  private static List<SweptTable> tables(SweepLakehouse lakehouse) {
    return Stream.of(Format.values())
        .flatMap(
            format ->
                ExpectedTables.names(format).stream()
                    .filter(CHOSEN.asMatchPredicate())
                    .map(name -> ExpectedTables.read(format, name)))
        .map(table -> new SweptTable(table, lakehouse, STEPS))
        .toList();
  }

  /** Two tables at a time, and Spark behind them. */
  private static List<SweepReport.Line> sweep(List<SweptTable> tables) {
    ExecutorService engine = Executors.newFixedThreadPool(2);
    ExecutorService spark = Executors.newSingleThreadExecutor();
    try {
      List<CompletableFuture<SweepReport.Line>> lines = new ArrayList<>();
      for (SweptTable table : tables) {
        lines.add(
            CompletableFuture.supplyAsync(table::sweep, engine)
                .thenApplyAsync(
                    line -> {
                      line.set(SweepReport.SPARK, table.askSpark(line));
                      return line;
                    },
                    spark));
      }
      return lines.stream().map(CompletableFuture::join).toList();
    } finally {
      engine.shutdownNow();
      spark.shutdownNow();
    }
  }
}
