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
package dev.tributary.verify;

import dev.tributary.catalog.CheckedFiles;
import dev.tributary.errors.TargetException;
import dev.tributary.rows.InternalValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericDeleteFilter;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.util.PartitionUtil;
import org.apache.iceberg.util.TableScanUtil;

/**
 * The live rows of the target's current snapshot, cut into tasks. Reads as any Iceberg reader does,
 * with nothing of the code that wrote them.
 */
final class TargetRows {
  private static final long SPLIT_BYTES = 64L << 20;

  private final Table table;
  private final Schema schema;
  private final Optional<NameMapping> nameMapping;

  TargetRows(Table table) {
    this.table = table;
    this.schema = table.schema();
    this.nameMapping =
        Optional.ofNullable(table.properties().get(TableProperties.DEFAULT_NAME_MAPPING))
            .map(NameMappingParser::fromJson);
  }

  List<FileScanTask> tasks() {
    List<FileScanTask> tasks = new ArrayList<>();
    try (CloseableIterable<FileScanTask> planned =
        TableScanUtil.splitFiles(table.newScan().planFiles(), SPLIT_BYTES)) {
      planned.forEach(tasks::add);
    } catch (IOException | RuntimeException e) {
      throw new TargetException(
          String.format("Cannot list the files of target %s: %s", table.name(), e.getMessage()), e);
    }
    return tasks;
  }

  /**
   * The rows of a task that are not deleted; columns that only the deletes need come last.
   *
   * @throws TargetException here or while iterating, when the task's files cannot be read
   */
  CloseableIterable<Record> read(FileScanTask task) {
    GenericDeleteFilter deletes = new GenericDeleteFilter(table.io(), task, schema, schema);
    CloseableIterable<Record> rows =
        named(task, () -> deletes.filter(open(task, deletes.requiredSchema())));
    return CloseableIterable.combine(
        () -> new NamedFailures(task, named(task, rows::iterator)), rows);
  }

  private <T> T named(FileScanTask task, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (NoSuchElementException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new TargetException(
          String.format(
              "Cannot read file %s of target %s, or its deletes: %s. They may have been removed or"
                  + " damaged; restore them, or drop the target and load it afresh.",
              task.file().location(), table.name(), e.getMessage()),
          e);
    }
  }

  private CloseableIterable<Record> open(FileScanTask task, Schema projection) {
    ReadBuilder<Record, ?> builder =
        FormatModelRegistry.readBuilder(
            task.file().format(),
            Record.class,
            CheckedFiles.of(table.io().newInputFile(task.file()), task.file().format()));
    nameMapping.ifPresent(builder::withNameMapping);
    return builder
        .project(projection)
        .idToConstant(PartitionUtil.constantsMap(task, InternalValues::inRows))
        .split(task.start(), task.length())
        .build();
  }

  /** Iterates; a failure names the file. */
  private final class NamedFailures implements Iterator<Record> {
    private final FileScanTask task;
    private final Iterator<Record> rows;

    NamedFailures(FileScanTask task, Iterator<Record> rows) {
      this.task = task;
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return named(task, rows::hasNext);
    }

    @Override
    public Record next() {
      return named(task, rows::next);
    }
  }
}
