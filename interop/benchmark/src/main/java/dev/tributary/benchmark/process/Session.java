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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A process that stays and serves one request after the other: one JSON object a line on its
 * standard input, one answer a line on its standard output, which has {@code ok}, and {@code error}
 * where that is false. Used by one thread.
 */
public final class Session implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final Path log;
  private final Process process;
  private final Writer requests;
  private final BufferedReader answers;

  private Session(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    requests = process.outputWriter(StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts the process, and waits for the answer that says that it is ready.
   *
   * @param name for messages and the name of its log
   * @param folder for its log
   */
  public static Session start(String name, List<String> command, Path folder) {
    try {
      Files.createDirectories(folder);
      Path log = folder.resolve(name + ".log");
      Session session =
          new Session(name, log, new ProcessBuilder(command).redirectError(log.toFile()).start());
      session.answer("its start");
      return session;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Has one request served.
   *
   * @throws IllegalStateException when it is refused
   */
  public JsonNode ask(ObjectNode request) {
    try {
      requests.write(JSON.writeValueAsString(request));
      requests.write('\n');
      requests.flush();
      return answer(request.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(name + " is gone; its log is " + log, e);
    }
  }

  /** What the process takes for some requests. */
  public Figures measure(Runnable requestsToServe) {
    ProcessAccount.restartPeak(process.pid());
    ProcessAccount before = ProcessAccount.of(process.pid());
    long start = System.nanoTime();
    requestsToServe.run();
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    return ProcessAccount.of(process.pid()).since(before, elapsed);
  }

  /** Ends the process by ending its input. */
  @Override
  public void close() {
    try {
      requests.close();
      process.waitFor();
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  private JsonNode answer(String what) throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException(name + " ended at " + what + "; its log is " + log);
    }
    JsonNode answer = JSON.readTree(line);
    if (!answer.path("ok").asBoolean()) {
      throw new IllegalStateException(
          String.format(
              "%s refused %s: %s; its log is %s", name, what, answer.path("error").asText(), log));
    }
    return answer;
  }
}
