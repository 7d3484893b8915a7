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
import dev.tributary.changes.CommitResolver;
import dev.tributary.rows.Annotations;
import dev.tributary.rows.RowCodec;
import dev.tributary.rows.RowMultiset;
import dev.tributary.scan.GroupingKey;
import dev.tributary.source.ChangeSelection;
import dev.tributary.source.ReadPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.data.Record;

/** Resolves what one key lost and got in one commit. One per thread. */
final class CommitChanges {
  private final RowCodec codec;
  private final ReadPlan.Pairing pairing;
  private final ChangeSelection selection;
  private final GroupingKey key;
  private final Annotations annotations;

  CommitChanges(ReadPlan plan, GroupingKey key) {
    this.codec = new RowCodec(plan.schema());
    this.pairing = plan.pairing();
    this.selection = plan.selection();
    this.key = key;
    this.annotations = Annotations.of(plan.schema().asStruct());
  }

  /**
   * The changes that remain, in the order in which they apply.
   *
   * @param changes of one key in one commit, in order; not empty
   */
  List<Change> resolve(List<PackedChange> changes) {
    return place(changes).stream().map(Placed::change).toList();
  }

  /**
   * The changes that remain, with their places among all changes of the commit.
   *
   * @param changes of one key in one commit, in order; not empty
   */
  List<Placed> place(List<PackedChange> changes) {
    List<Placed> placed =
        key.isPresent() || pairing == ReadPlan.Pairing.AS_STATED
            ? ofKey(changes)
            : withoutKey(changes);
    return selection.isAll()
        ? placed
        : placed.stream()
            .filter(it -> selection.selects(it.change().commit(), it.change().kind()))
            .toList();
  }

  /** The row of a change. */
  Record row(PackedChange change) {
    return codec.decode(change.row());
  }

  private List<Placed> ofKey(List<PackedChange> changes) {
    int commit = changes.get(0).commit();
    long arrival = changes.stream().mapToLong(PackedChange::arrival).min().orElseThrow();
    List<Placed> placed = new ArrayList<>();
    for (Change change : ofKey(commit, changes)) {
      placed.add(new Placed(arrival, placed.size(), change));
    }
    return placed;
  }

  private List<Change> ofKey(int commit, List<PackedChange> changes) {
    if (pairing == ReadPlan.Pairing.AS_STATED) {
      return changes.stream().map(c -> new Change(c.kind(), commit, row(c))).toList();
    }
    List<Record> removed = new ArrayList<>();
    List<Record> added = new ArrayList<>();
    changes.forEach(change -> (change.kind().removes() ? removed : added).add(row(change)));
    return CommitResolver.resolve(commit, removed, added, annotations);
  }

  /** Rows with the same hash, which do not belong together unless they are equal. */
  private List<Placed> withoutKey(List<PackedChange> changes) {
    Map<Record, PackedChange> origins = new IdentityHashMap<>();
    List<Record> removed = new ArrayList<>();
    List<Record> added = new ArrayList<>();
    for (PackedChange change : changes) {
      Record row = row(change);
      origins.put(row, change);
      (change.kind().removes() ? removed : added).add(row);
    }
    RowMultiset.Difference difference = RowMultiset.difference(removed, added, annotations);
    List<Placed> placed = new ArrayList<>();
    List<Record> rest = new ArrayList<>(difference.left());
    rest.addAll(difference.right());
    for (Record row : rest) {
      PackedChange origin = origins.get(row);
      ChangeKind kind = origin.kind().removes() ? ChangeKind.DELETE : ChangeKind.INSERT;
      placed.add(new Placed(origin.arrival(), 0, new Change(kind, origin.commit(), row)));
    }
    return placed;
  }

  /**
   * A change and its place in the commit: when the first row of its key was read, and the order
   * among the changes of its key.
   */
  record Placed(long arrival, int index, Change change) {
    static final Comparator<Placed> ORDER =
        Comparator.comparingLong(Placed::arrival).thenComparingInt(Placed::index);
  }
}
