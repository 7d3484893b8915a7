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
package dev.tributary.preview;

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.preview.CommitChanges.Placed;
import dev.tributary.scan.FirstRows;
import dev.tributary.scan.GroupingKey;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Every change, commit by commit, and within a commit in the order in which the rows are read. No
 * more commits are planned and read than the limit needs, but a commit that both adds and removes
 * rows has to be read as a whole before its rows can be told from mere rewrites.
 */
final class RawPreview {
  /** Ranges of at most so many changes are read to their end, for their counts. */
  private static final long SMALL_RANGE = 200_000;

  /** Longer ranges are planned piece by piece. */
  private static final int COMMITS_PER_PLAN = 100;

  private final SourceTable source;
  private final List<String> columns;
  private final GroupingKey key;
  private final RowCounter counter;
  private final RowCollector collector;

  RawPreview(
      SourceTable source, List<String> columns, GroupingKey key, int limit, RowCounter counter) {
    this.source = source;
    this.columns = columns;
    this.key = key;
    this.counter = counter;
    this.collector = new RowCollector(limit);
  }

  Preview read(SourceRange range) {
    List<SourceRange> pieces = pieces(range);
    Optional<Schema> schema = Optional.empty();
    boolean complete = true;
    for (SourceRange piece : pieces) {
      if (collector.wanted() == 0) {
        complete = false;
        break;
      }
      ReadPlan plan = source.planChanges(piece, columns);
      schema = Optional.of(plan.schema());
      boolean toTheEnd = pieces.size() == 1 && plan.estimatedChanges() <= SMALL_RANGE;
      complete &= read(plan, toTheEnd);
    }
    Optional<Map<ChangeKind, Long>> counts =
        complete
            ? Optional.of(collector.counts())
            : source.filtered() ? Optional.empty() : statedCounts(range);
    return new Preview(
        schema.orElseThrow(), collector.rows(), counts, collector.truncated() || !complete);
  }

  /** Cuts a long range; all pieces must have the columns of the whole range's end. */
  private List<SourceRange> pieces(SourceRange range) {
    List<SourceCommit> commits = range.commits();
    List<SourceRange> pieces = new ArrayList<>();
    Optional<Position> before = range.before();
    for (int start = 0; start < commits.size(); start += COMMITS_PER_PLAN) {
      List<SourceCommit> piece =
          commits.subList(start, Math.min(start + COMMITS_PER_PLAN, commits.size()));
      Optional<Position> end = Optional.of(piece.get(piece.size() - 1).position());
      pieces.add(new SourceRange(before, piece, end));
      before = end;
    }
    return pieces.size() > 1 && sameColumns(pieces) ? pieces : List.of(range);
  }

  private boolean sameColumns(List<SourceRange> pieces) {
    Schema last = source.schema(pieces.get(pieces.size() - 1).end().orElseThrow());
    return pieces.stream()
        .allMatch(piece -> source.schema(piece.end().orElseThrow()).sameSchema(last));
  }

  /**
   * Reads the commits of a plan until there are enough rows.
   *
   * @return whether all was read
   */
  private boolean read(ReadPlan plan, boolean toTheEnd) {
    List<List<ReadTask>> tasks = new ArrayList<>();
    plan.commits().forEach(commit -> tasks.add(new ArrayList<>()));
    plan.tasks().forEach(task -> tasks.get(task.commit()).add(task));
    boolean complete = true;
    for (int i = 0; i < tasks.size(); i++) {
      SourceCommit commit = plan.commits().get(i);
      if (tasks.get(i).isEmpty()) {
        continue;
      }
      if (!toTheEnd && collector.wanted() == 0) {
        return false;
      }
      if (plan.pairing() == ReadPlan.Pairing.AS_STATED || oneSided(commit)) {
        complete &= stream(plan, tasks.get(i), commit, toTheEnd);
      } else {
        resolve(plan, tasks.get(i), commit);
      }
    }
    return complete;
  }

  /** Whether the commit only adds or only removes rows, so that none of them can cancel. */
  private static boolean oneSided(SourceCommit commit) {
    SourceCommit.Figures figures = commit.figures();
    boolean nothingRemoved =
        none(figures.removedDataFiles())
            && none(figures.addedPositionDeletes())
            && none(figures.addedEqualityDeletes())
            && none(figures.addedDeletionVectors());
    return commit.operation().equals("append") || nothingRemoved || none(figures.addedDataFiles());
  }

  private static boolean none(OptionalLong stated) {
    return stated.isPresent() && stated.getAsLong() == 0;
  }

  /** Reads rows in order; stops when there are enough, unless all are to be counted. */
  private boolean stream(
      ReadPlan plan, List<ReadTask> tasks, SourceCommit commit, boolean toTheEnd) {
    List<Change> first = new ArrayList<>();
    long wanted = collector.wanted();
    boolean complete = true;
    try (RowCounter.Local local = counter.local()) {
      for (ReadTask task : tasks) {
        if (!toTheEnd && first.size() >= wanted) {
          complete = false;
          break;
        }
        try (CloseableIterable<Change> changes = plan.reader().read(task)) {
          for (Change change : changes) {
            local.row();
            if (!plan.selection().selects(change.commit(), change.kind())) {
              continue;
            }
            if (first.size() < wanted) {
              first.add(change);
            } else if (toTheEnd) {
              collector.count(change.kind(), 1);
            } else {
              complete = false;
              break;
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    pairUpdates(plan, first).forEach(change -> collector.add(commit, change));
    return complete;
  }

  private List<Change> pairUpdates(ReadPlan plan, List<Change> changes) {
    return key.isPresent() ? UpdatePairs.adjacent(changes, key.reader(plan.schema())) : changes;
  }

  /** Reads the whole commit, since any two of its rows may be an update or cancel. */
  private void resolve(ReadPlan plan, List<ReadTask> tasks, SourceCommit commit) {
    FirstRows<Placed> first = new FirstRows<>(collector.wanted(), Placed.ORDER);
    Map<ChangeKind, Long> counts = new EnumMap<>(ChangeKind.class);
    try (ChangeSpill spill = ChangeSpill.read(plan, tasks, key, counter)) {
      spill.forEachKey(
          () -> {
            CommitChanges resolver = new CommitChanges(plan, key);
            return changes -> place(resolver.place(changes), first, counts);
          });
    }
    for (Placed placed : first.inOrder()) {
      collector.add(commit, placed.change());
      counts.merge(placed.change().kind(), -1L, Long::sum);
    }
    counts.forEach(collector::count);
  }

  private static void place(
      List<Placed> changes, FirstRows<Placed> first, Map<ChangeKind, Long> counts) {
    changes.forEach(first::add);
    synchronized (counts) {
      changes.forEach(placed -> counts.merge(placed.change().kind(), 1L, Long::sum));
    }
  }

  /** The counts that metadata states exactly: those of ranges that only append. */
  private static Optional<Map<ChangeKind, Long>> statedCounts(SourceRange range) {
    Map<ChangeKind, Long> counts = new EnumMap<>(ChangeKind.class);
    for (ChangeKind kind : ChangeKind.values()) {
      counts.put(kind, 0L);
    }
    for (SourceCommit commit : range.commits()) {
      OptionalLong added = commit.figures().addedRows();
      if (!commit.operation().equals("append") || added.isEmpty()) {
        return Optional.empty();
      }
      counts.merge(ChangeKind.INSERT, added.getAsLong(), Long::sum);
    }
    return Optional.of(counts);
  }
}
