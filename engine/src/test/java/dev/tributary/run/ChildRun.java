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
package dev.tributary.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** The command {@code run} in a process of its own, one unit per source commit. */
final class ChildRun implements AutoCloseable {
  private final Process process;
  private final StringBuffer output = new StringBuffer();
  private final CompletableFuture<Void> running = new CompletableFuture<>();
  private final Thread reader;

  private ChildRun(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "child-output");
    reader.setDaemon(true);
    reader.start();
  }

  static ChildRun start(Path spec, String... javaOptions) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Short-lived: what takes time to pay off does not.
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Dtributary.changes-per-unit=1");
    command.addAll(Arrays.asList(javaOptions));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.tributary.cli.Main", "run", spec.toString(), "--events", "-"));
    return new ChildRun(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  // The pipe has to be emptied, or the process would wait instead of going on.
  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = lines.readLine()) != null) {
        output.append(line).append('\n');
        if (line.contains("\"running\"")) {
          running.complete(null);
        }
      }
    } catch (IOException e) {
      // The process was killed in the middle of a line.
      output.append(e.getMessage());
    } finally {
      running.complete(null);
    }
  }

  /** Waits until the run has something to do, or has ended. */
  ChildRun awaitRunning() throws InterruptedException, ExecutionException {
    running.get();
    return this;
  }

  /** The exit code, once the process has ended by itself. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      throw new AssertionError("The process does not end: " + output());
    }
    reader.join();
    return process.exitValue();
  }

  /** Kills the process after a time; false when it had ended before. */
  boolean kill(long afterMillis) throws InterruptedException {
    boolean ended = process.waitFor(afterMillis, TimeUnit.MILLISECONDS);
    process.destroyForcibly().waitFor();
    return !ended;
  }

  String output() {
    return output.toString();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
