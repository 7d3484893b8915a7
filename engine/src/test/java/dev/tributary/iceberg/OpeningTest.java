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

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.fixture.WrittenTable;
import dev.tributary.source.SourceDescription;
import dev.tributary.spec.PathRewrite;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpeningTest {
  @TempDir private Path folder;
  private WrittenTable table;
  private Path root;

  @BeforeEach
  void twoCommits() {
    table = WrittenTable.create(folder.resolve("warehouse"), 2);
    root = folder.resolve("warehouse/shop/orders");
    DataFile file = table.append(row(1, "a"), row(2, "b"));
    table.delete(file, 0);
  }

  @Test
  void byLocationWithAVersionHint() {
    assertThat(rows(root.toString())).isEqualTo(1);
    assertThat(rows(root.toUri().toString())).isEqualTo(1);
  }

  @Test
  void versionHintMayBeStale() throws IOException {
    Files.writeString(root.resolve("metadata/version-hint.text"), "1");
    assertThat(rows(root.toString())).isEqualTo(1);
  }

  @Test
  void withoutAVersionHintTheHighestNumberCounts() throws IOException {
    Files.delete(root.resolve("metadata/version-hint.text"));
    for (int i = 0; i < 8; i++) {
      table.table().updateProperties().set("n", Integer.toString(i)).commit();
    }
    table.append(row(3, "c"));
    Files.deleteIfExists(root.resolve("metadata/version-hint.text"));
    assertThat(root.resolve("metadata/v12.metadata.json")).exists();
    assertThat(rows(root.toString())).isEqualTo(2);
  }

  @Test
  void compressedMetadata() throws IOException {
    table.table().updateProperties().set("write.metadata.compression-codec", "gzip").commit();
    table.append(row(3, "c"));
    assertThat(rows(root.toString())).isEqualTo(2);
    Files.deleteIfExists(root.resolve("metadata/version-hint.text"));
    assertThat(rows(root.toString())).isEqualTo(2);
    assertThat(rows(root.resolve("metadata/v5.gz.metadata.json").toString())).isEqualTo(2);
  }

  @Test
  void byMetadataFileAsItWasThen() {
    assertThat(rows(root.resolve("metadata/v2.metadata.json").toString())).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"moved", "moved to 100%", "moved#2"})
  void movedTableIsReadInPlace(String name) throws IOException {
    Path moved = folder.resolve(name);
    copy(root, moved);
    delete(root);
    SourceSpec spec =
        SourceSpec.builder(SourceFormat.ICEBERG, moved.toString())
            .pathRewrites(List.of(new PathRewrite(table.table().location(), "file://" + moved)))
            .build();
    try (IcebergSource source = IcebergSource.open(spec)) {
      assertThat(WrittenTable.changes(source, source.range()))
          .containsExactly("0 +1,a", "0 +2,b", "1 -1,a");
    }
  }

  @Test
  void movedTableInACatalogIsReadInPlace() throws IOException {
    Path moved = folder.resolve("moved");
    copy(folder.resolve("warehouse"), moved);
    delete(root);
    SourceSpec spec =
        table.spec().toBuilder()
            .catalogProperties(Map.of("type", "hadoop", "warehouse", moved.toString()))
            .pathRewrites(
                List.of(new PathRewrite(table.table().location(), moved + "/shop/orders")))
            .build();
    try (IcebergSource source = IcebergSource.open(spec)) {
      assertThat(WrittenTable.changes(source, source.range()))
          .containsExactly("0 +1,a", "0 +2,b", "1 -1,a");
    }
  }

  @Test
  void whatIsNoTableIsRefusedByName() throws IOException {
    refused(folder.resolve("nothing").toString(), "no Iceberg table at " + folder);
    refused(root.resolve("metadata/v99.metadata.json").toString(), "v99.metadata.json");
    Path broken = Files.writeString(root.resolve("metadata/v9.metadata.json"), "{\"format-ver");
    refused(broken.toString(), "v9.metadata.json");
    refused("shop.orders", "catalog_properties");
  }

  @Test
  void missingTableIsRefusedWithTheTablesThereAre() {
    assertThatThrownBy(() -> table.open(spec -> spec.table("shop.order")))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("shop.order does not exist")
        .hasMessageContaining("shop.orders");
    assertThatThrownBy(() -> table.open(spec -> spec.table("shopp.orders")))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("shopp");
  }

  @Test
  void describesTheTable() throws IOException {
    try (IcebergSource source = table.open()) {
      SourceDescription description = source.describe();
      assertThat(description.format()).isEqualTo("Iceberg v2");
      assertThat(description.features()).containsExactly("position deletes");
      // Position delete files may repeat each other, so metadata does not tell the live rows.
      assertThat(description.rows()).isEmpty();
      assertThat(description.dataFiles()).hasValue(1);
      assertThat(description.partitioning()).isEmpty();
      assertThat(description.problems()).isEmpty();
      assertThat(source.identity()).isEqualTo(table.table().uuid().toString());
    }
  }

  @Test
  void describesPartitioningKeysAndLiveRows() throws IOException {
    WrittenTable v3 =
        WrittenTable.create(
            folder.resolve("v3"), 3, WrittenTable.ID_AND_NAME, PartitionSpec.unpartitioned());
    v3.table().updateSpec().addField(Expressions.bucket("id", 16)).addField("name").commit();
    v3.table().updateSchema().setIdentifierFields("id").commit();
    DataFile file = v3.append(row(1, "a"), row(1, "a"));
    v3.delete(file, 0);
    try (IcebergSource source = v3.open()) {
      SourceDescription description = source.describe();
      assertThat(description.rows()).hasValue(1);
      assertThat(description.partitioning()).containsExactly("bucket[16](id)", "name");
      assertThat(description.identifierFields()).containsExactly("id");
      assertThat(description.features()).contains("deletion vectors", "row lineage");
    }
  }

  private static int rows(String location) {
    SourceSpec spec = SourceSpec.builder(SourceFormat.ICEBERG, location).build();
    try (IcebergSource source = IcebergSource.open(spec)) {
      return WrittenTable.text(source.planState(source.range().end().orElseThrow(), List.of()))
          .size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void refused(String location, String naming) {
    assertThatThrownBy(
            () -> IcebergSource.open(SourceSpec.builder(SourceFormat.ICEBERG, location).build()))
        .isInstanceOfSatisfying(
            SourceException.class, e -> assertThat(e.area()).isEqualTo(Area.SOURCE))
        .hasMessageContaining(naming);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
