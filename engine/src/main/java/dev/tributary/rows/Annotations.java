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

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Types;

/**
 * Columns that tell of a row and are no part of it, such as its id: rows that differ in nothing
 * else are the same row. So asking for such columns never makes a change of what was none, as where
 * a writer copied a row into another file without its id.
 *
 * @param positions of those columns among all columns
 */
public record Annotations(ArrayList<Integer> positions) implements Serializable {
  /** There are no such columns. */
  public static final Annotations NONE = new Annotations(new ArrayList<>());

  private static final Set<Integer> LINEAGE =
      Set.of(
          MetadataColumns.ROW_ID.fieldId(), MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId());

  private static final Comparator<Comparable<Object>> NULLS_FIRST =
      Comparator.nullsFirst(Comparator.naturalOrder());

  /** The columns of Iceberg's row lineage among those of a source's rows. */
  public static Annotations of(Types.StructType rows) {
    ArrayList<Integer> positions = new ArrayList<>();
    List<Types.NestedField> fields = rows.fields();
    for (int i = 0; i < fields.size(); i++) {
      if (LINEAGE.contains(fields.get(i).fieldId())) {
        positions.add(i);
      }
    }
    return positions.isEmpty() ? NONE : new Annotations(positions);
  }

  /** Whether there are no such columns. */
  public boolean isEmpty() {
    return positions.isEmpty();
  }

  /** Whether both rows are the same but for these columns. */
  public boolean same(StructLike left, StructLike right) {
    return isEmpty() ? Rows.equal(left, right) : Rows.equal(bare(left), bare(right));
  }

  /** A hash that agrees with {@link #same}. */
  public int hash(StructLike row) {
    return isEmpty() ? Rows.hash(row) : Rows.hash(bare(row));
  }

  /** Orders rows by these columns alone, nulls first. */
  int compare(StructLike left, StructLike right) {
    for (int position : positions) {
      int order = NULLS_FIRST.compare(value(left, position), value(right, position));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @SuppressWarnings("unchecked") // Numbers, or what a target's column makes of them.
  private static Comparable<Object> value(StructLike row, int position) {
    return (Comparable<Object>) row.get(position, Object.class);
  }

  private StructLike bare(StructLike row) {
    return new Bare(row);
  }

  /** A row as if these columns were null. */
  private final class Bare implements StructLike {
    private final StructLike row;

    Bare(StructLike row) {
      this.row = row;
    }

    @Override
    public int size() {
      return row.size();
    }

    @Override
    public <T> T get(int position, Class<T> type) {
      return positions.contains(position) ? null : row.get(position, type);
    }

    @Override
    public <T> void set(int position, T value) {
      throw new UnsupportedOperationException("Only for comparing");
    }
  }
}
