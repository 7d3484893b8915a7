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

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The command line, run in this JVM. */
public final class Cli {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Cli() {}

  /** What a command ended with. */
  public record Outcome(int exitCode, String out, String err) {

    /** The JSON document on standard output. */
    public JsonNode json() {
      try {
        return JSON.readTree(out);
      } catch (JsonProcessingException e) {
        throw new UncheckedIOException(out + err, e);
      }
    }

    /** The JSON document of a command that has to succeed. */
    public JsonNode success() {
      assertThat(exitCode).as("exit code; %s%s", out, err).isZero();
      return json();
    }
  }

  /** Runs a command on a spec with {@code --json}. */
  public static Outcome run(String command, Path spec, String... more) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] args = new String[more.length + 3];
    args[0] = command;
    args[1] = spec.toString();
    args[2] = "--json";
    System.arraycopy(more, 0, args, 3, more.length);
    int exitCode =
        Main.run(
            args,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
