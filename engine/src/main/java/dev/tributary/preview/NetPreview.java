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
import dev.tributary.rows.Annotations;
import dev.tributary.scan.FirstRows;
import dev.tributary.scan.GroupingKey;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.ChangeSelection;
import dev.tributary.source.ReadPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.data.Record;

/**
 * What the whole range does to each key: it is inserted, updated (with its row before the range
 * where that is known) or deleted. Keys that end as they began are left out. Without a key, equal
 * rows that come and go cancel. Ordered by the last commit that changed the key.
 */
final class NetPreview {
  private final GroupingKey key;
  private final int limit;
  private final RowCounter counter;

  NetPreview(GroupingKey key, int limit, RowCounter counter) {
    this.key = key;
    this.limit = limit;
    this.counter = counter;
  }

  Preview read(ReadPlan plan) {
    FirstRows<NetChange> first = new FirstRows<>(limit, NetChange.ORDER);
    Map<ChangeKind, Long> counts = new EnumMap<>(ChangeKind.class);
    for (ChangeKind kind : ChangeKind.values()) {
      counts.put(kind, 0L);
    }
    try (ChangeSpill spill = ChangeSpill.read(plan, plan.tasks(), key, counter)) {
      spill.forEachKey(() -> new Netting(plan, first, counts));
    }
    RowCollector collector = new RowCollector(limit);
    for (NetChange net : first.inOrder()) {
      for (Change change : net.changes()) {
        collector.add(plan.commits().get(net.commit()), change);
      }
    }
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    return new Preview(
        plan.schema(), collector.rows(), Optional.of(counts), all > collector.rows().size());
  }

  /**
   * The outcome for one key, or for one row where there is no key.
   *
   * @param commit index of the last commit that changed it
   * @param arrival of its last change
   * @param changes one change, or both images of an update
   */
  private record NetChange(int commit, long arrival, int index, List<Change> changes) {
    static final Comparator<NetChange> ORDER =
        Comparator.comparingInt(NetChange::commit)
            .thenComparingLong(NetChange::arrival)
            .thenComparingInt(NetChange::index);
  }

  /** Nets key after key, on one thread. */
  private final class Netting implements Consumer<List<PackedChange>> {
    private final CommitChanges resolver;
    private final ChangeSelection selection;
    private final Annotations annotations;
    private final FirstRows<NetChange> first;
    private final Map<ChangeKind, Long> counts;

    Netting(ReadPlan plan, FirstRows<NetChange> first, Map<ChangeKind, Long> counts) {
      this.resolver = new CommitChanges(plan, key);
      this.selection = plan.selection();
      this.annotations = Annotations.of(plan.schema().asStruct());
      this.first = first;
      this.counts = counts;
    }

    @Override
    public void accept(List<PackedChange> changes) {
      List<NetChange> net = key.isPresent() ? ofKey(changes) : withoutKey(changes);
      synchronized (counts) {
        net.forEach(n -> n.changes().forEach(c -> counts.merge(c.kind(), 1L, Long::sum)));
      }
      net.forEach(first::add);
    }

    private List<NetChange> ofKey(List<PackedChange> changes) {
      List<Change> resolved = new ArrayList<>();
      int start = 0;
      for (int end = 1; end <= changes.size(); end++) {
        if (end == changes.size() || changes.get(end).commit() != changes.get(start).commit()) {
          resolved.addAll(resolver.resolve(changes.subList(start, end)));
          start = end;
        }
      }
      List<Change> net = net(resolved);
      if (net.isEmpty()) {
        return List.of();
      }
      PackedChange last = changes.get(changes.size() - 1);
      return List.of(new NetChange(net.get(0).commit(), last.arrival(), 0, net));
    }

    /** Nets the changes of one key, which are in order. */
    private List<Change> net(List<Change> changes) {
      if (changes.isEmpty()) {
        return List.of();
      }
      Change begin = changes.get(0);
      Change end = changes.get(changes.size() - 1);
      boolean wasThere = begin.kind() != ChangeKind.INSERT;
      boolean isThere = !end.kind().removes();
      Optional<Record> before =
          begin.kind().removes() ? Optional.of(begin.row()) : Optional.empty();
      if (!wasThere) {
        return isThere
            ? List.of(new Change(ChangeKind.INSERT, end.commit(), end.row()))
            : List.of();
      }
      if (!isThere) {
        Record row = before.orElse(end.row());
        return List.of(new Change(ChangeKind.DELETE, end.commit(), row));
      }
      if (before.isPresent() && annotations.same(before.get(), end.row())) {
        return List.of();
      }
      List<Change> update = new ArrayList<>();
      before.ifPresent(row -> update.add(new Change(ChangeKind.UPDATE_BEFORE, end.commit(), row)));
      update.add(new Change(ChangeKind.UPDATE_AFTER, end.commit(), end.row()));
      return update;
    }

    /** Nets changes whose rows have the same hash; as good as always the same row. */
    private List<NetChange> withoutKey(List<PackedChange> changes) {
      List<RowBalance> balances = new ArrayList<>();
      for (PackedChange change : changes) {
        Record row = resolver.row(change);
        RowBalance balance =
            balances.stream()
                .filter(b -> annotations.same(b.row, row))
                .findFirst()
                .orElseGet(
                    () -> {
                      RowBalance fresh = new RowBalance(row);
                      balances.add(fresh);
                      return fresh;
                    });
        balance.add(change);
      }
      return balances.stream()
          .flatMap(balance -> balance.net().stream())
          .filter(net -> selection.selects(net.commit(), net.changes().get(0).kind()))
          .toList();
    }
  }

  /** How often a row came and went. */
  private static final class RowBalance {
    private final Record row;
    private long balance;
    private PackedChange last;

    RowBalance(Record row) {
      this.row = row;
    }

    void add(PackedChange change) {
      balance += change.kind().removes() ? -1 : 1;
      last = change;
    }

    List<NetChange> net() {
      ChangeKind kind = balance > 0 ? ChangeKind.INSERT : ChangeKind.DELETE;
      List<NetChange> net = new ArrayList<>();
      for (int i = 0; i < Math.abs(balance); i++) {
        Change change = new Change(kind, last.commit(), row);
        net.add(new NetChange(last.commit(), last.arrival(), i, List.of(change)));
      }
      return net;
    }
  }
}
