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
package dev.tributary.keys;

import dev.tributary.scan.SpillFolder;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A bag of 64-bit hashes of any size that tells which occur more than once: sorted runs on disk,
 * merged. What the writers hold at their end stays in memory, so small tables touch no disk.
 */
final class KeyHashes implements Closeable {
  private static final int LONGEST_RUN = 1 << 22;
  private static final int SHORTEST_RUN = 1 << 17;

  /** The part of the heap that all writers may fill. */
  private static final int HEAP_SHARE = 16;

  /** Runs that are open at once while merging; more are merged in several steps. */
  private static final int MOST_OPEN_RUNS = 256;

  private final SpillFolder folder = new SpillFolder();
  private final List<Path> spilled = new ArrayList<>();
  private final List<long[]> held = new ArrayList<>();
  private final int runLength;
  private long size;

  KeyHashes() {
    this(affordableRun());
  }

  KeyHashes(int runLength) {
    this.runLength = runLength;
  }

  private static int affordableRun() {
    Runtime runtime = Runtime.getRuntime();
    long hashes = runtime.maxMemory() / HEAP_SHARE / Long.BYTES / runtime.availableProcessors();
    return (int) Math.max(SHORTEST_RUN, Math.min(LONGEST_RUN, hashes));
  }

  /** A writer for one thread. */
  Writer writer() {
    return new Writer();
  }

  /** Number of hashes that closed writers added. */
  synchronized long size() {
    return size;
  }

  /**
   * The hashes that occur more than once. To be called when all writers are closed.
   *
   * @param most number of hashes to return; further ones are only counted
   */
  Duplicates duplicates(int most) {
    try {
      while (spilled.size() > MOST_OPEN_RUNS) {
        List<Path> some = new ArrayList<>(spilled.subList(0, MOST_OPEN_RUNS));
        spilled.subList(0, MOST_OPEN_RUNS).clear();
        spilled.add(merge(some));
      }
      return findDuplicates(most);
    } catch (IOException e) {
      throw SpillFolder.failure(e);
    }
  }

  @Override
  public void close() {
    folder.close();
  }

  private Path merge(List<Path> runs) throws IOException {
    Path merged = folder.newFile();
    try (Merge merge = new Merge(runs, List.of());
        DataOutputStream out = output(merged)) {
      while (merge.hasNext()) {
        out.writeLong(merge.next());
      }
    }
    for (Path run : runs) {
      Files.delete(run);
    }
    return merged;
  }

  private Duplicates findDuplicates(int most) throws IOException {
    DuplicateCollector collector = new DuplicateCollector(most);
    try (Merge merge = new Merge(spilled, held)) {
      while (merge.hasNext()) {
        collector.add(merge.next());
      }
    }
    return collector.finish();
  }

  private synchronized void spill(long[] hashes) {
    Path file = folder.newFile();
    try (DataOutputStream out = output(file)) {
      for (long hash : hashes) {
        out.writeLong(hash);
      }
    } catch (IOException e) {
      throw SpillFolder.failure(e);
    }
    spilled.add(file);
    size += hashes.length;
  }

  private synchronized void hold(long[] hashes) {
    held.add(hashes);
    size += hashes.length;
  }

  private static DataOutputStream output(Path file) throws IOException {
    return new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
  }

  /** Collects the hashes of one thread. */
  final class Writer implements Closeable {
    private long[] buffer = new long[Math.min(1 << 10, runLength)];
    private int count;

    void add(long hash) {
      if (count == buffer.length && count < runLength) {
        buffer = Arrays.copyOf(buffer, Math.min(2 * count, runLength));
      }
      if (count == buffer.length) {
        Arrays.sort(buffer);
        spill(buffer);
        count = 0;
      }
      buffer[count++] = hash;
    }

    @Override
    public void close() {
      long[] rest = Arrays.copyOf(buffer, count);
      Arrays.sort(rest);
      hold(rest);
      buffer = new long[0];
      count = 0;
    }
  }

  /** Hashes that occur more than once. */
  static final class Duplicates {
    private final long[] hashes;
    private final long furtherHashes;
    private final long furtherRows;

    private Duplicates(long[] sortedHashes, long furtherHashes, long furtherRows) {
      this.hashes = sortedHashes;
      this.furtherHashes = furtherHashes;
      this.furtherRows = furtherRows;
    }

    boolean isEmpty() {
      return hashes.length == 0;
    }

    boolean contains(long hash) {
      return Arrays.binarySearch(hashes, hash) >= 0;
    }

    /** How many hashes occur more than once beyond those held here. */
    long furtherHashes() {
      return furtherHashes;
    }

    /** How often the further hashes occur in all. */
    long furtherRows() {
      return furtherRows;
    }
  }

  /** Sees hashes in ascending order and keeps those that come more than once. */
  private static final class DuplicateCollector {
    private final int most;
    private long[] hashes = new long[16];
    private int kept;
    private long furtherHashes;
    private long furtherRows;
    private long current;
    private long occurrences;

    DuplicateCollector(int most) {
      this.most = most;
    }

    void add(long hash) {
      if (occurrences > 0 && hash == current) {
        occurrences++;
        return;
      }
      endOfHash();
      current = hash;
      occurrences = 1;
    }

    Duplicates finish() {
      endOfHash();
      return new Duplicates(Arrays.copyOf(hashes, kept), furtherHashes, furtherRows);
    }

    private void endOfHash() {
      if (occurrences < 2) {
        return;
      }
      if (kept == most) {
        furtherHashes++;
        furtherRows += occurrences;
        return;
      }
      if (kept == hashes.length) {
        hashes = Arrays.copyOf(hashes, 2 * kept);
      }
      hashes[kept++] = current;
    }
  }

  /** Merges sorted runs into one ascending sequence: a binary heap of runs by their first hash. */
  private static final class Merge implements Closeable {
    private final Run[] heap;
    private int size;

    Merge(List<Path> files, List<long[]> arrays) throws IOException {
      heap = new Run[files.size() + arrays.size()];
      try {
        for (Path file : files) {
          add(new Run(file));
        }
        for (long[] array : arrays) {
          add(new Run(array));
        }
      } catch (IOException e) {
        close();
        throw e;
      }
      for (int i = size / 2 - 1; i >= 0; i--) {
        sink(i);
      }
    }

    private void add(Run run) throws IOException {
      if (run.advance()) {
        heap[size++] = run;
      } else {
        run.close();
      }
    }

    boolean hasNext() {
      return size > 0;
    }

    long next() throws IOException {
      Run first = heap[0];
      long hash = first.head;
      if (!first.advance()) {
        first.close();
        heap[0] = heap[--size];
      }
      sink(0);
      return hash;
    }

    private void sink(int place) {
      int parent = place;
      while (2 * parent + 1 < size) {
        int child = 2 * parent + 1;
        if (child + 1 < size && heap[child + 1].head < heap[child].head) {
          child++;
        }
        if (heap[parent].head <= heap[child].head) {
          return;
        }
        Run lower = heap[parent];
        heap[parent] = heap[child];
        heap[child] = lower;
        parent = child;
      }
    }

    @Override
    public void close() throws IOException {
      for (int i = 0; i < size; i++) {
        heap[i].close();
      }
    }
  }

  /** One sorted run. A run in memory is one whose buffer is full from the start. */
  private static final class Run implements Closeable {
    private static final int BUFFER_BYTES = 1 << 15;

    private final Optional<FileChannel> file;
    private final ByteBuffer bytes;
    private LongBuffer buffer;
    private long head;

    Run(Path path) throws IOException {
      file = Optional.of(FileChannel.open(path));
      bytes = ByteBuffer.allocate(BUFFER_BYTES);
      buffer = LongBuffer.allocate(0);
    }

    Run(long[] hashes) {
      file = Optional.empty();
      bytes = ByteBuffer.allocate(0);
      buffer = LongBuffer.wrap(hashes);
    }

    boolean advance() throws IOException {
      if (!buffer.hasRemaining() && file.isPresent()) {
        fill(file.get());
      }
      if (!buffer.hasRemaining()) {
        return false;
      }
      head = buffer.get();
      return true;
    }

    private void fill(FileChannel channel) throws IOException {
      bytes.clear();
      int read = 0;
      while (read >= 0 && bytes.hasRemaining()) {
        read = channel.read(bytes);
      }
      buffer = bytes.flip().asLongBuffer();
    }

    @Override
    public void close() throws IOException {
      if (file.isPresent()) {
        file.get().close();
      }
    }
  }
}
