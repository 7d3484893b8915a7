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

import dev.tributary.benchmark.process.Figures;
import dev.tributary.benchmark.process.WholeProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program of a module next to this one, with a class path of its own, which does one thing and
 * ends.
 *
 * @param classes the module's classes
 * @param classPath file with the class path of its libraries
 * @param options more options for Java
 * @param mainClass what to start
 * @param heap most heap of its JVM, such as {@code 4g}
 * @param logs folder for what it writes to its standard error
 */
public record JavaProgram(
    Path classes, Path classPath, List<String> options, String mainClass, String heap, Path logs) {

  /** Flink's Iceberg sink with {@code upsert}; arguments: tables of changes and target. */
  public static JavaProgram flinkUpsert(Path home, String heap, Path logs) {
    return new JavaProgram(
        home.resolve("interop/flink/target/classes"),
        home.resolve("interop/flink/target/flink.classpath"),
        // Flink needs some of what Spark needs.
        List.of("@" + home.resolve("interop/spark/target/classes/java-17.options")),
        "dev.tributary.interop.flink.UpsertJob",
        heap,
        logs);
  }

  /** Beam's own Iceberg connector; arguments: see there. */
  public static JavaProgram beamAppend(Path home, String heap, Path logs) {
    return new JavaProgram(
        home.resolve("interop/beam/target/classes"),
        home.resolve("interop/beam/target/beam.classpath"),
        List.of(),
        "dev.tributary.interop.beam.AppendJob",
        heap,
        logs);
  }

  /** Runs it to its end. */
  public Figures run(String... args) {
    try {
      List<String> command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:+UseParallelGC",
                  "-Xmx" + heap));
      command.addAll(options);
      command.addAll(
          List.of(
              "-cp",
              classes + System.getProperty("path.separator") + Files.readString(classPath).strip(),
              mainClass));
      command.addAll(List.of(args));
      return new WholeProcess(command, Map.of(), "").run(logs).figures();
    } catch (IOException e) {
      throw new UncheckedIOException(mainClass + " has not been built", e);
    }
  }
}
