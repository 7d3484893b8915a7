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
package dev.tributary.app.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;

/**
 * An engine process that does as it is told, so that tests see real processes, signals and files
 * without waiting for a migration.
 */
public final class ScriptedEngine {
  private static final String SOURCE =
      """
      package dev.tributary.cli;

      import java.nio.file.*;

      public class Main {
        public static void main(String[] args) throws Exception {
          Path events = Path.of(args[3]);
          String script = System.getProperty("script");
          event(events, "state", "starting", "planning", "null", "null");
          if (script.equals("fail")) {
            System.err.println("error: Cannot open s.t: it does not exist; check the name.");
            System.err.println("\\tat some.Class.method(Class.java:1)");
            System.exit(3);
          }
          if (script.equals("wait")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
              System.out.println("{\\"status\\": \\"cancelled\\", \\"committed_through\\": \\"7\\"}");
              System.out.flush();
            }));
            event(events, "progress", "running", "reading", "10", "null");
            Thread.sleep(60_000);
          }
          if (script.equals("deaf")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
              try {
                Thread.sleep(60_000);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            }));
            Thread.sleep(60_000);
          }
          event(events, "progress", "running", "reading", "10", "8");
          event(events, "commit", "running", "committing", "10", "8");
          Files.writeString(events, "{\\"time\\": \\"2026-01-01T00:", StandardOpenOption.APPEND);
          System.out.println(
              "{\\"status\\": \\"succeeded\\", \\"committed_through\\": \\"9007199254740993\\","
                  + " \\"rows\\": {\\"inserted\\": 5, \\"updated\\": 2, \\"deleted\\": 1},"
                  + " \\"files\\": {\\"data\\": 1, \\"dv\\": 1}, \\"commits\\": 1, \\"seconds\\": 1.5}");
        }

        private static void event(Path file, String kind, String state, String stage, String read,
            String written) throws Exception {
          Files.writeString(file, "{\\"time\\": \\"" + java.time.Instant.now() + "\\", \\"kind\\": \\""
              + kind + "\\", \\"state\\": \\"" + state + "\\", \\"stage\\": \\"" + stage
              + "\\", \\"rows_read\\": " + read + ", \\"rows_written\\": " + written + "}\\n",
              StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
      }
      """;

  private ScriptedEngine() {}

  /**
   * The command that runs a script: {@code succeed}, {@code fail} before anything is done, {@code
   * wait} for a signal and heed it, or be {@code deaf} to it.
   */
  public static EngineCommand command(Path folder, String script) throws IOException {
    Path source = folder.resolve("Main.java");
    Files.createDirectories(folder);
    Files.writeString(source, SOURCE);
    int errors =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), source.toString());
    if (errors != 0) {
      throw new IllegalStateException("The scripted engine does not compile");
    }
    return new EngineCommand(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        folder.toString(),
        List.of("-Dscript=" + script));
  }
}
