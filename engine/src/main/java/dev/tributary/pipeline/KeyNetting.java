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

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.changes.CommitResolver;
import dev.tributary.rows.RowCodec;
import dev.tributary.rows.Rows;
import dev.tributary.source.ChangeSelection;
import dev.tributary.source.ReadPlan.Pairing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.iceberg.data.Record;

/**
 * Nets sorted changes to one last state per key, by playing them row by row. Holds the changes of
 * one key in one commit at most, and those only where they have to be paired.
 */
final class KeyNetting {
  private final Pairing pairing;
  private final Images images;
  private final ChangeSelection selection;
  private final RowCodec rows;
  private final Tally tally;
  private final Sink sink;

  private ChangeKey current;
  private KeyState state;

  /** What a removed row says. */
  enum Images {
    /** The values of the row that is removed: rows of equal keys are told apart by them. */
    ROWS,
    /** Its key; the other values may be anything. */
    KEYS
  }

  KeyNetting(Pairing pairing, ChangeSelection selection, RowCodec rows, Tally tally, Sink sink) {
    this(pairing, Images.ROWS, selection, rows, tally, sink);
  }

  KeyNetting(
      Pairing pairing,
      Images images,
      ChangeSelection selection,
      RowCodec rows,
      Tally tally,
      Sink sink) {
    this.images = images;
    this.pairing = pairing;
    this.selection = selection;
    this.rows = rows;
    this.tally = tally;
    this.sink = sink;
  }

  /** Hears each key once. */
  interface Sink {
    /**
     * @param row the row that the key has after the unit; null when it has none
     */
    void key(byte[] key, KeyFate fate, Record row);
  }

  /** Nets all changes; their order is that of {@link ChangeKey}. */
  void net(Iterator<ExternalSorter.Entry> changes) {
    CommitChanges commit = null;
    while (changes.hasNext()) {
      ExternalSorter.Entry entry = changes.next();
      ChangeKey key = ChangeKey.ofBytes(entry.key());
      if (current == null || !Arrays.equals(key.key(), current.key())) {
        finish(commit);
        finishKey();
        state = new KeyState();
        commit = null;
      } else if (!key.sameMoment(current)) {
        if (key.commit() < current.commit()) {
          tally.inversion();
        }
        finish(commit);
        commit = null;
      }
      current = key;
      if (commit == null) {
        commit = pairing == Pairing.BY_KEY ? new Paired(key.commit()) : new Stated(key.commit());
      }
      commit.add(key.kind(), entry.value());
    }
    finish(commit);
    finishKey();
  }

  private static void finish(CommitChanges commit) {
    if (commit != null) {
      commit.finish();
    }
  }

  private void finishKey() {
    if (state != null && state.first != null) {
      KeyFate fate = new KeyFate(state.first, state.present, state.firstCommit);
      tally.key(fate);
      sink.key(current.key(), fate, state.row());
    }
  }

  /** Plays the changes of one key in one commit. */
  private interface CommitChanges {
    void add(ChangeKind kind, byte[] row);

    void finish();
  }

  /** Kinds are as the source stated them. */
  private final class Stated implements CommitChanges {
    private final int commit;
    private final List<byte[]> befores = new ArrayList<>();
    private final List<byte[]> deletes = new ArrayList<>();
    private boolean paired;
    private boolean removed;

    Stated(int commit) {
      this.commit = commit;
    }

    @Override
    public void add(ChangeKind kind, byte[] row) {
      switch (kind) {
        case UPDATE_BEFORE -> befores.add(row);
        case DELETE -> deletes.add(row);
        case UPDATE_AFTER -> {
          paired = !befores.isEmpty();
          remove();
          if (paired) {
            state.update(row);
          } else {
            state.loneUpdate(row, commit);
          }
        }
        case INSERT -> {
          remove();
          state.insert(row);
        }
      }
    }

    // Whether the befores have an after is known only once all befores and deletes have passed.
    private void remove() {
      if (removed) {
        return;
      }
      removed = true;
      for (byte[] before : befores) {
        if (paired) {
          state.choose(before);
        } else {
          tally.loneBefore(commit);
          state.delete(before);
        }
      }
      deletes.forEach(state::delete);
    }

    @Override
    public void finish() {
      remove();
    }
  }

  /** Rows were only removed and added; what that means is found by comparing them. */
  private final class Paired implements CommitChanges {
    private final int commit;
    private final List<byte[]> removed = new ArrayList<>();
    private final List<byte[]> added = new ArrayList<>();

    Paired(int commit) {
      this.commit = commit;
    }

    @Override
    public void add(ChangeKind kind, byte[] row) {
      (kind.removes() ? removed : added).add(row);
    }

    @Override
    public void finish() {
      if (removed.isEmpty()) {
        if (selection.selects(commit, ChangeKind.INSERT)) {
          added.forEach(state::insert);
        }
      } else if (added.isEmpty()) {
        if (selection.selects(commit, ChangeKind.DELETE)) {
          removed.forEach(state::delete);
        }
      } else if (removed.size() > 1
          || added.size() > 1
          || !Arrays.equals(removed.get(0), added.get(0))) {
        CommitResolver.resolve(commit, decode(removed), decode(added)).stream()
            .filter(change -> selection.selects(commit, change.kind()))
            .forEach(this::play);
      }
    }

    private List<Record> decode(List<byte[]> packed) {
      return packed.stream().map(rows::decode).toList();
    }

    private void play(Change change) {
      switch (change.kind()) {
        case UPDATE_BEFORE -> state.choose(change.row());
        case DELETE -> state.delete(change.row());
        case UPDATE_AFTER -> state.update(change.row());
        case INSERT -> state.insert(change.row());
      }
    }
  }

  /**
   * What is known of the current key. Where keys do not identify the source's rows, an insert
   * replaces a row that the source still has: such rows are remembered, so that a later delete of
   * one of them does not take away the row that replaced it.
   */
  private final class KeyState {
    private final List<Object> replaced = new ArrayList<>();
    private KeyFate.First first;
    private int firstCommit;
    private boolean present;
    private Object row;

    /** Takes one row of the key away: the one with these values. */
    void delete(Object image) {
      if (first == null) {
        first = KeyFate.First.DELETE;
      } else if (!present) {
        tally.unmatchedDelete();
      } else if (images == Images.ROWS && !same(row, image) && deleteReplaced(image)) {
        return;
      }
      set(false, null);
    }

    private boolean deleteReplaced(Object image) {
      // After an insert as the first change, a row unknown here is the one that the target had.
      return forgetReplaced(image) || first == KeyFate.First.INSERT;
    }

    /** Makes the row with these values the current one, because an update is about to change it. */
    void choose(Object image) {
      if (images == Images.ROWS && present && !same(row, image) && forgetReplaced(image)) {
        replaced.add(row);
        row = image;
      }
    }

    void insert(Object newRow) {
      if (first == null) {
        first = KeyFate.First.INSERT;
      } else if (present) {
        tally.replacedInsert();
        // Nobody asks for the rows otherwise, and a key may be replaced any number of times.
        if (images == Images.ROWS) {
          replaced.add(row);
        }
      }
      set(true, newRow);
    }

    void update(Object newRow) {
      if (first == null) {
        first = KeyFate.First.UPDATE;
      } else if (!present) {
        tally.unmatchedUpdate();
      }
      set(true, newRow);
    }

    void loneUpdate(Object newRow, int commit) {
      if (first == null) {
        first = KeyFate.First.LONE_UPDATE;
        firstCommit = commit;
      } else if (!present) {
        tally.unmatchedLoneAfter(commit);
      }
      set(true, newRow);
    }

    private void set(boolean nowPresent, Object newRow) {
      present = nowPresent;
      row = newRow;
    }

    private boolean forgetReplaced(Object image) {
      for (int i = replaced.size() - 1; i >= 0; i--) {
        if (same(replaced.get(i), image)) {
          replaced.remove(i);
          return true;
        }
      }
      return false;
    }

    private boolean same(Object left, Object right) {
      if (left instanceof byte[] a && right instanceof byte[] b && Arrays.equals(a, b)) {
        return true;
      }
      return Rows.equal(unpack(left), unpack(right));
    }

    private Record unpack(Object packed) {
      return packed instanceof byte[] bytes ? rows.decode(bytes) : (Record) packed;
    }

    Record row() {
      return row == null ? null : unpack(row);
    }
  }
}
