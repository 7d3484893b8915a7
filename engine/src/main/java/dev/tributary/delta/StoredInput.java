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
package dev.tributary.delta;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.io.SeekableInputStream;

/** A file that Delta Kernel reaches, for Iceberg's readers. */
final class StoredInput implements org.apache.iceberg.io.InputFile {
  private final Storage storage;
  private final InputFile file;

  /**
   * @param bytes as the log states it
   */
  StoredInput(Storage storage, String path, long bytes) {
    this.storage = storage;
    this.file = storage.io().newInputFile(path, bytes);
  }

  @Override
  public long getLength() {
    try {
      return file.length();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public SeekableInputStream newStream() {
    try {
      return new Stream(file.newStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String location() {
    return file.path();
  }

  @Override
  public boolean exists() {
    return storage.exists(file.path());
  }

  private static final class Stream extends SeekableInputStream {
    private final io.delta.kernel.defaults.engine.fileio.SeekableInputStream in;

    Stream(io.delta.kernel.defaults.engine.fileio.SeekableInputStream in) {
      this.in = in;
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return in.read(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
