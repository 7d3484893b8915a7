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
package dev.tributary.generate;

import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** The migration's changes as a pipeline in Beam's YAML; each config is one of Managed I/O. */
final class YamlPipeline {
  private final ManagedConfigs configs;

  YamlPipeline(MigrationSpec spec) {
    this.configs = new ManagedConfigs(spec);
  }

  String text() {
    Map<String, Object> read = configs.read();
    read.put("include_metadata_columns", configs.metadataColumns());
    List<Object> transforms = new ArrayList<>();
    transforms.add(
        transform(configs.delta() ? "ReadFromDeltaLakeCDC" : "ReadFromIcebergCDC", read));
    transforms.add(transform("WriteToIceberg", configs.write()));
    Map<String, Object> pipeline = new LinkedHashMap<>();
    pipeline.put("type", "chain");
    pipeline.put("transforms", transforms);
    return remarks() + dump(Map.of("pipeline", pipeline));
  }

  private String remarks() {
    List<String> remarks = new ArrayList<>();
    remarks.add("Each config is also what Managed.read and Managed.write take.");
    remarks.add(
        "Managed transforms: "
            + (configs.delta() ? "delta_lake_cdc" : "iceberg_cdc")
            + " and iceberg, as tributary-engine has them.");
    remarks.add("Values with ${NAME} are to be replaced from the environment.");
    configs.notExpressed().forEach(remark -> remarks.add("Not expressed: " + remark));
    if (!configs.inventedVariables().isEmpty()) {
      remarks.add(
          "Secrets of the spec that the environment is to have: "
              + String.join(", ", configs.inventedVariables())
              + ".");
    }
    return remarks.stream()
        .map(remark -> "# " + remark.replaceAll("\\R", " ") + "\n")
        .collect(Collectors.joining());
  }

  private static Map<String, Object> transform(String type, Map<String, Object> config) {
    Map<String, Object> transform = new LinkedHashMap<>();
    transform.put("type", type);
    Map<String, Object> plain = new LinkedHashMap<>();
    config.forEach((key, value) -> plain.put(key, plain(value)));
    transform.put("config", plain);
    return transform;
  }

  private static Object plain(Object value) {
    if (value instanceof Template template) {
      return Texts.written(template);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(YamlPipeline::plain).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> result = new LinkedHashMap<>();
      map.forEach((key, item) -> result.put((String) key, plain(item)));
      return result;
    }
    return value;
  }

  private static String dump(Object document) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    options.setAllowUnicode(true);
    options.setSplitLines(false);
    options.setIndicatorIndent(2);
    options.setIndentWithIndicator(true);
    return new Yaml(options).dump(document);
  }
}
