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
package dev.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.run.RunEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every command has in common: usage, errors, exit codes, streams. */
class CommandLineTest {
  @TempDir private Path folder;

  @Test
  void helpNamesEveryCommand() {
    Outcome help = run("--help");

    assertThat(help.exitCode()).isZero();
    assertThat(help.out())
        .contains(
            "gui",
            "sample",
            "history",
            "preview",
            "preflight",
            "run",
            "verify",
            "metrics",
            "generate",
            "upgrade-format",
            "schema");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "frobnicate",
        "history",
        "run",
        "history a b",
        "generate x.yaml",
        "generate x.yaml --as c",
        "run x.yaml --every 15",
        "run x.yaml --every 0m",
        "preview x.yaml --limit many",
        "schema x",
        "upgrade-format x.yaml --yes",
        "history x.yaml --jsn"
      })
  void wrongUsageIsOneLineAndExitCode2(String line) {
    Outcome outcome = run(line.split(" "));

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("error: ").contains("--help").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"history", "preview", "preflight", "run", "verify", "metrics", "gui"})
  void aMissingSpecIsOneLineAndExitCode2(String command) {
    Outcome outcome = run(command, folder.resolve("none.yaml").toString());

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .startsWith("error: ")
        .contains("none.yaml: there is no such file")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"history", "preview", "preflight", "run", "verify", "metrics"})
  void anUnknownKeyIsNamedWithItsLineAndExitCode2(String command) throws IOException {
    Path spec = spec("  format: delta\n  table: /data/orders\n  start_verson: 3\n");

    Outcome outcome = run(command, spec.toString());

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .contains("orders.tributary.yaml, line 5: unknown key 'source.start_verson'")
        .contains("did you mean 'start_version'?")
        .hasLineCount(1);
  }

  @Test
  void errorsAreDocumentsTooWhenJsonIsAskedFor() throws IOException {
    Path spec = spec("  format: delta\n  tabel: /data/orders\n");

    Outcome history = run("history", spec.toString(), "--json");
    Outcome run = run("run", spec.toString(), "--json");

    assertThat(history.json().at("/error/area").asText()).isEqualTo("spec");
    assertThat(history.json().at("/error/message").asText()).contains("'source.tabel'");
    assertThat(run.json().path("status").asText()).isEqualTo("failed");
    assertThat(run.json().path("error").asText()).contains("'source.tabel'");
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void debugAddsTheStackTrace() throws IOException {
    Path spec = spec("  format: delta\n  tabel: /data/orders\n");

    assertThat(run("history", spec.toString()).err()).doesNotContain("\tat ");
    assertThat(run("history", spec.toString(), "--debug").err())
        .contains("SpecException")
        .contains("\tat dev.tributary.spec");
  }

  @Test
  void whatCannotBeRunYetIsRefusedRatherThanIgnored() throws IOException {
    Path spec = spec("  format: delta\n  table: /data/orders\n");
    Files.writeString(spec, Files.readString(spec) + "run:\n  runner: dataflow\n");

    for (String command : new String[] {"run", "preview", "verify"}) {
      Outcome outcome = run(command, spec.toString());

      assertThat(outcome.exitCode()).as(command).isEqualTo(2);
      assertThat(outcome.err())
          .contains("Key 'run.runner' with the value 'dataflow' is not supported yet");
    }
  }

  @Test
  void schemaIsOneJsonDocument() {
    Outcome outcome = run("schema", "--json");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.json().at("/properties/source/properties/table/description").asText())
        .isNotEmpty();
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void withoutTheAppTheGuiSaysHowToGetIt() {
    Outcome outcome = run();

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("The desktop app is not part of this installation");
  }

  @Test
  void eventsThatCannotBeWrittenAreRefusedBeforeTheRun() throws IOException {
    Path spec = spec("  format: delta\n  table: /data/orders\n");

    Outcome outcome =
        run("run", spec.toString(), "--events", folder.resolve("none/events").toString());

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("Cannot write events to").contains("events");
  }

  @Test
  void eventsNeverReplaceTheSpec() throws IOException {
    Path spec = spec("  format: delta\n  table: /data/orders\n");
    String before = Files.readString(spec);
    Path link = Files.createSymbolicLink(folder.resolve("events"), spec);

    for (Path events : new Path[] {spec, folder.resolve("./" + spec.getFileName()), link}) {
      Outcome outcome = run("run", spec.toString(), "--events", events.toString());

      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).contains("it is the spec file").hasLineCount(1);
      assertThat(spec).hasContent(before);
    }
  }

  @Test
  void eventsThatCannotBeWrittenAnyMoreAreOneWarning() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    Console console =
        new Console(new PrintStream(full), new PrintStream(err, true, StandardCharsets.UTF_8));
    try (EventSink sink =
        EventSink.open(Optional.of("-"), folder.resolve("spec"), console, false)) {
      RunEvent event =
          new RunEvent(
              Instant.EPOCH,
              RunEvent.Kind.PROGRESS,
              "running",
              Optional.empty(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              OptionalLong.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty());
      sink.on(event);
      sink.on(event);
    }

    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("warning: Cannot write events any more")
        .hasLineCount(1);
  }

  private Path spec(String source) throws IOException {
    return Files.writeString(
        folder.resolve("orders.tributary.yaml"),
        "tributary: 1\nsource:\n"
            + source
            + "target:\n  table: lake.orders\n  catalog_properties: {type: hadoop, warehouse: "
            + folder.resolve("lake").toUri()
            + "}\n  equality_columns: [id]\n");
  }

  static Outcome run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            args,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** What a command did. */
  record Outcome(int exitCode, String out, String err) {
    JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (JsonProcessingException e) {
        throw new AssertionError("Not one JSON document: " + out, e);
      }
    }
  }
}
