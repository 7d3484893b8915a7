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
package dev.tributary.iceberg;

import static dev.tributary.fixture.WrittenTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.errors.SourceException;
import dev.tributary.fixture.WrittenTable;
import dev.tributary.source.MetadataSource;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import dev.tributary.source.ReadTask.Effect;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MetadataColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericAppenderFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.io.DataWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids of rows, and the commits that they were last changed by: id,name,row id,sequence number. */
class RowLineageTest {
  private static final List<MetadataColumn> LINEAGE =
      List.of(MetadataColumn.ROW_ID, MetadataColumn.LAST_UPDATED_SEQUENCE_NUMBER);

  @TempDir Path folder;

  private static List<String> changes(WrittenTable table) {
    try (SourceTable source = MetadataSource.with(LINEAGE, table.open())) {
      return WrittenTable.text(source.planChanges(source.range(), List.of()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a file whose rows state their ids and sequence numbers themselves. */
  private static DataFile stating(WrittenTable table, Object[]... rows) {
    Schema schema = MetadataColumns.schemaWithRowLineage(table.table().schema());
    String path = table.table().locationProvider().newDataLocation("stating.parquet");
    try (DataWriter<Record> writer =
        new GenericAppenderFactory(schema, table.table().spec())
            .newDataWriter(
                EncryptedFiles.plainAsEncryptedOutput(table.table().io().newOutputFile(path)),
                FileFormat.PARQUET,
                null)) {
      for (Object[] values : rows) {
        Record record = GenericRecord.create(schema);
        for (int i = 0; i < values.length; i++) {
          record.set(i, values[i]);
        }
        writer.write(record);
      }
      writer.close();
      return writer.toDataFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void upgrade(WrittenTable table) {
    table.table().updateProperties().set(TableProperties.FORMAT_VERSION, "3").commit();
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "ORC", "AVRO"})
  void rowsInheritTheirIdsFromTheirFile(FileFormat format) {
    WrittenTable table = WrittenTable.create(folder, 3).format(format);
    DataFile first = table.append(row(1, "a"), row(2, "b"), row(3, "c"));
    table.append(row(4, "d"));
    table.delete(first, 1);

    assertThat(changes(table))
        .containsExactly("0 +1,a,0,1", "0 +2,b,1,1", "0 +3,c,2,1", "1 +4,d,3,2", "2 -2,b,1,1");
  }

  @Test
  void partsOfAFileGoOnCounting() {
    WrittenTable table = WrittenTable.create(folder, 3);
    table
        .table()
        .updateProperties()
        .set(TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES, "1")
        .set(TableProperties.PARQUET_ROW_GROUP_CHECK_MIN_RECORD_COUNT, "1")
        .set(TableProperties.PARQUET_ROW_GROUP_CHECK_MAX_RECORD_COUNT, "1")
        .set(TableProperties.SPLIT_SIZE, "1")
        .commit();
    DataFile file = table.append(row(1, "a"), row(2, "b"), row(3, "c"));

    assertThat(file.splitOffsets()).hasSizeGreaterThan(1);
    assertThat(changes(table)).containsExactly("0 +1,a,0,1", "0 +2,b,1,1", "0 +3,c,2,1");
  }

  @Test
  void whatRowsStateThemselvesCounts() {
    WrittenTable table = WrittenTable.create(folder, 3);
    DataFile first = table.append(row(1, "a"), row(2, "b"));
    DataFile second = stating(table, row(2L, "B", 1L, null), row(1L, "a", 0L, 1L));
    table.table().newOverwrite().deleteFile(first).addFile(second).commit();
    DataFile third = stating(table, row(1L, "a", 0L, 1L), row(2L, "B", 1L, 2L));
    table.table().newRewrite().deleteFile(second).addFile(third).commit();
    table.delete(third, 0);

    assertThat(changes(table))
        .containsExactly(
            "0 +1,a,0,1",
            "0 +2,b,1,1",
            "1 +1,a,0,1",
            "1 +2,B,1,2",
            "1 -1,a,0,1",
            "1 -2,b,1,1",
            "3 -1,a,0,1");
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "ORC", "AVRO"})
  void singleRowsOfAFileHaveTheirOwnIds(FileFormat format) {
    WrittenTable table = WrittenTable.create(folder, 3).format(format);
    table.append(row(0, "z"));
    DataFile file =
        table.append(row(1, "a"), row(2, "b"), row(3, "c"), row(4, "d"), row(5, "e"), row(6, "f"));
    table.delete(file, 2);
    table.delete(file, 0, 5);
    table.delete(file, 3);

    assertThat(joined(table))
        .containsExactly("2 -3,c,3,2", "3 -1,a,1,2", "3 -6,f,6,2", "4 -4,d,4,2");
  }

  /** The changes of files that stay, all commits at once. */
  private static List<String> joined(WrittenTable table) {
    try (SourceTable source = MetadataSource.with(LINEAGE, table.open())) {
      ReadPlan plan = source.planChanges(source.range(), List.of());
      List<ReadTask> kept =
          plan.tasks().stream().filter(task -> task.effect() != Effect.ADDS).toList();
      return WrittenTable.text(plan.withTasks(plan.reader().joined(kept)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void rowsOfBeforeAnUpgradeHaveNoIdsUntilTheNextCommit() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile first = table.append(row(1, "a"), row(2, "b"));
    DataFile second = table.append(row(3, "c"), row(4, "d"));
    upgrade(table);
    assertThat(changes(table))
        .containsExactly(
            "0 +1,a,null,null", "0 +2,b,null,null", "1 +3,c,null,null", "1 +4,d,null,null");

    table.delete(first, 0);
    table.delete(second, 1);
    table.delete(first, 1);

    List<String> changes = new ArrayList<>(changes(table).subList(0, 4));
    changes.addAll(joined(table));
    assertThat(changes.subList(4, 5)).containsExactly("2 -1,a,null,null");
    // Which of the two files got the first ids is up to the writer.
    long firstId = firstRowId(table, first);
    long secondId = firstRowId(table, second);
    assertThat(List.of(firstId, secondId)).containsExactlyInAnyOrder(0L, 2L);
    assertThat(changes.subList(5, 7))
        .containsExactly("3 -4,d," + (secondId + 1) + ",2", "4 -2,b," + (firstId + 1) + ",1");
  }

  private static long firstRowId(WrittenTable table, DataFile file) {
    TableMetadata metadata = ((HasTableOperations) table.table()).operations().refresh();
    Snapshot first =
        metadata.snapshots().stream()
            .filter(snapshot -> snapshot.firstRowId() != null)
            .findFirst()
            .orElseThrow();
    return SnapshotFiles.data(table.table().io(), metadata.specsById()).live(first).files().stream()
        .filter(it -> it.location().equals(file.location()))
        .findFirst()
        .orElseThrow()
        .firstRowId();
  }

  @Test
  void tablesOfEarlierVersionsAreRefused() {
    WrittenTable table = WrittenTable.create(folder, 2);
    table.append(row(1, "a"));

    assertThatThrownBy(() -> changes(table))
        .isInstanceOf(SourceException.class)
        .hasMessage(
            "The source's rows have no _row_id: tables keep row lineage from format version 3 on,"
                + " and this one is Iceberg v2. Leave it out of include_metadata_columns, or"
                + " upgrade the source.");
  }

  @Test
  void stateRowsHaveThemToo() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 3);
    table.append(row(1, "a"), row(2, "b"));

    try (SourceTable source = MetadataSource.with(LINEAGE, table.open())) {
      assertThat(
              WrittenTable.text(
                  source.planState(source.range().end().orElseThrow(), List.of("name", "_row_id"))))
          .containsExactly("0 +a,0", "0 +b,1");
    }
  }
}
