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
package dev.tributary.interop.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;

/**
 * Spark behind a line protocol: one JSON object a line on standard input, one answer a line on
 * standard output. Ends when the input ends. The requests, by {@code op}:
 *
 * <ul>
 *   <li>{@code catalog}: makes an Iceberg catalog known under {@code name}, with {@code properties}
 *   <li>{@code sql}: runs the statement {@code sql}
 *   <li>{@code append}: appends the rows of the query {@code sql} to the table {@code table}; also
 *       where Spark refuses INSERT … SELECT, from Delta tables with deletion vectors to Iceberg (<a
 *       href="https://github.com/delta-io/delta/issues/4794">delta 4794</a>)
 *   <li>{@code rows}: writes the rows of the query {@code sql}, or of the table that {@code
 *       format}, {@code path} and {@code options} say, to {@code file} as canonical JSON lines;
 *       answers their count as {@code rows}
 * </ul>
 *
 * An answer has {@code ok}, and {@code error} where it is false.
 */
public final class SparkPeer {
  private final SparkSession spark;
  private final ObjectMapper json = new ObjectMapper();

  private SparkPeer(SparkSession spark) {
    this.spark = spark;
  }

  /**
   * Serves until the input ends.
   *
   * @param args the folder for Spark's own files; and {@code defaults} for Spark's own settings
   *     instead of those for small tables
   */
  public static void main(String[] args) throws IOException {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    // Whatever a library prints must not come between the answers.
    System.setOut(System.err);
    Path work = Path.of(args[0]);
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (SparkSession spark = LocalSession.start(work, tuning(args))) {
      SparkPeer peer = new SparkPeer(spark);
      answers.println("{\"ok\":true,\"spark\":\"" + spark.version() + "\"}");
      for (String line = requests.readLine(); line != null; line = requests.readLine()) {
        answers.println(peer.answer(line));
      }
    }
  }

  private static LocalSession.Tuning tuning(String[] args) {
    if (args.length == 1) {
      return LocalSession.Tuning.SMALL_TABLES;
    } else if (args[1].equals("defaults")) {
      return LocalSession.Tuning.DEFAULTS;
    }
    throw new IllegalArgumentException(
        "Unknown tuning '" + args[1] + "': leave it out, or defaults");
  }

  private String answer(String request) throws IOException {
    ObjectNode answer = json.createObjectNode();
    try {
      serve(json.readTree(request), answer);
      answer.put("ok", true);
    } catch (Exception e) {
      // Spark throws checked exceptions from Scala that Java cannot name.
      e.printStackTrace();
      answer.put("ok", false);
      answer.put("error", e.toString());
    }
    return json.writeValueAsString(answer);
  }

  private void serve(JsonNode request, ObjectNode answer) throws IOException, NoSuchTableException {
    String op = request.path("op").asText();
    switch (op) {
      case "catalog" -> addCatalog(request.get("name").asText(), request.get("properties"));
      case "sql" -> spark.sql(request.get("sql").asText()).collectAsList();
      case "append" ->
          append(spark.sql(request.get("sql").asText()), request.get("table").asText());
      case "rows" ->
          answer.put(
              "rows",
              CanonicalRows.write(dataset(request), Path.of(request.get("file").asText()), json));
      default -> throw new IllegalArgumentException("Unknown op '" + op + "'");
    }
  }

  /** The rows are handed over as Spark has them, so that the two plans do not see each other. */
  private void append(Dataset<Row> rows, String table) throws NoSuchTableException {
    spark
        .internalCreateDataFrame(rows.queryExecution().toRdd(), rows.schema(), false)
        .writeTo(table)
        .append();
  }

  private void addCatalog(String name, JsonNode properties) {
    String prefix = "spark.sql.catalog." + name;
    spark.conf().set(prefix, "org.apache.iceberg.spark.SparkCatalog");
    // Other processes commit to these tables.
    spark.conf().set(prefix + ".cache-enabled", "false");
    properties
        .fields()
        .forEachRemaining(
            property ->
                spark.conf().set(prefix + "." + property.getKey(), property.getValue().asText()));
  }

  private Dataset<Row> dataset(JsonNode request) {
    if (request.hasNonNull("sql")) {
      return spark.sql(request.get("sql").asText());
    }
    DataFrameReader reader = spark.read().format(request.get("format").asText());
    request
        .path("options")
        .fields()
        .forEachRemaining(option -> reader.option(option.getKey(), option.getValue().asText()));
    return reader.load(request.get("path").asText());
  }
}
