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
package dev.tributary.preview;

import dev.tributary.history.Position;
import dev.tributary.mapping.RowMapping;
import dev.tributary.migration.SourceTables;
import dev.tributary.scan.GroupingKey;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.MetadataSource;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MetadataColumn;
import dev.tributary.spec.MigrationSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.apache.iceberg.Schema;

/**
 * Reads previews. Rows are shown as the source has them, before any mapping. Rows of one commit
 * that belong together are paired by the spec's equality columns, else by the columns that the
 * source itself declares as its key; without either, only rows that a rewrite carried over
 * unchanged are left out.
 */
public final class Previews {
  private Previews() {}

  /**
   * Reads the change rows of the spec's range, oldest commit first.
   *
   * @param limit most rows to return
   * @throws dev.tributary.errors.SourceException when the range cannot be read
   * @throws dev.tributary.errors.MappingException when the spec keeps, drops or names as its key a
   *     column that does not exist
   */
  public static Preview read(MigrationSpec spec, Preview.View view, int limit) {
    return read(spec, view, limit, rows -> {}, () -> false);
  }

  /**
   * Reads the change rows of the spec's range, oldest commit first. The raw view stops reading soon
   * after the limit, unless the range is small; the net view reads all of it, in bounded memory.
   *
   * @param limit most rows to return
   * @param rowsRead hears how many rows were read so far
   * @param cancelled asked every few thousand rows
   * @throws dev.tributary.errors.SourceException when the range cannot be read
   * @throws dev.tributary.errors.MappingException when the spec keeps, drops or names as its key a
   *     column that does not exist
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Preview read(
      MigrationSpec spec,
      Preview.View view,
      int limit,
      LongConsumer rowsRead,
      BooleanSupplier cancelled) {
    try (SourceTable source = open(spec)) {
      return read(source, spec, view, limit, new RowCounter(rowsRead, cancelled));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The source; of metadata columns those of rows, since a preview tells of commits anyway. */
  private static SourceTable open(MigrationSpec spec) {
    return MetadataSource.with(
        spec.source().metadataColumns().stream().filter(MetadataColumn::isLineage).toList(),
        SourceTables.open(spec.source()));
  }

  static Preview read(
      SourceTable source, MigrationSpec spec, Preview.View view, int limit, RowCounter counter) {
    SourceRange range = source.range();
    Schema schema = schema(source, range);
    List<String> columns = keptColumns(schema, spec);
    GroupingKey key = new GroupingKey(keyColumns(schema, spec));
    return switch (view) {
      case RAW -> new RawPreview(source, columns, key, limit, counter).read(range);
      case NET -> new NetPreview(key, limit, counter).read(source.planChanges(range, columns));
    };
  }

  private static Schema schema(SourceTable source, SourceRange range) {
    Optional<Position> end = range.end();
    return end.isPresent()
        ? source.schema(end.get())
        : source.planChanges(range, List.of()).schema();
  }

  private static List<String> keptColumns(Schema schema, MigrationSpec spec) {
    MigrationSpec unmapped =
        spec.toBuilder()
            .mapping(List.of())
            .target(
                spec.target().toBuilder().equalityColumns(List.of()).writeOptions(Map.of()).build())
            .build();
    return RowMapping.chosenColumns(schema, unmapped);
  }

  private static List<String> keyColumns(Schema schema, MigrationSpec spec) {
    List<String> equalityColumns = spec.target().equalityColumns();
    if (equalityColumns.isEmpty()) {
      return List.copyOf(schema.identifierFieldNames());
    }
    List<String> columns =
        equalityColumns.stream().map(column -> sourceColumn(spec, column)).toList();
    // Rows are paired by their own columns only: with a key within a struct, they are as they are.
    return spec.target().only().isPresent()
            && columns.stream().anyMatch(column -> schema.asStruct().field(column) == null)
        ? List.of()
        : columns;
  }

  private static String sourceColumn(MigrationSpec spec, String target) {
    return spec.mapping().stream()
        .filter(mapping -> mapping.target().equals(target))
        .map(ColumnMapping::source)
        .findFirst()
        .orElse(spec.target().only().map(struct -> struct + "." + target).orElse(target));
  }
}
