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

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Finds missing files before the first row is read, rather than halfway through a run. */
final class FileCheck {
  /** Object stores answer each request slowly but many at once. */
  private static final int PARALLEL_REQUESTS = 16;

  private FileCheck() {}

  /**
   * Checks that the files of all tasks are there.
   *
   * @throws dev.tributary.errors.SourceException naming the first task's version whose file is gone
   */
  static void requirePresent(Storage storage, List<DeltaTask> tasks) {
    ExecutorService executor =
        Executors.newFixedThreadPool(storage.isLocal() ? 1 : PARALLEL_REQUESTS);
    try {
      List<Future<Boolean>> present =
          tasks.stream().map(task -> executor.submit(() -> storage.exists(task.path()))).toList();
      for (int i = 0; i < tasks.size(); i++) {
        if (!present.get(i).get()) {
          throw DeltaChangeReader.missing(tasks.get(i).path(), tasks.get(i).version());
        }
      }
    } catch (ExecutionException e) {
      throw Failures.source("look for the files of " + storage.root(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failures.source("look for the files of " + storage.root(), e);
    } finally {
      executor.shutdownNow();
    }
  }
}
