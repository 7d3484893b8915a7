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

import java.util.HashMap;
import java.util.Map;

/** What a unit did to the target's rows, as its snapshot's summary states it. */
public record UnitCounts(
    long inserted,
    long updated,
    long deleted,
    long unmatchedUpdates,
    long unmatchedDeletes,
    long replacedInserts,
    long deadLetter,
    long notAppended) {
  static final String COPIED_FILES = "tributary.copied-data-files";

  private static final String INSERTED = "tributary.inserted";
  private static final String UPDATED = "tributary.updated";
  private static final String DELETED = "tributary.deleted";
  private static final String UNMATCHED_UPDATES = "tributary.unmatched-updates";
  private static final String UNMATCHED_DELETES = "tributary.unmatched-deletes";
  private static final String REPLACED_INSERTS = "tributary.replaced-inserts";
  private static final String DEAD_LETTER = "tributary.dead-letter";
  private static final String NOT_APPENDED = "tributary.not-appended";

  /** The counts of a unit from its snapshot's summary. */
  public static UnitCounts in(Map<String, String> summary) {
    return new UnitCounts(
        count(summary, INSERTED),
        count(summary, UPDATED),
        count(summary, DELETED),
        count(summary, UNMATCHED_UPDATES),
        count(summary, UNMATCHED_DELETES),
        count(summary, REPLACED_INSERTS),
        count(summary, DEAD_LETTER),
        count(summary, NOT_APPENDED));
  }

  /** How many of the data files that a unit added are copies of the source's. */
  public static long copiedFiles(Map<String, String> summary) {
    return Long.parseLong(summary.getOrDefault(COPIED_FILES, "0"));
  }

  Map<String, String> summary() {
    Map<String, String> summary = new HashMap<>();
    summary.put(INSERTED, Long.toString(inserted));
    summary.put(UPDATED, Long.toString(updated));
    summary.put(DELETED, Long.toString(deleted));
    summary.put(UNMATCHED_UPDATES, Long.toString(unmatchedUpdates));
    summary.put(UNMATCHED_DELETES, Long.toString(unmatchedDeletes));
    summary.put(REPLACED_INSERTS, Long.toString(replacedInserts));
    summary.put(DEAD_LETTER, Long.toString(deadLetter));
    summary.put(NOT_APPENDED, Long.toString(notAppended));
    return summary;
  }

  private static long count(Map<String, String> summary, String key) {
    // Units of earlier releases lack the later figures.
    return Long.parseLong(summary.getOrDefault(key, "0"));
  }
}
