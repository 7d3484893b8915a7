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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Brings rows of an earlier schema into a later one of the same table: fields are found by id,
 * those that came later are null, and promoted numbers are widened.
 */
public final class SchemaAlignment implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Types.StructType from;
  private final Types.StructType to;

  public SchemaAlignment(Schema from, Schema to) {
    this.from = from.asStruct();
    this.to = to.asStruct();
  }

  /** The row in the later schema; the row itself where both are equal. */
  public Record align(Record row) {
    return from.equals(to) ? row : struct(from, to, row);
  }

  private static Record struct(Types.StructType from, Types.StructType to, StructLike row) {
    GenericRecord result = GenericRecord.create(to);
    for (int i = 0; i < to.fields().size(); i++) {
      Types.NestedField field = to.fields().get(i);
      Types.NestedField earlier = from.field(field.fieldId());
      if (earlier != null) {
        Object value = row.get(from.fields().indexOf(earlier), Object.class);
        result.set(i, value(earlier.type(), field.type(), value));
      }
    }
    return result;
  }

  private static Object value(Type from, Type to, Object value) {
    if (value == null || from.equals(to)) {
      return value;
    }
    return switch (to.typeId()) {
      case STRUCT -> struct(from.asStructType(), to.asStructType(), (StructLike) value);
      case LIST -> list(from.asListType(), to.asListType(), (List<?>) value);
      case MAP -> map(from.asMapType(), to.asMapType(), (Map<?, ?>) value);
      case LONG -> ((Number) value).longValue();
      case DOUBLE -> ((Number) value).doubleValue();
      default -> value;
    };
  }

  private static List<Object> list(Types.ListType from, Types.ListType to, List<?> values) {
    List<Object> result = new ArrayList<>(values.size());
    values.forEach(value -> result.add(value(from.elementType(), to.elementType(), value)));
    return result;
  }

  private static Map<Object, Object> map(Types.MapType from, Types.MapType to, Map<?, ?> values) {
    Map<Object, Object> result = new HashMap<>();
    values.forEach(
        (key, value) ->
            result.put(
                value(from.keyType(), to.keyType(), key),
                value(from.valueType(), to.valueType(), value)));
    return result;
  }
}
