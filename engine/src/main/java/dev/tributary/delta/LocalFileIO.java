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

import dev.tributary.catalog.Catalogs;
import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import io.delta.kernel.defaults.engine.hadoopio.HadoopInputFile;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads local files for Delta Kernel on {@code java.nio}: Hadoop's local file system needs native
 * helpers on Windows and refuses files whose hidden checksum sidecar is stale. Paths are plain text
 * as in Hadoop, {@code file:/dir/a b}, never percent-encoded. Sources are only ever read.
 */
final class LocalFileIO implements FileIO {
  private static final String SCHEME = "file:";

  /** Whether the path names a local file: no scheme, or {@code file:}. */
  static boolean handles(String path) {
    return Catalogs.isLocal(path);
  }

  static Path toPath(String path) {
    return Catalogs.literalPath(path);
  }

  static String toLocation(Path path) {
    String plain = path.toAbsolutePath().normalize().toString().replace('\\', '/');
    return SCHEME + (plain.startsWith("/") ? plain : "/" + plain);
  }

  @Override
  public CloseableIterator<FileStatus> listFrom(String path) throws IOException {
    Path from = toPath(path);
    String firstName = from.getFileName().toString();
    List<Path> files;
    try (Stream<Path> siblings = Files.list(from.getParent())) {
      files =
          siblings
              .filter(file -> file.getFileName().toString().compareTo(firstName) >= 0)
              .sorted()
              .toList();
    } catch (NoSuchFileException e) {
      throw notFound(from.getParent().toString(), e);
    }
    List<FileStatus> result = new ArrayList<>();
    for (Path file : files) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (attributes.isRegularFile()) {
          result.add(status(file, attributes));
        }
      } catch (NoSuchFileException e) {
        // A table in use: its log was cleaned up, or a temporary file renamed, since the listing.
        continue;
      }
    }
    return Utils.toCloseableIterator(result.iterator());
  }

  @Override
  public FileStatus getFileStatus(String path) throws IOException {
    Path file = toPath(path);
    try {
      return status(file, Files.readAttributes(file, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      throw notFound(path, e);
    }
  }

  private static FileStatus status(Path file, BasicFileAttributes attributes) {
    return FileStatus.of(
        toLocation(file), attributes.size(), attributes.lastModifiedTime().toMillis());
  }

  @Override
  public String resolvePath(String path) {
    return toLocation(toPath(path));
  }

  @Override
  public InputFile newInputFile(String path, long fileSize) {
    return new LocalInputFile(path, fileSize);
  }

  @Override
  public Optional<String> getConf(String key) {
    return Optional.empty();
  }

  @Override
  public boolean mkdirs(String path) {
    throw readOnly();
  }

  @Override
  public OutputFile newOutputFile(String path) {
    throw readOnly();
  }

  @Override
  public boolean delete(String path) {
    throw readOnly();
  }

  @Override
  public void copyFileAtomically(String source, String destination, boolean overwrite) {
    throw readOnly();
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("A Delta source is only read");
  }

  private static FileNotFoundException notFound(String path, NoSuchFileException cause) {
    FileNotFoundException exception = new FileNotFoundException(path);
    exception.initCause(cause);
    return exception;
  }

  /**
   * Poses as one of Hadoop's files, the only ones whose configuration Kernel hands on to Parquet;
   * nothing of Hadoop's file access is used.
   */
  private static final class LocalInputFile extends HadoopInputFile {
    private static final Configuration READING = Storage.verifyingPages(new Configuration());

    private final String path;
    private final long length;

    LocalInputFile(String path, long length) {
      super(null, null, length);
      this.path = path;
      this.length = length;
    }

    @Override
    public String path() {
      return path;
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public Configuration configuration() {
      return READING;
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      try {
        return new LocalInputStream(Files.newByteChannel(toPath(path)));
      } catch (NoSuchFileException e) {
        throw notFound(path, e);
      }
    }
  }

  private static final class LocalInputStream extends SeekableInputStream {
    private final SeekableByteChannel channel;
    private final byte[] single = new byte[1];

    LocalInputStream(SeekableByteChannel channel) {
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
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return channel.read(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void readFully(byte[] bytes, int offset, int length) throws IOException {
      int read = Channels.newInputStream(channel).readNBytes(bytes, offset, length);
      if (read < length) {
        throw new EOFException("The file ends " + (length - read) + " bytes early");
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
