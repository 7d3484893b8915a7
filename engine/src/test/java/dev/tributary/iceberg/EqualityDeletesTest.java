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
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which columns equality deletes go by, whatever became of them since. */
class EqualityDeletesTest {
  private static final Schema THREE_COLUMNS =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.required(2, "name", Types.StringType.get()),
          Types.NestedField.required(3, "part", Types.StringType.get()));

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "AVRO", "ORC"})
  void renamedColumnIsFoundByItsId(FileFormat format) {
    WrittenTable table = WrittenTable.create(folder, 2).format(format);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.deleteEqual(file, List.of("name"), row("a"));
    table.table().updateSchema().renameColumn("name", "label").commit();
    table.table().updateSchema().addColumn("name", Types.StringType.get()).commit();
    table.append(row(3, "c", "a"));

    assertThat(table.changes())
        .containsExactly("0 +1,a,null", "0 +2,b,null", "1 -1,a,null", "2 +3,c,a");
    assertThat(table.state(table.snapshot())).containsExactly("2,b,null", "3,c,a");
  }

  @Test
  void columnThatWasDroppedAndAddedAgainIsAnotherOne() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.deleteEqual(file, List.of("name"), row("a"));
    table.table().updateSchema().deleteColumn("name").commit();
    table.table().updateSchema().addColumn("name", Types.StringType.get()).commit();
    DataFile later = table.append(row(3, "a"), row(4, "b"));
    table.deleteEqual(later, List.of("name"), row("b"));

    assertThat(table.changes())
        .containsExactly("0 +1,null", "0 +2,null", "1 -1,null", "2 +3,a", "2 +4,b", "3 -4,b");
    assertThat(table.state(table.snapshot())).containsExactly("2,null", "3,a");
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      names = {"PARQUET", "AVRO", "ORC"})
  void columnsMayStandInAnyOrderAndFarApart(FileFormat format) {
    WrittenTable table =
        WrittenTable.create(folder, 2, THREE_COLUMNS, PartitionSpec.unpartitioned()).format(format);
    DataFile file = table.append(row(1, "a", "x"), row(1, "b", "y"), row(2, "a", "x"));
    table.deleteEqual(file, List.of("part", "id"), row("x", 1));

    assertThat(table.state(table.snapshot())).containsExactly("1,b,y", "2,a,x");
  }

  @Test
  void deletesBySeveralSetsOfColumnsApplyTogether() {
    WrittenTable table =
        WrittenTable.create(folder, 2, THREE_COLUMNS, PartitionSpec.unpartitioned());
    DataFile file =
        table.append(row(1, "a", "x"), row(2, "b", "x"), row(3, "c", "y"), row(4, "d", "z"));
    PartitionSpec spec = table.table().spec();
    RowDelta delta = table.table().newRowDelta();
    for (DeleteFile deletes :
        List.of(
            table.equal(spec, file.partition(), List.of("id"), row(1)),
            table.equal(spec, file.partition(), List.of("name", "id"), row("b", 2), row("c", 1)),
            table.equal(spec, file.partition(), List.of("part"), row("y")))) {
      delta.addDeletes(deletes);
    }
    delta.commit();

    assertThat(table.state(table.snapshot())).containsExactly("4,d,z");
    assertThat(table.changes().stream().filter(change -> change.startsWith("1")))
        .containsExactly("1 -1,a,x", "1 -2,b,x", "1 -3,c,y");
  }

  @Test
  void requiredColumnsThatTheDeletesDoNotNameAreNotMissed() {
    WrittenTable table =
        WrittenTable.create(folder, 2, THREE_COLUMNS, PartitionSpec.unpartitioned());
    DataFile file = table.append(row(1, "a", "x"), row(2, "b", "y"));
    table.deleteEqual(file, List.of("id"), row(1));

    assertThat(table.state(table.snapshot())).containsExactly("2,b,y");
  }

  @Test
  void widenedColumnStillMatches() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.IntegerType.get()),
            Types.NestedField.required(2, "price", Types.DecimalType.of(9, 2)));
    WrittenTable table = WrittenTable.create(folder, 2, schema, PartitionSpec.unpartitioned());
    DataFile file = table.append(row(1, new BigDecimal("1.50")), row(2, new BigDecimal("2.50")));
    table.deleteEqual(file, List.of("id", "price"), row(1, new BigDecimal("1.50")));
    table
        .table()
        .updateSchema()
        .updateColumn("id", Types.LongType.get())
        .updateColumn("price", Types.DecimalType.of(20, 2))
        .commit();
    DataFile later = table.append(row(3L, new BigDecimal("3.50")));
    table.deleteEqual(later, List.of("id", "price"), row(2L, new BigDecimal("2.50")));

    assertThat(table.changes())
        .containsExactly("0 +1,1.50", "0 +2,2.50", "1 -1,1.50", "2 +3,3.50", "3 -2,2.50");
  }

  @Test
  void floatingPointValuesMatchExactlyOrAreRefusedByName() {
    for (Type.PrimitiveType type : List.of(Types.DoubleType.get(), Types.FloatType.get())) {
      Schema schema =
          new Schema(
              Types.NestedField.required(1, "id", Types.LongType.get()),
              Types.NestedField.optional(2, "price", type));
      WrittenTable table =
          WrittenTable.create(
              folder.resolve(type.toString()), 2, schema, PartitionSpec.unpartitioned());
      Object one = type.typeId() == Type.TypeID.FLOAT ? (Object) 1.5f : (Object) 1.5;
      Object two = type.typeId() == Type.TypeID.FLOAT ? (Object) 2.5f : (Object) 2.5;
      DataFile file = table.append(row(1, one), row(1, two));
      table.deleteEqual(file, List.of("price"), row(one));

      assertThat(table.changes()).containsExactly("0 +1,1.5", "0 +1,2.5", "1 -1,1.5");
    }
  }

  @Test
  void nestedColumnsThatAreNoStructAreRefusedByName() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(
                2,
                "tags",
                Types.MapType.ofOptional(3, 4, Types.StringType.get(), Types.StringType.get())));
    WrittenTable table = WrittenTable.create(folder, 2, schema, PartitionSpec.unpartitioned());
    DataFile file = table.append(row(1, Map.of("a", "b")));
    table.deleteEqual(file, List.of("tags"), row(Map.of("a", "b")));

    assertThatThrownBy(table::changes)
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("'tags'");
  }
}
