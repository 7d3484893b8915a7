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

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Works through items on a few threads. */
public final class ParallelScan {
  private static final int MOST_THREADS = 8;

  private ParallelScan() {}

  /** What one thread does; made for that thread and closed on it, so it may keep state. */
  public interface Worker<T> extends Closeable {

    /** Does one item. */
    void accept(T item) throws IOException;

    @Override
    default void close() throws IOException {}
  }

  /**
   * Hands every item to one of the workers and returns when all are done and the workers closed.
   * The first failure stops the others after their current item and is thrown.
   *
   * @throws UncheckedIOException for a worker's IOException
   */
  public static <T> void run(List<T> items, Supplier<? extends Worker<T>> workers) {
    int threads =
        Math.min(Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()), items.size());
    ConcurrentLinkedQueue<T> queue = new ConcurrentLinkedQueue<>(items);
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    if (threads <= 1) {
      work(queue, workers, failure);
    } else {
      inParallel(threads, () -> work(queue, workers, failure));
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  private static <T> void work(
      ConcurrentLinkedQueue<T> queue,
      Supplier<? extends Worker<T>> workers,
      AtomicReference<RuntimeException> failure) {
    try (Worker<T> worker = workers.get()) {
      for (T item = queue.poll(); item != null && failure.get() == null; item = queue.poll()) {
        worker.accept(item);
      }
    } catch (IOException e) {
      failure.compareAndSet(null, new UncheckedIOException(e));
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  private static void inParallel(int threads, Runnable work) {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              Thread thread = new Thread(task, "tributary-scan");
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(pool.submit(work));
      }
      for (Future<?> future : running) {
        await(future);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static void await(Future<?> future) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          future.get();
          return;
        } catch (InterruptedException e) {
          // The workers own open files; they are stopped by their row counter, not left behind.
          interrupted = true;
        } catch (ExecutionException e) {
          throw new IllegalStateException("A scan thread died", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
