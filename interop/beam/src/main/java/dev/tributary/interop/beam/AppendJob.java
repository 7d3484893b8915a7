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
package dev.tributary.interop.beam;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.managed.Managed;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** Appends all rows of an Iceberg table to another one, with Beam's own connector. */
public final class AppendJob {
  private static final String ROWS = "output";

  private AppendJob() {}

  /**
   * Runs the pipeline in this JVM, on the direct runner.
   *
   * @param args warehouse folder and table of the source, and of the target; columns to leave out,
   *     between commas
   */
  public static void main(String[] args) {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    pipeline
        .apply(
            "Read",
            Managed.read(Managed.ICEBERG)
                .withConfig(with(table(args[0], args[1]), "drop", List.of(args[4].split(",")))))
        .get(ROWS)
        .apply("Write", Managed.write(Managed.ICEBERG).withConfig(table(args[2], args[3])));
    pipeline.run().waitUntilFinish();
  }

  private static Map<String, Object> with(Map<String, Object> config, String key, Object value) {
    Map<String, Object> more = new HashMap<>(config);
    more.put(key, value);
    return more;
  }

  private static Map<String, Object> table(String warehouse, String table) {
    return Map.of(
        "table",
        table,
        "catalog_name",
        "hadoop",
        "catalog_properties",
        Map.of("type", "hadoop", "warehouse", Path.of(warehouse).toUri().toString()));
  }
}
