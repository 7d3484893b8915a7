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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the engine is started: the Java of this process, and its class path. Options go through an
 * argument file, since some systems do not take a command line as long as the class path.
 *
 * @param java the launcher
 * @param classPath of the engine
 * @param options for the virtual machine
 */
public record EngineCommand(Path java, String classPath, List<String> options) {

  private static final String MAIN_CLASS = "dev.tributary.cli.Main";

  public EngineCommand {
    options = List.copyOf(options);
  }

  /**
   * The engine beside this app. The system property {@code tributary.engine.classpath} names
   * another class path, and {@code tributary.engine.options} more options, separated by spaces.
   */
  public static EngineCommand ofThisProcess() {
    String launcher = System.getProperty("os.name").startsWith("Windows") ? "java.exe" : "java";
    String options = System.getProperty("tributary.engine.options", "").strip();
    return new EngineCommand(
        Path.of(System.getProperty("java.home"), "bin", launcher),
        System.getProperty("tributary.engine.classpath", System.getProperty("java.class.path")),
        options.isEmpty() ? List.of() : List.of(options.split("\\s+")));
  }

  /** The command that runs the job's spec; writes the argument file into the job's folder. */
  List<String> run(Job job) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String option : options) {
      lines.add(quoted(option));
    }
    lines.add("-Dfile.encoding=UTF-8");
    lines.add("-cp");
    lines.add(quoted(classPath));
    Path arguments = job.folder().resolve("engine.args");
    Files.write(arguments, lines, StandardCharsets.UTF_8);
    return List.of(
        java.toString(),
        "@" + arguments,
        MAIN_CLASS,
        "run",
        job.specFile().toString(),
        "--events",
        job.eventFile().toString(),
        "--json");
  }

  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
