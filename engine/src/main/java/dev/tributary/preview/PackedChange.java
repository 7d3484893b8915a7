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

import dev.tributary.changes.ChangeKind;
import java.nio.ByteBuffer;
import java.util.Comparator;

/**
 * A change as it is spilled.
 *
 * @param commit index of its commit in the plan
 * @param arrival place in the order in which the plan's tasks give their rows, the same in every
 *     reading
 * @param row packed by a row codec
 */
record PackedChange(ChangeKind kind, int commit, long arrival, byte[] row) {
  private static final ChangeKind[] KINDS = ChangeKind.values();

  /** Tasks have fewer rows than this. */
  private static final int ROW_BITS = 36;

  /** The order in which changes of one key apply. */
  static final Comparator<PackedChange> ORDER =
      Comparator.comparingInt(PackedChange::commit)
          .thenComparing(PackedChange::kind)
          .thenComparingLong(PackedChange::arrival);

  /** The arrival of a task's row; both count from 0. */
  static long arrival(int task, long row) {
    return ((long) task << ROW_BITS) | row;
  }

  byte[] toBytes() {
    return ByteBuffer.allocate(1 + Integer.BYTES + Long.BYTES + row.length)
        .put((byte) kind.ordinal())
        .putInt(commit)
        .putLong(arrival)
        .put(row)
        .array();
  }

  static PackedChange ofBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    ChangeKind kind = KINDS[buffer.get()];
    int commit = buffer.getInt();
    long arrival = buffer.getLong();
    byte[] row = new byte[buffer.remaining()];
    buffer.get(row);
    return new PackedChange(kind, commit, arrival, row);
  }
}
