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

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Counts the rows that all threads of a scan read, tells a listener, and stops the scan when that
 * is wanted. The listener is called by one thread at a time, on threads of the scan.
 */
public final class RowCounter {
  private static final int ROWS_BETWEEN_REPORTS = 4096;

  private final LongConsumer listener;
  private final BooleanSupplier cancelled;
  private final AtomicLong rows = new AtomicLong();

  /**
   * @param listener hears how many rows were read so far
   * @param cancelled asked every few thousand rows
   */
  public RowCounter(LongConsumer listener, BooleanSupplier cancelled) {
    this.listener = listener;
    this.cancelled = cancelled;
  }

  /** A counter for one thread. */
  public Local local() {
    return new Local();
  }

  /** The share of one thread; to be closed when the thread is done. */
  public final class Local implements AutoCloseable {
    private int pending;

    private Local() {
      stopIfCancelled();
    }

    /**
     * Counts one row.
     *
     * @throws CancellationException when the scan was cancelled
     */
    public void row() {
      pending++;
      if (pending == ROWS_BETWEEN_REPORTS) {
        report();
        stopIfCancelled();
      }
    }

    @Override
    public void close() {
      report();
    }

    private void report() {
      rows.addAndGet(pending);
      pending = 0;
      synchronized (RowCounter.this) {
        listener.accept(rows.get());
      }
    }

    private void stopIfCancelled() {
      if (cancelled.getAsBoolean()) {
        throw new CancellationException("Reading was cancelled");
      }
    }
  }
}
