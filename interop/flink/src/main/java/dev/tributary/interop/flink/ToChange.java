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
package dev.tributary.interop.flink;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/** Takes the last column off a row, and says by the row's kind what it said. */
final class ToChange implements MapFunction<RowData, RowData> {
  private static final long serialVersionUID = 1L;

  private final RowData.FieldGetter[] columns;

  /**
   * @param type of the rows that come out
   */
  ToChange(RowType type) {
    columns = new RowData.FieldGetter[type.getFieldCount()];
    for (int i = 0; i < columns.length; i++) {
      // Of a deleted row all but the key are null in the changes, whatever the target requires.
      columns[i] = RowData.createFieldGetter(type.getTypeAt(i).copy(true), i);
    }
  }

  @Override
  public RowData map(RowData change) {
    boolean deleted = change.getString(columns.length).toString().equals("D");
    GenericRowData row =
        new GenericRowData(deleted ? RowKind.DELETE : RowKind.INSERT, columns.length);
    for (int i = 0; i < columns.length; i++) {
      row.setField(i, columns[i].getFieldOrNull(change));
    }
    return row;
  }
}
