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

import dev.tributary.target.Located;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.beam.sdk.util.SerializableUtils;

/** What the commit of a unit is put together from. */
sealed interface CommitPart extends Serializable {
  Coder<CommitPart> CODER = new PartCoder();

  /**
   * The files and keys of all shards.
   *
   * @param locatedIn the target's snapshot in which keys are located; null: it has none
   */
  record Netted(ShardResult shards, Long locatedIn) implements CommitPart {}

  /** What one worker located. */
  record Found(Located located) implements CommitPart {}

  /** Java serialization; Beam's own coder for it wants one class, not the kinds of one. */
  final class PartCoder extends CustomCoder<CommitPart> {
    private static final long serialVersionUID = 1L;

    private PartCoder() {}

    @Override
    public void encode(CommitPart value, OutputStream out) throws IOException {
      ByteArrayCoder.of().encode(SerializableUtils.serializeToByteArray(value), out);
    }

    @Override
    public CommitPart decode(InputStream in) throws IOException {
      return (CommitPart)
          SerializableUtils.deserializeFromByteArray(
              ByteArrayCoder.of().decode(in), "part of a commit");
    }
  }
}
