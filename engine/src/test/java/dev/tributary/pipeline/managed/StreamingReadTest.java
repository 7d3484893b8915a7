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

import dev.tributary.delta.DeltaTableWriter;
import dev.tributary.fixture.WrittenTable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.managed.Managed;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.splittabledofn.SplitResult;
import org.apache.beam.sdk.values.PCollectionRowTuple;
import org.apache.beam.sdk.values.PInput;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamingReadTest {
  private static final Schema KEYED =
      new Schema(
          List.of(
              Types.NestedField.required(1, "id", Types.LongType.get()),
              Types.NestedField.optional(2, "name", Types.StringType.get())),
          Set.of(1));

  @TempDir Path folder;

  private WrittenTable keyed() {
    return WrittenTable.create(folder, 3, KEYED, PartitionSpec.unpartitioned());
  }

  /** A running pipeline and what came out of it so far. */
  private record Running(PipelineResult result, Collected rows) implements AutoCloseable {
    void awaitRows(int count) throws InterruptedException {
      for (int i = 0; i < 600 && rows.rows().size() < count; i++) {
        Thread.sleep(50);
      }
      assertThat(rows.text()).hasSize(count);
    }

    @Override
    public void close() throws Exception {
      if (!result.getState().isTerminal()) {
        result.cancel();
      }
    }
  }

  private static Running start(WrittenTable table, Map<String, Object> more) {
    Map<String, Object> config = polling(more);
    config.put("table", table.spec().table());
    config.put("catalog_properties", table.spec().catalogProperties());
    config.put("include_metadata_columns", List.of("_change_type"));
    return start(Managed.read(Managed.ICEBERG_CDC).withConfig(config));
  }

  private static Map<String, Object> polling(Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("streaming", true);
    config.put("poll_interval_seconds", 1);
    return config;
  }

  private static Running start(PTransform<PInput, PCollectionRowTuple> read) {
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setBlockOnRun(false);
    Pipeline pipeline = Pipeline.create(options);
    Collected rows = Collected.of(pipeline.apply(read).getSinglePCollection());
    return new Running(pipeline.run(), rows);
  }

  @Test
  void commitsAreReadAsTheyCome() throws Exception {
    WrittenTable table = keyed();
    table.append(row(0, "before"));
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    try (Running running = start(table, Map.of())) {
      running.awaitRows(2);
      table.overwrite(file, row(1, "a"), row(2, "B"));
      table.append(row(3, "c"));
      running.awaitRows(5);
      assertThat(running.rows().text())
          .containsExactly(
              "1,a,INSERT", "2,B,UPDATE_AFTER", "2,b,INSERT", "2,b,UPDATE_BEFORE", "3,c,INSERT");
    }
  }

  @Test
  void allThatComesIntoAnEmptyTableIsNew() throws Exception {
    WrittenTable table = keyed();
    try (Running running = start(table, Map.of())) {
      Thread.sleep(1500);
      table.append(row(1, "a"));
      table.append(row(2, "b"));
      running.awaitRows(2);
    }
  }

  @Test
  void aRangeWithAnEndEndsByItself() {
    WrittenTable table = keyed();
    table.append(row(1, "a"));
    long start = table.snapshot();
    table.append(row(2, "b"));
    long end = table.snapshot();
    table.append(row(3, "c"));
    Running running = start(table, Map.of("from_snapshot", start, "to_snapshot", end));
    assertThat(running.result().waitUntilFinish(Duration.standardSeconds(60)))
        .isEqualTo(PipelineResult.State.DONE);
    assertThat(running.rows().text()).containsExactly("1,a,INSERT", "2,b,INSERT");
  }

  @Test
  void aVersionThatIsStillToComeIsWaitedFor() throws Exception {
    DeltaTableWriter table = new DeltaTableWriter(folder.resolve("people"));
    table
        .file("one.parquet", row(1L, "a"))
        .file("two.parquet", row(2L, "b"))
        .file("three.parquet", row(3L, "c"))
        .commit(
            DeltaTableWriter.protocol(),
            DeltaTableWriter.metadata(DeltaTableWriter.feedOn()),
            table.add("one.parquet"));
    try (Running running =
        start(
            TributaryIO.read(TributaryIO.DELTA_LAKE_CDC)
                .withConfig(
                    polling(
                        Map.of(
                            "table", table.table().toString(),
                            "start_version", 0,
                            "end_version", 1))))) {
      running.awaitRows(1);
      table.commit(table.add("two.parquet")).commit(table.add("three.parquet"));
      assertThat(running.result().waitUntilFinish(Duration.standardSeconds(60)))
          .isEqualTo(PipelineResult.State.DONE);
      assertThat(running.rows().text()).containsExactly("1,a", "2,b");
    }
  }

  @Test
  void historyThatIsGoneEndsTheReadWithAMessage() throws Exception {
    WrittenTable table = keyed();
    table.append(row(1, "a"));
    long kept = table.snapshot();
    table.append(row(2, "b"));
    try (Running running = start(table, Map.of())) {
      running.awaitRows(1);
      table.table().manageSnapshots().rollbackTo(kept).commit();
      table.append(row(3, "c"));
      assertThatThrownBy(() -> running.result().waitUntilFinish(Duration.standardSeconds(60)))
          .hasStackTraceContaining("no longer part of the history");
      assertThat(running.rows().text()).containsExactly("2,b,INSERT");
    }
  }

  @Test
  void columnsThatChangeEndTheReadWithAMessage() throws Exception {
    WrittenTable table = keyed();
    table.append(row(1, "a"));
    try (Running running = start(table, Map.of());
        Running chosen = start(table, Map.of("keep", List.of("id")))) {
      running.awaitRows(1);
      chosen.awaitRows(1);
      table.table().updateSchema().addColumn("more", Types.StringType.get()).commit();
      table.append(row(2, "b", "c"));
      assertThatThrownBy(() -> running.result().waitUntilFinish(Duration.standardSeconds(60)))
          .hasStackTraceContaining("Start it again");
      chosen.awaitRows(2);
    }
  }

  @Test
  void aSavedCursorGoesOnAfterTheLastCommitThatWasPutOut() {
    CommitStamp commit = new CommitStamp("7", 3, java.time.Instant.EPOCH, 5);
    PollTracker tracker = new PollTracker(PollCursor.START);
    assertThat(tracker.tryClaim(PollCursor.START.past(commit))).isTrue();
    SplitResult<PollCursor> split = tracker.trySplit(0);
    assertThat(split.getResidual().position())
        .isEqualTo(new dev.tributary.history.Position("7", 3));
    assertThat(split.getResidual().done()).isFalse();
    tracker.checkDone();
    assertThat(tracker.tryClaim(split.getResidual())).isFalse();
    assertThat(tracker.trySplit(0)).isNull();
  }
}
