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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results that each table is known to have, from the resource {@code /sweep/verdicts.tsv}: one
 * line a table, with its name, the results in the order of {@link SweepReport#CHECKS}, and words of
 * the reason where something is refused.
 */
record SweepVerdicts(Map<String, Verdict> byTable) {

  /** The known results of one table. */
  record Verdict(List<String> results, String reason) {

    /** What is otherwise; empty when nothing is. */
    Optional<String> surprise(SweepReport.Line line) {
      if (!results.equals(line.results())) {
        return Optional.of(
            String.format(
                "%s: expected %s, found %s: %s",
                line.name(), results, line.results(), line.verdict()));
      }
      return line.verdict().contains(reason)
          ? Optional.empty()
          : Optional.of(
              String.format("%s: expected '%s', found %s", line.name(), reason, line.verdict()));
    }
  }

  static SweepVerdicts read() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                SweepVerdicts.class.getResourceAsStream("/sweep/verdicts.tsv"),
                StandardCharsets.UTF_8))) {
      Map<String, Verdict> verdicts = new LinkedHashMap<>();
      lines
          .lines()
          .skip(1)
          .map(line -> line.split("\t", -1))
          .forEach(
              fields ->
                  verdicts.put(
                      fields[0],
                      new Verdict(
                          Arrays.asList(fields).subList(1, fields.length - 1),
                          fields[fields.length - 1])));
      return new SweepVerdicts(verdicts);
    }
  }
}
