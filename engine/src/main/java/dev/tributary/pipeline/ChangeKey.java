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
 * What changes are sorted by: key, commit, kind. No key's bytes begin another key's, so the bytes
 * of all three in a row sort as the three do.
 */
record ChangeKey(byte[] key, int commit, ChangeKind kind) {
  private static final int TAIL = Integer.BYTES + 1;
  private static final ChangeKind[] KINDS = ChangeKind.values();

  byte[] bytes() {
    return ByteBuffer.allocate(key.length + TAIL)
        .put(key)
        .putInt(commit)
        .put((byte) kind.ordinal())
        .array();
  }

  static ChangeKey ofBytes(byte[] bytes) {
    int keyLength = bytes.length - TAIL;
    return new ChangeKey(
        Arrays.copyOf(bytes, keyLength),
        ByteBuffer.wrap(bytes, keyLength, Integer.BYTES).getInt(),
        KINDS[bytes[bytes.length - 1]]);
  }
}
