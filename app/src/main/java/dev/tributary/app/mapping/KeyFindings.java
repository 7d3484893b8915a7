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
package dev.tributary.app.mapping;

import dev.tributary.app.text.Texts;
import dev.tributary.keys.KeyFacts;
import java.util.ArrayList;
import java.util.List;

/** Judges what the check of a key found. */
final class KeyFindings {
  private static final int MOST_EXAMPLES = 5;

  private KeyFindings() {}

  /**
   * Duplicates before the range break the initial load; those that are there only after it come
   * from the changes, which replace rows of equal keys and are counted.
   */
  static List<KeyFinding> of(MappingSource.KeyStates states, boolean nullsMatch, Texts texts) {
    List<KeyFinding> findings = new ArrayList<>();
    boolean loadsAfter = states.before().isEmpty();
    states
        .before()
        .ifPresent(
            facts ->
                findings.add(
                    unique("mapping-key-before", "before", facts, KeyFinding.Verdict.BAD, texts)));
    states
        .after()
        .ifPresent(
            facts ->
                findings.add(
                    unique(
                        "mapping-key-after",
                        "after",
                        facts,
                        loadsAfter ? KeyFinding.Verdict.BAD : KeyFinding.Verdict.DOUBTFUL,
                        texts)));
    states.after().ifPresent(facts -> findings.add(nulls(facts, nullsMatch, texts)));
    return findings;
  }

  private static KeyFinding unique(
      String id, String when, KeyFacts facts, KeyFinding.Verdict otherwise, Texts texts) {
    String subject = texts.text("mapping.key.unique-" + when);
    if (facts.unique()) {
      return new KeyFinding(
          id,
          KeyFinding.Verdict.GOOD,
          subject,
          texts.text("mapping.key.unique", facts.rows()),
          List.of());
    }
    return new KeyFinding(
        id,
        otherwise,
        subject,
        texts.text(
            "mapping.key.duplicates", facts.duplicateKeys(), facts.duplicateRows(), facts.rows()),
        facts.examples().stream()
            .limit(MOST_EXAMPLES)
            .map(example -> texts.text("mapping.key.example", example.key(), example.rows()))
            .toList());
  }

  private static KeyFinding nulls(KeyFacts facts, boolean nullsMatch, Texts texts) {
    String subject = texts.text("mapping.key.nulls");
    if (facts.nullKeys().isEmpty()) {
      return new KeyFinding(
          "mapping-key-nulls",
          KeyFinding.Verdict.GOOD,
          subject,
          texts.text("mapping.key.no-nulls", facts.rows()),
          List.of());
    }
    List<String> columns = new ArrayList<>();
    facts
        .nullKeys()
        .forEach(
            (column, rows) -> columns.add(texts.text("mapping.key.null-column", column, rows)));
    return new KeyFinding(
        "mapping-key-nulls",
        nullsMatch ? KeyFinding.Verdict.DOUBTFUL : KeyFinding.Verdict.BAD,
        subject,
        texts.text(
            "mapping.key.has-nulls",
            facts.nullKeys().values().stream().mapToLong(Long::longValue).sum()),
        columns);
  }
}
