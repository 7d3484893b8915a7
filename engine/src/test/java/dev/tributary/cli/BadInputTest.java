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
package dev.tributary.cli;

import static dev.tributary.cli.CommandLineTest.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.catalog.Catalogs;
import dev.tributary.cli.CommandLineTest.Outcome;
import dev.tributary.fixture.IcebergWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bad input ends a run with one line that helps, the right exit code, and an untouched target. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class BadInputTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "price", Types.DoubleType.get()));

  @TempDir private Path folder;

  @Test
  void aMissingTable() throws IOException {
    Files.createDirectories(folder.resolve("source"));

    refused(3, spec("db.nothing", "", "[id]")).contains("db.nothing");
  }

  @Test
  void aStartThatDoesNotExist() throws IOException {
    source(row(1L, "a", 1.0));

    refused(3, spec("db.t", "  from_snapshot: 4711\n", "[id]")).contains("4711");
  }

  @Test
  void aDeltaTableWithoutFeed() throws IOException {
    Path table = deltaWithoutFeed();

    refused(
            3,
            file(
                "  format: delta\n  table: " + table.toUri() + "\n  start_version: 1\n",
                "[id]",
                folder.resolve("lake")))
        .contains("change data feed")
        .contains("Version 1 of");
  }

  @Test
  void equalityColumnsThatAreAbsent() throws IOException {
    source(row(1L, "a", 1.0));

    refused(3, spec("db.t", "", "[idd]")).contains("'idd'").contains("did you mean 'id'?");
  }

  @Test
  void equalityColumnsOfFloatType() throws IOException {
    source(row(1L, "a", 1.0));

    refused(3, spec("db.t", "", "[price]")).contains("'price'").contains("double");
  }

  @Test
  void equalityColumnsThatHoldNulls() throws IOException {
    source(row(1L, "a", 1.0), row(null, "b", 2.0));

    refused(3, spec("db.t", "", "[id]")).contains("id").contains("null");
  }

  @Test
  void equalityColumnsWhoseNullsArriveInTheRange() throws IOException {
    IcebergWriter writer = IcebergWriter.create(folder.resolve("source"), "t", SCHEMA, 2);
    writer.append(writer.row(1L, "a", 1.0));
    writer.append(writer.row(null, "b", 2.0));
    long second = writer.table().currentSnapshot().snapshotId();

    refused(3, spec("db.t", "  from_snapshot: " + second + "\n", "[id]"))
        .contains("id")
        .contains("null");
  }

  @Test
  void equalityColumnsThatAreNotUnique() throws IOException {
    source(row(1L, "a", 1.0), row(7L, "b", 2.0), row(7L, "c", 3.0));

    refused(3, spec("db.t", "", "[id]")).contains("id").contains("7");
  }

  @Test
  void noEqualityColumnsForATargetThatHasToBeCreated() throws IOException {
    source(row(1L, "a", 1.0));
    Path spec = Path.of(spec("db.t", "", "[id]"));
    Files.writeString(spec, Files.readString(spec).replace("  equality_columns: [id]\n", ""));

    refused(3, spec.toString()).contains("equality_columns");
  }

  @Test
  void aTargetWhoseSchemaDiffers() throws IOException {
    source(row(1L, "a", 1.0));
    Catalogs.open(
            Optional.empty(), IcebergWriter.catalogProperties(folder.resolve("lake")), Map.of())
        .createTable(
            TableIdentifier.of("lake", "t"),
            new Schema(
                Types.NestedField.required(1, "id", Types.IntegerType.get()),
                Types.NestedField.optional(2, "name", Types.StringType.get())));

    refused(3, spec("db.t", "", "[id]"))
        .contains("column price of type double is missing")
        .contains("ALTER TABLE lake.t ADD COLUMN price double")
        .contains("ALTER TABLE lake.t ALTER COLUMN id TYPE bigint");
  }

  @Test
  void aTargetFolderThatCannotBeWritten() throws IOException {
    source(row(1L, "a", 1.0));
    // A file where the folder should be: not even root can write there.
    Path blocked = Files.writeString(folder.resolve("blocked"), "no folder");

    refused(
            3,
            file(
                "  format: iceberg\n  table: db.t\n  catalog_properties: {type: hadoop, warehouse: \""
                    + folder.resolve("source").toUri()
                    + "\"}\n",
                "[id]",
                blocked.resolve("lake")))
        .contains("blocked");
  }

  @Test
  void aCorruptParquetFile() throws IOException {
    DataFile file = source(row(1L, "a", 1.0), row(2L, "b", 2.0));
    Path path = Path.of(file.location().replaceFirst("^file:(//)?", ""));
    byte[] bytes = Files.readAllBytes(path);
    Arrays.fill(bytes, 4, bytes.length - 4, (byte) 0x55);
    Files.write(path, bytes);

    refused(null, spec("db.t", "", "[id]")).contains(path.getFileName().toString());
  }

  private AbstractStringAssert<?> refused(Integer exitCode, String spec) {
    List<String> before = files();

    Outcome run = run("run", spec);
    Outcome json = run("run", spec, "--json");
    Outcome preflight = run("preflight", spec);

    assertThat(run.exitCode())
        .as(run.err())
        .isIn(exitCode == null ? List.of(3, 4) : List.of(exitCode));
    assertThat(json.exitCode()).isEqualTo(run.exitCode());
    assertThat(json.json().path("status").asText()).isEqualTo("failed");
    assertThat(preflight.exitCode()).as(preflight.out()).isEqualTo(3);
    assertThat(files()).as("the target is as it was").isEqualTo(before);
    List<String> errors = run.err().lines().filter(line -> line.startsWith("error: ")).toList();
    assertThat(errors).as(run.err()).hasSize(1);
    assertThat(run.err()).doesNotContain("\tat ");
    assertThat(json.json().path("error").asText()).isEqualTo(errors.get(0).substring(7));
    return assertThat(errors.get(0));
  }

  /** The files of the lake. */
  private List<String> files() {
    Path lake = folder.resolve("lake");
    if (!Files.exists(lake)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(lake)) {
      return paths.filter(Files::isRegularFile).map(Path::toString).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DataFile source(Object[]... rows) {
    IcebergWriter writer = IcebergWriter.create(folder.resolve("source"), "t", SCHEMA, 2);
    return writer.append(Stream.of(rows).map(writer::row).toArray(Record[]::new));
  }

  private static Object[] row(Object... values) {
    return values;
  }

  private Path deltaWithoutFeed() throws IOException {
    Path log = Files.createDirectories(folder.resolve("delta/_delta_log"));
    String schema =
        "{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[{\\\"name\\\":\\\"id\\\",\\\"type\\\":\\\"long\\\","
            + "\\\"nullable\\\":true,\\\"metadata\\\":{}}]}";
    Files.writeString(
        log.resolve("00000000000000000000.json"),
        "{\"commitInfo\":{\"timestamp\":1767225600000,\"operation\":\"CREATE TABLE\"}}\n"
            + "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n"
            + "{\"metaData\":{\"id\":\"11111111-2222-3333-4444-555555555555\",\"format\":"
            + "{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":\""
            + schema
            + "\",\"partitionColumns\":[],\"configuration\":{},\"createdTime\":1767225600000}}\n");
    Files.writeString(
        log.resolve("00000000000000000001.json"),
        "{\"commitInfo\":{\"timestamp\":1767225660000,\"operation\":\"WRITE\"}}\n"
            + "{\"add\":{\"path\":\"part-0.parquet\",\"partitionValues\":{},\"size\":1,"
            + "\"modificationTime\":1767225660000,\"dataChange\":true}}\n");
    return folder.resolve("delta");
  }

  private String spec(String table, String range, String keys) throws IOException {
    return file(
        "  format: iceberg\n  table: "
            + table
            + "\n  catalog_properties: {type: hadoop, warehouse: \""
            + folder.resolve("source").toUri()
            + "\"}\n"
            + range,
        keys,
        folder.resolve("lake"));
  }

  private String file(String source, String keys, Path lake) throws IOException {
    return Files.writeString(
            folder.resolve("t.tributary.yaml"),
            "tributary: 1\nsource:\n"
                + source
                + "target:\n  table: lake.t\n  catalog_properties: {type: hadoop, warehouse: \""
                + lake.toUri()
                + "\"}\n  equality_columns: "
                + keys
                + "\n")
        .toString();
  }
}
