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
package dev.tributary.delta;

import dev.tributary.delta.ReadShape.FileColumn;
import dev.tributary.delta.ReadShape.Origin;
import dev.tributary.delta.ReadShape.PartitionValue;
import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StructType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;

/** Turns rows of Delta Kernel's batches into records. Keeps no state; safe for several threads. */
final class RowConverter {
  private final GenericRecord template;
  private final int[] fileColumns;
  private final ValueReader[] readers;
  private final Object[] constants;

  private interface ValueReader {
    Object read(ColumnVector vector, int row);
  }

  /**
   * A converter for the rows of one file.
   *
   * @param schema the rows to make
   * @param end the same columns as Delta declares them, all nested fields included
   * @param partitionValues of the file, by physical name
   */
  RowConverter(
      Schema schema, StructType end, ReadShape shape, Map<String, String> partitionValues) {
    this.template = GenericRecord.create(schema);
    int columns = schema.columns().size();
    this.fileColumns = new int[columns];
    this.readers = new ValueReader[columns];
    this.constants = new Object[columns];
    for (int i = 0; i < columns; i++) {
      Types.NestedField column = schema.columns().get(i);
      DataType type = end.get(column.name()).getDataType();
      Origin origin = shape.columns().get(end.indexOf(column.name()));
      if (origin instanceof FileColumn file) {
        fileColumns[i] = file.index();
        readers[i] = reader(column.type(), type);
      } else if (origin instanceof PartitionValue partition) {
        constants[i] = PartitionValues.parse(column, partitionValues.get(partition.physicalName()));
      }
    }
  }

  Record convert(ColumnarBatch batch, int row) {
    GenericRecord record = template.copy();
    for (int i = 0; i < readers.length; i++) {
      record.set(
          i,
          readers[i] == null
              ? constants[i]
              : value(readers[i], batch.getColumnVector(fileColumns[i]), row));
    }
    return record;
  }

  private static Object value(ValueReader reader, ColumnVector vector, int row) {
    return vector.isNullAt(row) ? null : reader.read(vector, row);
  }

  private static ValueReader reader(Type type, DataType deltaType) {
    return switch (type.typeId()) {
      case BOOLEAN -> ColumnVector::getBoolean;
      case INTEGER ->
          deltaType instanceof ByteType
              ? (vector, row) -> (int) vector.getByte(row)
              : deltaType instanceof ShortType
                  ? (vector, row) -> (int) vector.getShort(row)
                  : ColumnVector::getInt;
      case LONG -> ColumnVector::getLong;
      case FLOAT -> ColumnVector::getFloat;
      case DOUBLE -> ColumnVector::getDouble;
      case DATE -> (vector, row) -> DateTimeUtil.dateFromDays(vector.getInt(row));
      case TIMESTAMP ->
          ((Types.TimestampType) type).shouldAdjustToUTC()
              ? (vector, row) -> DateTimeUtil.timestamptzFromMicros(vector.getLong(row))
              : (vector, row) -> DateTimeUtil.timestampFromMicros(vector.getLong(row));
      case STRING -> ColumnVector::getString;
      case BINARY -> (vector, row) -> ByteBuffer.wrap(vector.getBinary(row));
      case DECIMAL -> {
        int scale = ((Types.DecimalType) type).scale();
        yield (vector, row) -> vector.getDecimal(row).setScale(scale);
      }
      case STRUCT -> structReader(type.asStructType(), (StructType) deltaType);
      case LIST -> listReader(type.asListType(), (ArrayType) deltaType);
      case MAP -> mapReader(type.asMapType(), (MapType) deltaType);
      default -> throw new IllegalStateException("Not a type of a Delta column: " + type);
    };
  }

  private static ValueReader structReader(Types.StructType type, StructType deltaType) {
    GenericRecord template = GenericRecord.create(type);
    int size = type.fields().size();
    int[] children = new int[size];
    ValueReader[] readers = new ValueReader[size];
    for (int i = 0; i < size; i++) {
      Types.NestedField field = type.fields().get(i);
      children[i] = deltaType.indexOf(field.name());
      readers[i] = reader(field.type(), deltaType.at(children[i]).getDataType());
    }
    return (vector, row) -> {
      GenericRecord record = template.copy();
      for (int i = 0; i < size; i++) {
        record.set(i, value(readers[i], vector.getChild(children[i]), row));
      }
      return record;
    };
  }

  private static ValueReader listReader(Types.ListType type, ArrayType deltaType) {
    ValueReader element = reader(type.elementType(), deltaType.getElementType());
    return (vector, row) -> {
      ArrayValue list = vector.getArray(row);
      return values(element, list.getElements(), list.getSize());
    };
  }

  private static ValueReader mapReader(Types.MapType type, MapType deltaType) {
    ValueReader key = reader(type.keyType(), deltaType.getKeyType());
    ValueReader value = reader(type.valueType(), deltaType.getValueType());
    return (vector, row) -> {
      MapValue map = vector.getMap(row);
      List<Object> keys = values(key, map.getKeys(), map.getSize());
      List<Object> values = values(value, map.getValues(), map.getSize());
      Map<Object, Object> result = new LinkedHashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        result.put(keys.get(i), values.get(i));
      }
      return result;
    };
  }

  private static List<Object> values(ValueReader reader, ColumnVector vector, int size) {
    List<Object> values = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      values.add(value(reader, vector, i));
    }
    return values;
  }
}
