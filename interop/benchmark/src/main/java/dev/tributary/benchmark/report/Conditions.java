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
package dev.tributary.benchmark.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Under what conditions a workload was measured.
 *
 * @param loadBefore processes that wanted to run before the first measurement, on the average of
 *     one minute; negative where it is unknown
 * @param startedAt when the first measurement began
 */
public record Conditions(double loadBefore, Instant startedAt) {

  /** Those at this moment. */
  public static Conditions now() {
    return new Conditions(load(), Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  /** With what can be told at the end only. */
  ObjectNode json(ObjectMapper json) {
    ObjectNode node = json.createObjectNode();
    node.put("started_at", startedAt.toString());
    node.put("processors", Runtime.getRuntime().availableProcessors());
    node.put("processor_model", firstLine("/proc/cpuinfo", "model name"));
    node.put("memory", firstLine("/proc/meminfo", "MemTotal"));
    node.put(
        "system",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"));
    node.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
    putLoad(node, "load_before", loadBefore);
    putLoad(node, "load_after", load());
    return node;
  }

  private static void putLoad(ObjectNode node, String name, double load) {
    if (load < 0) {
      node.putNull(name);
    } else {
      node.put(name, Double.parseDouble(String.format(Locale.ROOT, "%.2f", load)));
    }
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** The value of the first line with a name; null where the system does not tell. */
  private static String firstLine(String file, String name) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(null);
    } catch (IOException e) {
      return null;
    }
  }
}
