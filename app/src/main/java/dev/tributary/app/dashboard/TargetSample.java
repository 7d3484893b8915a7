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
package dev.tributary.app.dashboard;

import dev.tributary.rows.JsonValues;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.TargetTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/**
 * The first rows of a target as text, deleted ones left out; not for the UI thread.
 *
 * @param more whether the table has more rows than these
 */
record TargetSample(List<String> columns, List<List<String>> rows, boolean more) {
  static final TargetSample NONE = new TargetSample(List.of(), List.of(), false);

  static TargetSample read(TargetSpec spec, int most) throws IOException {
    Optional<TargetTable> target = TargetTable.open(spec);
    if (target.isEmpty()) {
      return NONE;
    }
    try (TargetTable open = target.get();
        CloseableIterable<Record> records = open.rows()) {
      List<Types.NestedField> fields = open.schema().columns();
      List<List<String>> rows = new ArrayList<>();
      boolean more = false;
      for (Record record : records) {
        if (rows.size() == most) {
          more = true;
          break;
        }
        rows.add(cells(fields, record));
      }
      return new TargetSample(
          fields.stream().map(Types.NestedField::name).toList(), List.copyOf(rows), more);
    }
  }

  private static List<String> cells(List<Types.NestedField> fields, Record record) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      com.fasterxml.jackson.databind.JsonNode value =
          JsonValues.value(fields.get(i).type(), record.get(i));
      cells.add(value.isTextual() ? value.asText() : value.toString());
    }
    return cells;
  }
}
