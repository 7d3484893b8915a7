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
package dev.tributary.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.changes.Change;
import dev.tributary.fixture.ExpectedTables;
import dev.tributary.fixture.ExpectedTables.Format;
import dev.tributary.migration.SourceTables;
import dev.tributary.rows.JsonValues;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericDeleteFilter;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.util.PartitionUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies of files that other writers of Delta tables wrote, read by Iceberg's own reader. */
@Tag("slow")
class DeltaCopyLoadTest {
  @TempDir Path folder;

  @BeforeAll
  static void tablesArePresent() {
    ExpectedTables.assumePresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spark-table-with-dv-large | | 3",
        "trino-databricks122_deletion_vectors | | 3",
        "rs-delta-0.8.0-special-partition | x | 2",
        "rs-delta-0.8.0-null-partition | k | 3",
        "golden-parquet-all-types | | 3",
        "golden-hive_deltatbl-map-types-correctly | | 2",
        "golden-data-reader-nested-struct | | 3"
      })
  void copiesHoldTheRowsOfTheState(String name, String partition, String format)
      throws IOException {
    TargetFixture target = new TargetFixture(folder);
    SourceSpec source =
        SourceSpec.builder(
                SourceFormat.DELTA, ExpectedTables.location(Format.DELTA, name).toString())
            .build();
    MigrationSpec spec =
        target
            .spec(
                builder ->
                    builder
                        .mode(WriteMode.APPEND)
                        .equalityColumns(List.of())
                        .partitionFields(partition == null ? List.of() : List.of(partition))
                        .tableProperties(Map.of("format-version", format)))
            .toBuilder()
            .source(source)
            .initialLoad(InitialLoad.COPY)
            .build();

    RunResult result =
        new RunExecution(
                spec,
                SourceTables::open,
                RunExecution.CHANGES_PER_UNIT,
                event -> {},
                new Cancellation())
            .run();

    assertThat(result.error()).isEmpty();
    assertThat(result.initialLoad().orElseThrow().reason()).endsWith("source's data files");
    assertThat(result.initialLoad().orElseThrow().kind()).isEqualTo("copy");
    assertThat(target.table(DeltaCopyLoadTest::rows)).contains(state(source));
  }

  /** Iceberg's generic scan does not look at a table's name mapping; its file readers do. */
  private static List<String> rows(Table table) {
    NameMapping names =
        NameMappingParser.fromJson(table.properties().get(TableProperties.DEFAULT_NAME_MAPPING));
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        GenericDeleteFilter deletes =
            new GenericDeleteFilter(table.io(), task, table.schema(), table.schema());
        ReadBuilder<Record, Object> reader =
            FormatModelRegistry.readBuilder(
                task.file().format(), Record.class, table.io().newInputFile(task.file()));
        reader
            .project(deletes.requiredSchema())
            .withNameMapping(names)
            .idToConstant(
                PartitionUtil.constantsMap(task, IdentityPartitionConverters::convertConstant));
        try (CloseableIterable<Record> live = deletes.filter(reader.build())) {
          live.forEach(
              row -> rows.add(JsonValues.object(table.schema().asStruct(), row).toString()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.sort(null);
    return rows;
  }

  private static List<String> state(SourceSpec spec) throws IOException {
    List<String> rows = new ArrayList<>();
    try (SourceTable source = SourceTables.open(spec)) {
      ReadPlan plan = source.planState(source.range().end().orElseThrow(), List.of());
      for (ReadTask task : plan.tasks()) {
        try (CloseableIterable<Change> changes = plan.reader().read(task)) {
          changes.forEach(
              change ->
                  rows.add(JsonValues.object(plan.schema().asStruct(), change.row()).toString()));
        }
      }
    }
    rows.sort(null);
    return rows;
  }
}
