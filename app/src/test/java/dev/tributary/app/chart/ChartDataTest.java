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
package dev.tributary.app.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ChartDataTest {
  private static final ChartData.Series ROWS =
      new ChartData.Series(
          "rows", List.of(OptionalDouble.of(1), OptionalDouble.of(2), OptionalDouble.empty()));

  @Test
  void lastPointsKeepTheirLabels() {
    ChartData data = new ChartData("Rows", "Snapshots", List.of("a", "b", "c"), List.of(ROWS));
    ChartData last = data.last(2);
    assertThat(last.labels()).containsExactly("b", "c");
    assertThat(last.series().get(0).values())
        .containsExactly(OptionalDouble.of(2), OptionalDouble.empty());
    assertThat(data.last(3)).isSameAs(data);
  }

  @Test
  void lastKnownValueSkipsUnknownOnes() {
    assertThat(ROWS.last()).hasValue(2);
    assertThat(new ChartData.Series("none", List.of(OptionalDouble.empty())).last()).isEmpty();
  }

  @Test
  void seriesHasAValueForEachPoint() {
    assertThatThrownBy(() -> new ChartData("Rows", "Snapshots", List.of("a"), List.of(ROWS)))
        .hasMessageContaining("rows has 3 values for 1 points");
  }
}
