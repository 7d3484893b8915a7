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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.text.Texts;
import dev.tributary.keys.KeyFacts;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeyFindingsTest {
  private static final Texts TEXTS = new Texts(Locale.ENGLISH);
  private static final KeyFacts GOOD = new KeyFacts(List.of("id"), 10, Map.of(), 0, 0, List.of());
  private static final KeyFacts TWICE =
      new KeyFacts(List.of("id"), 10, Map.of(), 1, 2, List.of(new KeyFacts.Example("id=7", 2)));
  private static final KeyFacts NULLS =
      new KeyFacts(List.of("id"), 10, Map.of("id", 3L), 0, 0, List.of());

  @Test
  void goodKeyPassesEverywhere() {
    assertThat(verdicts(Optional.of(GOOD), GOOD, false))
        .containsExactly(KeyFinding.Verdict.GOOD, KeyFinding.Verdict.GOOD, KeyFinding.Verdict.GOOD);
  }

  @Test
  void duplicatesBeforeTheRangeBreakTheInitialLoad() {
    List<KeyFinding> findings =
        KeyFindings.of(
            new MappingSource.KeyStates(Optional.of(TWICE), Optional.of(GOOD)), false, TEXTS);
    assertThat(findings.get(0).verdict()).isEqualTo(KeyFinding.Verdict.BAD);
    assertThat(findings.get(0).answer())
        .isEqualTo("No, 1 key occurs more than once, in 2 of 10 rows");
    assertThat(findings.get(0).examples()).containsExactly("id=7 in 2 rows");
  }

  @Test
  void duplicatesThatTheChangesMakeAreAWarning() {
    assertThat(verdicts(Optional.of(GOOD), TWICE, false))
        .containsExactly(
            KeyFinding.Verdict.GOOD, KeyFinding.Verdict.DOUBTFUL, KeyFinding.Verdict.GOOD);
  }

  @Test
  void duplicatesAreAnErrorWhenTheStateAtTheEndIsWhatIsLoaded() {
    assertThat(verdicts(Optional.empty(), TWICE, false).get(0)).isEqualTo(KeyFinding.Verdict.BAD);
  }

  @Test
  void nullsAreAnErrorUnlessTheyMatch() {
    assertThat(verdicts(Optional.empty(), NULLS, false).get(1)).isEqualTo(KeyFinding.Verdict.BAD);
    assertThat(verdicts(Optional.empty(), NULLS, true).get(1))
        .isEqualTo(KeyFinding.Verdict.DOUBTFUL);
  }

  private static List<KeyFinding.Verdict> verdicts(
      Optional<KeyFacts> before, KeyFacts after, boolean nullsMatch) {
    return KeyFindings.of(
            new MappingSource.KeyStates(before, Optional.of(after)), nullsMatch, TEXTS)
        .stream()
        .map(KeyFinding::verdict)
        .toList();
  }
}
