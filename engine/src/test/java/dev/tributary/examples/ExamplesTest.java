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
package dev.tributary.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.catalog.Catalogs;
import dev.tributary.fixture.WrittenTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {
  @TempDir Path folder;

  private String catalog() throws IOException {
    return new ObjectMapper().writeValueAsString(properties());
  }

  private Map<String, String> properties() {
    return Map.of("type", "hadoop", "warehouse", folder.toUri().toString());
  }

  private List<Record> rows(String table) throws IOException {
    Table target =
        Catalogs.open(Optional.empty(), properties(), Map.of())
            .loadTable(TableIdentifier.parse(table));
    List<Record> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(target).build()) {
      records.forEach(rows::add);
    }
    return rows;
  }

  private List<String> text(String table) throws IOException {
    return rows(table).stream().map(row -> row.get(0) + "," + row.get(1)).sorted().toList();
  }

  @Test
  void changesOfAnIcebergTableReachTheLakehouseInBatchAndWhileTheyCome() throws IOException {
    Schema keyed =
        new Schema(
            List.of(
                Types.NestedField.required(1, "id", Types.LongType.get()),
                Types.NestedField.optional(2, "name", Types.StringType.get())),
            Set.of(1));
    WrittenTable source = WrittenTable.create(folder, 3, keyed, PartitionSpec.unpartitioned());
    DataFile file = source.append(WrittenTable.row(1, "a"), WrittenTable.row(2, "b"));
    long first = source.snapshot();
    DataFile next = source.overwrite(file, WrittenTable.row(1, "A"), WrittenTable.row(3, "c"));
    long second = source.snapshot();
    source.delete(next, 0);
    long third = source.snapshot();

    IcebergCdcToLakehouse.main(
        new String[] {
          "--sourceTable=shop.orders",
          "--sourceCatalog=" + catalog(),
          "--start=" + first,
          "--end=" + second,
          "--targetTable=lake.orders",
          "--targetCatalog=" + catalog(),
          "--key=id"
        });
    assertThat(text("lake.orders")).containsExactly("1,A", "3,c");

    IcebergCdcToLakehouse.main(
        new String[] {
          "--sourceTable=shop.orders",
          "--sourceCatalog=" + catalog(),
          "--start=" + third,
          "--end=" + third,
          "--targetTable=lake.orders",
          "--targetCatalog=" + catalog(),
          "--follow=true",
          "--intervalSeconds=1"
        });
    assertThat(text("lake.orders")).containsExactly("3,c");
  }

  @Test
  void clicksAreSummedForEachUser() throws IOException {
    Schema clicks =
        new Schema(
            Types.NestedField.required(1, "user_id", Types.StringType.get()),
            Types.NestedField.required(2, "click_count", Types.LongType.get()));
    WrittenTable source = WrittenTable.create(folder, 2, clicks, PartitionSpec.unpartitioned());
    source.append(WrittenTable.row("ann", 3), WrittenTable.row("bob", 1));
    long first = source.snapshot();
    source.append(WrittenTable.row("ann", 4));
    source.append(WrittenTable.row("bob", 5), WrittenTable.row("cid", 0));

    ClickAggregation.main(
        new String[] {
          "--sourceTable=shop.orders",
          "--destinationTable=shop.sums",
          "--catalogName=clicks",
          "--catalog=" + catalog(),
          "--pollIntervalSeconds=1",
          "--commitIntervalSeconds=1",
          "--start=" + first,
          "--end=" + source.snapshot()
        });

    // The commits may fall on both sides of a window's end: a user then has two sums.
    Map<String, Long> totals = new TreeMap<>();
    rows("shop.sums")
        .forEach(row -> totals.merge((String) row.get(0), (Long) row.get(1), Long::sum));
    assertThat(totals)
        .containsExactly(Map.entry("ann", 7L), Map.entry("bob", 6L), Map.entry("cid", 0L));
  }
}
