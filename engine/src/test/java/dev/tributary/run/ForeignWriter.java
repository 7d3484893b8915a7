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

import dev.tributary.fixture.MemorySource;
import dev.tributary.source.ReadPlan.Pairing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;

/** Another program that writes to the target. */
final class ForeignWriter {
  private ForeignWriter() {}

  /** Appends rows of the target's columns. */
  @SafeVarargs
  static void append(Catalog catalog, List<Object>... rows) {
    Table table = catalog.loadTable(TableIdentifier.parse(TargetFixture.TABLE));
    List<Record> records = new ArrayList<>();
    MemorySource form = new MemorySource(table.schema(), Pairing.AS_STATED);
    for (List<Object> row : rows) {
      records.add(form.row(row));
    }
    table.newAppend().appendFile(write(table, records)).commit();
  }

  private static DataFile write(Table table, List<Record> records) {
    DataWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .build()
            .newDataWriter(
                OutputFileFactory.builderFor(table, 9, 9)
                    .operationId(UUID.randomUUID().toString())
                    .build()
                    .newOutputFile(),
                table.spec(),
                null);
    try (writer) {
      records.forEach(writer::write);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return writer.toDataFile();
  }

  /** Rewrites all rows into one file. */
  static void compact(Catalog catalog) {
    Table table = catalog.loadTable(TableIdentifier.parse(TargetFixture.TABLE));
    List<Record> records = new ArrayList<>();
    Set<DataFile> old = new HashSet<>();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build();
        CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
      rows.forEach(records::add);
      files.forEach(file -> old.add(file.file()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    table.newRewrite().rewriteFiles(old, Set.of(write(table, records))).commit();
  }
}
