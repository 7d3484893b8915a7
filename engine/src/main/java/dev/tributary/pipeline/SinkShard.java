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

import dev.tributary.changes.ChangeKind;
import dev.tributary.rows.RowCodec;
import dev.tributary.scan.SpillFolder;
import dev.tributary.target.TargetOutput;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.data.Record;

/**
 * Files and keys of some rows or changes that come from anywhere, not from the plan of a source.
 * Each has an id of its own, so that a commit of the same shards can be recognized.
 */
public final class SinkShard implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int KEY_BLOCK_BYTES = 2 << 20;

  private final String id = UUID.randomUUID().toString();
  private final ArrayList<DataFile> dataFiles;
  private final ArrayList<KeyBlock> keys;
  private final Tally tally;

  private SinkShard(List<DataFile> dataFiles, ArrayList<KeyBlock> keys, Tally tally) {
    this.dataFiles = new ArrayList<>(dataFiles);
    this.keys = keys;
    this.tally = tally;
  }

  String id() {
    return id;
  }

  List<DataFile> dataFiles() {
    return dataFiles;
  }

  List<KeyBlock> keys() {
    return keys;
  }

  Tally tally() {
    return tally;
  }

  /** Takes rows that are only added, in any order, and writes their files. Not thread-safe. */
  public static final class Appender implements Closeable {
    private final SpillFolder folder = new SpillFolder();
    private final RowSink sink;

    /**
     * @param name tells the files from those of other shards
     */
    public Appender(TargetOutput output, String name) {
      this.sink = RowSink.open(output, folder, name);
    }

    public void add(Record row) {
      sink.write(row);
    }

    public SinkShard complete() throws IOException {
      return new SinkShard(sink.complete(), new ArrayList<>(), new Tally());
    }

    @Override
    public void close() throws IOException {
      try (folder) {
        sink.close();
      }
    }
  }

  /**
   * Takes all changes of some keys, in any order, and nets them: by key, then sequence, then kind.
   * Not thread-safe.
   */
  public static final class Netter implements Closeable {
    private final SpillFolder folder = new SpillFolder();
    private final ExternalSorter sorter;
    private final RowSink sink;
    private final RowCodec codec;

    /**
     * @param memoryBytes what sorting may hold in memory
     */
    public Netter(TargetOutput output, String name, long memoryBytes) {
      this.sorter =
          new ExternalSorter(folder, Math.min(memoryBytes, ExternalSorter.affordableBytes()));
      this.sink = RowSink.open(output, folder, name);
      this.codec = new RowCodec(output.table().schema());
    }

    /** Adds a change of the row's key. */
    public void add(byte[] key, long sequence, ChangeKind kind, Record row) {
      sorter.add(
          ByteBuffer.allocate(key.length + Long.BYTES + 1)
              .put(key)
              // Flipping the sign bit makes the order of the bytes that of the numbers.
              .putLong(sequence ^ Long.MIN_VALUE)
              .put((byte) kind.ordinal())
              .array(),
          codec.encode(row));
    }

    public SinkShard complete() throws IOException {
      KeyPlay play = new KeyPlay(codec, sink);
      Iterator<ExternalSorter.Entry> entries = sorter.sorted();
      while (entries.hasNext()) {
        play.add(entries.next());
      }
      play.finish();
      return new SinkShard(sink.complete(), play.keys, play.tally);
    }

    @Override
    public void close() throws IOException {
      try (folder;
          sink) {
        sorter.close();
      }
    }
  }

  /**
   * Plays sorted changes key by key; the last one decides what is left of a key. Unlike the changes
   * of a source, those that come from anywhere need not bring whole images of removed rows, so a
   * delete takes the key away whatever it says of the other columns.
   */
  private static final class KeyPlay {
    private static final int TAIL = Long.BYTES + 1;

    /** Counts tell changes of one commit by a number that leaves room for a key's fate. */
    private static final int MOST_COMMITS = 1 << 27;

    private final RowCodec codec;
    private final RowSink rows;
    private final Tally tally = new Tally();
    private final ArrayList<KeyBlock> keys = new ArrayList<>();
    private final PackedBytes buffer = new PackedBytes();
    private int buffered;

    private byte[] key;
    private long sequence;
    private KeyFate.First first;
    private int firstCommit;
    private boolean present;
    private byte[] row;

    // What the current key's current sequence brought so far.
    private boolean before;
    private boolean deleted;
    private boolean played;

    KeyPlay(RowCodec codec, RowSink rows) {
      this.codec = codec;
      this.rows = rows;
    }

    void add(ExternalSorter.Entry entry) {
      byte[] bytes = entry.key();
      int length = bytes.length - TAIL;
      byte[] nextKey = Arrays.copyOf(bytes, length);
      long nextSequence = ByteBuffer.wrap(bytes, length, Long.BYTES).getLong();
      if (key == null || !Arrays.equals(key, nextKey)) {
        finishKey();
        key = nextKey;
      } else if (nextSequence != sequence) {
        finishSequence();
      }
      sequence = nextSequence;
      switch (ChangeKind.values()[bytes[bytes.length - 1]]) {
        case UPDATE_BEFORE -> before = true;
        case DELETE -> deleted = true;
        case UPDATE_AFTER -> {
          update();
          row = entry.value();
        }
        case INSERT -> {
          insert();
          row = entry.value();
        }
      }
    }

    private int commit() {
      return (int) Long.remainderUnsigned(sequence, MOST_COMMITS);
    }

    private void update() {
      if (deleted) {
        remove();
      }
      if (first == null) {
        first = before ? KeyFate.First.UPDATE : KeyFate.First.LONE_UPDATE;
        firstCommit = before ? 0 : commit();
      } else if (!present && !before) {
        tally.unmatchedLoneAfter(commit());
      } else if (!present) {
        tally.unmatchedUpdate();
      }
      present = true;
      played = true;
    }

    private void insert() {
      if (!played && (before || deleted)) {
        remove();
      }
      if (first == null) {
        first = KeyFate.First.INSERT;
      } else if (present) {
        tally.replacedInsert();
      }
      present = true;
      played = true;
    }

    private void remove() {
      if (before && !deleted) {
        tally.loneBefore(commit());
      }
      if (first == null) {
        first = KeyFate.First.DELETE;
      } else if (!present) {
        tally.unmatchedDelete();
      }
      present = false;
      row = null;
      deleted = false;
    }

    private void finishSequence() {
      if (!played && (before || deleted)) {
        remove();
      }
      before = false;
      deleted = false;
      played = false;
    }

    private void finishKey() {
      if (key == null) {
        return;
      }
      finishSequence();
      KeyFate fate = new KeyFate(first, present, firstCommit);
      tally.key(fate);
      KeyBlock.pack(key, fate, buffer);
      buffered++;
      if (buffer.size() >= KEY_BLOCK_BYTES) {
        flush();
      }
      if (present) {
        rows.write(codec.decode(row));
      }
      first = null;
      firstCommit = 0;
      present = false;
      row = null;
    }

    void finish() {
      finishKey();
      flush();
    }

    private void flush() {
      if (buffered > 0) {
        keys.add(new KeyBlock(new Block.Inline(buffer.toByteArray()), buffered));
        buffer.reset();
        buffered = 0;
      }
    }
  }
}
