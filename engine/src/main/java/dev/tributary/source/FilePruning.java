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
package dev.tributary.source;

import java.util.Set;

/** Which files of a table can hold rows that anybody wants; others need not be read. */
public interface FilePruning {
  /** All files are wanted. */
  FilePruning NONE =
      new FilePruning() {
        @Override
        public Set<Integer> columns() {
          return Set.of();
        }

        @Override
        public boolean mayHold(FileFacts facts) {
          return true;
        }
      };

  /** Field ids of the columns whose values decide. */
  Set<Integer> columns();

  /** Whether a file may hold a row that is wanted; must be true where it is not known. */
  boolean mayHold(FileFacts facts);

  /** What metadata says of the rows of a file. */
  interface FileFacts {
    /** What it says of the values in a top-level column. */
    ColumnFacts of(int fieldId);
  }

  /**
   * What is known of the values of a column in all rows of a file.
   *
   * @param lower no value is less; in the form that rows have it; null: not known
   * @param upper no value is greater; likewise
   */
  record ColumnFacts(Object lower, Object upper, Nulls nulls) {
    /** Nothing is known. */
    public static final ColumnFacts UNKNOWN = new ColumnFacts(null, null, Nulls.MAYBE);

    /** A column with one value, which may be null. */
    public static ColumnFacts constant(Object value) {
      return value == null
          ? new ColumnFacts(null, null, Nulls.ONLY)
          : new ColumnFacts(value, value, Nulls.NONE);
    }
  }

  /** Whether a column is null in rows. */
  enum Nulls {
    NONE,
    MAYBE,
    ONLY
  }
}
