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
package dev.tributary.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.SpecException;
import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecsTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("TOKEN", "s3cr3t-token", "WAREHOUSE", "/data/lake", "START", "41", "MODE", "append");

  private static final String DELTA =
      """
      tributary: 1
      source:
        format: delta
        table: /data/orders
      """;

  private static final String TARGET =
      """
      target:
        table: lake.orders
        catalog_properties: {type: hadoop, warehouse: /data/lake}
        equality_columns: [id]
      """;

  @Test
  void readsEveryKeyOfAnIcebergSpec() {
    MigrationSpec spec =
        parse(
            """
            tributary: 1
            name: orders-to-lakehouse
            source:
              format: iceberg
              table: shop.orders
              catalog_name: src
              catalog_properties: {type: hadoop, warehouse: "file:///data/src"}
              config_properties: {fs.x: "1"}
              path_rewrites: [{from: "s3a://old/", to: "file:///data/copy/"}]
              branch: audit
              from_snapshot: 111
              to_timestamp: 2024-01-31T10:00:00Z
              keep: [id, status, customer.name]
              filter: "id > 5 AND status = 'ACTIVE'"
              streaming: true
              poll_interval_seconds: 5
            target:
              table: lake.orders
              catalog_name: lakehouse
              catalog_properties: {type: hadoop, warehouse: "file:///data/lake"}
              config_properties: {fs.y: 2}
              mode: merge-on-read
              equality_columns: [id]
              null_keys: match
              delete_strategy: position
              table_properties: {format-version: 3}
              partition_fields: ["bucket(id, 4)", day(ts), status]
              sort_fields: [id desc nulls last, "day(ts)"]
              num_shards: 8
              upsert: false
            mapping:
              - {source: customer.name, target: customer_name, type: string}
            initial_load: rewrite
            schema_changes: additive
            run:
              runner: dataflow
              options: {project: p, max_num_workers: 3}
            """);

    assertThat(spec.name()).isEqualTo("orders-to-lakehouse");
    assertThat(spec.source())
        .isEqualTo(
            SourceSpec.builder(SourceFormat.ICEBERG, "shop.orders")
                .catalogName("src")
                .catalogProperties(Map.of("type", "hadoop", "warehouse", "file:///data/src"))
                .configProperties(Map.of("fs.x", "1"))
                .pathRewrites(List.of(new PathRewrite("s3a://old/", "file:///data/copy/")))
                .branch("audit")
                .from(new Bound.Commit(111))
                .to(new Bound.Time(Instant.parse("2024-01-31T10:00:00Z")))
                .keep(List.of("id", "status", "customer.name"))
                .filter("id > 5 AND status = 'ACTIVE'")
                .streaming(true)
                .pollInterval(Duration.ofSeconds(5))
                .build());
    assertThat(spec.target())
        .isEqualTo(
            TargetSpec.builder("lake.orders")
                .catalogName("lakehouse")
                .catalogProperties(Map.of("type", "hadoop", "warehouse", "file:///data/lake"))
                .configProperties(Map.of("fs.y", "2"))
                .equalityColumns(List.of("id"))
                .nullKeys(NullKeys.MATCH)
                .tableProperties(Map.of("format-version", "3"))
                .partitionFields(List.of("bucket(id, 4)", "day(ts)", "status"))
                .sortFields(List.of("id desc nulls last", "day(ts)"))
                .writeOptions(Map.of("num_shards", 8, "upsert", false))
                .build());
    assertThat(spec.mapping())
        .containsExactly(
            new ColumnMapping("customer.name", "customer_name", Optional.of("string")));
    assertThat(spec.initialLoad()).isEqualTo(InitialLoad.REWRITE);
    assertThat(spec.run())
        .isEqualTo(
            new RunSpec(RunSpec.Runner.DATAFLOW, Map.of("project", "p", "max_num_workers", "3")));
  }

  @Test
  void readsADeltaSpecWithAliases() {
    MigrationSpec spec =
        parse(
            """
            tributary: 1
            source:
              format: delta
              table: file:///data/orders
              hadoop_config: {fs.gs.project.id: p}
              start_version: 3
              end_timestamp: 1706695200000
              change_feed: derive
            """
                + TARGET);

    assertThat(spec.name()).isEqualTo("orders");
    assertThat(spec.source().configProperties()).containsEntry("fs.gs.project.id", "p");
    assertThat(spec.source().from()).isEqualTo(new Bound.Commit(3));
    assertThat(spec.source().to()).isEqualTo(new Bound.Time(Instant.parse("2024-01-31T10:00:00Z")));
    assertThat(spec.source().changeFeed()).isEqualTo(ChangeFeed.DERIVE);
    assertThat(spec.target().mode()).isEqualTo(WriteMode.MERGE_ON_READ);
  }

  @Test
  void icebergAliasesMeanTheSameBounds() {
    SourceSpec source =
        parse(
                """
                tributary: 1
                source:
                  format: iceberg
                  table: /data/orders
                  start_snapshot_id: 5
                  end_snapshot_id: 9223372036854775807
                """
                    + TARGET)
            .source();

    assertThat(source.from()).isEqualTo(new Bound.Commit(5));
    assertThat(source.to()).isEqualTo(new Bound.Commit(Long.MAX_VALUE));
  }

  @Test
  void valuesFromTheEnvironmentAreResolvedAndWrittenAsReferences() {
    MigrationSpec spec =
        parse(
            """
            tributary: 1
            source:
              format: delta
              table: "${WAREHOUSE}/orders"
              start_version: ${START}
              hadoop_config:
                fs.token: "Bearer ${TOKEN}"
                literal: $${TOKEN}
            """
                + TARGET);

    assertThat(spec.source().table()).isEqualTo("/data/lake/orders");
    assertThat(spec.source().from()).isEqualTo(new Bound.Commit(41));
    assertThat(spec.source().configProperties())
        .containsEntry("fs.token", "Bearer s3cr3t-token")
        .containsEntry("literal", "${TOKEN}");
    String written = Specs.write(spec);
    assertThat(written)
        .contains("table: ${WAREHOUSE}/orders")
        .contains("start_version: ${START}")
        .contains("fs.token: Bearer ${TOKEN}")
        .contains("literal: $${TOKEN}")
        .doesNotContain("s3cr3t-token");
    assertThat(parse(written)).isEqualTo(spec);
    assertThat(spec.toString()).doesNotContain("s3cr3t-token");
  }

  @Test
  void specsAreEditedInTheFormThatHoldsReferences() {
    MigrationSpec spec =
        parse(
            """
            tributary: 1
            source: {format: delta, table: "${WAREHOUSE}/orders"}
            """
                + TARGET);

    MigrationSpec form = Specs.asWritten(spec);

    assertThat(form.source().table()).isEqualTo("${WAREHOUSE}/orders");
    assertThat(Specs.write(form)).isEqualTo(Specs.write(spec));
    assertThatThrownBy(() -> Specs.resolve(form))
        .as("the process itself has no such variable")
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("environment variable WAREHOUSE, which is not set");
    assertThat(Specs.resolve(spec)).isSameAs(spec);
  }

  @Test
  void aValueThatWasChangedAfterReadingIsWrittenAsItIsNow() {
    MigrationSpec spec =
        parse(
            """
            tributary: 1
            source: {format: delta, table: "${WAREHOUSE}/orders"}
            """
                + TARGET);
    MigrationSpec changed =
        spec.toBuilder().source(spec.source().toBuilder().table("/elsewhere").build()).build();

    assertThat(Specs.write(changed)).contains("table: /elsewhere").doesNotContain("WAREHOUSE");
  }

  @Test
  void aSecretThatMovedToAnotherPropertyStaysAReference() {
    MigrationSpec spec = parse(DELTA + "  config_properties: {token: \"${TOKEN}\"}\n" + TARGET);
    MigrationSpec moved =
        spec.toBuilder()
            .source(
                spec.source().toBuilder()
                    .configProperties(Map.of("x", spec.source().configProperties().get("token")))
                    .build())
            .build();

    assertThat(Specs.write(moved)).contains("x: ${TOKEN}").doesNotContain("s3cr3t-token");
  }

  @Test
  void missingVariablesAreNamed() {
    refused(DELTA + "  config_properties: {token: \"${NO_SUCH}\"}\n" + TARGET)
        .hasMessageContaining("orders.tributary.yaml, line 5")
        .hasMessageContaining("'source.config_properties.token'")
        .hasMessageContaining("environment variable NO_SUCH, which is not set");
    refused(DELTA + "  filter: \"${no such}\"\n" + TARGET).hasMessageContaining("'$${'");
    refused(DELTA + "  config_properties: {token: ${TOKEN}}\n" + TARGET)
        .hasMessageContaining("line 5")
        .hasMessageContaining("double quotes");
  }

  @Test
  void unknownKeysComeWithLineSuggestionAndWhatIsAllowed() {
    refused("tributary: 1\nsource:\n  formt: delta\n  table: /d\n" + TARGET)
        .hasMessage(
            "orders.tributary.yaml, line 3: unknown key 'source.formt'; did you mean 'format'?;"
                + " allowed here are format, table, catalog_name, catalog_properties,"
                + " config_properties, path_rewrites, branch, from_snapshot, start_version,"
                + " from_timestamp, to_snapshot, end_version, to_timestamp, keep, drop,"
                + " include_metadata_columns, filter, streaming, poll_interval_seconds,"
                + " change_feed.");
    refused(DELTA + TARGET + "initial_lod: auto\n")
        .hasMessageContaining("did you mean 'initial_load'?");
    refused(DELTA + TARGET + "mapping: [{source: a, to: b}]\n")
        .hasMessageContaining("unknown key 'mapping[0].to'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "streaming: maybe | 'source.streaming' has the value 'maybe'; it must be true or false",
        "start_version: one | 'source.start_version' has the value 'one'; it must be a whole"
            + " number",
        "start_version: -1 | it must be at least 0",
        "start_version: [1] | 'source.start_version' has a list; it must be a whole number",
        "keep: id | 'source.keep' has the value 'id'; it must be a list of texts",
        "keep: [1] | put it in quotes",
        "keep: [no] | which YAML reads as true or false",
        "keep: [[a]] | 'source.keep[0]' has a list",
        "keep: [a, a] | has 'a' twice",
        "config_properties: [a] | it must be a mapping",
        "config_properties: {a: [b]} | 'source.config_properties.a' has a list",
        "config_properties: {a: } | has no value",
        "config_properties: {a: 1, a: 2} | is there twice",
        "filter: 7 | which YAML reads as a number",
        "filter: '' | has an empty value",
        "path_rewrites: {from: a} | it must be a list of sections",
        "path_rewrites: [{from: a}] | key 'source.path_rewrites[0].to' is missing",
        "change_feed: derived | did you mean 'derive'?; allowed are require, derive",
        "start_timestamp: yesterday | must be a point in time",
        "start_timestamp: 2024-01-31 | must be a point in time",
        "start_timestamp: 1706695200 | 1970-01-20T18:04:55.200Z; it looks like seconds",
        "start_timestamp: 1706695200000000 | it looks like micro- or nanoseconds",
        "poll_interval_seconds: 5 | needs streaming: true",
        "from_snapshot: 5 | is for iceberg sources, and this one is delta",
        "branch: b | is for iceberg sources",
        "catalog_properties: {type: hadoop} | is for iceberg sources",
      })
  void wrongValuesOfADeltaSourceAreRefused(String line, String message) {
    refused(DELTA + "  " + line + "\n" + TARGET)
        .hasMessageContaining("orders.tributary.yaml, line 5")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "keep: [a] | drop: [b] | key 'source.drop' contradicts 'keep'",
        "start_version: 1 | start_timestamp: 2024-01-31T10:00:00Z | contradicts 'start_version'",
        "end_version: 1 | end_timestamp: 2024-01-31T10:00:00Z | contradicts 'end_version'",
        "start_version: 2 | end_version: 1 | lies before start_version, which is 2",
        "start_timestamp: 2024-01-31T10:00:00Z | end_timestamp: 2024-01-30T10:00:00Z | lies before",
        "config_properties: {a: b} | hadoop_config: {a: b} | mean the same",
        "filter: a | filter: b | is there twice, first on line 5",
        "streaming: true | poll_interval_seconds: 0 | it must be at least 1",
      })
  void contradictionsAreRefused(String one, String other, String message) {
    refused(DELTA + "  " + one + "\n  " + other + "\n" + TARGET).hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start_version: 5 | is for delta sources, and this one is iceberg",
        "change_feed: derive | is for delta sources",
        "keep: [a] | catalog_properties are missing",
        "catalog_properties: {warehouse: /w} | names no kind of catalog",
      })
  void wrongKeysOfAnIcebergSourceAreRefused(String line, String message) {
    refused(
            "tributary: 1\nsource:\n  format: iceberg\n  table: shop.orders\n  "
                + line
                + "\n"
                + TARGET)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mode: merge | allowed are merge-on-read, copy-on-write, append",
        "mode: append | key 'target.equality_columns' has no meaning in mode append",
        "null_keys: keep | allowed are reject, match",
        "partition_fields: [\"bucket(id)\"] | has the entry 'bucket(id)'; each must be a column",
        "sort_fields: [id up] | has the entry 'id up'",
        "table_properties: {format-version: \"1\"} | has format-version '1'; allowed are 2 and 3",
        "change_type_map: {a: INSERT} | needs change_type_column",
        "num_shards: 0 | it must be at least 1",
        "num_shards: 3000000000 | is too large",
        "shards_per_partition: 17 | is larger than num_shards",
        "autosharding: true | needs distribution_mode: hash",
        "distribution_mode: range | allowed are none, hash",
        "snapshot_properties: {beam.cdc.x: y} | whose prefix is reserved",
      })
  void wrongValuesOfTheTargetAreRefused(String line, String message) {
    refused(DELTA + TARGET + "  " + line + "\n").hasMessageContaining(message);
  }

  @Test
  void wrongFilesAreRefused() {
    refused("").hasMessageContaining("the file is empty");
    refused("- a\n").hasMessageContaining("must be a mapping of keys to values, and is a list");
    refused("tributary: 1\nsource:\n\tformat: delta\n")
        .hasMessageContaining("line 3: this is not valid YAML");
    refused(DELTA).hasMessageContaining("key 'target' is missing");
    refused(DELTA.replace("tributary: 1\n", "") + TARGET)
        .hasMessageContaining("key 'tributary' is missing");
    refused(DELTA.replace("tributary: 1", "tributary: 2") + TARGET)
        .hasMessageContaining("key 'tributary' with the value '2' is a version that this release");
    refused(DELTA + TARGET.replace("lake.orders", "orders"))
        .hasMessageContaining("not of the form namespace.table");
    refused(DELTA + TARGET + "initial_load: none\n")
        .hasMessageContaining("needs a start of the range");
    refused(DELTA + TARGET + "mapping: [{source: a, target: X}, {source: b, target: x}]\n")
        .hasMessageContaining("differs from it only by case");
    refused(DELTA + TARGET + "mapping: [{source: a, type: varchar}]\n")
        .hasMessageContaining("key 'mapping[0].type' with the value 'varchar' is no type")
        .hasMessageContaining("decimal(P,S)");
    refused(DELTA + TARGET + "--- \ntributary: 1\n").hasMessageContaining("not valid YAML");
    refused(DELTA + TARGET + "  mode: copy-on-write\n  delete_strategy: equality\n")
        .hasMessageContaining("key 'target.delete_strategy' with the value 'equality' is equality");
  }

  @Test
  void filesThatCannotBeReadAreRefused(@TempDir Path folder) throws IOException {
    Path latin = folder.resolve("latin.yaml");
    Files.write(latin, new byte[] {'a', ':', ' ', (byte) 0xE4});

    assertThatThrownBy(() -> Specs.read(folder.resolve("none.yaml")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("none.yaml: there is no such file");
    assertThatThrownBy(() -> Specs.read(folder)).hasMessageContaining("it is a folder");
    assertThatThrownBy(() -> Specs.read(latin)).hasMessageContaining("save it as UTF-8");
  }

  @Test
  void errorsDoNotShowSecrets() {
    refused(DELTA + "  config_properties: {password: \"hunter2\", password: x}\n" + TARGET)
        .hasMessageNotContaining("hunter2");
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> refused(
      String yaml) {
    return assertThatThrownBy(() -> parse(yaml)).isInstanceOf(SpecException.class);
  }

  private static MigrationSpec parse(String yaml) {
    return Specs.parse(
        yaml, "orders.tributary.yaml", name -> Optional.ofNullable(ENVIRONMENT.get(name)));
  }
}
