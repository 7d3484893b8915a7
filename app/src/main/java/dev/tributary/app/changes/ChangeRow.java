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
package dev.tributary.app.changes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.changes.ChangeKind;
import dev.tributary.preview.Preview;
import dev.tributary.rows.JsonValues;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;

/** One row of the table: an insert, a delete, or an update with both its images. */
record ChangeRow(RowKind kind, String commitId, Instant timestamp, List<Cell> cells) {
  ChangeRow {
    cells = List.copyOf(cells);
  }

  /**
   * Rows to show for the rows of a preview.
   *
   * @param paired whether the preview put the two images of an update next to each other, which it
   *     does when it knows the key
   */
  static List<ChangeRow> of(Preview preview, boolean paired) {
    List<Types.NestedField> fields = preview.schema().columns();
    List<Preview.Row> rows = preview.rows();
    List<ChangeRow> result = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      Preview.Row row = rows.get(i);
      boolean update =
          paired
              && row.kind() == ChangeKind.UPDATE_BEFORE
              && i + 1 < rows.size()
              && rows.get(i + 1).kind() == ChangeKind.UPDATE_AFTER
              && rows.get(i + 1).commitId().equals(row.commitId());
      if (update) {
        i++;
        result.add(update(fields, row, rows.get(i)));
      } else {
        result.add(single(fields, row));
      }
    }
    return result;
  }

  private static ChangeRow single(List<Types.NestedField> fields, Preview.Row row) {
    List<Cell> cells =
        IntStream.range(0, fields.size())
            .mapToObj(i -> Cell.of(text(fields.get(i), row.values(), i)))
            .toList();
    return new ChangeRow(kind(row.kind()), row.commitId(), row.timestamp(), cells);
  }

  private static ChangeRow update(
      List<Types.NestedField> fields, Preview.Row before, Preview.Row after) {
    List<Cell> cells =
        IntStream.range(0, fields.size())
            .mapToObj(
                i ->
                    Cell.of(
                        text(fields.get(i), before.values(), i),
                        text(fields.get(i), after.values(), i)))
            .toList();
    return new ChangeRow(RowKind.UPDATE, after.commitId(), after.timestamp(), cells);
  }

  private static RowKind kind(ChangeKind kind) {
    return switch (kind) {
      case INSERT -> RowKind.INSERT;
      case DELETE -> RowKind.DELETE;
      case UPDATE_BEFORE -> RowKind.UPDATE_BEFORE;
      case UPDATE_AFTER -> RowKind.UPDATE_AFTER;
    };
  }

  private static Optional<String> text(Types.NestedField field, Record row, int index) {
    Object value = row.get(index);
    if (value == null) {
      return Optional.empty();
    }
    try {
      JsonNode json = JsonValues.value(field.type(), value);
      return Optional.of(json.isTextual() ? json.textValue() : json.toString());
    } catch (IllegalArgumentException e) {
      // A type without a JSON form is still worth seeing in Java's own words.
      return Optional.of(value.toString());
    }
  }
}
