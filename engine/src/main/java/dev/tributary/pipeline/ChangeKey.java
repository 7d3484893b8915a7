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

import dev.tributary.changes.ChangeKind;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What changes are sorted by: key, order, commit, kind. No key's bytes begin another key's, so the
 * bytes of all of them in a row sort as they do.
 *
 * @param order what the row itself says of its place in the order of changes; 0 when it says
 *     nothing
 * @param withdrawn whether the row was taken out of a log of changes; such rows come before others
 */
record ChangeKey(byte[] key, long order, int commit, ChangeKind kind, boolean withdrawn) {
  private static final int TAIL = Long.BYTES + Integer.BYTES + 1;
  private static final ChangeKind[] KINDS = ChangeKind.values();
  private static final int STANDS = 4;

  ChangeKey(byte[] key, int commit, ChangeKind kind) {
    this(key, 0, commit, kind, false);
  }

  byte[] bytes() {
    return ByteBuffer.allocate(key.length + TAIL)
        .put(key)
        // Bytes are compared as unsigned.
        .putLong(order ^ Long.MIN_VALUE)
        .putInt(commit)
        .put((byte) (kind.ordinal() | (withdrawn ? 0 : STANDS)))
        .array();
  }

  static ChangeKey ofBytes(byte[] bytes) {
    int keyLength = bytes.length - TAIL;
    ByteBuffer tail = ByteBuffer.wrap(bytes, keyLength, TAIL);
    long order = tail.getLong() ^ Long.MIN_VALUE;
    int commit = tail.getInt();
    int kind = tail.get();
    return new ChangeKey(
        Arrays.copyOf(bytes, keyLength),
        order,
        commit,
        KINDS[kind & (STANDS - 1)],
        (kind & STANDS) == 0);
  }

  /** Whether the changes are of the same key, place in the order, and commit. */
  boolean sameMoment(ChangeKey other) {
    return order == other.order && commit == other.commit && Arrays.equals(key, other.key);
  }
}
