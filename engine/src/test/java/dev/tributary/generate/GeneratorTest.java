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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tributary.generate.Generator.Form;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class GeneratorTest {
  private static final String BATCH =
      """
      tributary: 1
      name: orders
      source:
        format: iceberg
        table: shop.orders
        catalog_name: src
        catalog_properties: {type: hadoop, warehouse: "gs://source-warehouse"}
        from_snapshot: 111
        to_snapshot: 8765432109876543210
        keep: [id, status]
      target:
        table: lake.orders
        catalog_name: lakehouse
        catalog_properties:
          type: rest
          uri: https://biglake.googleapis.com/iceberg/v1/restcatalog
          warehouse: gs://warehouse
          header.x-goog-user-project: my-project
          io-impl: org.apache.iceberg.gcp.gcs.GCSFileIO
          rest.auth.type: google
        equality_columns: [id]
        table_properties: {format-version: "3"}
      """;

  private static final String DELTA =
      """
      tributary: 1
      name: "clicks \\\\u000a */ public"
      source:
        format: delta
        table: gs://bucket/clicks
        hadoop_config: {fs.gs.project.id: p}
        start_version: 3
        end_timestamp: 2024-01-31T10:00:00Z
      target:
        table: lake.clicks
        catalog_properties: {type: hadoop, warehouse: /data/lake, token: "a \\"quoted\\" secret"}
        equality_columns: [id, "my key"]
        partition_fields: ["bucket(id, 4)"]
      mapping:
        - {source: user, target: user_name}
        - {source: payload.at, target: at, type: string}
      """;

  @TempDir private Path folder;

  @Test
  void changelogsAreGeneratedWithTheColumnsThatTheyStore() throws IOException {
    String changelog =
        BATCH
            .replace("  keep:", "  include_metadata_columns: [_row_id, _change_type]\n  keep:")
            .replace("  equality_columns: [id]\n", "  mode: append\n");

    assertThat(generate(changelog, Form.JAVA))
        .contains(
            "            CdcMetadataColumns.COMMIT_SNAPSHOT_SEQUENCE_NUMBER,\n"
                + "            CdcMetadataColumns.ROW_ID));");
    assertThat(generate(changelog, Form.YAML)).contains("_row_id");
  }

  @Test
  void icebergBatchProgramIsTheDocumentedOne() throws IOException {
    String program = generate(BATCH, Form.JAVA);

    assertThat(program)
        .contains("public class IcebergBatchCdcToLakehouse {")
        .contains("Pipeline.create(PipelineOptionsFactory.fromArgs(args).create());")
        .contains("sourceCatalogProps.put(\"warehouse\", \"gs://source-warehouse\");")
        .contains("readConfig.put(\"table\", \"shop.orders\");")
        .contains("readConfig.put(\"catalog_properties\", sourceCatalogProps);")
        .contains("readConfig.put(\"start_snapshot_id\", 111L);")
        .contains("readConfig.put(\"end_snapshot_id\", 8765432109876543210L);")
        .contains("readConfig.put(\"keep\", Arrays.asList(\"id\", \"status\"));")
        .contains("            CdcMetadataColumns.COMMIT_SNAPSHOT_SEQUENCE_NUMBER));")
        .contains("\"ReadFromIcebergCDC\"")
        .contains("Managed.read(Managed.ICEBERG_CDC).withConfig(readConfig)")
        .contains(".getSinglePCollection();")
        .contains("destinationCatalogProps.put(\"header.x-goog-user-project\", \"my-project\");")
        .contains("writeConfig.put(\"mode\", \"merge-on-read\");")
        .contains("writeConfig.put(\"equality_columns\", Arrays.asList(\"id\"));")
        .contains("writeConfig.put(\"change_type_column\", CdcMetadataColumns.CHANGE_TYPE);")
        .contains("Managed.write(Managed.ICEBERG).withConfig(writeConfig)")
        .contains("pipeline.run();");
    requireCompiles("IcebergBatchCdcToLakehouse", program);
  }

  @Test
  void icebergStreamingProgramPolls() throws IOException {
    String program =
        generate(
            BATCH
                .replace(
                    "  from_snapshot: 111\n", "  streaming: true\n  poll_interval_seconds: 5\n")
                .replace("  to_snapshot: 8765432109876543210\n", ""),
            Form.JAVA);

    assertThat(program)
        .contains("public class IcebergStreamingCdcToLakehouse {")
        .contains("readConfig.put(\"streaming\", true);")
        .contains("readConfig.put(\"poll_interval_seconds\", 5);")
        .doesNotContain("start_snapshot_id");
    requireCompiles("IcebergStreamingCdcToLakehouse", program);
  }

  @Test
  void deltaProgramMapsChangeTypesAndColumns() throws IOException {
    String program = generate(DELTA, Form.JAVA);

    assertThat(program)
        .contains("public class DeltaLakeCdcToLakehouse {")
        .contains("readConfig.put(\"start_version\", 3L);")
        .contains("readConfig.put(\"end_timestamp\", \"2024-01-31T10:00:00Z\");")
        .contains("readConfig.put(\"hadoop_config\", sourceHadoopProps);")
        .contains("CdcMetadataColumns.COMMIT_VERSION, CdcMetadataColumns.CHANGE_TYPE));")
        .contains("TributaryIO.read(TributaryIO.DELTA_LAKE_CDC).withConfig(readConfig))")
        .contains("changeTypeMap.put(\"update_preimage\", \"UPDATE_BEFORE\");")
        .contains("writeConfig.put(\"sequence_number_column\", \"_commit_version\");")
        .contains("writeConfig.put(\"equality_columns\", Arrays.asList(\"id\", \"my key\"));")
        .contains("writeConfig.put(\"change_type_column\", CdcMetadataColumns.CHANGE_TYPE);")
        .contains("writeConfig.put(\"change_type_map\", changeTypeMap);")
        .contains("writeConfig.put(\"partition_fields\", Arrays.asList(\"bucket(id, 4)\"));")
        .contains("Map.entry(\"source\", \"user\"), Map.entry(\"target\", \"user_name\")")
        .contains("Map.entry(\"source\", \"payload.at\")")
        .contains("Map.entry(\"type\", \"string\")");
    requireCompiles("DeltaLakeCdcToLakehouse", program);
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void secretsAreNeverWrittenDown(Form form) {
    assertThat(generate(DELTA, form)).doesNotContain("quoted");
  }

  @Test
  void secretsOfTheSpecBecomeReferencesToTheEnvironment() {
    assertThat(generate(DELTA, Form.JAVA))
        .contains("destinationCatalogProps.put(\"token\", System.getenv(\"TARGET_TOKEN\"));")
        .contains("Secrets come from the environment: TARGET_TOKEN.");
    assertThat(generate(DELTA, Form.YAML)).contains("token: ${TARGET_TOKEN}");
  }

  @Test
  void referencesStayReferences() throws IOException {
    // PATH is set wherever tests run.
    String yaml = BATCH.replace("gs://source-warehouse", "gs://${PATH}/w");

    String program = generate(yaml, Form.JAVA);

    assertThat(program)
        .contains(
            "sourceCatalogProps.put(\"warehouse\", \"gs://\" + System.getenv(\"PATH\") + \"/w\");")
        .doesNotContain(System.getenv("PATH"));
    assertThat(generate(yaml, Form.YAML)).contains("warehouse: gs://${PATH}/w");
    assertThat(generate(yaml, Form.COMMAND))
        .isEqualTo("# Needs in the environment: PATH\ntributary run orders.tributary.yaml\n");
    requireCompiles("IcebergBatchCdcToLakehouse", program);
  }

  @Test
  void credentialsWithinValuesBecomeReferencesToTheEnvironment() throws IOException {
    String yaml =
        BATCH
            .replace(
                "{type: hadoop, warehouse: \"gs://source-warehouse\"}",
                "{type: jdbc, uri: \"jdbc:postgresql://h/db?user=u&password=pp77qq\","
                    + " warehouse: \"s3://AKIA1:sk88rr@bucket/w\"}")
            .replace("warehouse: gs://warehouse", "warehouse: \"s3://${PATH}:sk99ss@bucket\"");

    String program = generate(yaml, Form.JAVA);

    assertThat(program)
        .contains("sourceCatalogProps.put(\"uri\", System.getenv(\"SOURCE_URI\"));")
        .contains("sourceCatalogProps.put(\"warehouse\", System.getenv(\"SOURCE_WAREHOUSE\"));")
        .contains("environment: SOURCE_URI, SOURCE_WAREHOUSE, TARGET_WAREHOUSE.");
    assertThat(generate(yaml, Form.YAML))
        .contains("uri: ${SOURCE_URI}", "warehouse: ${SOURCE_WAREHOUSE}")
        .contains("# Secrets of the spec that the environment is to have: SOURCE_URI, ");
    for (Form form : Form.values()) {
      assertThat(generate(yaml, form)).doesNotContain("pp77qq", "sk88rr", "sk99ss");
    }
    requireCompiles("IcebergBatchCdcToLakehouse", program);
  }

  @Test
  void referencesWithinCredentialsStayWhereTheyAre() {
    String yaml =
        BATCH.replace("gs://source-warehouse", "jdbc:x://${PATH}:${PATH}@h/db?password=${PATH}");

    assertThat(generate(yaml, Form.YAML))
        .contains("warehouse: jdbc:x://${PATH}:${PATH}@h/db?password=${PATH}");
  }

  @Test
  void referencesInListsAndMappingsStayReferences() throws IOException {
    String variable = variableWithValue("/[^.]{3,}");
    String yaml =
        BATCH
                .replace("keep: [id, status]", "keep: [id, \"${PATH}\"]")
                .replace(
                    "equality_columns: [id]",
                    "equality_columns: [\"${PATH}\"]\n  only: \"x${PATH}\"")
            + "mapping:\n  - {source: \"${PATH}\", target: b}\n"
            + "  - {source: c, target: \"d${PATH}\", type: string}\n";
    yaml = yaml.replace("${PATH}", "${" + variable + "}");

    for (MigrationSpec spec :
        List.of(Specs.parse(yaml, "x.yaml"), Specs.asWritten(Specs.parse(yaml, "x.yaml")))) {
      String program = Generator.generate(spec, Form.JAVA, "x.yaml");
      assertThat(program.replace(variable, "PATH"))
          .contains("readConfig.put(\"keep\", Arrays.asList(\"id\", System.getenv(\"PATH\")));")
          .contains("put(\"equality_columns\", Arrays.asList(System.getenv(\"PATH\")));")
          .contains("Map.entry(\"source\", System.getenv(\"PATH\"))")
          .contains("Map.entry(\"target\", \"d\" + System.getenv(\"PATH\"))");
      requireCompiles("IcebergBatchCdcToLakehouse", program);
      for (Form form : Form.values()) {
        assertThat(Generator.generate(spec, form, "x.yaml"))
            .doesNotContain(System.getenv(variable));
      }
    }
    assertThat(generate(yaml, Form.YAML).replace(variable, "PATH"))
        .contains("- ${PATH}")
        .contains("source: ${PATH}");
  }

  @Test
  void partitionFieldsKeepTheirReferences() {
    String variable = variableWithValue("[a-z]{2,}");
    String yaml = BATCH + "  partition_fields: [\"bucket(${" + variable + "}, 4)\"]\n";

    assertThat(generate(yaml, Form.JAVA))
        .contains("Arrays.asList(\"bucket(\" + System.getenv(\"" + variable + "\") + \", 4)\")");
    assertThat(generate(yaml, Form.YAML)).contains("- bucket(${" + variable + "}, 4)");
  }

  @Test
  void yamlPipelineHasTheManagedConfigs() {
    Map<?, ?> document =
        new Yaml(new SafeConstructor(new LoaderOptions())).load(generate(BATCH, Form.YAML));

    Map<?, ?> pipeline = (Map<?, ?>) document.get("pipeline");
    List<?> transforms = (List<?>) pipeline.get("transforms");
    Map<?, ?> read = (Map<?, ?>) transforms.get(0);
    Map<?, ?> write = (Map<?, ?>) transforms.get(1);
    assertThat(read.get("type")).isEqualTo("ReadFromIcebergCDC");
    assertThat(((Map<?, ?>) read.get("config")).get("start_snapshot_id")).isEqualTo(111);
    assertThat(((Map<?, ?>) read.get("config")).get("include_metadata_columns"))
        .isEqualTo(List.of("_change_type", "_commit_snapshot_sequence_number"));
    assertThat(write.get("type")).isEqualTo("WriteToIceberg");
    assertThat(((Map<?, ?>) write.get("config")).get("equality_columns")).isEqualTo(List.of("id"));
  }

  @Test
  void commandIsQuotedForTheShell() {
    MigrationSpec spec = Specs.parse(BATCH, "x.yaml");

    assertThat(Generator.generate(spec, Form.COMMAND, "my specs/it's $HOME.yaml"))
        .isEqualTo("tributary run 'my specs/it'\\''s $HOME.yaml'\n");
    assertThat(Generator.generate(spec, Form.COMMAND, "-x.yaml"))
        .isEqualTo("tributary run ./-x.yaml\n");
  }

  @Test
  void queriesCheckTheTarget() {
    assertThat(generate(BATCH, Form.SQL))
        .startsWith("-- BigQuery")
        .contains("SELECT COUNT(*) AS row_count FROM `my-project`.`lakehouse`.`lake`.`orders`;")
        .contains("SELECT * FROM `my-project`.`lakehouse`.`lake`.`orders` LIMIT 10;");
    assertThat(generate(DELTA, Form.SQL))
        .startsWith("-- Spark SQL")
        .contains("SELECT `id`, `my key`, COUNT(*) AS row_count FROM `lake`.`clicks`")
        .contains("FROM `lake`.`clicks`.snapshots ORDER BY committed_at;");
  }

  /** A variable of this process, whose environment cannot be changed. */
  private static String variableWithValue(String pattern) {
    String variable =
        System.getenv().entrySet().stream()
            .filter(entry -> entry.getKey().matches("[A-Z]{3,}"))
            .filter(entry -> entry.getValue().matches(pattern))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse("");
    assumeThat(variable).isNotEmpty();
    return variable;
  }

  private static String generate(String yaml, Form form) {
    return Generator.generate(
        Specs.parse(yaml, "orders.tributary.yaml"), form, "orders.tributary.yaml");
  }

  private void requireCompiles(String name, String program) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return program;
          }
        };
    StringWriter log = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                log,
                null,
                null,
                List.of(
                    "-proc:none",
                    "-d",
                    folder.toString(),
                    "-cp",
                    System.getProperty("java.class.path")),
                null,
                List.of(source))
            .call();
    assertThat(compiled).as("%s%n%s", log, program).isTrue();
  }
}
