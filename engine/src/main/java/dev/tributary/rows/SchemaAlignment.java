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
 * those that came later are null, and promoted numbers are widened. Where each field comes from is
 * found out once, not for every row.
 */
public final class SchemaAlignment implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final Value AS_IT_IS = value -> value;

  private final Types.StructType from;
  private final Types.StructType to;
  private transient volatile Value rows;

  public SchemaAlignment(Schema from, Schema to) {
    this.from = from.asStruct();
    this.to = to.asStruct();
  }

  /** Brings values of one type into another. */
  private interface Value {
    Object align(Object value);
  }

  /** The row in the later schema; the row itself where both are equal. */
  public Record align(Record row) {
    Value bound = rows;
    if (bound == null) {
      bound = bind(from, to);
      rows = bound;
    }
    return (Record) bound.align(row);
  }

  private static Value bind(Type from, Type to) {
    if (from.equals(to)) {
      return AS_IT_IS;
    }
    return switch (to.typeId()) {
      case STRUCT -> new Struct(from.asStructType(), to.asStructType());
      case LIST -> list(bind(from.asListType().elementType(), to.asListType().elementType()));
      case MAP -> map(from.asMapType(), to.asMapType());
      case LONG -> value -> value == null ? null : (Object) ((Number) value).longValue();
      case DOUBLE -> value -> value == null ? null : (Object) ((Number) value).doubleValue();
      default -> AS_IT_IS;
    };
  }

  /** A struct, whose fields are looked up once for all rows. */
  private static final class Struct implements Value {
    private final Types.StructType to;
    private final int[] places;
    private final Value[] values;

    Struct(Types.StructType from, Types.StructType to) {
      this.to = to;
      this.places = new int[to.fields().size()];
      this.values = new Value[places.length];
      for (int i = 0; i < places.length; i++) {
        Types.NestedField field = to.fields().get(i);
        Types.NestedField earlier = from.field(field.fieldId());
        places[i] = earlier == null ? -1 : from.fields().indexOf(earlier);
        values[i] = earlier == null ? AS_IT_IS : bind(earlier.type(), field.type());
      }
    }

    @Override
    public Object align(Object value) {
      if (value == null) {
        return null;
      }
      StructLike row = (StructLike) value;
      GenericRecord result = GenericRecord.create(to);
      for (int i = 0; i < places.length; i++) {
        if (places[i] >= 0) {
          result.set(i, values[i].align(row.get(places[i], Object.class)));
        }
      }
      return result;
    }
  }

  private static Value list(Value element) {
    return value -> {
      if (value == null) {
        return null;
      }
      List<?> values = (List<?>) value;
      List<Object> result = new ArrayList<>(values.size());
      values.forEach(it -> result.add(element.align(it)));
      return result;
    };
  }

  private static Value map(Types.MapType from, Types.MapType to) {
    Value keys = bind(from.keyType(), to.keyType());
    Value values = bind(from.valueType(), to.valueType());
    return value -> {
      if (value == null) {
        return null;
      }
      Map<Object, Object> result = new HashMap<>();
      ((Map<?, ?>) value).forEach((k, v) -> result.put(keys.align(k), values.align(v)));
      return result;
    };
  }
}
