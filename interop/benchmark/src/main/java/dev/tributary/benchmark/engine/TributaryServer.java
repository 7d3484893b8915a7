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
import dev.tributary.cli.Main;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The engine in a process that stays: the command line behind a line protocol. A request has the
 * command's {@code args}; its answer has {@code ok}, {@code exit_code}, what the command wrote as
 * {@code out}, and {@code error} where the exit code is not 0.
 */
public final class TributaryServer {
  private final ObjectMapper json = new ObjectMapper();

  private TributaryServer() {}

  /** Serves until the input ends. */
  public static void main(String[] args) throws IOException {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    // Whatever a library prints must not come between the answers.
    System.setOut(System.err);
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    answers.println("{\"ok\":true}");
    TributaryServer server = new TributaryServer();
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      answers.println(server.answer(line));
    }
    System.exit(0);
  }

  private String answer(String request) throws IOException {
    List<String> args = new ArrayList<>();
    for (JsonNode arg : json.readTree(request).withArray("args")) {
      args.add(arg.asText());
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            args.toArray(new String[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    ObjectNode answer = json.createObjectNode().put("ok", exitCode == 0).put("exit_code", exitCode);
    answer.put("out", out.toString(StandardCharsets.UTF_8));
    if (exitCode != 0) {
      answer.put("error", err.toString(StandardCharsets.UTF_8) + out);
    }
    return json.writeValueAsString(answer);
  }
}
