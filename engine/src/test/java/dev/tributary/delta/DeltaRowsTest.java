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
package dev.tributary.delta;

import static dev.tributary.delta.DeltaTableWriter.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.catalog.Catalogs;
import dev.tributary.examples.DeltaLakeCdcToLakehouse;
import dev.tributary.pipeline.managed.TributaryIO;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delta tables as rows in Beam. */
class DeltaRowsTest {
  private static final Queue<String> ROWS = new ConcurrentLinkedQueue<>();

  @TempDir Path folder;
  private DeltaTableWriter table;

  @BeforeEach
  void writeTable() {
    table = new DeltaTableWriter(folder.resolve("people"));
    table
        .file("one.parquet", row(1L, "a"), row(2L, "b"), row(3L, "c"))
        .commit(
            DeltaTableWriter.protocol(),
            DeltaTableWriter.metadata(DeltaTableWriter.feedOn()),
            table.add("one.parquet"));
    table
        .file("two.parquet", row(1L, "A"), row(3L, "c"))
        .commit(table.remove("one.parquet"), table.add("two.parquet"));
  }

  private static final class Collect extends DoFn<Row, Void> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void process(@Element Row row) {
      ROWS.add(row.getValues().stream().map(String::valueOf).collect(Collectors.joining(",")));
    }
  }

  private List<String> read(String source, Map<String, Object> more) {
    ROWS.clear();
    Map<String, Object> config = new HashMap<>(more);
    config.put("table", table.table().toString());
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    PCollection<Row> rows =
        pipeline.apply(TributaryIO.read(source).withConfig(config)).getSinglePCollection();
    Schema schema = rows.getSchema();
    assertThat(schema.getFieldNames()).startsWith("id");
    rows.apply(ParDo.of(new Collect()));
    pipeline.run().waitUntilFinish();
    return ROWS.stream().sorted().toList();
  }

  @Test
  void removedFilesAreDeletes() {
    assertThat(
            read(
                TributaryIO.DELTA_LAKE_CDC,
                Map.of(
                    "start_version",
                    1,
                    "include_metadata_columns",
                    List.of("_commit_version", "_change_type"))))
        .containsExactly(
            "1,A,1,insert", "1,a,1,delete", "2,b,1,delete", "3,c,1,delete", "3,c,1,insert");
  }

  @Test
  void anyVersionIsReadAsItWas() {
    assertThat(read(TributaryIO.DELTA_LAKE, Map.of())).containsExactly("1,A", "3,c");
    assertThat(read(TributaryIO.DELTA_LAKE, Map.of("version", 0)))
        .containsExactly("1,a", "2,b", "3,c");
    assertThat(
            read(
                TributaryIO.DELTA_LAKE,
                Map.of("timestamp", DeltaTableWriter.FIRST_COMMIT.plusSeconds(30).toString())))
        .containsExactly("1,a", "2,b", "3,c");
  }

  @Test
  void contradictionsAreRefused() {
    assertRefused(TributaryIO.DELTA_LAKE_CDC, Map.of(), "a start is required");
    assertRefused(
        TributaryIO.DELTA_LAKE_CDC,
        Map.of("start_version", 0, "start_timestamp", "2026-01-01T00:00:00Z"),
        "contradict");
    assertRefused(
        TributaryIO.DELTA_LAKE_CDC,
        Map.of("start_version", 0, "end_version", 1, "end_timestamp", "2026-01-01T00:00:00Z"),
        "contradict");
    assertRefused(
        TributaryIO.DELTA_LAKE_CDC,
        Map.of("start_version", 1, "end_version", 0),
        "start version 1 is greater than end version 0");
    assertRefused(
        TributaryIO.DELTA_LAKE_CDC,
        Map.of("start_version", 0, "include_metadata_columns", List.of("_commit_snapshot_id")),
        "unsupported metadata column");
    assertRefused(
        TributaryIO.DELTA_LAKE,
        Map.of("version", 0, "timestamp", "2026-01-01T00:00:00Z"),
        "contradict");
  }

  private void assertRefused(String source, Map<String, Object> config, String message) {
    assertThatThrownBy(() -> read(source, config)).hasStackTraceContaining(message);
  }

  @Test
  void theExampleBringsChangesIntoTheLakehouse() throws IOException {
    String lake = "{\"type\":\"hadoop\",\"warehouse\":\"" + folder.resolve("lake").toUri() + "\"}";
    for (List<String> range : List.of(List.of("--start=0", "--end=0"), List.of("--start=1"))) {
      List<String> arguments =
          new ArrayList<>(
              Arrays.asList(
                  "--sourceTable=" + table.table(),
                  "--targetTable=lake.people",
                  "--targetCatalog=" + lake,
                  "--key=id"));
      arguments.addAll(range);
      DeltaLakeCdcToLakehouse.main(arguments.toArray(String[]::new));
    }
    assertThat(lakeRows()).containsExactly("1,A", "3,c");
  }

  private List<String> lakeRows() throws IOException {
    Catalog catalog =
        Catalogs.open(
            Optional.empty(),
            Map.of("type", "hadoop", "warehouse", folder.resolve("lake").toUri().toString()),
            Map.of());
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(catalog.loadTable(TableIdentifier.of("lake", "people"))).build()) {
      records.forEach(record -> rows.add(record.get(0) + "," + record.get(1)));
    }
    if (catalog instanceof Closeable closeable) {
      closeable.close();
    }
    rows.sort(null);
    return rows;
  }
}
