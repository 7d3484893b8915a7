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

import dev.tributary.benchmark.process.Figures;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/** All that was measured of one contender. */
public record Series(String engine, Mode mode, List<Figures> runs) {

  public Series {
    runs = List.copyOf(runs);
  }

  /** The middle of the times, in seconds. */
  public double medianSeconds() {
    return median(runs.stream().mapToDouble(Figures::seconds).toArray());
  }

  /** The middle of the processor times, in seconds, or unknown where one is. */
  public OptionalDouble medianProcessorSeconds() {
    if (runs.stream().anyMatch(figures -> figures.processorTime().isEmpty())) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        median(
            runs.stream()
                .mapToDouble(figures -> figures.processorTime().orElseThrow().toNanos() / 1e9)
                .toArray()));
  }

  /** The middle of a figure, or unknown where it is in one of the runs. */
  public OptionalLong median(Function<Figures, OptionalLong> figure) {
    List<OptionalLong> values = runs.stream().map(figure).toList();
    if (values.isEmpty() || values.stream().anyMatch(OptionalLong::isEmpty)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        Math.round(median(values.stream().mapToDouble(OptionalLong::getAsLong).toArray())));
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
