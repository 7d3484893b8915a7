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

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What a chart shows, apart from how it is drawn.
 *
 * @param title of the chart
 * @param horizontal what the points are, such as snapshots
 * @param labels one for each point, in order; equal labels are allowed
 * @param series each with one value a point
 */
public record ChartData(String title, String horizontal, List<String> labels, List<Series> series) {

  public ChartData {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(horizontal, "horizontal");
    labels = List.copyOf(labels);
    series = List.copyOf(series);
    for (Series one : series) {
      if (one.values().size() != labels.size()) {
        throw new IllegalArgumentException(
            "Series "
                + one.name()
                + " has "
                + one.values().size()
                + " values for "
                + labels.size()
                + " points");
      }
    }
  }

  /**
   * One figure over all points.
   *
   * @param name of the figure, with its unit if it has one
   * @param values empty where the figure is not known, which is drawn as a gap
   */
  public record Series(String name, List<OptionalDouble> values) {
    public Series {
      Objects.requireNonNull(name, "name");
      values = List.copyOf(values);
    }

    /** The last value that is known. */
    OptionalDouble last() {
      for (int i = values.size() - 1; i >= 0; i--) {
        if (values.get(i).isPresent()) {
          return values.get(i);
        }
      }
      return OptionalDouble.empty();
    }
  }

  /** The last points only, so that each still has room on the screen. */
  ChartData last(int most) {
    if (labels.size() <= most) {
      return this;
    }
    int from = labels.size() - most;
    return new ChartData(
        title,
        horizontal,
        labels.subList(from, labels.size()),
        series.stream()
            .map(one -> new Series(one.name(), one.values().subList(from, labels.size())))
            .toList());
  }
}
