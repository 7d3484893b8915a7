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

import dev.tributary.delta.TableMetadata.ColumnMapping;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * A version's columns as an Iceberg schema.
 *
 * @param leftOut columns that cannot be read, with the reason
 */
record DeltaSchema(Schema schema, Map<String, String> leftOut) {

  static DeltaSchema of(TableMetadata metadata, FieldIds ids) {
    Converter converter = new Converter(ids, metadata.columnMapping());
    List<Types.NestedField> columns = new ArrayList<>();
    Map<String, String> leftOut = new LinkedHashMap<>();
    for (StructField field : metadata.schema().fields()) {
      Optional<String> unreadable = unreadable(field.getDataType());
      if (unreadable.isPresent()) {
        leftOut.put(field.getName(), unreadable.get());
      } else {
        columns.add(converter.field(field, ""));
      }
    }
    return new DeltaSchema(new Schema(columns), leftOut);
  }

  private static Optional<String> unreadable(DataType type) {
    if (type instanceof StructType struct) {
      return struct.fields().stream()
          .flatMap(field -> unreadable(field.getDataType()).stream())
          .findFirst();
    }
    if (type instanceof ArrayType list) {
      return unreadable(list.getElementType());
    }
    if (type instanceof MapType map) {
      return unreadable(map.getKeyType()).or(() -> unreadable(map.getValueType()));
    }
    return Converter.primitive(type).isPresent()
        ? Optional.empty()
        : Optional.of("values of type " + type + " cannot be read");
  }

  private record Converter(FieldIds ids, ColumnMapping mapping) {
    Types.NestedField field(StructField field, String parent) {
      String path = FieldIds.path(parent, field, mapping);
      Types.NestedField.Builder builder =
          Types.NestedField.builder()
              .withId(ids.id(path))
              .withName(field.getName())
              .isOptional(field.isNullable())
              .ofType(type(field.getDataType(), path));
      if (field.getMetadata().getEntries().get("comment") instanceof String comment) {
        builder.withDoc(comment);
      }
      return builder.build();
    }

    private Type type(DataType type, String path) {
      if (type instanceof StructType struct) {
        return Types.StructType.of(struct.fields().stream().map(f -> field(f, path)).toList());
      }
      if (type instanceof ArrayType list) {
        String elementPath = FieldIds.elementPath(path);
        Type element = type(list.getElementType(), elementPath);
        return list.containsNull()
            ? Types.ListType.ofOptional(ids.id(elementPath), element)
            : Types.ListType.ofRequired(ids.id(elementPath), element);
      }
      if (type instanceof MapType map) {
        String keyPath = FieldIds.keyPath(path);
        String valuePath = FieldIds.valuePath(path);
        Type key = type(map.getKeyType(), keyPath);
        Type value = type(map.getValueType(), valuePath);
        return map.isValueContainsNull()
            ? Types.MapType.ofOptional(ids.id(keyPath), ids.id(valuePath), key, value)
            : Types.MapType.ofRequired(ids.id(keyPath), ids.id(valuePath), key, value);
      }
      return primitive(type).orElseThrow();
    }

    static Optional<Type> primitive(DataType type) {
      if (type instanceof ByteType || type instanceof ShortType || type instanceof IntegerType) {
        return Optional.of(Types.IntegerType.get());
      } else if (type instanceof LongType) {
        return Optional.of(Types.LongType.get());
      } else if (type instanceof FloatType) {
        return Optional.of(Types.FloatType.get());
      } else if (type instanceof DoubleType) {
        return Optional.of(Types.DoubleType.get());
      } else if (type instanceof BooleanType) {
        return Optional.of(Types.BooleanType.get());
      } else if (type instanceof StringType) {
        return Optional.of(Types.StringType.get());
      } else if (type instanceof BinaryType) {
        return Optional.of(Types.BinaryType.get());
      } else if (type instanceof DateType) {
        return Optional.of(Types.DateType.get());
      } else if (type instanceof TimestampType) {
        return Optional.of(Types.TimestampType.withZone());
      } else if (type instanceof TimestampNTZType) {
        return Optional.of(Types.TimestampType.withoutZone());
      } else if (type instanceof DecimalType decimal) {
        return Optional.of(Types.DecimalType.of(decimal.getPrecision(), decimal.getScale()));
      }
      return Optional.empty();
    }
  }
}
