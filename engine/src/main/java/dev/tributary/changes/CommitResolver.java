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
package dev.tributary.changes;

import dev.tributary.rows.Annotations;
import dev.tributary.rows.RowMultiset;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.data.Record;

/**
 * Turns what one key lost and got in one commit into change kinds, for sources that do not state
 * updates themselves. Equal rows cancel as a multiset: they were only carried over by a
 * copy-on-write rewrite. One removed and one added row are an update; anything else stays as
 * deletes and inserts, since rows with equal keys cannot be told apart.
 */
public final class CommitResolver {
  private CommitResolver() {}

  /**
   * Resolves the DELETE and INSERT changes of one key in one commit.
   *
   * @return the changes that remain, in the order in which they apply
   */
  public static List<Change> resolve(int commit, List<Record> removed, List<Record> added) {
    return resolve(commit, removed, added, Annotations.NONE);
  }

  /**
   * Resolves the DELETE and INSERT changes of one key in one commit.
   *
   * @param annotations columns in which rows may differ without being changed
   * @return the changes that remain, in the order in which they apply
   */
  public static List<Change> resolve(
      int commit, List<Record> removed, List<Record> added, Annotations annotations) {
    RowMultiset.Difference difference = RowMultiset.difference(removed, added, annotations);
    boolean update = difference.left().size() == 1 && difference.right().size() == 1;
    List<Change> changes = new ArrayList<>();
    for (Record row : difference.left()) {
      changes.add(new Change(update ? ChangeKind.UPDATE_BEFORE : ChangeKind.DELETE, commit, row));
    }
    for (Record row : difference.right()) {
      changes.add(new Change(update ? ChangeKind.UPDATE_AFTER : ChangeKind.INSERT, commit, row));
    }
    return changes;
  }

  /**
   * Resolves the DELETE and INSERT changes of rows that no key tells apart: equal rows cancel, what
   * is left was deleted or inserted.
   *
   * @param annotations columns in which rows may differ without being changed
   * @return the changes that remain, deletes first
   */
  public static List<Change> cancel(
      int commit, List<Record> removed, List<Record> added, Annotations annotations) {
    RowMultiset.Difference difference = RowMultiset.difference(removed, added, annotations);
    List<Change> changes = new ArrayList<>();
    difference.left().forEach(row -> changes.add(new Change(ChangeKind.DELETE, commit, row)));
    difference.right().forEach(row -> changes.add(new Change(ChangeKind.INSERT, commit, row)));
    return changes;
  }
}
