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
package dev.tributary.oracle;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Spark in a JVM of its own, started once for all tests of a run; it ends with this JVM, whose
 * death closes its input. Tests that use it must not run at the same time.
 */
public final class Spark {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static Spark shared;

  private final Path work;
  private final Process process;
  private final Writer requests;
  private final BufferedReader answers;
  private int files;

  private Spark() throws IOException {
    work = Files.createTempDirectory("spark-peer");
    process =
        new ProcessBuilder(command())
            .redirectError(work.resolve("log").toFile())
            .directory(work.toFile())
            .start();
    requests = process.outputWriter(StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    requireOk(answer("the start"), "the start");
  }

  /** The session of this JVM; the first call takes some seconds. */
  public static synchronized Spark shared() {
    if (shared == null) {
      try {
        shared = new Spark();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return shared;
  }

  /** How long its JVM has been on a processor so far. */
  public Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private List<String> command() throws IOException {
    Path build = Path.of(System.getProperty("interop.spark"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    // Each statement runs a few times only; where that is not so, the Java option says more.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.addAll(List.of(System.getProperty("interop.spark.options", "-Xshare:auto").split(" ")));
    command.add("@" + build.resolve("classes/java-17.options").toAbsolutePath());
    command.add("-Djava.io.tmpdir=" + work);
    command.add("-cp");
    command.add(
        build.resolve("classes").toAbsolutePath()
            + System.getProperty("path.separator")
            + Files.readString(build.resolve("spark.classpath")).strip());
    command.add("dev.tributary.interop.spark.SparkPeer");
    command.add(work.resolve("spark").toString());
    return command;
  }

  /** Makes an Iceberg catalog known by a name that no other test uses. */
  public void addCatalog(String name, Map<String, String> properties) {
    ObjectNode request = JSON.createObjectNode().put("op", "catalog").put("name", name);
    ObjectNode all = request.putObject("properties");
    properties.forEach(all::put);
    ask(request);
  }

  /** Runs a statement. */
  public void sql(String statement, Object... values) {
    ask(JSON.createObjectNode().put("op", "sql").put("sql", String.format(statement, values)));
  }

  /**
   * Runs a statement that Spark may refuse.
   *
   * @return why it refused; empty when the statement ran
   */
  public Optional<String> attempt(String statement) {
    JsonNode answer = exchange(JSON.createObjectNode().put("op", "sql").put("sql", statement));
    return answer.path("ok").asBoolean()
        ? Optional.empty()
        : Optional.of(answer.path("error").asText());
  }

  /** The rows of a table in a catalog. */
  public TableRows table(String name) {
    return rows(JSON.createObjectNode().put("sql", "SELECT * FROM " + name));
  }

  /** The rows of a query. */
  public TableRows query(String statement, Object... values) {
    return rows(JSON.createObjectNode().put("sql", String.format(statement, values)));
  }

  /** The latest rows of the Delta table in a folder. */
  public TableRows delta(Path folder) {
    return rows(JSON.createObjectNode().put("format", "delta").put("path", folder.toString()));
  }

  /** The rows of one version of the Delta table in a folder. */
  public TableRows delta(Path folder, long version) {
    ObjectNode request =
        JSON.createObjectNode().put("format", "delta").put("path", folder.toString());
    request.putObject("options").put("versionAsOf", Long.toString(version));
    return rows(request);
  }

  private TableRows rows(ObjectNode request) {
    Path file = work.resolve("rows-" + files++ + ".json");
    ask(request.put("op", "rows").put("file", file.toString()));
    try (Stream<String> lines = Files.lines(file)) {
      return TableRows.ofLines(lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void ask(ObjectNode request) {
    requireOk(exchange(request), request.toString());
  }

  private synchronized JsonNode exchange(ObjectNode request) {
    try {
      requests.write(JSON.writeValueAsString(request));
      requests.write('\n');
      requests.flush();
      return answer(request.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("Spark is gone; its log is " + work.resolve("log"), e);
    }
  }

  private JsonNode answer(String what) throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("Spark ended at " + what + "; its log is " + work.resolve("log"));
    }
    return JSON.readTree(line);
  }

  private static void requireOk(JsonNode answer, String what) {
    if (!answer.path("ok").asBoolean()) {
      throw new IllegalStateException(
          "Spark refused " + what + ": " + answer.path("error").asText());
    }
  }
}
