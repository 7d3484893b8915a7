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

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that is expected of a workload.
 *
 * @param what the figure, for people
 * @param kind whether it is a least or a most
 * @param limit the least or most that is expected
 * @param reached what was measured
 * @param unit of both, such as {@code s} or {@code times}
 * @param working how the figure was reached, for people
 */
public record Bar(
    String what, Kind kind, double limit, double reached, String unit, String working) {

  /** On which side of the limit the figure has to be. */
  public enum Kind {
    AT_LEAST,
    AT_MOST
  }

  /** Whether the figure is on the right side. */
  public boolean met() {
    return kind == Kind.AT_LEAST ? reached >= limit : reached <= limit;
  }

  /** How many times faster Tributary is than a peer in the same mode; none if one was left out. */
  static Optional<Bar> faster(double limit, String peer, Mode mode, List<Series> series) {
    Optional<Series> ours = find(Contender.TRIBUTARY, mode, series);
    Optional<Series> theirs = find(peer, mode, series);
    if (ours.isEmpty() || theirs.isEmpty()) {
      return Optional.empty();
    }
    double our = ours.get().medianSeconds();
    double their = theirs.get().medianSeconds();
    return Optional.of(
        new Bar(
            String.format("%s, %s: time of %s to ours", peer, mode(mode), peer),
            Kind.AT_LEAST,
            limit,
            their / our,
            "times",
            String.format(Locale.ROOT, "%.3f s / %.3f s", their, our)));
  }

  /** How long Tributary takes in a mode; none if it was left out. */
  static Optional<Bar> within(double seconds, Mode mode, List<Series> series) {
    return find(Contender.TRIBUTARY, mode, series)
        .map(
            ours ->
                new Bar(
                    "our time, " + mode(mode),
                    Kind.AT_MOST,
                    seconds,
                    ours.medianSeconds(),
                    "s",
                    "median"));
  }

  static Optional<Series> find(String engine, Mode mode, List<Series> series) {
    return series.stream()
        .filter(one -> one.engine().equals(engine) && one.mode() == mode)
        .findFirst();
  }

  private static String mode(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }
}
