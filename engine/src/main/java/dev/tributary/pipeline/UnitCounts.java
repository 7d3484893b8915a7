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

import dev.tributary.target.ReplacedInserts;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a unit did to the target's rows, as its snapshot's summary states it. Unknown where the unit
 * deleted by key without looking for the rows.
 */
public record UnitCounts(
    OptionalLong inserted,
    OptionalLong updated,
    OptionalLong deleted,
    OptionalLong unmatchedUpdates,
    OptionalLong unmatchedDeletes,
    OptionalLong replacedInserts,
    long deadLetter,
    long notAppended) {
  static final String COPIED_FILES = "tributary.copied-data-files";

  private static final String INSERTED = "tributary.inserted";
  private static final String UPDATED = "tributary.updated";
  private static final String DELETED = "tributary.deleted";
  private static final String UNMATCHED_UPDATES = "tributary.unmatched-updates";
  private static final String UNMATCHED_DELETES = "tributary.unmatched-deletes";
  private static final String DEAD_LETTER = "tributary.dead-letter";
  private static final String NOT_APPENDED = "tributary.not-appended";

  UnitCounts(
      long inserted,
      long updated,
      long deleted,
      long unmatchedUpdates,
      long unmatchedDeletes,
      long replacedInserts,
      long deadLetter,
      long notAppended) {
    this(
        OptionalLong.of(inserted),
        OptionalLong.of(updated),
        OptionalLong.of(deleted),
        OptionalLong.of(unmatchedUpdates),
        OptionalLong.of(unmatchedDeletes),
        OptionalLong.of(replacedInserts),
        deadLetter,
        notAppended);
  }

  /** The same, but for what depends on rows that nobody looked for. */
  UnitCounts unseen() {
    OptionalLong unknown = OptionalLong.empty();
    return new UnitCounts(
        unknown, unknown, unknown, unknown, unknown, unknown, deadLetter, notAppended);
  }

  /** The counts of a unit from its snapshot's summary. */
  public static UnitCounts in(Map<String, String> summary) {
    return new UnitCounts(
        count(summary, INSERTED),
        count(summary, UPDATED),
        count(summary, DELETED),
        count(summary, UNMATCHED_UPDATES),
        count(summary, UNMATCHED_DELETES),
        count(summary, ReplacedInserts.OF_UNIT),
        // Units of earlier releases lack the later figures.
        count(summary, DEAD_LETTER).orElse(0),
        count(summary, NOT_APPENDED).orElse(0));
  }

  /** How many of the data files that a unit added are copies of the source's. */
  public static long copiedFiles(Map<String, String> summary) {
    return Long.parseLong(summary.getOrDefault(COPIED_FILES, "0"));
  }

  /** What is known, as entries of a summary. */
  Map<String, String> summary() {
    Map<String, String> summary = new HashMap<>();
    put(summary, INSERTED, inserted);
    put(summary, UPDATED, updated);
    put(summary, DELETED, deleted);
    put(summary, UNMATCHED_UPDATES, unmatchedUpdates);
    put(summary, UNMATCHED_DELETES, unmatchedDeletes);
    put(summary, ReplacedInserts.OF_UNIT, replacedInserts);
    summary.put(DEAD_LETTER, Long.toString(deadLetter));
    summary.put(NOT_APPENDED, Long.toString(notAppended));
    return summary;
  }

  private static void put(Map<String, String> summary, String key, OptionalLong count) {
    count.ifPresent(value -> summary.put(key, Long.toString(value)));
  }

  private static OptionalLong count(Map<String, String> summary, String key) {
    String value = summary.get(key);
    return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
  }
}
