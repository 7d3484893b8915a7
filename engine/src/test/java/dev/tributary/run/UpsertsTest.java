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
import dev.tributary.rows.JsonValues;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ContentFileUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replacing rows by key, in the shapes in which others are known to leave the old row behind. */
class UpsertsTest {
  @TempDir Path folder;
  private TargetFixture target;

  @BeforeEach
  void openTarget() {
    target = new TargetFixture(folder);
  }

  private RunResult run(MemorySource source, UnaryOperator<TargetSpec.Builder> options) {
    MigrationSpec spec = target.spec(options);
    RunResult result =
        new RunExecution(
                spec.toBuilder()
                    .source(spec.source().toBuilder().from(new Bound.Commit(0)).build())
                    .build(),
                it -> source,
                RunExecution.CHANGES_PER_UNIT,
                event -> {},
                new Cancellation())
            .run();
    assertThat(result.error()).isEmpty();
    return result;
  }

  private void assertEqual(MemorySource source, Schema schema, long version) {
    List<String> expected =
        new ArrayList<>(
            source.state(version).stream()
                .map(row -> JsonValues.object(schema.asStruct(), row).toString())
                .toList());
    expected.sort(null);
    assertThat(target.rows()).isEqualTo(expected);
  }

  @Test
  void aRowOfATimePartitionIsReplacedAndItsNeighbourIsNot() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "ts", Types.TimestampType.withoutZone()),
            Types.NestedField.optional(3, "v", Types.StringType.get()));
    LocalDateTime noon = LocalDateTime.of(1969, 12, 31, 12, 0);
    for (String partition : List.of("day(ts)", "hour(ts)", "month(ts)")) {
      target = new TargetFixture(folder.resolve(partition.substring(0, 3)));
      MemorySource source =
          new MemorySource(schema, Pairing.AS_STATED)
              .commit(insert(1L, noon, "a"), insert(2L, noon.plusDays(1), "b"));
      run(source, builder -> builder.partitionFields(List.of(partition)));
      source.commit(before(1L, noon, "a"), after(1L, noon, "A"));

      run(source, builder -> builder.partitionFields(List.of(partition)));

      assertEqual(source, schema, 1);
    }
  }

  @Test
  void aValueThatWasNullIsAChangeToo() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "name", Types.StringType.get()),
            Types.NestedField.optional(2, "n", Types.IntegerType.get()));
    MemorySource source =
        new MemorySource(schema, Pairing.BY_KEY).commit(insert("apple", null), insert("pear", 3));
    run(source, builder -> builder.equalityColumns(List.of("name")));
    source.commit(
        delete("apple", null), delete("pear", 3), insert("apple", 7), insert("pear", null));

    RunResult result = run(source, builder -> builder.equalityColumns(List.of("name")));

    assertThat(result.rows().updated()).hasValue(2);
    assertEqual(source, schema, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "avro"})
  void keysOfColumnsFarApartReplaceInEveryFileFormat(String format) {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "Vin", Types.StringType.get()),
            Types.NestedField.optional(2, "b", Types.StringType.get()),
            Types.NestedField.optional(3, "c", Types.LongType.get()),
            Types.NestedField.optional(4, "d", Types.UUIDType.get()),
            Types.NestedField.required(5, "at", Types.TimestampType.withoutZone()));
    UnaryOperator<TargetSpec.Builder> options =
        builder ->
            builder
                .equalityColumns(List.of("Vin", "at"))
                .tableProperties(Map.of("write.format.default", format));
    LocalDateTime at = LocalDateTime.of(2026, 1, 1, 0, 0);
    UUID uuid = UUID.fromString("f79c3e09-677c-4bbd-a479-3f349cb785e7");
    MemorySource source =
        new MemorySource(schema, Pairing.AS_STATED)
            .commit(
                insert("x", "a", 1L, uuid, at),
                insert("x", "b", 2L, null, at.plusSeconds(1)),
                insert("y", "c", 3L, uuid, at));
    run(source, options);
    // The image from before differs from what is there: only the key counts.
    source.commit(before("x", "a", 1L, uuid, at), after("x", "A", 1L, new UUID(1, 2), at));
    run(source, options);
    source.commit(delete("y", "c", 3L, uuid, at));
    run(source, options);

    assertEqual(source, schema, 2);
  }

  @Test
  void uuidsAreKeysInEveryFileFormat() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.UUIDType.get()),
            Types.NestedField.optional(2, "v", Types.StringType.get()));
    for (String format : List.of("parquet", "orc", "avro")) {
      target = new TargetFixture(folder.resolve(format));
      UnaryOperator<TargetSpec.Builder> options =
          builder -> builder.tableProperties(Map.of("write.format.default", format));
      UUID one = new UUID(-1, 1);
      UUID two = new UUID(1, -1);
      MemorySource source =
          new MemorySource(schema, Pairing.AS_STATED).commit(insert(one, "a"), insert(two, "b"));
      run(source, options);
      source.commit(before(one, "a"), after(one, "A"), delete(two, "b"));

      run(source, options);

      assertEqual(source, schema, 1);
    }
  }

  @Test
  void positionDeletesOfFormatVersion2NameOneDataFileEach() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "v", Types.StringType.get()));
    MemorySource source = new MemorySource(schema, Pairing.AS_STATED);
    for (long file = 0; file < 3; file++) {
      source.commit(insert(file * 2, "a"), insert(file * 2 + 1, "b"));
      run(source, builder -> builder);
    }
    source.commit(delete(0L, "a"), delete(2L, "a"), before(5L, "b"), after(5L, "B"));

    run(source, builder -> builder);

    List<DeleteFile> deletes = target.table(UpsertsTest::deletes).orElseThrow();
    assertThat(deletes).hasSize(3).allMatch(ContentFileUtil::isFileScoped);
    assertEqual(source, schema, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "3"})
  void deletesOfOtherWritersThatNameSeveralFilesStayInForce(String formatVersion) {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "v", Types.StringType.get()));
    MemorySource source = new MemorySource(schema, Pairing.AS_STATED);
    for (long file = 0; file < 2; file++) {
      source.commit(insert(file * 3, "a"), insert(file * 3 + 1, "b"), insert(file * 3 + 2, "c"));
      run(source, builder -> builder);
    }
    deleteFirstRowOfEachFile();
    target.table(
        table -> {
          table.updateProperties().set("format-version", formatVersion).commit();
          return table;
        });
    source.commit(delete(1L, "b"), before(4L, "b"), after(4L, "B"));
    run(source, builder -> builder);
    source.commit(delete(2L, "c"));
    run(source, builder -> builder);

    assertThat(target.rows()).containsExactly("{\"id\":4,\"v\":\"B\"}", "{\"id\":5,\"v\":\"c\"}");
  }

  /** As a writer does that makes one delete file for a partition. */
  private void deleteFirstRowOfEachFile() {
    target.table(
        table -> {
          List<String> paths = new ArrayList<>();
          try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
            tasks.forEach(task -> paths.add(task.file().location()));
            PositionDeleteWriter<Record> writer =
                new GenericFileWriterFactory.Builder(table)
                    .deleteFileFormat(FileFormat.PARQUET)
                    .build()
                    .newPositionDeleteWriter(
                        OutputFileFactory.builderFor(table, 0, 0)
                            .format(FileFormat.PARQUET)
                            .build()
                            .newOutputFile(table.spec(), null),
                        table.spec(),
                        null);
            try (writer) {
              paths.stream()
                  .sorted()
                  .forEach(path -> writer.write(PositionDelete.<Record>create().set(path, 0)));
            }
            table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return table;
        });
  }

  private static List<DeleteFile> deletes(Table table) {
    List<DeleteFile> deletes = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      tasks.forEach(task -> deletes.addAll(task.deletes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return deletes;
  }
}
