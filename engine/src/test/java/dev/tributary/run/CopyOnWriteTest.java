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

import static dev.tributary.fixture.MemorySource.after;
import static dev.tributary.fixture.MemorySource.before;
import static dev.tributary.fixture.MemorySource.delete;
import static dev.tributary.fixture.MemorySource.insert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.fixture.MemorySource;
import dev.tributary.run.RunResult.RowCounts;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is particular to files that are rewritten; the rest is in the tests of all modes. */
class CopyOnWriteTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  @TempDir Path folder;
  private TargetFixture target;
  private MemorySource source;

  @BeforeEach
  void openTarget() {
    target = new TargetFixture(folder);
    source = new MemorySource(SCHEMA, Pairing.AS_STATED);
  }

  private RunResult run(Writing writing, UnaryOperator<TargetSpec.Builder> options) {
    MigrationSpec plain = target.spec(builder -> options.apply(writing.apply(builder)));
    MigrationSpec spec =
        plain.toBuilder()
            .source(plain.source().toBuilder().from(new Bound.Commit(0)).build())
            .build();
    RunResult result =
        new RunExecution(
                spec, it -> source, RunExecution.CHANGES_PER_UNIT, event -> {}, new Cancellation())
            .run();
    assertThat(result.status()).as("%s", result.error()).isEqualTo(RunResult.Status.SUCCEEDED);
    return result;
  }

  private RunResult rewrite(String format) {
    return run(
        Writing.COPY_ON_WRITE,
        builder -> builder.tableProperties(Map.of("format-version", format)));
  }

  private Map<String, String> summary() {
    return target.table(table -> table.currentSnapshot().summary()).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "3"})
  void rewritesTheFilesThatHoldChangedKeysInOneSnapshot(String format) {
    source.commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"));
    rewrite(format);
    source.commit(before(1L, "a"), after(1L, "A"), delete(2L, "b"), insert(4L, "d"));

    RunResult result = rewrite(format);

    assertThat(result.rows()).isEqualTo(new RowCounts(1, 1, 1, 0, 0, 0, 0));
    assertThat(result.files().positionDeletes() + result.files().deletionVectors()).isZero();
    assertThat(result.files().equalityDeletes()).isZero();
    assertThat(result.files().data()).isEqualTo(2);
    assertThat(result.commits()).isEqualTo(1);
    assertThat(summary())
        .containsEntry("total-records", "3")
        .containsEntry("total-delete-files", "0")
        .containsEntry("deleted-data-files", "1");
    assertThat(target.table(table -> table.currentSnapshot().operation())).contains("overwrite");
    assertThat(target.rows())
        .containsExactly(
            "{\"id\":1,\"name\":\"A\"}", "{\"id\":3,\"name\":\"c\"}", "{\"id\":4,\"name\":\"d\"}");
  }

  @Test
  void theTableSaysWhichModeItsOtherWritersAreToUse() {
    source.commit(insert(1L, "a"));
    rewrite("3");

    assertThat(target.table(Table::properties).orElseThrow())
        .containsEntry("write.delete.mode", "copy-on-write")
        .containsEntry("write.update.mode", "copy-on-write")
        .containsEntry("write.merge.mode", "copy-on-write");
  }

  @Test
  void aFileOfWhichNoRowStaysIsOnlyRemoved() {
    source.commit(insert(1L, "a"), insert(2L, "b"));
    rewrite("2");
    source.commit(delete(1L, "a"), delete(2L, "b"));

    assertThat(rewrite("2").files().data()).isZero();
    assertThat(target.rows()).isEmpty();
    assertThat(summary()).containsEntry("total-data-files", "0");
  }

  @Test
  void filesWithoutChangedKeysStayAsTheyAre() {
    source.commit(insert(1L, "a"), insert(2L, "b"));
    rewrite("2");
    source.commit(insert(11L, "a"), insert(12L, "b"));
    rewrite("2");
    source.commit(delete(11L, "a"));
    rewrite("2");

    assertThat(summary())
        .containsEntry("deleted-data-files", "1")
        .containsEntry("total-data-files", "2");
    assertThat(target.rows()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "3"})
  void deletesThatAFileHadAreAppliedAndDropped(String format) {
    source.commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"), insert(4L, "d"));
    run(
        Writing.MERGE_ON_READ,
        builder -> builder.tableProperties(Map.of("format-version", format)));
    source.commit(delete(1L, "a"));
    run(Writing.MERGE_ON_READ, builder -> builder);
    assertThat(summary()).containsEntry("total-delete-files", "1");
    source.commit(delete(3L, "c"));

    run(Writing.COPY_ON_WRITE, builder -> builder);

    assertThat(summary())
        .containsEntry("total-delete-files", "0")
        .containsEntry("total-position-deletes", "0")
        .containsEntry("total-records", "2");
    assertThat(target.rows())
        .containsExactly("{\"id\":2,\"name\":\"b\"}", "{\"id\":4,\"name\":\"d\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "3"})
  void equalityDeletesOfOthersAreAppliedAndStayForOtherFiles(String format) {
    source.commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"));
    rewrite(format);
    source.commit(insert(11L, "b"), insert(12L, "x"));
    rewrite(format);
    target.table(table -> deleteByName(table, "b"));
    source.commit(delete(3L, "c"));

    rewrite(format);

    assertThat(target.rows())
        .containsExactly("{\"id\":1,\"name\":\"a\"}", "{\"id\":12,\"name\":\"x\"}");
    assertThat(summary())
        .containsEntry("total-equality-deletes", "1")
        .containsEntry("total-records", "3");
  }

  private static Table deleteByName(Table table, String name) {
    Schema columns = table.schema().select("name");
    EqualityDeleteWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .equalityFieldIds(new int[] {table.schema().findField("name").fieldId()})
            .equalityDeleteRowSchema(columns)
            .build()
            .newEqualityDeleteWriter(
                OutputFileFactory.builderFor(table, 9, 9)
                    .operationId(UUID.randomUUID().toString())
                    .build()
                    .newOutputFile(),
                table.spec(),
                null);
    try (writer) {
      writer.write(GenericRecord.create(columns).copy(Map.of("name", name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    DeleteFile file = writer.toDeleteFile();
    table.newRowDelta().addDeletes(file).commit();
    return table;
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "avro"})
  void rowsThatAreCarriedOverKeepTheirLineage(String format) {
    UnaryOperator<TargetSpec.Builder> options =
        builder ->
            builder.tableProperties(Map.of("format-version", "3", "write.format.default", format));
    source.commit(insert(1L, "a"), insert(2L, "b"), insert(3L, "c"), insert(4L, "d"));
    run(Writing.COPY_ON_WRITE, options);
    Map<Long, String> first = lineage();
    source.commit(delete(1L, "a"));
    run(Writing.COPY_ON_WRITE, options);
    source.commit(before(2L, "b"), after(2L, "B"));
    run(Writing.COPY_ON_WRITE, options);

    Map<Long, String> last = lineage();

    assertThat(first).hasSize(4);
    assertThat(first.values()).doesNotHaveDuplicates().noneMatch(it -> it.contains("null"));
    assertThat(last).hasSize(3);
    assertThat(last.values()).doesNotHaveDuplicates();
    assertThat(last).containsEntry(3L, first.get(3L)).containsEntry(4L, first.get(4L));
    assertThat(last.get(2L)).endsWith(" 3");
    assertThat(target.table(CopyOnWriteTest::formats).orElseThrow())
        .isNotEmpty()
        .containsOnly(FileFormat.fromString(format));
  }

  private static List<FileFormat> formats(Table table) {
    List<FileFormat> formats = new ArrayList<>();
    try (CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
      files.forEach(file -> formats.add(file.file().format()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return formats;
  }

  /** Row id and sequence number of the last update, by id. */
  private Map<Long, String> lineage() {
    return target.table(CopyOnWriteTest::lineage).orElseThrow();
  }

  private static Map<Long, String> lineage(Table table) {
    Map<Long, String> lineage = new HashMap<>();
    Schema columns = MetadataColumns.schemaWithRowLineage(table.schema());
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).project(columns).build()) {
      rows.forEach(
          row ->
              lineage.put(
                  (Long) row.getField("id"),
                  row.getField("_row_id") + " " + row.getField("_last_updated_sequence_number")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lineage;
  }
}
