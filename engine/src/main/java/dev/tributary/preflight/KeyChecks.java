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
package dev.tributary.preflight;

import dev.tributary.errors.Area;
import dev.tributary.history.Position;
import dev.tributary.keys.KeyCheck;
import dev.tributary.keys.KeyFacts;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Whether the equality columns are unique and never null: in the state that is loaded, where a run
 * would refuse to start, and in the state at the range's end, which shows what the changes bring.
 */
final class KeyChecks {
  private static final String UNIQUE = "equality-columns-unique";
  private static final String NULLS = "equality-columns-nulls";

  private final MigrationSpec spec;
  private final Findings findings;
  private final SourceTable source;
  private final BooleanSupplier cancelled;

  KeyChecks(MigrationSpec spec, Findings findings, SourceTable source, BooleanSupplier cancelled) {
    this.spec = spec;
    this.findings = findings;
    this.source = source;
    this.cancelled = cancelled;
  }

  /**
   * Checks both states.
   *
   * @param loaded the state of the initial load, if there will be one
   * @param end the state at the range's end
   * @param onlyNew whether null keys at the range's end can only come from the range: the target
   *     follows the source, with keys that were checked, or the range begins with its first commit
   */
  void check(List<String> key, Optional<Position> loaded, Optional<Position> end, boolean onlyNew) {
    boolean loadedFits = loaded.isPresent() && fits(key, loaded.get(), true, true);
    if (end.isPresent() && !end.equals(loaded) && (loaded.isEmpty() || loadedFits)) {
      fits(key, end.get(), false, loadedFits || onlyNew);
    }
  }

  /**
   * Checks one state.
   *
   * @param duplicatesStop whether a run would refuse duplicate keys in this state
   * @param nullsStop whether a run would meet the null keys of this state
   */
  private boolean fits(
      List<String> key, Position position, boolean duplicatesStop, boolean nullsStop) {
    String subject = String.join(", ", key);
    Optional<KeyFacts> facts =
        findings.attempt(
            UNIQUE,
            Area.MAPPING,
            subject,
            () -> KeyCheck.checkState(source, position, spec, key, rows -> {}, cancelled));
    if (facts.isEmpty()) {
      return false;
    }
    boolean nullsFit = nullsFit(facts.get(), position, subject, nullsStop);
    return uniqueFits(facts.get(), position, subject, duplicatesStop) && nullsFit;
  }

  private boolean uniqueFits(
      KeyFacts facts, Position position, String subject, boolean duplicatesStop) {
    if (facts.unique()) {
      findings.info(
          UNIQUE,
          Area.MAPPING,
          subject,
          String.format(
              "Unique in all %,d rows after commit %s", facts.rows(), position.commitId()));
      return true;
    }
    String message = facts.duplicatesInWords() + ", after commit " + position.commitId();
    if (duplicatesStop) {
      findings.error(
          UNIQUE, Area.MAPPING, subject, message, "Choose columns that identify each row");
    } else {
      findings.warning(
          UNIQUE,
          Area.MAPPING,
          subject,
          message + ": the target keeps one row of each such key",
          "Choose columns that identify each row, unless later rows are meant to replace earlier"
              + " ones");
    }
    return false;
  }

  private boolean nullsFit(KeyFacts facts, Position position, String subject, boolean nullsStop) {
    if (facts.nullKeys().isEmpty()) {
      findings.info(NULLS, Area.MAPPING, subject, "Never null after commit " + position.commitId());
      return true;
    }
    String message = facts.nullsInWords() + ", after commit " + position.commitId();
    if (spec.target().nullKeys() == NullKeys.MATCH) {
      findings.info(NULLS, Area.MAPPING, subject, message + "; null equals null here");
      return true;
    }
    if (spec.target().deadLetter().isPresent()) {
      findings.warning(
          NULLS,
          Area.MAPPING,
          subject,
          message + ": such rows go to " + spec.target().deadLetter().get(),
          "Choose columns without nulls if they are to reach the target");
      return true;
    }
    String fix = "Choose columns without nulls, or set null_keys: match";
    if (nullsStop) {
      findings.error(NULLS, Area.MAPPING, subject, message, fix);
    } else {
      findings.warning(
          NULLS, Area.MAPPING, subject, message + ": a run that meets such a row fails", fix);
    }
    return false;
  }
}
