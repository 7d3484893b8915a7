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

import dev.tributary.changes.ChangeKind;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts of what a unit's changes did, row by row. What depends on the keys that the target had is
 * kept by {@link KeyFate} until that is known. Not thread-safe.
 */
final class Tally implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Map<Integer, Long> keys = new HashMap<>();
  private final Map<Integer, Long> loneBefores = new HashMap<>();
  private final Map<Integer, Long> unmatchedLoneAfters = new HashMap<>();
  private long replacedInserts;
  private long unmatchedUpdates;
  private long unmatchedDeletes;
  private final Map<ChangeKind, Long> appended = new EnumMap<>(ChangeKind.class);
  private long notAppended;
  private long withdrawn;
  private long inversions;
  private long deadLetters;

  void key(KeyFate fate) {
    keys.merge(fate.code(), 1L, Long::sum);
  }

  void replacedInsert() {
    replacedInserts++;
  }

  void unmatchedUpdate() {
    unmatchedUpdates++;
  }

  void unmatchedDelete() {
    unmatchedDeletes++;
  }

  /** A change became a row of a target with mode append. */
  void appended(ChangeKind kind) {
    appended.merge(kind, 1L, Long::sum);
  }

  /** A change had no place in a target with mode append. */
  void notAppended() {
    notAppended++;
  }

  /** Rows were taken out of a log of changes, which undoes none of them. */
  void withdrawn(long rows) {
    withdrawn += rows;
  }

  long withdrawn() {
    return withdrawn;
  }

  /** A change of a later commit applies before one of an earlier commit, as the rows say. */
  void inversion() {
    inversions++;
  }

  long inversions() {
    return inversions;
  }

  /** Rows could not be applied. */
  void deadLetters(long rows) {
    deadLetters += rows;
  }

  /** An UPDATE_BEFORE whose key has no UPDATE_AFTER in its commit: the key was changed. */
  void loneBefore(int commit) {
    loneBefores.merge(commit, 1L, Long::sum);
  }

  /** An UPDATE_AFTER of an absent key that has no UPDATE_BEFORE in its commit. */
  void unmatchedLoneAfter(int commit) {
    unmatchedLoneAfters.merge(commit, 1L, Long::sum);
  }

  void add(Tally other) {
    other.keys.forEach((code, count) -> keys.merge(code, count, Long::sum));
    other.loneBefores.forEach((commit, count) -> loneBefores.merge(commit, count, Long::sum));
    other.unmatchedLoneAfters.forEach(
        (commit, count) -> unmatchedLoneAfters.merge(commit, count, Long::sum));
    replacedInserts += other.replacedInserts;
    unmatchedUpdates += other.unmatchedUpdates;
    unmatchedDeletes += other.unmatchedDeletes;
    other.appended.forEach((kind, count) -> appended.merge(kind, count, Long::sum));
    notAppended += other.notAppended;
    withdrawn += other.withdrawn;
    inversions += other.inversions;
    deadLetters += other.deadLetters;
  }

  /**
   * The counts, given how many keys of each fate the target had.
   *
   * @param matched number of keys by {@link KeyFate#code()}
   */
  UnitCounts resolve(Map<Integer, Long> matched) {
    long inserted = appended.getOrDefault(ChangeKind.INSERT, 0L);
    long updated = appended.getOrDefault(ChangeKind.UPDATE_AFTER, 0L);
    long deleted = appended.getOrDefault(ChangeKind.DELETE, 0L);
    long replaced = replacedInserts;
    long updates = unmatchedUpdates;
    long deletes = unmatchedDeletes;
    Map<Integer, Long> afters = new HashMap<>(unmatchedLoneAfters);
    for (Map.Entry<Integer, Long> entry : keys.entrySet()) {
      KeyFate fate = KeyFate.ofCode(entry.getKey());
      long there = matched.getOrDefault(entry.getKey(), 0L);
      long absent = entry.getValue() - there;
      switch (fate.first()) {
        case INSERT -> replaced += there;
        case UPDATE -> updates += absent;
        case LONE_UPDATE -> afters.merge(fate.commit(), absent, Long::sum);
        case DELETE -> deletes += absent;
      }
      inserted += fate.present() ? absent : 0;
      updated += fate.present() ? there : 0;
      deleted += fate.present() ? 0 : there;
    }
    for (Map.Entry<Integer, Long> after : afters.entrySet()) {
      // A lone before and a lone after of one commit are the two halves of a changed key.
      updates += Math.max(0, after.getValue() - loneBefores.getOrDefault(after.getKey(), 0L));
    }
    return new UnitCounts(
        inserted, updated, deleted, updates, deletes, replaced, deadLetters, notAppended);
  }
}
