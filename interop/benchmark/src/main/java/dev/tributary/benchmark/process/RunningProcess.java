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
package dev.tributary.benchmark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A program that goes on until it is told to end. Used by one thread. */
public final class RunningProcess implements AutoCloseable {
  private static final long MILLIS_TO_END = 60_000;

  private final Process process;
  private final Path log;
  private final long start = System.nanoTime();
  private ProcessAccount account = ProcessAccount.UNKNOWN;

  private RunningProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts a program.
   *
   * @param environment variables on top of those of this process
   * @param folder for what it writes to its standard streams
   */
  public static RunningProcess start(
      List<String> command, Map<String, String> environment, Path folder) {
    try {
      Files.createDirectories(folder);
      Path log = Files.createTempFile(folder, "running-", ".log");
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
      builder.environment().putAll(environment);
      return new RunningProcess(builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Takes note of what it has taken so far.
   *
   * @throws IllegalStateException when it has ended by itself
   */
  public void look() {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          String.format("It ended with exit code %d; its log is %s", process.exitValue(), log));
    }
    account = ProcessAccount.of(process.pid());
  }

  /**
   * Asks it to end, as the system does at a shutdown.
   *
   * @param exitCodes with which it may end
   * @return what it took, up to the last look
   */
  public Figures end(Set<Integer> exitCodes) {
    look();
    process.destroy();
    try {
      if (!process.waitFor(MILLIS_TO_END, TimeUnit.MILLISECONDS)
          || !exitCodes.contains(process.exitValue())) {
        throw new IllegalStateException("It did not end as asked; its log is " + log);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return account.since(ProcessAccount.START, Duration.ofNanos(System.nanoTime() - start));
  }

  /** Ends it at once if it is still there. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
