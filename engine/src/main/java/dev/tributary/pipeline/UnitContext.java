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
import dev.tributary.target.KeySet;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * What the steps of one unit share within a process, and what the run that started them sees of
 * them. Safe for use by all threads.
 */
final class UnitContext implements AutoCloseable {
  private static final Map<String, UnitContext> CONTEXTS = new ConcurrentHashMap<>();

  private final String unitId;
  private final LongAdder rowsRead = new LongAdder();
  private final LongAdder rowsWritten = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final Set<String> files = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<String> warnings = new ConcurrentLinkedQueue<>();
  private final AtomicInteger working = new AtomicInteger();
  private final SpillFolder spill = new SpillFolder();
  private final Map<Integer, SoftReference<KeySet>> keySets = new ConcurrentHashMap<>();
  private volatile UnitStage stage = UnitStage.READING;
  private volatile boolean cancelled;

  private UnitContext(String unitId) {
    this.unitId = unitId;
  }

  /** The context of a unit in this process; made when it is first asked for. */
  static UnitContext of(String unitId) {
    return CONTEXTS.computeIfAbsent(unitId, UnitContext::new);
  }

  /** Work in progress; to be closed on the thread that does it. */
  interface Work extends AutoCloseable {
    @Override
    void close();
  }

  /** Marks work as going on, so that nobody clears up under it. */
  Work begin(UnitStage newStage) {
    working.incrementAndGet();
    stage = newStage;
    return working::decrementAndGet;
  }

  boolean idle() {
    return working.get() == 0;
  }

  void cancel() {
    cancelled = true;
  }

  boolean cancelled() {
    return cancelled;
  }

  /** Throws when the unit is to stop. */
  void checkCancelled() {
    if (cancelled) {
      throw new CancellationException("Cancelled");
    }
  }

  void stage(UnitStage newStage) {
    stage = newStage;
  }

  UnitStage stage() {
    return stage;
  }

  LongAdder rowsRead() {
    return rowsRead;
  }

  LongAdder rowsWritten() {
    return rowsWritten;
  }

  LongAdder bytesRead() {
    return bytesRead;
  }

  SpillFolder spill() {
    return spill;
  }

  /** Remembers a file of the target that is about to be written. */
  void announce(String location) {
    files.add(location);
  }

  List<String> files() {
    return List.copyOf(files);
  }

  void warn(String message) {
    warnings.add(message);
  }

  /** The next warning that nobody has taken; null when there is none. */
  String nextWarning() {
    return warnings.poll();
  }

  /** The keys of a chunk, loaded once while memory lasts. */
  KeySet keys(int chunk, Supplier<KeySet> loading) {
    KeySet known = held(chunk);
    if (known != null) {
      return known;
    }
    synchronized (keySets) {
      KeySet meanwhile = held(chunk);
      if (meanwhile != null) {
        return meanwhile;
      }
      KeySet loaded = loading.get();
      keySets.put(chunk, new SoftReference<>(loaded));
      return loaded;
    }
  }

  private KeySet held(int chunk) {
    SoftReference<KeySet> reference = keySets.get(chunk);
    return reference == null ? null : reference.get();
  }

  /** Removes the spill files and forgets the unit. */
  @Override
  public void close() {
    CONTEXTS.remove(unitId);
    keySets.clear();
    spill.close();
  }
}
