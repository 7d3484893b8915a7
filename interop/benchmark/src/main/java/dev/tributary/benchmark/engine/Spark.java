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
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.benchmark.process.Figures;
import dev.tributary.benchmark.process.Session;
import dev.tributary.benchmark.process.WholeProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Spark with its own settings on all processors, in JVMs of its own class path. */
public final class Spark {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path build;
  private final Path work;
  private final String heap;

  /**
   * @param build the {@code target} folder of {@code interop/spark}
   * @param work folder for Spark's own files and logs
   * @param heap most heap of its JVM, such as {@code 4g}
   */
  public Spark(Path build, Path work, String heap) {
    this.build = build.toAbsolutePath();
    this.work = work.toAbsolutePath();
    this.heap = heap;
  }

  /**
   * Something that Spark does.
   *
   * @param sql a statement, or a query whose rows are appended
   * @param table to append to; empty for a statement
   */
  public record Statement(String sql, String table) {

    /** A statement in SQL. */
    public static Statement of(String sql) {
      return new Statement(sql, "");
    }

    /** The rows of a query appended to a table, also where there is no statement that does it. */
    public static Statement append(String query, String table) {
      return new Statement(query, table);
    }

    private ObjectNode request() {
      ObjectNode request =
          JSON.createObjectNode().put("op", table.isEmpty() ? "sql" : "append").put("sql", sql);
      return table.isEmpty() ? request : request.put("table", table);
    }
  }

  /** Runs statements in a process of its own, that knows these catalogs. */
  public Figures run(List<IcebergCatalog> catalogs, List<Statement> statements) {
    List<ObjectNode> requests = new ArrayList<>();
    catalogs.forEach(catalog -> requests.add(catalogRequest(catalog)));
    statements.forEach(statement -> requests.add(statement.request()));
    StringBuilder input = new StringBuilder();
    requests.forEach(request -> input.append(request).append('\n'));
    WholeProcess.Outcome outcome =
        new WholeProcess(command("cold"), Map.of(), input.toString()).run(work);
    outcome.output().lines().forEach(Spark::requireOk);
    return outcome.figures();
  }

  /**
   * Starts a session that stays.
   *
   * @param name of the session, for its files
   */
  public Warm start(String name, List<IcebergCatalog> catalogs) {
    Warm warm = new Warm(Session.start("spark-" + name, command(name), work), work.resolve(name));
    catalogs.forEach(catalog -> warm.session.ask(catalogRequest(catalog)));
    return warm;
  }

  /** A session that stays. */
  public static final class Warm implements AutoCloseable {
    private final Session session;
    private final Path folder;

    private Warm(Session session, Path folder) {
      this.session = session;
      this.folder = folder;
    }

    /** Makes a catalog known. */
    public void add(IcebergCatalog catalog) {
      session.ask(catalogRequest(catalog));
    }

    /** Runs statements; what they take together. */
    public Figures run(List<Statement> statements) {
      return session.measure(
          () -> statements.forEach(statement -> session.ask(statement.request())));
    }

    /** The only row of a query. */
    public JsonNode row(String query) {
      try {
        Files.createDirectories(folder);
        Path file = folder.resolve("row.json");
        session.ask(
            JSON.createObjectNode()
                .put("op", "rows")
                .put("sql", query)
                .put("file", file.toString()));
        List<String> lines = Files.readAllLines(file);
        if (lines.size() != 1) {
          throw new IllegalStateException(
              String.format("Not one row but %d: %s", lines.size(), query));
        }
        return JSON.readTree(lines.get(0));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      session.close();
    }
  }

  private List<String> command(String name) {
    try {
      return List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "@" + build.resolve("classes/java-17.options"),
          "-XX:+UseParallelGC",
          "-Xmx" + heap,
          "-cp",
          build.resolve("classes")
              + System.getProperty("path.separator")
              + Files.readString(build.resolve("spark.classpath")).strip(),
          "dev.tributary.interop.spark.SparkPeer",
          work.resolve(name).toString(),
          "defaults");
    } catch (IOException e) {
      throw new UncheckedIOException("Spark has not been built", e);
    }
  }

  private static ObjectNode catalogRequest(IcebergCatalog catalog) {
    ObjectNode request = JSON.createObjectNode().put("op", "catalog").put("name", catalog.name());
    ObjectNode properties = request.putObject("properties");
    catalog.properties().forEach(properties::put);
    return request;
  }

  private static void requireOk(String answer) {
    try {
      JsonNode node = JSON.readTree(answer);
      if (!node.path("ok").asBoolean()) {
        throw new IllegalStateException("Spark refused: " + node.path("error").asText());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
