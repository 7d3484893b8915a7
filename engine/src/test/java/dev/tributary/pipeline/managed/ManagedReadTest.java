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
package dev.tributary.pipeline.managed;

import static dev.tributary.fixture.WrittenTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.fixture.WrittenTable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.managed.Managed;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagedReadTest {
  private static final Schema KEYED =
      new Schema(
          List.of(
              Types.NestedField.required(1, "id", Types.LongType.get()),
              Types.NestedField.optional(2, "name", Types.StringType.get())),
          Set.of(1));
  private static final List<String> METADATA =
      List.of("_change_type", "_commit_snapshot_sequence_number");

  @TempDir Path folder;

  private WrittenTable keyed() {
    return WrittenTable.create(folder, 3, KEYED, PartitionSpec.unpartitioned());
  }

  private static Map<String, Object> config(WrittenTable table, Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("table", table.spec().table());
    config.put("catalog_properties", table.spec().catalogProperties());
    return config;
  }

  private static Collected changes(WrittenTable table, Map<String, Object> more) {
    return run(Managed.ICEBERG_CDC, config(table, more));
  }

  private static Collected run(String source, Map<String, Object> config) {
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    Collected collected =
        Collected.of(
            pipeline.apply(Managed.read(source).withConfig(config)).getSinglePCollection());
    assertThat(pipeline.run().waitUntilFinish()).isEqualTo(PipelineResult.State.DONE);
    return collected;
  }

  @Test
  void changesOfARangeComeWithTheirKinds() {
    WrittenTable table = keyed();
    DataFile first = table.append(row(1, "a"), row(2, "b"), row(3, "c"));
    long start = table.snapshot();
    table.overwrite(first, row(1, "a"), row(2, "B"), row(4, "d"));
    long end = table.snapshot();
    table.append(row(9, "later"));

    Collected all =
        changes(
            table,
            Map.of(
                "start_snapshot_id", start,
                "end_snapshot_id", end,
                "include_metadata_columns", METADATA));

    assertThat(all.text())
        .containsExactly(
            "1,a,INSERT,1",
            "2,B,UPDATE_AFTER,2",
            "2,b,INSERT,1",
            "2,b,UPDATE_BEFORE,2",
            "3,c,DELETE,2",
            "3,c,INSERT,1",
            "4,d,INSERT,2");
    assertThat(changes(table, Map.of("from_snapshot", end, "to_snapshot", end)).text())
        .containsExactly("2,B", "2,b", "3,c", "4,d");
  }

  @Test
  void rowLineageComesOnRequest() {
    WrittenTable table = keyed();
    DataFile first = table.append(row(1, "a"), row(2, "b"), row(3, "c"));
    table.overwrite(first, row(1, "a"), row(2, "B"));

    assertThat(
            changes(
                    table,
                    Map.of(
                        "keep",
                        List.of("id"),
                        "include_metadata_columns",
                        List.of("_row_id", "_change_type", "_last_updated_sequence_number")))
                .text())
        .containsExactly(
            "1,0,INSERT,1",
            "2,1,INSERT,1",
            "2,1,UPDATE_BEFORE,1",
            "2,4,UPDATE_AFTER,2",
            "3,2,DELETE,1",
            "3,2,INSERT,1");
  }

  @Test
  void rowLineageNeedsFormatVersionThree() {
    WrittenTable table = WrittenTable.create(folder, 2, KEYED, PartitionSpec.unpartitioned());
    table.append(row(1, "a"));

    assertRefused(
        table, Map.of("include_metadata_columns", List.of("_row_id")), "from format version 3 on");
  }

  @Test
  void elementsHaveTheTimeOfTheirCommit() {
    WrittenTable table = keyed();
    table.append(row(1, "a"));
    long first = table.table().currentSnapshot().timestampMillis();

    assertThat(changes(table, Map.of()).stamped())
        .singleElement()
        .satisfies(it -> assertThat(it.time().getMillis()).isEqualTo(first));
  }

  @Test
  void aVectorThatHoldsEarlierPositionsRepeatsNoDelete() {
    WrittenTable table = keyed();
    DataFile file = table.append(row(1, "a"), row(2, "b"), row(3, "c"));
    table.delete(file, 0);
    table.append(row(1, "again"));
    table.delete(file, 1);
    long last = table.snapshot();

    assertThat(
            changes(
                    table,
                    Map.of(
                        "from_snapshot", last, "include_metadata_columns", List.of("_change_type")))
                .text())
        .containsExactly("2,b,DELETE");
  }

  @Test
  void withoutAKeyUnchangedRowsCancelAndOthersAreDeletedAndInserted() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.overwrite(file, row(1, "a"), row(2, "B"));

    assertThat(
            changes(
                    table,
                    Map.of(
                        "from_snapshot",
                        table.snapshot(),
                        "include_metadata_columns",
                        List.of("_change_type")))
                .text())
        .containsExactly("2,B,INSERT", "2,b,DELETE");
  }

  @Test
  void columnsAreChosenAfterWholeRowsWereCompared() {
    WrittenTable table = keyed();
    DataFile file = table.append(row(1, "a"));
    table.overwrite(file, row(1, "b"));

    assertThat(
            changes(
                    table,
                    Map.of(
                        "keep", List.of("id"),
                        "include_metadata_columns", List.of("_change_type")))
                .text())
        .containsExactly("1,INSERT", "1,UPDATE_AFTER", "1,UPDATE_BEFORE");
    assertThat(changes(table, Map.of("drop", List.of("id"))).text()).containsExactly("a", "a", "b");
  }

  @Test
  void rowsThatCrossTheFiltersBorderAreInsertedOrDeleted() {
    WrittenTable table = keyed();
    DataFile file = table.append(row(1, "in"), row(2, "out"), row(3, "in"));
    table.overwrite(file, row(1, "out"), row(2, "in"), row(3, "in"));

    assertThat(
            changes(
                    table,
                    Map.of(
                        "filter", "name = 'in'",
                        "from_snapshot", table.snapshot(),
                        "include_metadata_columns", List.of("_change_type")))
                .text())
        .containsExactly("1,in,DELETE", "2,in,INSERT");
    assertThat(run(Managed.ICEBERG, config(table, Map.of("filter", "id > 2"))).text())
        .containsExactly("3,in");
    assertRefused(table, Map.of("filter", "name ="), "filter");
  }

  @Test
  void liveRowsAreReadWithDeletesApplied() {
    WrittenTable table = keyed();
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.delete(file, 0);
    table.append(row(3, "c"));

    assertThat(run(Managed.ICEBERG, config(table, Map.of())).text()).containsExactly("2,b", "3,c");
    assertThat(run(Managed.ICEBERG, config(table, Map.of("drop", List.of("id")))).text())
        .containsExactly("b", "c");
  }

  @Test
  void anEmptyTableHasNoLiveRows() {
    assertThat(run(Managed.ICEBERG, config(keyed(), Map.of())).text()).isEmpty();
  }

  @Test
  void contradictionsAreRefused() {
    WrittenTable table = keyed();
    table.append(row(1, "a"));
    long id = table.snapshot();
    assertRefused(table, Map.of("from_snapshot", id, "from_timestamp", 0L), "contradict");
    assertRefused(table, Map.of("from_snapshot", id, "start_snapshot_id", id), "contradict");
    assertRefused(table, Map.of("to_snapshot", id, "end_timestamp", "2026-01-01"), "contradict");
    assertRefused(table, Map.of("from_snapshot", id, "starting_strategy", "latest"), "contradict");
    assertRefused(table, Map.of("starting_strategy", "middle"), "valid values");
    assertRefused(table, Map.of("keep", List.of("id"), "drop", List.of("name")), "contradict");
    assertRefused(table, Map.of("keep", List.of("nothing")), "'nothing'");
    assertRefused(table, Map.of("poll_interval_seconds", 5), "needs 'streaming'");
    assertRefused(table, Map.of("streaming", true, "poll_interval_seconds", 0), "at least 1");
    assertRefused(
        table, Map.of("include_metadata_columns", List.of("_nothing")), "unsupported metadata");
    assertRefused(
        table,
        Map.of("include_metadata_columns", List.of("_change_type", "_change_type")),
        "twice");
    assertRefused(table, Map.of("watermark_column", "nothing"), "no top-level column");
    assertRefused(table, Map.of("watermark_column", "name"), "may be null");
    assertRefused(
        table,
        Map.of("watermark_column", "id", "watermark_column_time_unit", "FORTNIGHTS"),
        "valid values");
    assertThatThrownBy(() -> run(Managed.ICEBERG, config(table, Map.of("from_snapshot", id))))
        .hasStackTraceContaining("only for reading changes");
  }

  private static void assertRefused(
      WrittenTable table, Map<String, Object> config, String message) {
    assertThatThrownBy(() -> changes(table, config)).hasStackTraceContaining(message);
  }

  @Test
  void aWatermarkColumnGivesTheTime() {
    WrittenTable table = keyed();
    table.append(row(1_700_000_000L, "a"));
    long commit = table.table().currentSnapshot().timestampMillis();

    assertThat(
            changes(
                    table,
                    Map.of("watermark_column", "id", "watermark_column_time_unit", "SECONDS"))
                .stamped())
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.time().getMillis())
                    .isEqualTo(Math.max(1_700_000_000_000L, commit - 365L * 24 * 3600 * 1000)));
  }

  @Test
  void theDirectEntryRefusesKeysThatDoNotExist() {
    assertThatThrownBy(
            () ->
                TributaryIO.read(TributaryIO.ICEBERG_CDC)
                    .withConfig(Map.of("table", "a.b", "from_snapshut", 1L)))
        .hasMessageContaining("did you mean 'from_snapshot'");
    assertThatThrownBy(() -> TributaryIO.read("iceburg"))
        .hasMessageContaining("did you mean 'iceberg'");
  }
}
