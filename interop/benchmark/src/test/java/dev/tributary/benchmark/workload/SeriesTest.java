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

import dev.tributary.benchmark.process.Figures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesTest {
  @Test
  void theMedianIsTheMiddleOne() {
    assertThat(series(Contender.SPARK, 9, 1, 2).medianSeconds()).isEqualTo(2);
    assertThat(series(Contender.SPARK, 4, 1, 2, 9).medianSeconds()).isEqualTo(3);
  }

  @Test
  void aFigureIsUnknownWhereOneOfTheRunsIs() {
    Figures known = figures(1, OptionalLong.of(10));
    Figures unknown = figures(1, OptionalLong.empty());

    assertThat(series(List.of(known, known)).median(Figures::bytesRead)).hasValue(10);
    assertThat(series(List.of(known, unknown)).median(Figures::bytesRead)).isEmpty();
  }

  @Test
  void aBarIsMetOnItsOwnSideOfTheLimit() {
    List<Series> all =
        List.of(series(Contender.TRIBUTARY, 2, 2, 2), series(Contender.SPARK, 9, 10, 11));

    assertThat(Bar.faster(5, Contender.SPARK, Mode.WARM, all))
        .hasValueSatisfying(bar -> assertThat(bar.met()).isTrue());
    assertThat(Bar.faster(5.1, Contender.SPARK, Mode.WARM, all))
        .hasValueSatisfying(bar -> assertThat(bar.met()).isFalse());
    assertThat(Bar.within(2, Mode.WARM, all))
        .hasValueSatisfying(bar -> assertThat(bar.met()).isTrue());
    assertThat(Bar.within(1.9, Mode.WARM, all))
        .hasValueSatisfying(bar -> assertThat(bar.met()).isFalse());
    assertThat(Bar.within(2, Mode.COLD, all)).isEmpty();
  }

  private static Series series(String engine, int... seconds) {
    return new Series(
        engine,
        Mode.WARM,
        IntStream.of(seconds).mapToObj(each -> figures(each, OptionalLong.empty())).toList());
  }

  private static Series series(List<Figures> runs) {
    return new Series(Contender.SPARK, Mode.WARM, runs);
  }

  private static Figures figures(int seconds, OptionalLong bytesRead) {
    return new Figures(
        Duration.ofSeconds(seconds),
        Optional.empty(),
        OptionalLong.empty(),
        bytesRead,
        OptionalLong.empty());
  }
}
