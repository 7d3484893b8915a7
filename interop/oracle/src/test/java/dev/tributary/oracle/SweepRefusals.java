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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is known to be refused or skipped, by table, from the resource {@code /sweep/refusals.tsv}:
 * the checks, and words of the reason. All other checks of all tables have to be equal.
 */
record SweepRefusals(Map<String, Refusal> byTable) {
  private static final Refusal NOTHING = new Refusal(List.of(), "equal");

  /** The checks of a table that are refused or skipped, and why. */
  record Refusal(List<String> checks, String reason) {}

  static SweepRefusals read() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                SweepRefusals.class.getResourceAsStream("/sweep/refusals.tsv"),
                StandardCharsets.UTF_8))) {
      Map<String, Refusal> refusals = new TreeMap<>();
      for (String line : lines.lines().skip(1).toList()) {
        String[] fields = line.split("\t", -1);
        refusals.put(fields[0], new Refusal(List.of(fields[1].split(", ")), fields[2]));
      }
      return new SweepRefusals(refusals);
    }
  }

  /** What of a table's results is not as known; empty when all is. */
  Optional<String> surprise(SweepReport.Line line) {
    Refusal known = byTable.getOrDefault(line.name(), NOTHING);
    return line.unequal().equals(known.checks()) && line.verdict().contains(known.reason())
        ? Optional.empty()
        : Optional.of(
            String.format(
                "%s: expected %s for %s, found %s for %s",
                line.name(), known.reason(), known.checks(), line.verdict(), line.unequal()));
  }
}
