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
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that is measured from its start to its end.
 *
 * @param command program and arguments
 * @param environment variables on top of those of this process
 * @param input what it gets on its standard input
 */
public record WholeProcess(List<String> command, Map<String, String> environment, String input) {
  private static final long MILLIS_BETWEEN_LOOKS = 10;

  public WholeProcess {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** What it wrote to its standard output, and what it took. */
  public record Outcome(String output, Figures figures) {}

  /**
   * Runs it to its end. The account of a process ends with it, so that what it does in its last
   * milliseconds is in the time, but may be missing in memory and bytes.
   *
   * @param folder for what it writes to its standard error
   * @throws IllegalStateException when its exit code is not 0
   */
  public Outcome run(Path folder) {
    try {
      Files.createDirectories(folder);
      Path log = Files.createTempFile(folder, "process-", ".log");
      Path output = Files.createTempFile(folder, "process-", ".out");
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectError(log.toFile()).redirectOutput(output.toFile());
      builder.environment().putAll(environment);
      long start = System.nanoTime();
      Process process = builder.start();
      try {
        try (OutputStream in = process.getOutputStream()) {
          in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        ProcessAccount account = ProcessAccount.UNKNOWN;
        while (!process.waitFor(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS)) {
          ProcessAccount now = ProcessAccount.of(process.pid());
          account = now.peakMemoryBytes().isPresent() ? now : account;
        }
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        String out = Files.readString(output);
        if (process.exitValue() != 0) {
          throw new IllegalStateException(
              String.format(
                  "%s ended with exit code %d: %s; its log is %s",
                  String.join(" ", command), process.exitValue(), out, log));
        }
        Files.delete(log);
        Files.delete(output);
        return new Outcome(out, account.since(ProcessAccount.START, elapsed));
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted at " + String.join(" ", command), e);
    }
  }
}
