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

import java.io.Serializable;
import org.apache.iceberg.data.Record;

/** One side of a comparison. */
sealed interface Operand extends Serializable {

  /** The value as it stands in the row; null where SQL has NULL. */
  Object value(RowContext context);

  /**
   * A column of the row.
   *
   * @param positions of the fields that lead to it; empty: the rows do not have the column, which
   *     is null then
   */
  record Column(int[] positions) implements Operand {
    @Override
    public Object value(RowContext context) {
      Object value = positions.length == 0 ? null : context.row();
      for (int position : positions) {
        value = value == null ? null : ((Record) value).get(position);
      }
      return value;
    }
  }

  /** A value of the change or its commit. */
  record OfChange(ChangeColumn column) implements Operand {
    @Override
    public Object value(RowContext context) {
      return context.metadata().get(column.ordinal());
    }
  }

  /**
   * A literal.
   *
   * @param constant serializable; null: NULL
   */
  record Literal(Serializable constant) implements Operand {
    @Override
    public Object value(RowContext context) {
      return constant;
    }
  }
}
