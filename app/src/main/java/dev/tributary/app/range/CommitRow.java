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
package dev.tributary.app.range;

import dev.tributary.history.SourceCommit;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/** A commit of the history as both views show it. */
public final class CommitRow {
  /** What the formats call a commit that only lays the same rows out anew. */
  private static final Set<String> REWRITES = Set.of("replace", "optimize");

  private final SourceCommit commit;
  private final OptionalInt index;
  final ReadOnlyBooleanWrapper inRange = new ReadOnlyBooleanWrapper(this, "inRange");

  CommitRow(SourceCommit commit, OptionalInt index) {
    this.commit = commit;
    this.index = index;
  }

  /** What the metadata says. */
  public SourceCommit commit() {
    return commit;
  }

  /** Its place on the line of commits that leads to the latest, from 0; empty: not on it. */
  public OptionalInt index() {
    return index;
  }

  /** Whether the chosen range covers it. */
  public ReadOnlyBooleanProperty inRange() {
    return inRange.getReadOnlyProperty();
  }

  /** Rows added, as the metadata states or the operation implies: a delete adds none. */
  OptionalLong addedRows() {
    OptionalLong stated = commit.figures().addedRows();
    return stated.isEmpty() && commit.operation().equals("delete") ? OptionalLong.of(0) : stated;
  }

  /** Rows deleted, as the metadata states or the operation implies: an append deletes none. */
  OptionalLong deletedRows() {
    OptionalLong stated = commit.figures().deletedRows();
    return stated.isEmpty() && commit.operation().equals("append") ? OptionalLong.of(0) : stated;
  }

  /**
   * Whether it can change rows at all; compaction does not, though it adds and removes files with
   * rows in them.
   */
  public boolean changesRows() {
    return !REWRITES.contains(commit.operation().toLowerCase(Locale.ROOT));
  }

  /** Whether any of its words contains the text, which is in lower case. */
  boolean matches(String text) {
    return commit.id().contains(text)
        || commit.operation().toLowerCase(Locale.ROOT).contains(text)
        || contains(String.join(" ", commit.refs()), text)
        || contains(commit.note().orElse(""), text)
        || commit.summary().values().stream().anyMatch(value -> contains(value, text));
  }

  private static boolean contains(String words, String text) {
    return words.toLowerCase(Locale.ROOT).contains(text);
  }
}
