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
package dev.tributary.iceberg;

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.history.Position;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.Bound;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/** Finds the snapshots that a spec's bounds, or a target's progress, stand for. */
final class RangeResolver {
  private final String table;
  private final TableMetadata metadata;
  private final SnapshotHistory history;
  private final List<Snapshot> chain;

  RangeResolver(String table, TableMetadata metadata, SnapshotHistory history) {
    this.table = table;
    this.metadata = metadata;
    this.history = history;
    this.chain = history.chain();
  }

  /**
   * The snapshots between two bounds, both inclusive.
   *
   * @throws SourceException when a bound does not exist on the chain, or the history before the
   *     first snapshot, which its changes are measured against, was expired
   */
  SourceRange range(Bound from, Bound to) {
    if (chain.isEmpty()) {
      if (from instanceof Bound.Open && to instanceof Bound.Open) {
        return new SourceRange(Optional.empty(), List.of(), Optional.empty());
      }
      throw refused("%s has no snapshot on %s yet; leave the bounds open.", table, history.ref());
    }
    int first = first(from);
    int last = last(to);
    if (first > last) {
      throw refused(
          "The range of %s ends before it starts: its end, snapshot %s, is older than its start,"
              + " snapshot %s. Exchange the bounds.",
          table, chain.get(last).snapshotId(), chain.get(first).snapshotId());
    }
    // Without a lower bound what came before does not matter: the first snapshot then stands for
    // all rows that were live after it.
    if (first == 0 && !(from instanceof Bound.Open) && history.lostParent().isPresent()) {
      throw refused(
          "Cannot start at snapshot %s of %s: its parent %s was expired, so what it changed cannot"
              + " be told any more. Start at %s, or leave the start open to take all rows that were"
              + " live after it.",
          chain.get(0).snapshotId(),
          table,
          history.lostParent().getAsLong(),
          chain.size() > 1 ? "snapshot " + chain.get(1).snapshotId() + " or later" : "a later one");
    }
    return slice(first, last);
  }

  /**
   * The snapshots after {@code progress} up to a bound; none when the bound is not past it.
   *
   * @throws SourceException when {@code progress} is not on the chain, or the bound does not exist
   */
  SourceRange rangeAfter(Position progress, Bound to) {
    int done = indexOf(progress.commitId());
    if (done < 0) {
      throw lost(progress);
    }
    int last = last(to);
    if (last <= done) {
      Optional<Position> here = Optional.of(SnapshotHistory.position(chain.get(done)));
      return new SourceRange(here, List.of(), here);
    }
    return slice(done + 1, last);
  }

  private SourceRange slice(int first, int last) {
    return new SourceRange(
        first == 0 ? Optional.empty() : Optional.of(SnapshotHistory.position(chain.get(first - 1))),
        chain.subList(first, last + 1).stream().map(history::commit).toList(),
        Optional.of(SnapshotHistory.position(chain.get(last))));
  }

  private int first(Bound bound) {
    if (bound instanceof Bound.Commit commit) {
      return existing(commit.id(), "start");
    }
    if (bound instanceof Bound.Time time) {
      for (int i = 0; i < chain.size(); i++) {
        if (!instant(i).isBefore(time.instant())) {
          return i;
        }
      }
      throw refused(
          "No snapshot of %s on %s was committed at or after %s: the latest, %s, is of %s. Choose an"
              + " earlier start.",
          table,
          history.ref(),
          time.instant(),
          chain.get(chain.size() - 1).snapshotId(),
          instant(chain.size() - 1));
    }
    return 0;
  }

  private int last(Bound bound) {
    if (bound instanceof Bound.Commit commit) {
      return existing(commit.id(), "end");
    }
    if (bound instanceof Bound.Time time) {
      for (int i = chain.size() - 1; i >= 0; i--) {
        if (!instant(i).isAfter(time.instant())) {
          return i;
        }
      }
      throw refused(
          "No snapshot of %s on %s was committed at or before %s: the oldest that is left, %s, is of"
              + " %s. Choose a later end.",
          table, history.ref(), time.instant(), chain.get(0).snapshotId(), instant(0));
    }
    return chain.size() - 1;
  }

  private int existing(long snapshotId, String which) {
    int index = indexOf(Long.toString(snapshotId));
    if (index >= 0) {
      return index;
    }
    if (metadata.snapshot(snapshotId) != null) {
      throw refused(
          "The %s, snapshot %s of %s, is not part of the history of %s: it was rolled back, or belongs"
              + " to another branch. Choose a snapshot between %s and %s, or its branch.",
          which, snapshotId, table, history.ref(), oldest(), newest());
    }
    throw refused(
        "The %s, snapshot %s of %s, does not exist: it was expired, or never was. Choose a snapshot"
            + " between %s and %s.",
        which, snapshotId, table, oldest(), newest());
  }

  private SourceException lost(Position progress) {
    boolean known = known(progress.commitId());
    return refused(
        known
            ? "Cannot go on after snapshot %s of %s: it is no longer part of the history of %s, since"
                + " the table was rolled back or another branch is read. Choose the branch that it"
                + " is on, or load the table afresh into a new target."
            : "Cannot go on after snapshot %s of %s: %s does not have it any more. It was expired, or"
                + " the target was loaded from another table. Load the table afresh into a new"
                + " target%s",
        progress.commitId(),
        table,
        known ? history.ref() : "the table",
        chain.isEmpty() ? "." : "; the oldest snapshot that is left is " + oldest() + ".");
  }

  private boolean known(String commitId) {
    try {
      return metadata.snapshot(Long.parseLong(commitId)) != null;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private int indexOf(String commitId) {
    for (int i = 0; i < chain.size(); i++) {
      if (Long.toString(chain.get(i).snapshotId()).equals(commitId)) {
        return i;
      }
    }
    return -1;
  }

  private Instant instant(int index) {
    return Instant.ofEpochMilli(chain.get(index).timestampMillis());
  }

  private long oldest() {
    return chain.get(0).snapshotId();
  }

  private long newest() {
    return chain.get(chain.size() - 1).snapshotId();
  }

  private static SourceException refused(String message, Object... values) {
    return new SourceException(Area.RANGE, String.format(message, values));
  }
}
