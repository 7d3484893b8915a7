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

import dev.tributary.catalog.LocalFileIO;
import dev.tributary.errors.SourceException;
import dev.tributary.fixture.WrittenTable;
import dev.tributary.spec.PathRewrite;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever cannot be read is refused by its name; no row is lost over it in silence. */
class RefusalsTest {
  @TempDir private Path folder;

  @Test
  void missingDataFileIsNamed() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"));
    Files.delete(path(file.location()));
    refused(table).hasMessageContaining(file.location()).hasMessageContaining("is missing");
  }

  @Test
  void corruptDataFileIsNamed() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"));
    Files.writeString(path(file.location()), "no Parquet at all");
    refused(table).hasMessageContaining(file.location()).hasMessageContaining("is broken");
  }

  @ParameterizedTest
  @ValueSource(classes = {LocalFileIO.class, HadoopFileIO.class})
  void flippedBitInAPageIsNoticed(Class<?> io) throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    table
        .table()
        .updateProperties()
        .set(TableProperties.PARQUET_COMPRESSION, "uncompressed")
        .commit();
    DataFile file = table.append(row(1, "four"), row(2, "three"), row(3, "two"));
    Path path = path(file.location());
    byte[] bytes = Files.readAllBytes(path);
    // Neither the least nor the greatest name, so it stands in a page alone.
    bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf("three")] ^= 1;
    Files.write(path, bytes);
    Map<String, String> catalog = new HashMap<>(table.spec().catalogProperties());
    catalog.put(CatalogProperties.FILE_IO_IMPL, io.getName());
    assertThatThrownBy(() -> table.changes(spec -> spec.catalogProperties(catalog)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(file.location())
        .hasStackTraceContaining("CRC");
  }

  @Test
  void fileThatHoldsOtherRowsThanMetadataStatesIsRefused() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.write(row(1, "a"), row(2, "b"));
    table
        .table()
        .newAppend()
        .appendFile(
            DataFiles.builder(PartitionSpec.unpartitioned()).copy(file).withRecordCount(3).build())
        .commit();
    refused(table)
        .hasMessageContaining(file.location())
        .hasMessageContaining("2 rows where metadata states 3");
  }

  @Test
  void missingDeleteFilesAreNamed() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    DeleteFile deletes = table.delete(file, 0);
    Files.delete(path(deletes.location()));
    refused(table)
        .hasMessageContaining("position delete file " + deletes.location())
        .hasMessageContaining("is missing");
  }

  @Test
  void missingEqualityDeletesAreNamed() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    DeleteFile deletes = table.deleteEqual(file, List.of("id"), row(1));
    Files.delete(path(deletes.location()));
    refused(table).hasMessageContaining("equality delete file " + deletes.location());
  }

  @Test
  void brokenVectorIsNamed() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 3);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    DeleteFile vector = table.delete(file, 0);
    Path puffin = path(vector.location());
    byte[] bytes = Files.readAllBytes(puffin);
    bytes[(int) (vector.contentOffset() + vector.contentSizeInBytes() / 2)] ^= 0x55;
    Files.write(puffin, bytes);
    refused(table).hasMessageContaining("deletion vector").hasMessageContaining(vector.location());
    Files.write(puffin, new byte[] {1, 2, 3});
    refused(table).hasMessageContaining(vector.location()).hasMessageContaining("broken");
  }

  @Test
  void missingManifestIsNamed() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    table.append(row(1, "a"));
    ManifestFile manifest = table.table().currentSnapshot().allManifests(table.table().io()).get(0);
    Files.delete(path(manifest.path()));
    refused(table)
        .hasMessageContaining("manifest " + manifest.path() + " is missing")
        .hasMessageContaining(Long.toString(table.snapshot()));
  }

  @Test
  void missingManifestListIsNamed() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    table.append(row(1, "a"));
    String list = table.table().currentSnapshot().manifestListLocation();
    long lost = table.snapshot();
    table.append(row(2, "b"));
    Files.delete(path(list));
    refused(table)
        .hasMessageContaining("manifest list " + list + " is missing")
        .hasMessageContaining(Long.toString(lost));
    // The state after it is whole all the same.
    assertThat(table.state(table.snapshot())).containsExactly("1,a", "2,b");
  }

  @Test
  void vectorEntryThatDoesNotSayWhereOrForWhatItIsIsRefused() throws Exception {
    for (String field : List.of("contentOffset", "referencedDataFile")) {
      WrittenTable table = WrittenTable.create(folder.resolve(field), 3);
      DataFile file = table.append(row(1, "a"), row(2, "b"));
      DeleteFile vector = table.positions(file, 0);
      Field stated = vector.getClass().getSuperclass().getDeclaredField(field);
      stated.setAccessible(true);
      stated.set(vector, null);
      table.table().newRowDelta().addDeletes(vector).commit();
      refused(table).hasMessageContaining(vector.location());
    }
  }

  @Test
  void corruptManifestListIsNamed() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    table.append(row(1, "a"));
    String list = table.table().currentSnapshot().manifestListLocation();
    Files.writeString(path(list), "no Avro at all");
    refused(table).hasMessageContaining("manifest list " + list).hasMessageContaining("is broken");
  }

  @Test
  void columnsThatRowsCannotCarryAreRefusedUnlessLeftOut() throws IOException {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "v", Types.VariantType.get()));
    WrittenTable table = WrittenTable.create(folder, 3, schema, PartitionSpec.unpartitioned());
    refused(table).hasMessageContaining("'v'").hasMessageContaining("drop: [v]");
    try (IcebergSource source = table.open()) {
      assertThat(source.planChanges(source.range(), List.of("id")).schema().columns()).hasSize(1);
      assertThat(source.describe().problems()).singleElement().asString().contains("'v'");
    }
  }

  @Test
  void equalityDeletesByAColumnWithoutEqualityAreRefusedByName() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(
                2, "tags", Types.ListType.ofOptional(3, Types.StringType.get())));
    WrittenTable table = WrittenTable.create(folder, 2, schema, PartitionSpec.unpartitioned());
    DataFile file = table.append(row(1, List.of("x")));
    table.deleteEqual(file, List.of("tags"), row(List.of("x")));
    refused(table).hasMessageContaining("'tags'").hasMessageContaining("list<string>");
  }

  @Test
  void fileListedTwiceCountsTwice() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"));
    table.table().newAppend().appendFile(file).commit();
    DeleteFile deletes = table.positions(file, 0);
    table.table().newRowDelta().addDeletes(deletes).commit();
    // Both entries are data of the same path; the spec lets a delete hit both.
    assertThat(table.changes()).containsExactly("0 +1,a", "1 +1,a", "2 -1,a", "2 -1,a");
    assertThat(table.state(table.snapshot())).isEmpty();
  }

  @Test
  void deletesThatNameTheTablesOldPlaceAreRefusedUntilRewritten() throws IOException {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    String root = table.table().location();
    String elsewhere = "hdfs://name-node:8020/warehouse/orders";
    DeleteFile moved =
        table.positionsOf(file, elsewhere + file.location().substring(root.length()), 0);
    table.table().newRowDelta().addDeletes(moved).commit();
    refused(table)
        .hasMessageContaining(moved.location())
        .hasMessageContaining("from: \"" + elsewhere + "\"");
    assertThat(table.changes(spec -> spec.pathRewrites(List.of(new PathRewrite(elsewhere, root)))))
        .containsExactly("0 +1,a", "0 +2,b", "1 -1,a");
  }

  @Test
  void deletesOfFilesThatAreGoneAreHarmless() {
    WrittenTable table = WrittenTable.create(folder, 2);
    DataFile file = table.append(row(1, "a"));
    DeleteFile dangling =
        table.positionsOf(file, table.table().location() + "/data/long-gone.parquet", 0);
    table.table().newRowDelta().addDeletes(dangling).commit();
    assertThat(table.changes()).containsExactly("0 +1,a");
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(WrittenTable table) {
    return assertThatThrownBy(table::changes).isInstanceOf(SourceException.class);
  }

  private static Path path(String location) {
    return Path.of(URI.create(location).getPath());
  }
}
