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
package dev.tributary.benchmark.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.benchmark.process.Figures;
import dev.tributary.benchmark.process.RunningProcess;
import dev.tributary.benchmark.process.Session;
import dev.tributary.benchmark.process.WholeProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Tributary, as the command that people start and as a process that stays. */
public final class Tributary {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path command;
  private final Path logs;
  private final String heap;

  /**
   * @param command the launcher in the source tree
   * @param logs folder for what it writes to its standard error
   * @param heap most heap of its JVM, such as {@code 4g}
   */
  public Tributary(Path command, Path logs, String heap) {
    this.command = command;
    this.logs = logs;
    this.heap = heap;
  }

  /** The same with another heap. */
  public Tributary withHeap(String otherHeap) {
    return new Tributary(command, logs, otherHeap);
  }

  /** What a command answered, and what it took. */
  public record Answer(JsonNode document, Figures figures) {}

  /** Runs a command in a process of its own; {@code --json} is added. */
  public Answer run(String... args) {
    List<String> line = new ArrayList<>(List.of(command.toString()));
    line.addAll(List.of(args));
    line.add("--json");
    WholeProcess.Outcome outcome =
        new WholeProcess(line, Map.of("TRIBUTARY_JAVA_OPTS", "-Xmx" + heap), "").run(logs);
    return new Answer(document(outcome.output()), outcome.figures());
  }

  /** Starts a run that goes on until it is told to end. */
  public RunningProcess follow(Path spec) {
    return RunningProcess.start(
        List.of(command.toString(), "run", spec.toString(), "--json"),
        Map.of("TRIBUTARY_JAVA_OPTS", "-Xmx" + heap),
        logs);
  }

  /** Starts a process that stays, with the class path of this JVM. */
  public Warm start() {
    return new Warm(
        Session.start(
            "tributary",
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // As the launcher does.
                "-XX:+UseParallelGC",
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                TributaryServer.class.getName()),
            logs));
  }

  /** The engine in a process that stays. */
  public static final class Warm implements AutoCloseable {
    private final Session session;

    private Warm(Session session) {
      this.session = session;
    }

    /** Runs a command; {@code --json} is added. */
    public Answer run(String... args) {
      ObjectNode request = JSON.createObjectNode();
      ArrayNode all = request.putArray("args");
      List.of(args).forEach(all::add);
      all.add("--json");
      AtomicReference<JsonNode> answer = new AtomicReference<>();
      Figures figures = session.measure(() -> answer.set(session.ask(request)));
      return new Answer(document(answer.get().path("out").asText()), figures);
    }

    @Override
    public void close() {
      session.close();
    }
  }

  private static JsonNode document(String output) {
    try {
      return JSON.readTree(output);
    } catch (IOException e) {
      throw new UncheckedIOException("Not a JSON document: " + output, e);
    }
  }
}
