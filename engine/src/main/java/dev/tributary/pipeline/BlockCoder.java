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

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.coders.VarLongCoder;

/** Codes blocks of changes. */
final class BlockCoder extends CustomCoder<ChangeBlock> {
  private static final long serialVersionUID = 1L;
  private static final int INLINE = 0;
  private static final int SPILLED = 1;

  private static final VarIntCoder INTEGERS = VarIntCoder.of();
  private static final VarLongCoder LONGS = VarLongCoder.of();

  @Override
  public void encode(ChangeBlock value, OutputStream out) throws IOException {
    LONGS.encode(value.task(), out);
    INTEGERS.encode(value.sequence(), out);
    if (value.block() instanceof Block.Spilled spilled) {
      out.write(SPILLED);
      StringUtf8Coder.of().encode(spilled.file(), out);
      LONGS.encode(spilled.offset(), out);
      INTEGERS.encode(spilled.length(), out);
    } else {
      out.write(INLINE);
      ByteArrayCoder.of().encode(((Block.Inline) value.block()).bytes(), out);
    }
  }

  @Override
  public ChangeBlock decode(InputStream in) throws IOException {
    long task = LONGS.decode(in);
    int sequence = INTEGERS.decode(in);
    int form = in.read();
    return switch (form) {
      case SPILLED ->
          new ChangeBlock(
              task,
              sequence,
              new Block.Spilled(
                  StringUtf8Coder.of().decode(in), LONGS.decode(in), INTEGERS.decode(in)));
      case INLINE ->
          new ChangeBlock(task, sequence, new Block.Inline(ByteArrayCoder.of().decode(in)));
      default -> throw new IOException("Not a block: form " + form);
    };
  }

  @Override
  public void verifyDeterministic() {
    // Equal blocks have equal bytes.
  }
}
