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
package dev.tributary.catalog;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/** A local file that keeps the location under which it was asked for. */
record LocalInputFile(String location, Path path) implements InputFile {

  @Override
  public long getLength() {
    try {
      return Files.size(path);
    } catch (NoSuchFileException e) {
      throw new NotFoundException(e, "File does not exist: %s", location);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the length of " + location, e);
    }
  }

  @Override
  public SeekableInputStream newStream() {
    try {
      return new ChannelStream(FileChannel.open(path, StandardOpenOption.READ));
    } catch (NoSuchFileException e) {
      throw new NotFoundException(e, "File does not exist: %s", location);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open " + location, e);
    }
  }

  @Override
  public boolean exists() {
    return Files.isRegularFile(path);
  }

  private static final class ChannelStream extends SeekableInputStream implements RangeReadable {
    private final FileChannel channel;

    ChannelStream(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public long getPos() throws IOException {
      return channel.position();
    }

    @Override
    public void seek(long position) throws IOException {
      channel.position(position);
    }

    @Override
    public int read() throws IOException {
      ByteBuffer one = ByteBuffer.allocate(1);
      return channel.read(one) < 0 ? -1 : one.get(0) & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return length == 0 ? 0 : channel.read(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public long skip(long count) throws IOException {
      long skipped = Math.max(0, Math.min(count, channel.size() - channel.position()));
      channel.position(channel.position() + skipped);
      return skipped;
    }

    @Override
    public int available() throws IOException {
      return (int) Math.min(Integer.MAX_VALUE, Math.max(0, channel.size() - channel.position()));
    }

    @Override
    public void readFully(long position, byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, position + buffer.position() - offset) < 0) {
          throw new EOFException("The file ends before byte " + (position + length));
        }
      }
    }

    @Override
    public int readTail(byte[] bytes, int offset, int length) throws IOException {
      int tail = (int) Math.min(length, channel.size());
      readFully(channel.size() - tail, bytes, offset, tail);
      return tail;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
