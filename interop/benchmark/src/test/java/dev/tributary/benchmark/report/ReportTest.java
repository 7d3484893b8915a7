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
package dev.tributary.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.benchmark.process.Figures;
import dev.tributary.benchmark.workload.Bar;
import dev.tributary.benchmark.workload.Fingerprint;
import dev.tributary.benchmark.workload.Mode;
import dev.tributary.benchmark.workload.Result;
import dev.tributary.benchmark.workload.Series;
import dev.tributary.benchmark.workload.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir Path folder;

  @Test
  void writtenTextAndTheResultsOfOtherWorkloadsStay() throws IOException {
    add("W10", 1, 5.0);
    Path page = folder.resolve("performance.md");
    Files.writeString(page, Files.readString(page) + "Written by hand.\n");

    add("W4", 1, 2.0);

    assertThat(page)
        .content()
        .contains("| W10 | A workload: time | at most 3.00 s | 5.00 s | **missed** |")
        .contains("| W4 | A workload: time | at most 3.00 s | 2.00 s | met |")
        .containsSubsequence("## W4: ", "## W10: ", "Written by hand.");
  }

  @Test
  void aBarIsNotJudgedBelowFullScale() throws IOException {
    add("W4", 0.5, 2.0);

    assertThat(folder.resolve("performance.md")).content().contains("not judged at this scale");
    assertThat(folder.resolve("performance.json")).content().contains("\"met\" : null");
  }

  @Test
  void aPageThatLostItsMarkersIsNotOverwritten() throws IOException {
    Files.writeString(folder.resolve("performance.md"), "All by hand.\n");

    assertThatThrownBy(() -> add("W4", 1, 2.0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("performance.md needs the lines");
    assertThat(folder.resolve("performance.md")).hasContent("All by hand.\n");
  }

  private void add(String id, double scale, double seconds) {
    Figures figures =
        new Figures(
            Duration.ofMillis((long) (1000 * seconds)),
            Optional.empty(),
            OptionalLong.of(1),
            OptionalLong.of(2),
            OptionalLong.empty());
    new Report(folder)
        .add(
            id,
            "A workload",
            new Settings(folder, folder, scale, 1, 1, 0, "1g", Set.of(Mode.COLD), Set.of()),
            new Conditions(0.5, Instant.EPOCH),
            new Result(
                Map.of("rows", 5L),
                List.of(new Series("tributary", Mode.COLD, List.of(figures))),
                List.of(new Bar("time", Bar.Kind.AT_MOST, 3, seconds, "s", "median")),
                new Fingerprint(5, "17"),
                List.of()));
  }
}
