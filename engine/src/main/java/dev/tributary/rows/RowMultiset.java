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
package dev.tributary.rows;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.data.Record;

/** Differences of small bags of rows: how often a row occurs counts, its place does not. */
public final class RowMultiset {
  private RowMultiset() {}

  /**
   * What is left of two bags after equal rows cancelled one by one.
   *
   * @param left rows that only the left bag has
   * @param right rows that only the right bag has
   */
  public record Difference(List<Record> left, List<Record> right) {}

  /** Cancels equal rows; costs the product of the sizes, so it is for the rows of one key. */
  public static Difference difference(List<Record> left, List<Record> right) {
    List<Record> onlyLeft = new ArrayList<>();
    List<Record> onlyRight = new ArrayList<>(right);
    for (Record row : left) {
      int match = indexOf(onlyRight, row);
      if (match < 0) {
        onlyLeft.add(row);
      } else {
        onlyRight.remove(match);
      }
    }
    return new Difference(onlyLeft, onlyRight);
  }

  private static int indexOf(List<Record> rows, Record row) {
    for (int i = 0; i < rows.size(); i++) {
      if (Rows.equal(rows.get(i), row)) {
        return i;
      }
    }
    return -1;
  }
}
