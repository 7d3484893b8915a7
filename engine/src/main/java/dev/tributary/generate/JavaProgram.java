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
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The migration's changes as a program on Managed I/O, which runs on our transforms. */
final class JavaProgram {
  private static final int LINE = 100;
  private final MigrationSpec spec;
  private final ManagedConfigs configs;
  private final List<String> lines = new ArrayList<>();

  JavaProgram(MigrationSpec spec) {
    this.spec = spec;
    this.configs = new ManagedConfigs(spec);
  }

  String text() {
    Map<String, Object> read = configs.read();
    Map<String, Object> write = configs.write();
    List<String> remarks = configs.notExpressed();
    Template name = configs.name();
    header(name, remarks);
    body(read, write);
    return String.join("\n", lines) + "\n";
  }

  private void header(Template name, List<String> remarks) {
    add("import dev.tributary.pipeline.managed.CdcMetadataColumns;");
    if (configs.delta()) {
      add("import dev.tributary.pipeline.managed.TributaryIO;");
    }
    add("import java.util.Arrays;", "import java.util.HashMap;", "import java.util.Map;");
    add("import org.apache.beam.sdk.Pipeline;", "import org.apache.beam.sdk.managed.Managed;");
    add("import org.apache.beam.sdk.options.PipelineOptionsFactory;");
    add("import org.apache.beam.sdk.values.PCollection;", "import org.apache.beam.sdk.values.Row;");
    add("", "/**");
    add(" * Migration " + comment(Texts.written(name)) + ".");
    add(" *");
    add(
        " * <p>Needs tributary-engine on the class path, whose transforms Managed then runs, and"
            + " not");
    add(" * beam-sdks-java-io-iceberg, which has others under the same names.");
    if (!configs.inventedVariables().isEmpty()) {
      add(" *");
      add(" * <p>Secrets come from the environment: " + names(configs.inventedVariables()) + ".");
    }
    if (!remarks.isEmpty()) {
      add(" *", " * <p>What the spec says and this program does not:", " *", " * <ul>");
      remarks.forEach(remark -> add(" *   <li>" + comment(remark)));
      add(" * </ul>");
    }
    add(" */");
  }

  private void metadataColumns() {
    List<String> constants =
        configs.metadataColumns().stream()
            .map(name -> "CdcMetadataColumns." + name.substring(1).toUpperCase(Locale.ROOT))
            .toList();
    String line = "        Arrays.asList(" + String.join(", ", constants) + "));";
    if (line.length() <= LINE) {
      add(line);
    } else {
      add("        Arrays.asList(");
      add("            " + String.join(",\n            ", constants) + "));");
    }
  }

  private void body(Map<String, Object> read, Map<String, Object> write) {
    boolean delta = configs.delta();
    add("public class " + className() + " {");
    add("  public static void main(String[] args) {");
    add("    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.fromArgs(args).create());");
    add("");
    String sourceCatalog = "sourceCatalogProps";
    map("Configure source catalog properties", sourceCatalog, read.get("catalog_properties"));
    map("Configure source Hadoop properties", "sourceHadoopProps", hadoop(read));
    add("    // " + readTitle());
    add("    Map<String, Object> readConfig = new HashMap<>();");
    puts("readConfig", read, sourceCatalog, "sourceHadoopProps");
    add("    readConfig.put(", "        \"include_metadata_columns\",");
    metadataColumns();
    add("");
    readStep(delta);
    map(
        "Configure destination catalog properties for the lakehouse",
        "destinationCatalogProps",
        write.get("catalog_properties"));
    map(
        "Configure destination Hadoop properties",
        "destinationHadoopProps",
        write.get("config_properties"));
    map(
        "Map Delta Lake change types to Iceberg CDC change types",
        "changeTypeMap",
        write.get("change_type_map"));
    add("    // Configure the lakehouse Iceberg writer");
    add("    Map<String, Object> writeConfig = new HashMap<>();");
    puts("writeConfig", write, "destinationCatalogProps", "destinationHadoopProps");
    add("");
    writeStep();
  }

  private void readStep(boolean delta) {
    add("    // Read CDC events from the source table");
    add("    PCollection<Row> cdcRows =");
    add("        pipeline");
    add("            .apply(");
    if (delta) {
      add("                \"ReadFromDeltaCDC\",");
      add("                // Managed has no name for this source yet");
      add("                TributaryIO.read(TributaryIO.DELTA_LAKE_CDC).withConfig(readConfig))");
    } else {
      add("                \"ReadFromIcebergCDC\",");
      add("                Managed.read(Managed.ICEBERG_CDC).withConfig(readConfig))");
    }
    add("            .getSinglePCollection();", "");
  }

  private void writeStep() {
    add("    // Write CDC rows to the target lakehouse Iceberg table");
    add("    cdcRows.apply(");
    add("        \"WriteToLakehouse\", Managed.write(Managed.ICEBERG).withConfig(writeConfig));");
    add("", "    pipeline.run();", "  }", "}");
  }

  private String className() {
    if (configs.delta()) {
      return "DeltaLakeCdcToLakehouse";
    }
    return spec.source().streaming()
        ? "IcebergStreamingCdcToLakehouse"
        : "IcebergBatchCdcToLakehouse";
  }

  private String readTitle() {
    if (spec.source().format() == SourceFormat.DELTA) {
      return "Configure Delta Lake CDC reader";
    }
    return spec.source().streaming()
        ? "Configure streaming Iceberg CDC reader with continuous polling"
        : "Configure batch Iceberg CDC reader with snapshot bounds";
  }

  private static Object hadoop(Map<String, Object> config) {
    return config.getOrDefault("hadoop_config", config.get("config_properties"));
  }

  private void map(String title, String variable, Object properties) {
    if (properties instanceof Map<?, ?> map) {
      add("    // " + title);
      add("    Map<String, String> " + variable + " = new HashMap<>();");
      map.forEach(
          (name, value) ->
              add(
                  String.format(
                      "    %s.put(%s, %s);",
                      variable, quoted((String) name), expression((Template) value))));
      add("");
    }
  }

  private void puts(
      String variable, Map<String, Object> config, String catalogProps, String hadoopProps) {
    config.forEach(
        (key, value) -> {
          String expression =
              switch (key) {
                case "catalog_properties" -> catalogProps;
                case "config_properties", "hadoop_config" -> hadoopProps;
                case "change_type_map" -> "changeTypeMap";
                case "change_type_column" -> "CdcMetadataColumns.CHANGE_TYPE";
                default -> value(value);
              };
          add(String.format("    %s.put(%s, %s);", variable, quoted(key), expression));
        });
  }

  private static String value(Object value) {
    if (value instanceof Template template) {
      return expression(template);
    }
    if (value instanceof List<?> list) {
      return list.stream()
          .map(JavaProgram::value)
          .collect(Collectors.joining(", ", "Arrays.asList(", ")"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(
              entry ->
                  String.format(
                      "Map.entry(%s, %s)",
                      quoted((String) entry.getKey()), expression((Template) entry.getValue())))
          .collect(Collectors.joining(", ", "Map.ofEntries(", ")"));
    }
    return value instanceof Long ? value + "L" : String.valueOf(value);
  }

  private static String expression(Template template) {
    if (template.parts().isEmpty()) {
      return "\"\"";
    }
    return template.parts().stream()
        .map(
            part ->
                part instanceof Template.Variable variable
                    ? "System.getenv(" + quoted(variable.name()) + ")"
                    : quoted(((Template.Literal) part).text()))
        .collect(Collectors.joining(" + "));
  }

  private static String quoted(String text) {
    StringBuilder result = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"' -> result.append("\\\"");
        case '\\' -> result.append("\\\\");
        case '\n' -> result.append("\\n");
        case '\r' -> result.append("\\r");
        case '\t' -> result.append("\\t");
        default -> {
          if (c < ' ' || c > '~') {
            result.append(String.format("\\u%04x", (int) c));
          } else {
            result.append(c);
          }
        }
      }
    }
    return result.append('"').toString();
  }

  /** Text that cannot end the comment that it stands in, nor be taken for markup or an escape. */
  private static String comment(String text) {
    return text.replace("*/", "* /")
        .replace("\\", "/")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("\\R", " ");
  }

  private static String names(List<String> variables) {
    return String.join(", ", variables);
  }

  private void add(String... texts) {
    lines.addAll(List.of(texts));
  }
}
