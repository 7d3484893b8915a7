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
package dev.tributary.pipeline.managed;

import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;

/** Turns rows of a table into Beam's. Travels to workers. */
final class RecordToRow implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Types.StructType struct;
  private final Schema schema;

  RecordToRow(Types.StructType struct) {
    this.struct = struct;
    this.schema = BeamTypes.schema(struct);
  }

  Schema schema() {
    return schema;
  }

  /** The values of a row in the order of the columns, in Beam's classes. */
  List<Object> values(StructLike row) {
    return values(struct, schema, row);
  }

  Row row(StructLike row) {
    return Row.withSchema(schema).attachValues(values(row));
  }

  private static List<Object> values(Types.StructType struct, Schema schema, StructLike row) {
    List<Object> values = new ArrayList<>(struct.fields().size());
    for (int i = 0; i < struct.fields().size(); i++) {
      values.add(
          value(
              struct.fields().get(i).type(),
              schema.getField(i).getType(),
              row.get(i, Object.class)));
    }
    return values;
  }

  private static Object value(Type type, Schema.FieldType beam, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.typeId()) {
      case TIMESTAMP, TIMESTAMP_NANO ->
          value instanceof OffsetDateTime instant ? instant.toInstant() : value;
      case BINARY -> ByteBuffers.toByteArray((ByteBuffer) value);
      // The same number may have come with fewer digits after the point than the column states.
      case DECIMAL -> ((BigDecimal) value).setScale(((Types.DecimalType) type).scale());
      case STRUCT ->
          Row.withSchema(beam.getRowSchema())
              .attachValues(values(type.asStructType(), beam.getRowSchema(), (StructLike) value));
      case LIST -> {
        List<Object> list = new ArrayList<>();
        for (Object element : (List<?>) value) {
          list.add(
              value(type.asListType().elementType(), beam.getCollectionElementType(), element));
        }
        yield list;
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        ((Map<?, ?>) value)
            .forEach(
                (key, item) ->
                    map.put(
                        value(type.asMapType().keyType(), beam.getMapKeyType(), key),
                        value(type.asMapType().valueType(), beam.getMapValueType(), item)));
        yield map;
      }
      default -> value;
    };
  }
}
