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

import dev.tributary.rows.RowCodec;
import dev.tributary.rows.Rows;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.iceberg.data.Record;

/**
 * Leaves rows out that were taken out of a log of changes: what a commit took out and put back was
 * only rewritten, and what it took out for good undoes nothing and is counted.
 */
final class Withdrawals implements Iterator<ExternalSorter.Entry> {
  private final Iterator<ExternalSorter.Entry> changes;
  private final RowCodec codec;
  private final Tally tally;
  private final Queue<ExternalSorter.Entry> ready = new ArrayDeque<>();
  private ExternalSorter.Entry ahead;

  /**
   * @param changes in the order of {@link ChangeKey}, which puts withdrawn rows first
   */
  Withdrawals(Iterator<ExternalSorter.Entry> changes, RowCodec codec, Tally tally) {
    this.changes = changes;
    this.codec = codec;
    this.tally = tally;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && (ahead != null || changes.hasNext())) {
      ExternalSorter.Entry entry = next(changes);
      if (ChangeKey.ofBytes(entry.key()).withdrawn()) {
        resolve(entry);
      } else {
        ready.add(entry);
      }
    }
    return !ready.isEmpty();
  }

  private ExternalSorter.Entry next(Iterator<ExternalSorter.Entry> from) {
    ExternalSorter.Entry entry = ahead == null ? from.next() : ahead;
    ahead = null;
    return entry;
  }

  /** All changes of one key, order and commit, of which the first was withdrawn. */
  private void resolve(ExternalSorter.Entry first) {
    ChangeKey group = ChangeKey.ofBytes(first.key());
    List<ExternalSorter.Entry> withdrawn = new ArrayList<>(List.of(first));
    while (changes.hasNext()) {
      ExternalSorter.Entry entry = changes.next();
      ChangeKey key = ChangeKey.ofBytes(entry.key());
      if (!key.sameMoment(group)) {
        ahead = entry;
        break;
      }
      if (key.withdrawn()) {
        withdrawn.add(entry);
      } else if (!cancel(entry, key, withdrawn)) {
        ready.add(entry);
      }
    }
    tally.withdrawn(withdrawn.size());
  }

  private boolean cancel(
      ExternalSorter.Entry added, ChangeKey key, List<ExternalSorter.Entry> withdrawn) {
    for (int i = 0; i < withdrawn.size(); i++) {
      ExternalSorter.Entry candidate = withdrawn.get(i);
      if (ChangeKey.ofBytes(candidate.key()).kind() == key.kind()
          && same(candidate.value(), added.value())) {
        withdrawn.remove(i);
        return true;
      }
    }
    return false;
  }

  private boolean same(byte[] left, byte[] right) {
    if (Arrays.equals(left, right)) {
      return true;
    }
    Record row = codec.decode(left);
    return Rows.equal(row, codec.decode(right));
  }

  @Override
  public ExternalSorter.Entry next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }
}
