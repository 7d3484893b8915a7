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
package dev.tributary.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.catalog.Catalogs;
import dev.tributary.errors.SpecException;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.Capabilities;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesTest {
  @TempDir Path temp;

  @Test
  void writesASpecForEachTable() {
    List<Path> specs = Samples.write(temp.resolve("my demo"));

    assertThat(specs)
        .extracting(spec -> spec.getFileName().toString())
        .containsExactly(
            "orders.tributary.yaml", "customers.tributary.yaml", "clicks.tributary.yaml");
    assertThat(specs)
        .allSatisfy(spec -> assertThat(spec).content().contains("my demo").doesNotContain("@"));
  }

  @Test
  void specsCanBeRunAndTheirSourcesRead() throws IOException {
    for (Path file : Samples.write(temp.resolve("my \"demo\""))) {
      MigrationSpec spec = Specs.read(file);
      assertThat(Capabilities.unsupported(spec)).isEmpty();
      try (SourceTable source = SourceTables.open(spec.source())) {
        assertThat(source.history())
            .hasSizeGreaterThan(6)
            .allSatisfy(commit -> assertThat(commit.readable()).isTrue());
        assertThat(source.range().before()).isPresent();
        assertThat(source.range().commits()).hasSize(source.history().size() - 2);
      }
    }
  }

  @Test
  void ordersHaveDeletionVectorsAndACompaction() throws IOException {
    Samples.write(temp);

    Table orders = table("orders");
    assertThat(TableUtil.formatVersion(orders)).isEqualTo(3);
    assertThat(operations(orders))
        .containsExactly(
            "append",
            "append",
            "overwrite",
            "delete",
            "append",
            "overwrite",
            "replace",
            "overwrite",
            "delete");
    assertThat(total(orders, "added-dvs")).isPositive();
    assertThat(rows(orders, "order_id")).hasSize(1_200 + 800 + 600 + 200 - 45 - 25 - 15);
  }

  @Test
  void customersMoveBetweenPartitions() throws IOException {
    Samples.write(temp);

    Table customers = table("customers");
    assertThat(TableUtil.formatVersion(customers)).isEqualTo(2);
    assertThat(customers.spec().isPartitioned()).isTrue();
    assertThat(total(customers, "added-position-delete-files")).isPositive();
    assertThat(rows(customers, "customer_id")).hasSize(400 + 150 + 50 - 12 - 8);
  }

  @Test
  void theSameRowsAtEveryCall() throws IOException {
    Samples.write(temp.resolve("a"));
    Samples.write(temp.resolve("b"));

    assertThat(rows(table("a", "orders"), "order_id"))
        .isEqualTo(rows(table("b", "orders"), "order_id"));
  }

  @Test
  void aSecondCallLeavesTheTablesAsTheyAre() throws IOException {
    List<Path> first = Samples.write(temp);
    FileTime written = Files.getLastModifiedTime(first.get(0));
    long snapshot = table("orders").currentSnapshot().snapshotId();

    assertThat(Samples.write(temp)).isEqualTo(first);

    assertThat(Files.getLastModifiedTime(first.get(0))).isEqualTo(written);
    assertThat(table("orders").currentSnapshot().snapshotId()).isEqualTo(snapshot);
  }

  @Test
  void aTableWithoutItsSpecIsNotTouched() throws IOException {
    Path leftover = Files.createDirectories(temp.resolve("clicks"));

    assertThatThrownBy(() -> Samples.write(temp))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(leftover.toString());
    assertThat(leftover).isEmptyDirectory();
  }

  private Table table(String name) {
    return table("", name);
  }

  private Table table(String folder, String name) {
    return Catalogs.open(
            Optional.of("shop"),
            Map.of("type", "hadoop", "warehouse", temp.resolve(folder).resolve("shop").toString()),
            Map.of())
        .loadTable(TableIdentifier.of("sales", name));
  }

  private static List<String> operations(Table table) {
    return StreamSupport.stream(table.snapshots().spliterator(), false)
        .map(Snapshot::operation)
        .toList();
  }

  private static long total(Table table, String figure) {
    return StreamSupport.stream(table.snapshots().spliterator(), false)
        .mapToLong(snapshot -> Long.parseLong(snapshot.summary().getOrDefault(figure, "0")))
        .sum();
  }

  private static Map<Object, Record> rows(Table table, String key) throws IOException {
    Map<Object, Record> rows = new HashMap<>();
    try (CloseableIterable<Record> all = IcebergGenerics.read(table).build()) {
      for (Record row : all) {
        assertThat(rows.put(row.getField(key), row)).as("second row of %s", key).isNull();
      }
    }
    return rows;
  }
}
