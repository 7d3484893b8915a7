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

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A catalog service of another project, in a JVM of its own, which ends with its input. */
final class CatalogService implements Closeable {
  /** Nessie's server is built for it. */
  private static final int NESSIE_JAVA = 21;

  private static final Pattern NESSIE_PORT =
      Pattern.compile("Listening on: http://127\\.0\\.0\\.1:(\\d+)");

  private final Process process;
  private final Map<String, String> properties;

  private CatalogService(Process process, Map<String, String> properties) {
    this.process = process;
    this.properties = properties;
  }

  /** Whether the services have been built: not so when a test is run by itself. */
  static boolean built() {
    return System.getProperty("interop.catalogs") != null;
  }

  /** A Hive metastore with a new database, and its warehouse, in a folder. */
  static CatalogService hive(Path folder) throws IOException {
    Path build = Path.of(System.getProperty("interop.catalogs")).toAbsolutePath();
    String classPath =
        build.resolve("classes")
            + System.getProperty("path.separator")
            + Files.readString(build.resolve("metastore.classpath")).strip();
    Path log = folder.resolve("metastore.log");
    Process process =
        new ProcessBuilder(
                java(Path.of(System.getProperty("java.home"))),
                "-Xmx300m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                "dev.tributary.interop.catalogs.Metastore",
                folder.toString())
            .redirectError(log.toFile())
            .start();
    String port =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
            .readLine();
    if (port == null) {
      throw new IOException("The metastore does not start: " + Files.readString(log));
    }
    return new CatalogService(
        process,
        Map.of(
            "type",
            "hive",
            "uri",
            "thrift://127.0.0.1:" + port,
            "warehouse",
            folder.resolve("warehouse").toString()));
  }

  /** The home of a Java that Nessie's server runs on, if this machine has one. */
  static Optional<Path> nessieJava() {
    Path own = Path.of(System.getProperty("java.home"));
    if (Runtime.version().feature() >= NESSIE_JAVA) {
      return Optional.of(own);
    }
    try (Stream<Path> siblings = Files.list(own.getParent())) {
      return siblings.filter(CatalogService::runsNessie).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean runsNessie(Path home) {
    Path release = home.resolve("release");
    try {
      return Files.isExecutable(home.resolve("bin/java"))
          && Files.exists(release)
          && Files.readAllLines(release).stream()
              .map(Pattern.compile("JAVA_VERSION=\"(\\d+).*")::matcher)
              .anyMatch(it -> it.matches() && Integer.parseInt(it.group(1)) >= NESSIE_JAVA);
    } catch (IOException e) {
      return false;
    }
  }

  /** A Nessie server that keeps its versions in memory; the warehouse lies in a folder. */
  static CatalogService nessie(Path java, Path folder) throws IOException {
    Path build = Path.of(System.getProperty("interop.catalogs")).toAbsolutePath();
    List<String> command = new ArrayList<>(List.of(java(java), "-Xmx400m"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    for (String server : List.of("http", "management")) {
      command.add("-Dquarkus." + server + ".host=127.0.0.1");
      command.add("-Dquarkus." + server + ".port=0");
    }
    command.add("-Dnessie.version.store.type=IN_MEMORY");
    command.addAll(List.of("-jar", build.resolve("nessie.jar").toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader log =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      said.append(line).append('\n');
      Matcher port = NESSIE_PORT.matcher(line);
      if (port.find()) {
        // What it goes on to say must not fill the pipe.
        Thread drain = new Thread(() -> log.lines().forEach(it -> {}), "nessie-log");
        drain.setDaemon(true);
        drain.start();
        return new CatalogService(
            process,
            Map.of(
                "type",
                "nessie",
                "uri",
                "http://127.0.0.1:" + port.group(1) + "/api/v2",
                "warehouse",
                folder.resolve("warehouse").toString()));
      }
    }
    throw new IOException("Nessie does not start: " + said);
  }

  private static String java(Path home) {
    return home.resolve("bin/java").toString();
  }

  /** What a spec gives as {@code catalog_properties}. */
  Map<String, String> properties() {
    return properties;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
