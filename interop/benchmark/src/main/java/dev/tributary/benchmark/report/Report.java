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
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.benchmark.process.Figures;
import dev.tributary.benchmark.workload.Bar;
import dev.tributary.benchmark.workload.Result;
import dev.tributary.benchmark.workload.Series;
import dev.tributary.benchmark.workload.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The latest result of each workload, in {@code performance.json}, and as tables between two
 * markers in {@code performance.md}, whose other text stays. A run replaces the results of its own
 * workloads only.
 */
public final class Report {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path folder;

  public Report(Path folder) {
    this.folder = folder;
  }

  /**
   * Adds the result of a workload, or replaces its last one.
   *
   * @param id of the workload, such as {@code W4}
   */
  public void add(
      String id, String title, Settings settings, Conditions conditions, Result result) {
    try {
      Files.createDirectories(folder);
      Path file = folder.resolve("performance.json");
      ObjectNode document =
          Files.exists(file) ? (ObjectNode) JSON.readTree(file.toFile()) : JSON.createObjectNode();
      document.put("version", 1);
      document.withObject("/workloads").set(id, workload(title, settings, conditions, result));
      Files.writeString(file, JSON.writeValueAsString(document) + "\n");
      new Page(folder.resolve("performance.md")).write(document.path("workloads"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode workload(
      String title, Settings settings, Conditions conditions, Result result) {
    ObjectNode node = JSON.createObjectNode();
    node.put("title", title);
    ObjectNode parameters = node.putObject("parameters");
    new TreeMap<>(result.parameters()).forEach(parameters::put);
    node.set("settings", settings(settings));
    node.set("conditions", conditions.json(JSON));
    ObjectNode equality = node.putObject("result");
    equality.put("rows", result.equality().rows());
    equality.put("checksum", result.equality().checksum());
    equality.put("equal_in_all_runs", true);
    ArrayNode series = node.putArray("series");
    result.series().forEach(one -> series.add(series(one)));
    ArrayNode bars = node.putArray("bars");
    result.bars().forEach(bar -> bars.add(bar(bar, settings)));
    result.notes().forEach(node.putArray("notes")::add);
    return node;
  }

  private static ObjectNode settings(Settings settings) {
    ObjectNode node = JSON.createObjectNode();
    node.put("scale", settings.scale());
    node.put("seed", settings.seed());
    node.put("pairs", settings.pairs());
    node.put("warm_ups", settings.warmUps());
    node.put("heap", settings.heap());
    return node;
  }

  private static ObjectNode series(Series series) {
    ObjectNode node = JSON.createObjectNode();
    node.put("engine", series.engine());
    node.put("mode", lower(series.mode()));
    node.put("median_seconds", rounded(series.medianSeconds()));
    put(node, "median_processor_seconds", series.medianProcessorSeconds());
    put(node, "median_peak_memory_bytes", series.median(Figures::peakMemoryBytes));
    put(node, "median_bytes_read", series.median(Figures::bytesRead));
    put(node, "median_bytes_written", series.median(Figures::bytesWritten));
    // No engine here reports how many elements went through its pipeline.
    node.putNull("beam_elements");
    ArrayNode runs = node.putArray("runs");
    for (Figures figures : series.runs()) {
      ObjectNode run = runs.addObject();
      run.put("seconds", rounded(figures.seconds()));
      put(
          run,
          "processor_seconds",
          figures
              .processorTime()
              .map(time -> OptionalDouble.of(time.toNanos() / 1e9))
              .orElse(OptionalDouble.empty()));
      put(run, "peak_memory_bytes", figures.peakMemoryBytes());
      put(run, "bytes_read", figures.bytesRead());
      put(run, "bytes_written", figures.bytesWritten());
    }
    return node;
  }

  private static ObjectNode bar(Bar bar, Settings settings) {
    ObjectNode node = JSON.createObjectNode();
    node.put("what", bar.what());
    node.put("kind", lower(bar.kind()));
    node.put("limit", rounded(bar.limit()));
    node.put("reached", rounded(bar.reached()));
    node.put("unit", bar.unit());
    node.put("working", bar.working());
    // Bars are of the full size; a smaller one says nothing of them.
    if (settings.scale() == 1) {
      node.put("met", bar.met());
    } else {
      node.putNull("met");
    }
    return node;
  }

  private static void put(ObjectNode node, String name, OptionalLong value) {
    if (value.isPresent()) {
      node.put(name, value.getAsLong());
    } else {
      node.putNull(name);
    }
  }

  private static void put(ObjectNode node, String name, OptionalDouble value) {
    if (value.isPresent()) {
      node.put(name, rounded(value.getAsDouble()));
    } else {
      node.putNull(name);
    }
  }

  private static double rounded(double value) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.3f", value));
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
