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
package dev.tributary.scan;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Groups any number of entries by key in bounded memory. Writers cut them by the hash of their key
 * into shards, on disk when there are many; each shard is then read in parts that fit into memory,
 * all entries of a key in one part. Only a single key with more entries than fit is not cut.
 */
public final class KeyedSpill implements Closeable {
  private static final int SHARDS = 64;
  private static final int MOST_LEVELS = 4;

  private final SpillFolder folder = new SpillFolder();
  private final Limits limits;
  private final long level;
  private final List<Shard> shards = new ArrayList<>();

  /** Empty. */
  public KeyedSpill() {
    this(Limits.DEFAULT, 0);
  }

  KeyedSpill(Limits limits, long level) {
    this.limits = limits;
    this.level = level;
    for (int i = 0; i < SHARDS; i++) {
      shards.add(new Shard());
    }
  }

  /**
   * How much to hold in memory.
   *
   * @param bufferBytes of each shard in each writer, before it goes to disk
   * @param partBytes of a part; its objects take several times as much
   */
  record Limits(int bufferBytes, int partBytes) {
    static final Limits DEFAULT = new Limits(256 << 10, 16 << 20);
  }

  /** What was stored under a key. The arrays belong to whoever gets the entry. */
  public record Entry(byte[] key, byte[] payload) {}

  /** A writer for one thread; to be closed before anything is read. */
  public Writer writer() {
    return new Writer();
  }

  /** The shards with entries; to be read when all writers are closed, by any number of threads. */
  public List<Shard> shards() {
    return shards.stream().filter(shard -> shard.bytes > 0).toList();
  }

  @Override
  public void close() {
    folder.close();
  }

  /** The entries of some of the keys. */
  public final class Shard {
    private final List<byte[]> held = new ArrayList<>();
    private Optional<Path> file = Optional.empty();
    private long bytes;

    private Shard() {}

    /**
     * Reads the shard, usually as one part. A part holds all entries of each of its keys, those of
     * one writer in the order in which they were written.
     *
     * @param body gets the entries of a part, to be iterated once and before it returns
     */
    public void forEachPart(Consumer<Iterable<Entry>> body) {
      if (bytes > limits.partBytes() && level + 1 < MOST_LEVELS) {
        split(body);
        return;
      }
      read(body);
    }

    private void split(Consumer<Iterable<Entry>> body) {
      try (KeyedSpill finer = new KeyedSpill(limits, level + 1)) {
        try (Writer writer = finer.writer()) {
          read(entries -> entries.forEach(entry -> writer.add(entry.key(), entry.payload())));
        }
        finer.shards().forEach(shard -> shard.forEachPart(body));
      }
    }

    private void read(Consumer<Iterable<Entry>> body) {
      try (DataInputStream in = new DataInputStream(open())) {
        body.accept(() -> new Entries(in, bytes));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private InputStream open() throws IOException {
      List<InputStream> streams = new ArrayList<>();
      if (file.isPresent()) {
        streams.add(new BufferedInputStream(Files.newInputStream(file.get()), 1 << 16));
      }
      held.forEach(array -> streams.add(new ByteArrayInputStream(array)));
      return new SequenceInputStream(Collections.enumeration(streams));
    }

    private synchronized void hold(byte[] entries) {
      held.add(entries);
      bytes += entries.length;
    }

    private synchronized void append(ByteArrayOutputStream entries) {
      Path path = file.orElseGet(folder::newFile);
      file = Optional.of(path);
      bytes += entries.size();
      try (var out =
          Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        entries.writeTo(out);
      } catch (IOException e) {
        throw SpillFolder.failure(e);
      }
    }
  }

  /** Collects the entries of one thread. */
  public final class Writer implements Closeable {
    private final List<ByteArrayOutputStream> buffers = new ArrayList<>();

    private Writer() {
      for (int i = 0; i < SHARDS; i++) {
        buffers.add(new ByteArrayOutputStream(0));
      }
    }

    /** Adds an entry. */
    public void add(byte[] key, byte[] payload) {
      int shard = (int) Long.remainderUnsigned(ByteHash.of(key, level), SHARDS);
      ByteArrayOutputStream buffer = buffers.get(shard);
      DataOutputStream out = new DataOutputStream(buffer);
      try {
        out.writeInt(key.length);
        out.writeInt(payload.length);
        out.write(key);
        out.write(payload);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (buffer.size() >= limits.bufferBytes()) {
        shards.get(shard).append(buffer);
        buffer.reset();
      }
    }

    @Override
    public void close() {
      for (int i = 0; i < SHARDS; i++) {
        if (buffers.get(i).size() > 0) {
          shards.get(i).hold(buffers.get(i).toByteArray());
        }
      }
      buffers.replaceAll(buffer -> new ByteArrayOutputStream(0));
    }
  }

  private static final class Entries implements Iterator<Entry> {
    private final DataInputStream in;
    private long remaining;

    Entries(DataInputStream in, long bytes) {
      this.in = in;
      this.remaining = bytes;
    }

    @Override
    public boolean hasNext() {
      return remaining > 0;
    }

    @Override
    public Entry next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      try {
        byte[] key = new byte[in.readInt()];
        byte[] payload = new byte[in.readInt()];
        in.readFully(key);
        in.readFully(payload);
        remaining -= 2L * Integer.BYTES + key.length + payload.length;
        return new Entry(key, payload);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
