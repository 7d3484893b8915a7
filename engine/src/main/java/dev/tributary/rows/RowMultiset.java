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
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.data.Record;

/** Differences of bags of rows: how often a row occurs counts, its place does not. */
public final class RowMultiset {
  /** Up to so many, comparing each with each is faster than hashing. */
  private static final int FEW_COMPARISONS = 16;

  private RowMultiset() {}

  /**
   * What is left of two bags after equal rows cancelled one by one.
   *
   * @param left rows that only the left bag has
   * @param right rows that only the right bag has
   */
  public record Difference(List<Record> left, List<Record> right) {}

  /** Cancels equal rows. What is left stays in order. */
  public static Difference difference(List<Record> left, List<Record> right) {
    return (long) left.size() * right.size() <= FEW_COMPARISONS
        ? byComparing(left, right)
        : byHashing(left, right);
  }

  /**
   * Cancels rows that are the same but for annotations. Rows whose annotations agree too go first,
   * and of others those with the least, so that what is left does not depend on any order. What is
   * left stays in order.
   */
  public static Difference difference(
      List<Record> left, List<Record> right, Annotations annotations) {
    Difference exact = difference(left, right);
    if (annotations.isEmpty() || exact.left().isEmpty() || exact.right().isEmpty()) {
      return exact;
    }
    Map<Annotated, Sides> groups = new HashMap<>();
    for (Record row : exact.left()) {
      groups.computeIfAbsent(new Annotated(row, annotations), key -> new Sides()).left.add(row);
    }
    for (Record row : exact.right()) {
      groups.computeIfAbsent(new Annotated(row, annotations), key -> new Sides()).right.add(row);
    }
    Set<Record> cancelled = Collections.newSetFromMap(new IdentityHashMap<>());
    groups.values().forEach(sides -> sides.cancel(annotations, cancelled));
    return new Difference(without(exact.left(), cancelled), without(exact.right(), cancelled));
  }

  private static List<Record> without(List<Record> rows, Set<Record> cancelled) {
    return rows.stream().filter(row -> !cancelled.contains(row)).toList();
  }

  /** Rows of both bags that are the same but for annotations. */
  private static final class Sides {
    private final List<Record> left = new ArrayList<>();
    private final List<Record> right = new ArrayList<>();

    void cancel(Annotations annotations, Set<Record> cancelled) {
      int pairs = Math.min(left.size(), right.size());
      left.sort(annotations::compare);
      right.sort(annotations::compare);
      cancelled.addAll(left.subList(0, pairs));
      cancelled.addAll(right.subList(0, pairs));
    }
  }

  /** A row that equals others but for annotations. */
  private record Annotated(Record row, Annotations annotations) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Annotated that && annotations.same(row, that.row);
    }

    @Override
    public int hashCode() {
      return annotations.hash(row);
    }
  }

  private static Difference byComparing(List<Record> left, List<Record> right) {
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

  private static Difference byHashing(List<Record> left, List<Record> right) {
    Map<Row, Integer> unmatched = new HashMap<>();
    right.forEach(row -> unmatched.merge(new Row(row), 1, Integer::sum));
    Map<Row, Integer> matched = new HashMap<>();
    List<Record> onlyLeft = new ArrayList<>();
    for (Record record : left) {
      Row row = new Row(record);
      if (unmatched.getOrDefault(row, 0) > 0) {
        unmatched.merge(row, -1, Integer::sum);
        matched.merge(row, 1, Integer::sum);
      } else {
        onlyLeft.add(record);
      }
    }
    List<Record> onlyRight = new ArrayList<>();
    for (Record record : right) {
      Row row = new Row(record);
      if (matched.getOrDefault(row, 0) > 0) {
        matched.merge(row, -1, Integer::sum);
      } else {
        onlyRight.add(record);
      }
    }
    return new Difference(onlyLeft, onlyRight);
  }

  /** A row that equals others by its values. */
  private record Row(Record values) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Row that && Rows.equal(values, that.values);
    }

    @Override
    public int hashCode() {
      return Rows.hash(values);
    }
  }
}
