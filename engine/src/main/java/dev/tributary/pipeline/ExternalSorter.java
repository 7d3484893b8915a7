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
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * Sorts entries by the unsigned order of their keys' bytes, stably, in bounded memory: what does
 * not fit is sorted in runs on disk that are merged while they are read. Not thread-safe.
 */
final class ExternalSorter implements Closeable {
  private static final int ENTRY_OVERHEAD = 80;
  private static final Comparator<Entry> ORDER =
      (left, right) -> Arrays.compareUnsigned(left.key, right.key);

  private static final Comparator<Run> RUN_ORDER =
      Comparator.comparing(Run::head, ORDER).thenComparingInt(Run::number);

  private final SpillFolder folder;
  private final long memoryBytes;
  private final List<Path> runs = new ArrayList<>();
  private final List<Run> open = new ArrayList<>();
  private List<Entry> entries = new ArrayList<>();
  private long bytes;

  ExternalSorter(SpillFolder folder, long memoryBytes) {
    this.folder = folder;
    this.memoryBytes = memoryBytes;
  }

  /** What one sorter may hold in memory, of this process's heap. */
  static long affordableBytes() {
    return Math.max(1L << 20, Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 24));
  }

  /**
   * A key with what belongs to it.
   *
   * @param value may be null
   */
  record Entry(byte[] key, byte[] value) {}

  void add(byte[] key, byte[] value) {
    entries.add(new Entry(key, value));
    bytes += key.length + (value == null ? 0 : value.length) + ENTRY_OVERHEAD;
    if (bytes > memoryBytes) {
      spill();
    }
  }

  /** All entries in order; to be called once, after the last {@link #add}. */
  Iterator<Entry> sorted() {
    entries.sort(ORDER);
    if (runs.isEmpty()) {
      return entries.iterator();
    }
    PriorityQueue<Run> queue = new PriorityQueue<>(RUN_ORDER);
    for (int i = 0; i < runs.size(); i++) {
      queue.add(openRun(i));
    }
    // What is still in memory came last.
    Run last = new Run(runs.size(), entries.iterator(), () -> {});
    if (last.advance()) {
      queue.add(last);
    }
    return new Merge(queue);
  }

  private Run openRun(int number) {
    try {
      InputStream in = new BufferedInputStream(Files.newInputStream(runs.get(number)), 1 << 16);
      Run run = new Run(number, new StoredEntries(in), in);
      open.add(run);
      run.advance();
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void spill() {
    entries.sort(ORDER);
    Path file = folder.newFile();
    runs.add(file);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      PackedBytes packed = new PackedBytes();
      for (Entry entry : entries) {
        packed.reset();
        packed.bytes(entry.key);
        packed.bytes(entry.value);
        packed.writeTo(out);
      }
    } catch (IOException e) {
      throw SpillFolder.failure(e);
    }
    entries = new ArrayList<>();
    bytes = 0;
  }

  @Override
  public void close() throws IOException {
    for (Run run : open) {
      run.resource.close();
    }
    for (Path file : runs) {
      Files.deleteIfExists(file);
    }
  }

  private static final class StoredEntries implements Iterator<Entry> {
    private final InputStream in;
    private Entry next;

    StoredEntries(InputStream in) {
      this.in = in;
      read();
    }

    private void read() {
      try {
        int length = PackedBytes.integerOrEnd(in);
        next = length < 0 ? null : new Entry(PackedBytes.bytes(length, in), PackedBytes.bytes(in));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public Entry next() {
      if (next == null) {
        throw new NoSuchElementException();
      }
      Entry result = next;
      read();
      return result;
    }
  }

  private static final class Run {
    private final int number;
    private final Iterator<Entry> entries;
    private final Closeable resource;
    private Entry head;

    Run(int number, Iterator<Entry> entries, Closeable resource) {
      this.number = number;
      this.entries = entries;
      this.resource = resource;
    }

    boolean advance() {
      head = entries.hasNext() ? entries.next() : null;
      return head != null;
    }

    Entry head() {
      return head;
    }

    int number() {
      return number;
    }
  }

  private record Merge(PriorityQueue<Run> runs) implements Iterator<Entry> {
    @Override
    public boolean hasNext() {
      return !runs.isEmpty();
    }

    @Override
    public Entry next() {
      Run run = runs.remove();
      Entry result = run.head;
      if (run.advance()) {
        runs.add(run);
      }
      return result;
    }
  }
}
