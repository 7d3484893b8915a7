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
package dev.tributary.filter;

import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/** Binds predicates for tests. */
final class Filters {
  private Filters() {}

  /** Binds a predicate to rows of the schema. */
  static RowFilter bind(String predicate, Schema schema) {
    ColumnNames names =
        new ColumnNames(schema.asStruct(), List.of(), List.of(ChangeColumn.values()));
    return RowFilter.bind(
        SqlPredicate.parse(predicate),
        names,
        path -> FilteredSource.positions(schema.asStruct(), path));
  }

  static Truth test(String predicate, Record row, Schema schema) {
    return bind(predicate, schema).rows(Optional.empty()).test(new RowContext(row, List.of()));
  }
}
