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

import java.nio.file.Path;
import java.util.Set;

/**
 * How a run of the benchmark measures.
 *
 * @param home the source tree, built
 * @param data folder for tables and logs
 * @param scale of all numbers of rows and changes; bars are judged at 1 only
 * @param seed of all data
 * @param pairs how often each engine is measured, in turn
 * @param warmUps how often an engine that stays does its work before it is measured
 * @param heap of each JVM that is measured, such as {@code 4g}
 * @param modes which kinds of processes to measure
 * @param peers which engines to measure besides Spark
 */
public record Settings(
    Path home,
    Path data,
    double scale,
    long seed,
    int pairs,
    int warmUps,
    String heap,
    Set<Mode> modes,
    Set<Peer> peers) {

  public Settings {
    modes = Set.copyOf(modes);
    peers = Set.copyOf(peers);
    if (scale <= 0 || scale > 1) {
      throw new IllegalArgumentException("The scale has to be above 0 and at most 1: " + scale);
    }
    if (pairs < 1 || warmUps < 0) {
      throw new IllegalArgumentException(
          String.format("At least 1 pair and 0 warm-ups, not %d and %d", pairs, warmUps));
    }
  }

  /** A number of rows or changes at this scale. */
  long scaled(long number) {
    return Math.max(1, Math.round(number * scale));
  }
}
