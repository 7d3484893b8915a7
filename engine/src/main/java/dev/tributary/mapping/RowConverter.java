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
package dev.tributary.mapping;

import dev.tributary.mapping.SafeCasts.Cast;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** A mapping bound to the schema in which source rows really come. */
final class RowConverter {
  private final Types.StructType source;
  private final GenericRecord template;
  private final List<String> row;
  private final int[] rowPositions;
  private final int[][] positions;
  private final Cast[] casts;

  /**
   * @param row the names that lead to the struct that is the row; empty: the whole row is
   * @param paths for each column of the target, the names that lead to its source column
   */
  RowConverter(
      Types.StructType source,
      List<String> row,
      List<List<String>> paths,
      Types.StructType target) {
    this.source = source;
    this.row = row;
    this.rowPositions = new int[row.size()];
    locate(source, row, rowPositions);
    this.template = GenericRecord.create(target);
    this.positions = new int[paths.size()][];
    this.casts = new Cast[paths.size()];
    for (int i = 0; i < paths.size(); i++) {
      positions[i] = new int[paths.get(i).size()];
      Type type = locate(source, paths.get(i), positions[i]);
      casts[i] = conversion(type, target.fields().get(i).type());
    }
  }

  /** Whether rows of this very struct are what this converter is bound to; costs nothing. */
  boolean reads(Types.StructType struct) {
    return struct == source;
  }

  /**
   * @throws InapplicableRowException when the struct that is the row is null
   */
  Record convert(Record read) {
    if (value(read, rowPositions) == null) {
      throw new InapplicableRowException(
          String.format(
              "its column '%s' is null, and it is the only one to be written",
              String.join(".", row)));
    }
    GenericRecord result = template.copy();
    for (int i = 0; i < positions.length; i++) {
      Object value = value(read, positions[i]);
      result.set(i, value == null || casts[i] == null ? value : casts[i].apply(value));
    }
    return result;
  }

  private static Object value(Record row, int[] positions) {
    Object value = row;
    for (int position : positions) {
      value = value == null ? null : ((Record) value).get(position);
    }
    return value;
  }

  private static Type locate(Types.StructType source, List<String> path, int[] positions) {
    Type type = source;
    for (int depth = 0; depth < positions.length; depth++) {
      Types.StructType struct = type.asStructType();
      Types.NestedField field = struct.field(path.get(depth));
      if (field == null) {
        throw new IllegalArgumentException(
            "Rows lack the mapped column " + String.join(".", path) + "; they have " + source);
      }
      positions[depth] = struct.fields().indexOf(field);
      type = field.type();
    }
    return type;
  }

  /** How values of one type become values of another; null: they are the same. */
  private static Cast conversion(Type from, Type to) {
    if (sameShape(from, to)) {
      return null;
    }
    if (from.isStructType() && to.isStructType()) {
      return struct(from.asStructType(), to.asStructType());
    }
    if (from.isListType() && to.isListType()) {
      Cast element = orSame(conversion(elementOf(from), elementOf(to)));
      return value -> list((List<?>) value, element);
    }
    if (from.isMapType() && to.isMapType()) {
      Cast key = orSame(conversion(from.asMapType().keyType(), to.asMapType().keyType()));
      Cast item = orSame(conversion(from.asMapType().valueType(), to.asMapType().valueType()));
      return value -> map((Map<?, ?>) value, key, item);
    }
    return SafeCasts.between(from, to)
        .orElseThrow(() -> new IllegalArgumentException("No safe cast from " + from + " to " + to));
  }

  private static Cast struct(Types.StructType from, Types.StructType to) {
    List<List<String>> paths = to.fields().stream().map(field -> List.of(field.name())).toList();
    RowConverter nested = new RowConverter(from, List.of(), paths, to);
    return value -> nested.convert((Record) value);
  }

  private static Object list(List<?> values, Cast element) {
    List<Object> result = new ArrayList<>(values.size());
    values.forEach(value -> result.add(value == null ? null : element.apply(value)));
    return result;
  }

  private static Object map(Map<?, ?> values, Cast key, Cast item) {
    Map<Object, Object> result = new LinkedHashMap<>();
    values.forEach(
        (k, value) -> result.put(key.apply(k), value == null ? null : item.apply(value)));
    return result;
  }

  private static Type elementOf(Type list) {
    return list.asListType().elementType();
  }

  private static Cast orSame(Cast cast) {
    return cast == null ? value -> value : cast;
  }

  /** Whether values can be passed on as they are: equal but for field ids, docs and optionality. */
  private static boolean sameShape(Type left, Type right) {
    if (left.typeId() != right.typeId()) {
      return false;
    }
    if (left.isStructType()) {
      List<Types.NestedField> a = left.asStructType().fields();
      List<Types.NestedField> b = right.asStructType().fields();
      boolean same = a.size() == b.size();
      for (int i = 0; same && i < a.size(); i++) {
        same =
            a.get(i).name().equals(b.get(i).name()) && sameShape(a.get(i).type(), b.get(i).type());
      }
      return same;
    }
    if (left.isListType()) {
      return sameShape(elementOf(left), elementOf(right));
    }
    if (left.isMapType()) {
      return sameShape(left.asMapType().keyType(), right.asMapType().keyType())
          && sameShape(left.asMapType().valueType(), right.asMapType().valueType());
    }
    return left.equals(right);
  }
}
