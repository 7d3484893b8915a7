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

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.StructLike;

/**
 * Equality of rows by value, also for what Java compares by identity (byte arrays, inside lists and
 * maps too). Floating point values compare by their bits with all NaNs equal, as in Iceberg.
 */
public final class Rows {
  private Rows() {}

  /** Whether both rows have the same values in the same order; names do not count. */
  public static boolean equal(StructLike left, StructLike right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!equalValues(left.get(i, Object.class), right.get(i, Object.class))) {
        return false;
      }
    }
    return true;
  }

  /** A hash that agrees with {@link #equal}. */
  public static int hash(StructLike row) {
    int result = 1;
    for (int i = 0; i < row.size(); i++) {
      result = 31 * result + hashValue(row.get(i, Object.class));
    }
    return result;
  }

  private static boolean equalValues(Object left, Object right) {
    if (left == right) {
      return true;
    }
    if (left instanceof byte[] a && right instanceof byte[] b) {
      return Arrays.equals(a, b);
    }
    if (left instanceof StructLike a && right instanceof StructLike b) {
      return equal(a, b);
    }
    if (left instanceof List<?> a && right instanceof List<?> b) {
      return a.size() == b.size() && equalLists(a, b);
    }
    if (left instanceof Map<?, ?> a && right instanceof Map<?, ?> b) {
      return a.size() == b.size() && byValue(a).equals(byValue(b));
    }
    return Objects.equals(left, right);
  }

  private static boolean equalLists(List<?> left, List<?> right) {
    for (int i = 0; i < left.size(); i++) {
      if (!equalValues(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static Map<Value, Value> byValue(Map<?, ?> map) {
    Map<Value, Value> result = new HashMap<>();
    map.forEach((key, value) -> result.put(new Value(key), new Value(value)));
    return result;
  }

  private static int hashValue(Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.hashCode(bytes);
    }
    if (value instanceof StructLike row) {
      return hash(row);
    }
    if (value instanceof List<?> list) {
      return list.stream().mapToInt(Rows::hashValue).reduce(1, (a, b) -> 31 * a + b);
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .mapToInt(entry -> hashValue(entry.getKey()) ^ hashValue(entry.getValue()))
          .sum();
    }
    return Objects.hashCode(value);
  }

  /** A value inside a map, compared as {@link Rows} does. */
  private record Value(Object value) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Value that && equalValues(value, that.value);
    }

    @Override
    public int hashCode() {
      return hashValue(value);
    }
  }
}
