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
package dev.tributary.errors;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what was probably meant, for the "did you mean" of error messages. */
public final class Suggestions {
  private Suggestions() {}

  /** The candidate nearest to a name; empty when none is near enough to be a slip of the pen. */
  public static Optional<String> nearest(String name, Collection<String> candidates) {
    String wanted = name.toLowerCase(Locale.ROOT);
    int tolerance = Math.max(1, name.length() / 3);
    return candidates.stream()
        .filter(candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT)) <= tolerance)
        .min(
            Comparator.comparingInt(
                candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT))));
  }

  /** {@code "; did you mean 'x'?"}, or nothing when no candidate is near. */
  public static String didYouMean(String name, Collection<String> candidates) {
    return nearest(name, candidates)
        .map(candidate -> "; did you mean '" + candidate + "'?")
        .orElse("");
  }

  /** Levenshtein distance. */
  private static int distance(String left, String right) {
    int[] previous = new int[right.length() + 1];
    for (int j = 0; j <= right.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int[] current = new int[right.length() + 1];
      current[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int replace = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replace, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[right.length()];
  }
}
