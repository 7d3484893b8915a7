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

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The smallest measurement that there is, with all that belongs to it. */
@Tag("slow")
class ApplyChangesTest {
  @TempDir Path data;

  @Test
  void bothEnginesComeToTheSourcesRows() {
    Settings settings =
        new Settings(
            Path.of(System.getProperty("benchmark.home")),
            data,
            0.001,
            7,
            1,
            0,
            "1g",
            Set.of(Mode.WARM),
            Set.of());

    Result result = Workloads.all().get("W4").run(new Stage(settings));

    // As many inserts as deletes; that both targets hold them was checked in passing.
    assertThat(result.equality().rows()).isEqualTo(5_000);
    assertThat(result.parameters()).containsEntry("changes", 100L);
    assertThat(result.series())
        .extracting(Series::engine)
        .containsExactly(Contender.TRIBUTARY, Contender.SPARK);
    assertThat(result.series()).allMatch(series -> series.medianSeconds() > 0);
  }
}
