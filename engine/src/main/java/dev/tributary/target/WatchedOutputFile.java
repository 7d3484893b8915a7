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
package dev.tributary.target;

import dev.tributary.errors.TargetException;
import dev.tributary.failpoint.Failpoint;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** A file of the target whose failures say what could not be written, and what to do. */
final class WatchedOutputFile implements OutputFile {
  private static final int MOST_ATTEMPTS = 5;

  private final OutputFile file;

  WatchedOutputFile(OutputFile file) {
    this.file = file;
  }

  /** The first cause, in its own words. */
  static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage();
    return root instanceof FileSystemException && message != null
        ? root.getClass().getSimpleName().replace("Exception", "") + " " + message
        : String.valueOf(message);
  }

  private interface Writing<T> {
    T run() throws IOException;
  }

  private <T> T watch(Writing<T> writing) {
    try {
      return writing.run();
    } catch (IOException | RuntimeException e) {
      throw new TargetException(
          String.format(
              "Cannot write %s: %s. Make room or give access there, and run again; what was"
                  + " committed before is kept.",
              location(), reason(e)),
          e);
    }
  }

  @Override
  public PositionOutputStream create() {
    WatchedStream stream = new WatchedStream(watch(() -> create(file)));
    Failpoint.FILE_CREATED.pass();
    return stream;
  }

  /** Tries again when the folder went away under it: another run may just clear up after itself. */
  private static PositionOutputStream create(OutputFile file) {
    for (int attempt = 1; ; attempt++) {
      try {
        return file.create();
      } catch (RuntimeException e) {
        if (attempt == MOST_ATTEMPTS || !(e.getCause() instanceof NoSuchFileException)) {
          throw e;
        }
      }
    }
  }

  @Override
  public PositionOutputStream createOrOverwrite() {
    WatchedStream stream = new WatchedStream(watch(file::createOrOverwrite));
    Failpoint.FILE_CREATED.pass();
    return stream;
  }

  @Override
  public String location() {
    return file.location();
  }

  @Override
  public InputFile toInputFile() {
    return file.toInputFile();
  }

  private final class WatchedStream extends PositionOutputStream {
    private final PositionOutputStream out;

    WatchedStream(PositionOutputStream out) {
      this.out = out;
    }

    @Override
    public long getPos() throws IOException {
      return out.getPos();
    }

    @Override
    public long storedLength() throws IOException {
      return out.storedLength();
    }

    @Override
    public void write(int value) {
      watch(
          () -> {
            out.write(value);
            return null;
          });
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      watch(
          () -> {
            out.write(bytes, offset, length);
            return null;
          });
    }

    @Override
    public void flush() {
      watch(
          () -> {
            out.flush();
            return null;
          });
    }

    @Override
    public void close() {
      watch(
          () -> {
            out.close();
            return null;
          });
      Failpoint.FILE_WRITTEN.pass();
    }
  }
}
