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
package dev.tributary.pipeline;

import dev.tributary.errors.RunException;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.target.DeadLetterTable.Letter;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The rows of a unit that cannot be applied, as far as they are known. Their number has a limit, so
 * they travel as they are. Not thread-safe.
 */
final class DeadLetters implements Serializable {
  private static final long serialVersionUID = 1L;

  // Rows that a rewrite carried over come twice and cancel only when all are known.
  private static final int MOST_UNPAIRED = 100_000;

  private final ArrayList<Row> rows = new ArrayList<>();

  /**
   * A row.
   *
   * @param removed whether the commit took the row away
   */
  private record Row(Letter letter, boolean removed) implements Serializable {}

  /** Takes the rows of one worker. */
  static final class Collector {
    private final UnitJob job;
    private final DeadLetters letters = new DeadLetters();

    Collector(UnitJob job) {
      this.job = job;
    }

    /**
     * Takes a row, or ends the run.
     *
     * @param failure what to throw when rows that cannot be applied go nowhere
     */
    void add(Letter letter, boolean removed, Supplier<? extends RuntimeException> failure) {
      DeadLetterRule rule = job.deadLetter();
      if (rule == null) {
        throw failure.get();
      }
      letters.rows.add(new Row(letter, removed));
      int most =
          job.pairing() == Pairing.AS_STATED ? rule.limit() : Math.max(rule.limit(), MOST_UNPAIRED);
      if (letters.rows.size() > most) {
        throw tooMany(rule, letters.rows.size(), letter);
      }
    }

    DeadLetters letters() {
      return letters;
    }
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  void addAll(DeadLetters other) {
    rows.addAll(other.rows);
  }

  /**
   * The rows of the whole unit.
   *
   * @throws RunException when there are more than the rule allows
   */
  List<Letter> complete(UnitJob job) {
    Collection<Row> all = job.pairing() == Pairing.AS_STATED ? rows : uncancelled();
    boolean log = job.rows().tellsKinds();
    // A row that is taken out of a log of changes changes nothing, applicable or not.
    List<Letter> result =
        all.stream().filter(row -> !log || !row.removed()).map(Row::letter).toList();
    if (result.size() > job.deadLetter().limit()) {
      throw tooMany(job.deadLetter(), result.size(), result.get(0));
    }
    return result;
  }

  /** Without rows that a commit both removed and added. */
  private Collection<Row> uncancelled() {
    Map<Content, ArrayList<Row>> open = new HashMap<>();
    List<Row> result = new ArrayList<>();
    for (Row row : rows) {
      open.computeIfAbsent(Content.of(row), content -> new ArrayList<>()).add(row);
    }
    for (ArrayList<Row> equal : open.values()) {
      long removed = equal.stream().filter(Row::removed).count();
      long surplus = equal.size() - 2 * removed;
      equal.stream()
          .filter(row -> row.removed() == surplus < 0)
          .limit(Math.abs(surplus))
          .forEach(result::add);
    }
    return result;
  }

  private record Content(String commit, String reason, String row) {
    static Content of(Row row) {
      return new Content(row.letter().commitId(), row.letter().reason(), row.letter().row());
    }
  }

  private static RunException tooMany(DeadLetterRule rule, int rows, Letter example) {
    return new RunException(
        String.format(
            "%d rows cannot be applied, and dead_letter_limit allows %d for one commit of the"
                + " target: nothing of this part was applied. One of them is %s, since %s. Correct"
                + " the source or the spec, or allow more.",
            rows, rule.limit(), example.row(), example.reason()));
  }
}
