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

import dev.tributary.scan.SpillFolder;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** How the bytes of blocks get from one step to the next. */
enum BlockTransport {
  INLINE {
    @Override
    Writer writer(SpillFolder folder) {
      return new InlineWriter();
    }
  },
  SPILLED {
    @Override
    Writer writer(SpillFolder folder) {
      return new SpillWriter(folder);
    }
  };

  /** Makes blocks. Not thread-safe; the blocks are complete once the writer is closed. */
  interface Writer extends Closeable {
    Block write(PackedBytes bytes);
  }

  /** A writer whose blocks may lie in the given folder. */
  abstract Writer writer(SpillFolder folder);

  /** Reads a block, however it travelled. */
  static InputStream open(Block block) throws IOException {
    if (block instanceof Block.Inline inline) {
      return new ByteArrayInputStream(inline.bytes());
    }
    Block.Spilled spilled = (Block.Spilled) block;
    try (InputStream in = Files.newInputStream(Path.of(spilled.file()))) {
      in.skipNBytes(spilled.offset());
      return new ByteArrayInputStream(in.readNBytes(spilled.length()));
    }
  }

  private static final class InlineWriter implements Writer {
    @Override
    public Block write(PackedBytes bytes) {
      return new Block.Inline(bytes.toByteArray());
    }

    @Override
    public void close() {}
  }

  /** Appends all blocks to one file. */
  private static final class SpillWriter implements Writer {
    private final SpillFolder folder;
    private Path file;
    private OutputStream out;
    private long length;

    SpillWriter(SpillFolder folder) {
      this.folder = folder;
    }

    @Override
    public Block write(PackedBytes bytes) {
      try {
        if (out == null) {
          file = folder.newFile();
          out = Files.newOutputStream(file);
        }
        bytes.writeTo(out);
      } catch (IOException e) {
        throw SpillFolder.failure(e);
      }
      Block block = new Block.Spilled(file.toString(), length, bytes.size());
      length += bytes.size();
      return block;
    }

    @Override
    public void close() {
      try {
        if (out != null) {
          out.close();
        }
      } catch (IOException e) {
        throw SpillFolder.failure(e);
      }
    }
  }
}
