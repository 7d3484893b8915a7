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
import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.changes.Change;
import dev.tributary.errors.SourceException;
import dev.tributary.fixture.WrittenTable;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import dev.tributary.spec.Bound;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangesTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void appendsInsert(int version) {
    WrittenTable table = WrittenTable.create(folder, version);
    table.append(row(1, "a"), row(2, "b"));
    table.append(row(3, "c"));
    assertThat(table.changes()).containsExactly("0 +1,a", "0 +2,b", "1 +3,c");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void copyOnWriteGivesCarriedRowsOnBothSides(int version) {
    WrittenTable table = WrittenTable.create(folder, version);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.overwrite(file, row(1, "a"), row(2, "B"));
    assertThat(table.changes(spec -> spec.from(new Bound.Commit(table.snapshot()))))
        .containsExactly("0 +1,a", "0 +2,B", "0 -1,a", "0 -2,b");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void removedFilesDeleteTheirRows(int version) {
    WrittenTable table = WrittenTable.create(folder, version);
    DataFile file = table.append(row(1, "a"));
    table.append(row(2, "b"));
    table.remove(file);
    assertThat(table.changes()).containsExactly("0 +1,a", "1 +2,b", "2 -1,a");
  }

  @ParameterizedTest
  @CsvSource({"2,PARQUET", "2,AVRO", "2,ORC", "3,PARQUET"})
  void positionsDeleteRows(int version, FileFormat format) {
    WrittenTable table = WrittenTable.create(folder, version).format(format);
    DataFile file = table.append(row(1, "a"), row(2, "b"), row(3, "c"));
    table.delete(file, 1);
    assertThat(table.changes()).containsExactly("0 +1,a", "0 +2,b", "0 +3,c", "1 -2,b");
    assertThat(table.state(table.snapshot())).containsExactly("1,a", "3,c");
  }

  @Test
  void replacedVectorDoesNotRepeatOldDeletes() {
    WrittenTable table = WrittenTable.create(folder, 3);
    DataFile file = table.append(row(1, "a"), row(2, "b"), row(3, "c"));
    table.delete(file, 0);
    table.append(row(1, "again"));
    table.delete(file, 1);
    assertThat(table.changes())
        .containsExactly("0 +1,a", "0 +2,b", "0 +3,c", "1 -1,a", "2 +1,again", "3 -2,b");
    assertThat(table.changes(spec -> spec.from(new Bound.Commit(table.snapshot()))))
        .containsExactly("0 -2,b");
  }

  @Test
  void eachSnapshotHasItsOwnVector() {
    WrittenTable table = WrittenTable.create(folder, 3);
    DataFile file = table.append(row(1, "a"), row(2, "b"), row(3, "c"));
    table.delete(file, 0);
    long earlier = table.snapshot();
    table.delete(file, 1);
    assertThat(table.state(earlier)).containsExactly("2,b", "3,c");
    assertThat(table.state(table.snapshot())).containsExactly("3,c");
  }

  @Test
  void deletesOfDeletedRowsDeleteNothing() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.delete(file, 0);
    table.delete(file, 0, 1);
    table.deleteEqual(file, List.of("id"), row(1), row(2));
    assertThat(table.changes()).containsExactly("0 +1,a", "0 +2,b", "1 -1,a", "2 -2,b");
  }

  @Test
  void rowsThatWereDeletedBeforeTheirFileWentAreNotDeletedAgain() {
    WrittenTable table = WrittenTable.create(folder, 3);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.delete(file, 0);
    table.remove(file);
    assertThat(table.changes()).containsExactly("0 +1,a", "0 +2,b", "1 -1,a", "2 -2,b");
  }

  @Test
  void vectorThatIsTakenBackInsertsItsRowsAgain() {
    WrittenTable table = WrittenTable.create(folder, 3);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    DeleteFile vector = table.delete(file, 0);
    table.table().newRowDelta().removeDeletes(vector).commit();
    assertThat(table.changes()).containsExactly("0 +1,a", "0 +2,b", "1 -1,a", "2 +1,a");
  }

  @Test
  void positionDeletesSurviveTheUpgradeToVectors() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"), row(2, "b"), row(3, "c"));
    DeleteFile old = table.delete(file, 0);
    table.table().updateProperties().set("format-version", "3").commit();
    DeleteFile vector = table.positions(file, 0, 2);
    table.table().newRowDelta().removeDeletes(old).addDeletes(vector).commit();
    assertThat(table.changes()).containsExactly("0 +1,a", "0 +2,b", "0 +3,c", "1 -1,a", "2 -3,c");
  }

  @Test
  void vectorReplacesSharedPositionDeletesOnlyForItsOwnFile() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile one = table.append(row(1, "a"), row(2, "b"));
    DataFile two = table.append(row(3, "c"), row(4, "d"));
    DeleteFile shared = table.positionOfEach(0, one, two);
    table.table().newRowDelta().addDeletes(shared).commit();
    table.table().updateProperties().set("format-version", "3").commit();
    table.delete(one, 0, 1);
    assertThat(table.changes(spec -> spec.from(new Bound.Commit(table.snapshot()))))
        .containsExactly("0 -2,b");
    assertThat(table.state(table.snapshot())).containsExactly("4,d");
  }

  @Test
  void deletesDuringACompactionStayInForce() {
    WrittenTable table = WrittenTable.create(folder, 2);
    // Iceberg drops deletes that are older than all data which a compaction leaves.
    table.append(row(0, "z"));
    DataFile file = table.append(row(1, "a"), row(2, "b"), row(3, "c"));
    DataFile compacted = table.write(row(1, "a"), row(2, "b"), row(3, "c"));
    long startedAt = table.table().currentSnapshot().sequenceNumber();
    table.deleteEqual(file, List.of("id"), row(2));
    table.append(row(4, "d"));
    table
        .table()
        .newRewrite()
        .deleteFile(file)
        .addFile(compacted)
        .dataSequenceNumber(startedAt)
        .commit();
    assertThat(table.state(table.snapshot())).containsExactly("0,z", "1,a", "3,c", "4,d");
    assertThat(table.changes())
        .containsExactly("0 +0,z", "1 +1,a", "1 +2,b", "1 +3,c", "2 -2,b", "3 +4,d");
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "AVRO", "ORC"})
  void equalityDeletesHitOlderRowsOnly(FileFormat format) {
    WrittenTable table = WrittenTable.create(folder, 2).format(format);
    table.append(row(1, "a"), row(2, "b"));
    DataFile later = table.write(row(1, "new"));
    table.deleteEqual(later, List.of("id"), row(1));
    table.table().newAppend().appendFile(later).commit();
    assertThat(table.changes()).containsExactly("0 +1,a", "0 +2,b", "1 -1,a", "2 +1,new");
  }

  @Test
  void equalityDeletesDoNotHitRowsOfTheirOwnCommit() {
    WrittenTable table = WrittenTable.create(folder, 2);
    table.append(row(1, "a"));
    DataFile same = table.write(row(1, "new"));
    DeleteFile deletes = table.equal(table.table().spec(), same.partition(), List.of("id"), row(1));
    table.table().newRowDelta().addRows(same).addDeletes(deletes).commit();
    assertThat(table.changes()).containsExactly("0 +1,a", "1 +1,new", "1 -1,a");
    assertThat(table.state(table.snapshot())).containsExactly("1,new");
  }

  @Test
  void positionsDeleteRowsOfTheirOwnCommit() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.write(row(1, "a"), row(1, "A"));
    DeleteFile deletes = table.positions(file, 0);
    table.table().newRowDelta().addRows(file).addDeletes(deletes).commit();
    assertThat(table.changes()).containsExactly("0 +1,A");
  }

  @Test
  void nullDeletesNull() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, null), row(2, "b"));
    table.deleteEqual(file, List.of("name"), row((Object) null));
    assertThat(table.changes()).containsExactly("0 +1,null", "0 +2,b", "1 -1,null");
  }

  @Test
  void equalityDeletesStayInTheirPartition() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.required(2, "part", Types.StringType.get()));
    PartitionSpec spec = PartitionSpec.builderFor(schema).identity("part").build();
    WrittenTable table = WrittenTable.create(folder, 2, schema, spec);
    DataFile x = table.append(row(1, "x"));
    table.append(row(1, "y"));
    table.deleteEqual(x, List.of("id"), row(1));
    assertThat(table.changes()).containsExactly("0 +1,x", "1 +1,y", "2 -1,x");
  }

  @Test
  void equalityDeletesOfNoPartitionHitAll() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.required(2, "part", Types.StringType.get()));
    WrittenTable table = WrittenTable.create(folder, 2, schema, PartitionSpec.unpartitioned());
    PartitionSpec none = table.table().spec();
    table.append(row(1, "x"), row(2, "x"));
    table.table().updateSpec().addField("part").commit();
    table.append(row(2, "y"));
    table.append(row(3, "z"));
    DeleteFile everywhere =
        table.equal(none, new PartitionData(none.partitionType()), List.of("id"), row(2));
    table.table().newRowDelta().addDeletes(everywhere).commit();
    assertThat(table.changes(s -> s.from(new Bound.Commit(table.snapshot()))))
        .containsExactly("0 -2,x", "0 -2,y");
  }

  @Test
  void equalityDeletesApplyAfterTheirColumnWasDropped() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.deleteEqual(file, List.of("name"), row("a"));
    table.table().updateSchema().deleteColumn("name").commit();
    table.append(row(new Object[] {3}));
    assertThat(table.changes()).containsExactly("0 +1", "0 +2", "1 -1", "2 +3");
    assertThat(table.state(table.snapshot())).containsExactly("2", "3");
  }

  @Test
  void compactionChangesNothing() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.delete(file, 0);
    DataFile compacted = table.rewrite(file, row(2, "b"));
    table.delete(compacted, 0);
    assertThat(table.changes()).containsExactly("0 +1,a", "0 +2,b", "1 -1,a", "3 -2,b");
  }

  @Test
  void rowsComeInTheLastSchemaOfTheRange() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 3);
    table.append(row(1, "a"));
    long first = table.snapshot();
    table
        .table()
        .updateSchema()
        .renameColumn("name", "label")
        .addColumn("n", Types.IntegerType.get())
        .moveFirst("n")
        .commit();
    table.append(row(7, 2, "b"));
    assertThat(table.changes()).containsExactly("0 +null,1,a", "1 +7,2,b");
    try (IcebergSource source = table.open()) {
      assertThat(source.planChanges(source.range(), List.of()).schema().columns())
          .extracting(Types.NestedField::name)
          .containsExactly("n", "id", "label");
    }
    assertThat(table.state(first)).containsExactly("1,a");
  }

  @Test
  void readsOnlyTheColumnsAskedFor() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.deleteEqual(file, List.of("id"), row(1));
    try (IcebergSource source = table.open()) {
      assertThat(WrittenTable.text(source.planChanges(source.range(), List.of("name"))))
          .containsExactly("0 +a", "0 +b", "1 -a");
      assertThatThrownBy(() -> source.planChanges(source.range(), List.of("nome")))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("no column 'nome'");
    }
  }

  @Test
  void planStatesItsChangesWhereMetadataDoes() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 3);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.append(row(3, "c"));
    try (IcebergSource source = table.open()) {
      assertThat(source.planChanges(source.range(), List.of()).changes()).hasValue(3);
    }
    table.delete(file, 0);
    try (IcebergSource source = table.open()) {
      assertThat(source.planChanges(source.range(), List.of()).changes()).isEmpty();
      assertThat(source.planState(source.history().get(0).position(), List.of()).changes())
          .hasValue(2);
    }
  }

  @Test
  void deletesOfSeveralFilesAreReadOnce() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile one = table.append(row(1, "a"), row(2, "b"));
    DataFile two = table.append(row(3, "c"), row(4, "d"));
    DeleteFile deletes = table.positionOfEach(1, one, two);
    table.table().newRowDelta().addDeletes(deletes).commit();
    DeleteFile keys = table.deleteEqual(one, List.of("id"), row(1), row(3));
    assertThat(table.changes())
        .containsExactly(
            "0 +1,a", "0 +2,b", "1 +3,c", "1 +4,d", "2 -2,b", "2 -4,d", "3 -1,a", "3 -3,c");
    try (IcebergSource source = table.open()) {
      ReadPlan plan = source.planState(source.range().end().orElseThrow(), List.of());
      try (CloseableIterable<Change> first = plan.reader().read(plan.tasks().get(0))) {
        assertThat(first).isEmpty();
      }
      table.table().io().deleteFile(deletes.location());
      table.table().io().deleteFile(keys.location());
      try (CloseableIterable<Change> second = plan.reader().read(plan.tasks().get(1))) {
        assertThat(second).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PARQUET", "ORC", "AVRO"})
  void rowsAmongOthersArePickedWithTheirOwnValues(FileFormat format) {
    Types.StructType place = Types.StructType.of(optional(11, "town", Types.StringType.get()));
    Schema schema =
        new Schema(
            required(1, "id", Types.LongType.get()),
            optional(2, "name", Types.StringType.get()),
            optional(3, "place", place),
            optional(4, "tags", Types.ListType.ofOptional(12, Types.StringType.get())),
            optional(5, "region", Types.StringType.get()));
    WrittenTable table =
        WrittenTable.create(
                folder, 3, schema, PartitionSpec.builderFor(schema).identity("region").build())
            .format(format);
    Object[][] rows = new Object[50_000][];
    for (int i = 0; i < rows.length; i++) {
      GenericRecord town = GenericRecord.create(place);
      town.set(0, i % 7 == 0 ? null : "t" + i);
      rows[i] =
          row(
              (long) i,
              i % 3 == 0 ? null : "n" + i,
              i % 5 == 0 ? null : town,
              i % 4 == 0 ? null : Collections.nCopies(i % 4 - 1, "g" + i),
              "north");
    }
    DataFile file = table.append(rows);
    table.table().updateSchema().addColumn("later", Types.IntegerType.get()).commit();
    table.delete(file, 0, 12, 1_001, 49_999);
    long first = table.snapshot();
    table.delete(file, 2, 1_002, 1_003);
    assertThat(table.changes(spec -> spec.from(new Bound.Commit(first))))
        .containsExactly(
            "0 -0,null,null,null,north,null",
            "0 -1001,n1001,Record(null),[],north,null",
            "0 -12,null,Record(t12),null,north,null",
            "0 -49999,n49999,Record(t49999),[g49999, g49999],north,null",
            "1 -1002,null,Record(t1002),[g1002],north,null",
            "1 -1003,n1003,Record(t1003),[g1003, g1003],north,null",
            "1 -2,n2,Record(t2),[g2],north,null");
  }

  @Test
  void whatSeveralCommitsDidToOneFileIsReadInOnePass() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 3);
    DataFile one = table.append(row(1, "a"), row(2, "b"), row(3, "c"));
    DataFile two = table.append(row(4, "d"), row(5, "e"));
    table.delete(one, 0);
    long first = table.snapshot();
    table.delete(two, 0);
    table.delete(one, 1);
    try (IcebergSource source = table.open(spec -> spec.from(new Bound.Commit(first)))) {
      ReadPlan plan = source.planChanges(source.range(), List.of());
      assertThat(plan.tasks()).hasSize(3);
      assertThat(plan.reader().joined(plan.tasks())).hasSize(2);
      assertThat(WrittenTable.text(plan)).containsExactly("0 -1,a", "1 -4,d", "2 -2,b");
    }
  }

  @Test
  void moreKeysThanFitAreAppliedInSeveralPasses() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"), row(2, "b"), row(449_999, "c"), row(-1, "d"));
    Object[][] keys = new Object[450_000][];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = row(i);
    }
    table.deleteEqual(file, List.of("id"), keys);
    assertThat(table.changes(spec -> spec.from(new Bound.Commit(table.snapshot()))))
        .containsExactly("0 -1,a", "0 -2,b", "0 -449999,c");
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "ORC"})
  void largeFilesAreReadInParts(FileFormat format) throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2).format(format);
    table
        .table()
        .updateProperties()
        .set("write.parquet.row-group-size-bytes", "1000")
        .set("write.parquet.row-group-check-min-record-count", "10")
        .set("write.parquet.row-group-check-max-record-count", "10")
        .set("write.orc.stripe-size-bytes", "1000")
        .set("read.split.target-size", "2000")
        .commit();
    Object[][] rows = new Object[20_000][];
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row(i, Integer.toHexString(i * 31));
      if (i % 1000 != 7) {
        expected.add(i + "," + Integer.toHexString(i * 31));
      }
    }
    DataFile file = table.append(rows);
    table.delete(file, LongStream.range(0, 20).map(i -> i * 1000 + 7).toArray());
    expected.sort(null);
    assertThat(table.state(table.snapshot())).isEqualTo(expected);
    assertThat(table.changes(spec -> spec.from(new Bound.Commit(table.snapshot())))).hasSize(20);
    try (IcebergSource source = table.open()) {
      ReadPlan plan = source.planChanges(source.range(), List.of());
      assertThat(plan.tasks()).hasSizeGreaterThan(4);
      assertThat(plan.tasks().stream().mapToLong(ReadTask::bytes).sum())
          .isEqualTo(2 * file.fileSizeInBytes());
    }
  }

  @Test
  void planTravelsToWorkers() throws Exception {
    WrittenTable table = WrittenTable.create(folder, 3);
    DataFile file = table.append(row(1, "a"), row(2, "b"), row(3, "c"));
    table.delete(file, 0);
    table.deleteEqual(file, List.of("id"), row(3));
    try (IcebergSource source = table.open()) {
      ReadPlan plan = source.planChanges(source.range(), List.of());
      List<ReadTask> tasks = new ArrayList<>();
      for (ReadTask task : plan.tasks()) {
        tasks.add(travelled(task));
      }
      ReadPlan there =
          new ReadPlan(
              plan.schema(),
              travelled(plan.reader()),
              tasks,
              plan.commits(),
              plan.pairing(),
              plan.changes());
      assertThat(WrittenTable.text(there))
          .containsExactly("0 +1,a", "0 +2,b", "0 +3,c", "1 -1,a", "2 -3,c");
    }
  }

  @SuppressWarnings("unchecked")
  private static <T> T travelled(T value) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }
}
