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
package dev.tributary.pipeline.managed;

import dev.tributary.changes.ChangeKind;
import dev.tributary.scan.KeyedSpill;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;

/** Packed changes of one commit that may be halves of updates, or cancel each other. */
record PairBlock(CommitStamp commit, byte[] bytes) implements Serializable {

  /** Packs changes into blocks. */
  static final class Packer {
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(buffer);

    void add(byte[] key, ChangeKind kind, byte[] row) {
      try {
        out.writeInt(key.length);
        out.write(key);
        out.writeInt(1 + row.length);
        out.writeByte(kind.removes() ? 1 : 0);
        out.write(row);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    int size() {
      return buffer.size();
    }

    /** What was added since the last block. */
    PairBlock block(CommitStamp commit) {
      PairBlock block = new PairBlock(commit, buffer.toByteArray());
      buffer.reset();
      return block;
    }
  }

  /** Adds the changes to a spill: the key, and a byte that says whether the row after it went. */
  void addTo(KeyedSpill.Writer spill) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      while (in.available() > 0) {
        byte[] key = in.readNBytes(in.readInt());
        spill.add(key, in.readNBytes(in.readInt()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
