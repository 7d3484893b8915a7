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

import dev.tributary.errors.MappingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.logicaltypes.EnumerationType;
import org.apache.beam.sdk.schemas.logicaltypes.FixedBytes;
import org.apache.beam.sdk.schemas.logicaltypes.FixedPrecisionNumeric;
import org.apache.beam.sdk.schemas.logicaltypes.FixedString;
import org.apache.beam.sdk.schemas.logicaltypes.MicrosInstant;
import org.apache.beam.sdk.schemas.logicaltypes.NanosInstant;
import org.apache.beam.sdk.schemas.logicaltypes.SqlTypes;
import org.apache.beam.sdk.schemas.logicaltypes.Timestamp;
import org.apache.beam.sdk.schemas.logicaltypes.VariableBytes;
import org.apache.beam.sdk.schemas.logicaltypes.VariableString;
import org.apache.beam.sdk.values.Row;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * Iceberg's types as Beam's and the other way round. Every value that an Iceberg type can have has
 * its place in the Beam type: times to the nanosecond, decimals with their precision and scale.
 */
final class BeamTypes {
  private static final int MICRO_DIGITS = 6;
  private static final int MOST_DIGITS = 38;
  private static final int UUID_BYTES = 16;

  private BeamTypes() {}

  /** The Beam schema of rows of the given columns. */
  static Schema schema(Types.StructType struct) {
    Schema.Builder builder = Schema.builder();
    for (Types.NestedField field : struct.fields()) {
      Schema.Field beam =
          Schema.Field.of(field.name(), type(field.type()).withNullable(field.isOptional()));
      builder.addField(field.doc() == null ? beam : beam.withDescription(field.doc()));
    }
    return builder.build();
  }

  private static FieldType type(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> FieldType.BOOLEAN;
      case INTEGER -> FieldType.INT32;
      case LONG -> FieldType.INT64;
      case FLOAT -> FieldType.FLOAT;
      case DOUBLE -> FieldType.DOUBLE;
      case STRING -> FieldType.STRING;
      case BINARY -> FieldType.BYTES;
      case DATE -> FieldType.logicalType(SqlTypes.DATE);
      case TIME -> FieldType.logicalType(SqlTypes.TIME);
      case TIMESTAMP ->
          ((Types.TimestampType) type).shouldAdjustToUTC()
              ? FieldType.logicalType(Timestamp.MICROS)
              : FieldType.logicalType(SqlTypes.DATETIME);
      case TIMESTAMP_NANO ->
          ((Types.TimestampNanoType) type).shouldAdjustToUTC()
              ? FieldType.logicalType(Timestamp.NANOS)
              : FieldType.logicalType(SqlTypes.DATETIME);
      case UUID -> FieldType.logicalType(SqlTypes.UUID);
      case FIXED -> FieldType.logicalType(FixedBytes.of(((Types.FixedType) type).length()));
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        yield FieldType.logicalType(FixedPrecisionNumeric.of(decimal.precision(), decimal.scale()));
      }
      case STRUCT -> FieldType.row(schema(type.asStructType()));
      case LIST ->
          FieldType.array(
              type(type.asListType().elementType())
                  .withNullable(type.asListType().isElementOptional()));
      case MAP ->
          FieldType.map(
              type(type.asMapType().keyType()),
              type(type.asMapType().valueType()).withNullable(type.asMapType().isValueOptional()));
      default ->
          throw new MappingException(
              String.format(
                  "A value of type %s has no form in a Beam row: leave its column out with drop.",
                  type));
    };
  }

  /**
   * The Iceberg columns of rows of a Beam schema, with fresh field ids.
   *
   * @param table columns whose types decide where a Beam type says too little: decimals without a
   *     precision, byte arrays, date-times; null: there is no table yet
   * @throws MappingException naming the field whose type has no place in an Iceberg table
   */
  static org.apache.iceberg.Schema columns(Schema rows, Types.StructType table) {
    AtomicInteger ids = new AtomicInteger();
    return new org.apache.iceberg.Schema(fields(rows, table, "", ids));
  }

  private static List<Types.NestedField> fields(
      Schema rows, Types.StructType table, String path, AtomicInteger ids) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (Schema.Field field : rows.getFields()) {
      Types.NestedField existing = table == null ? null : table.field(field.getName());
      int id = ids.incrementAndGet();
      Type type =
          icebergType(
              field.getType(),
              Optional.ofNullable(existing).map(Types.NestedField::type),
              path + field.getName(),
              ids);
      String doc = field.getDescription();
      fields.add(
          Types.NestedField.of(
              id,
              field.getType().getNullable(),
              field.getName(),
              type,
              doc == null || doc.isEmpty() ? null : doc));
    }
    return fields;
  }

  private static Type icebergType(
      FieldType type, Optional<Type> existing, String path, AtomicInteger ids) {
    return switch (type.getTypeName()) {
      case BOOLEAN -> Types.BooleanType.get();
      case BYTE, INT16, INT32 -> Types.IntegerType.get();
      case INT64 -> Types.LongType.get();
      case FLOAT -> Types.FloatType.get();
      case DOUBLE -> Types.DoubleType.get();
      case STRING -> Types.StringType.get();
      case BYTES -> bytes(existing);
      case DECIMAL ->
          existing
              .filter(it -> it.typeId() == Type.TypeID.DECIMAL)
              .orElseThrow(
                  () ->
                      new MappingException(
                          String.format(
                              "Field '%s' is a decimal without a precision, and the table has no"
                                  + " decimal column of that name that would tell it: use the"
                                  + " logical type FixedPrecisionNumeric, or create the table"
                                  + " first.",
                              path)));
      case DATETIME -> Types.TimestampType.withZone();
      case LOGICAL_TYPE -> logical(type.getLogicalType(), existing, path);
      case ROW ->
          Types.StructType.of(
              fields(
                  type.getRowSchema(),
                  existing.filter(Type::isStructType).map(Type::asStructType).orElse(null),
                  path + ".",
                  ids));
      case ARRAY, ITERABLE -> list(type.getCollectionElementType(), existing, path, ids);
      case MAP -> map(type, existing, path, ids);
    };
  }

  private static Type bytes(Optional<Type> existing) {
    return existing
        .filter(it -> it.typeId() == Type.TypeID.UUID || it.typeId() == Type.TypeID.FIXED)
        .orElse(Types.BinaryType.get());
  }

  private static Type list(
      FieldType element, Optional<Type> existing, String path, AtomicInteger ids) {
    int id = ids.incrementAndGet();
    Optional<Type> elements =
        existing.filter(Type::isListType).map(it -> it.asListType().elementType());
    Type type = icebergType(element, elements, path + ".element", ids);
    return element.getNullable()
        ? Types.ListType.ofOptional(id, type)
        : Types.ListType.ofRequired(id, type);
  }

  private static Type map(FieldType map, Optional<Type> existing, String path, AtomicInteger ids) {
    int keyId = ids.incrementAndGet();
    int valueId = ids.incrementAndGet();
    Optional<Types.MapType> known = existing.filter(Type::isMapType).map(Type::asMapType);
    FieldType value = map.getMapValueType();
    Type keys = icebergType(map.getMapKeyType(), known.map(Types.MapType::keyType), path, ids);
    Type values = icebergType(value, known.map(Types.MapType::valueType), path, ids);
    return value.getNullable()
        ? Types.MapType.ofOptional(keyId, valueId, keys, values)
        : Types.MapType.ofRequired(keyId, valueId, keys, values);
  }

  private static Type logical(Schema.LogicalType<?, ?> type, Optional<Type> existing, String path) {
    String identifier = type.getIdentifier();
    if (identifier.equals(SqlTypes.DATE.getIdentifier())) {
      return Types.DateType.get();
    }
    if (identifier.equals(SqlTypes.TIME.getIdentifier())) {
      return Types.TimeType.get();
    }
    if (identifier.equals(SqlTypes.DATETIME.getIdentifier())) {
      Type nanos = Types.TimestampNanoType.withoutZone();
      return existing.filter(nanos::equals).orElse(Types.TimestampType.withoutZone());
    }
    if (identifier.equals(Timestamp.IDENTIFIER)) {
      Integer digits = (Integer) type.getArgument();
      return digits != null && digits > MICRO_DIGITS
          ? Types.TimestampNanoType.withZone()
          : Types.TimestampType.withZone();
    }
    if (type instanceof MicrosInstant) {
      return Types.TimestampType.withZone();
    }
    if (type instanceof NanosInstant) {
      return Types.TimestampNanoType.withZone();
    }
    if (identifier.equals(SqlTypes.UUID.getIdentifier())) {
      return Types.UUIDType.get();
    }
    if (type instanceof FixedBytes fixed) {
      return existing.filter(it -> it.typeId() == Type.TypeID.UUID).isPresent()
              && fixed.getLength() == UUID_BYTES
          ? Types.UUIDType.get()
          : Types.FixedType.ofLength(fixed.getLength());
    }
    if (type instanceof VariableBytes) {
      return bytes(existing);
    }
    if (type instanceof FixedString
        || type instanceof VariableString
        || type instanceof EnumerationType) {
      return Types.StringType.get();
    }
    if (type instanceof FixedPrecisionNumeric) {
      return decimal((Row) type.getArgument(), path);
    }
    throw new MappingException(
        String.format(
            "Field '%s' has the logical type %s, which no Iceberg type is known for: convert the"
                + " field, or leave it out with drop.",
            path, identifier));
  }

  private static Type decimal(Row argument, String path) {
    int precision = argument.getInt32("precision");
    int scale = argument.getInt32("scale");
    if (precision > MOST_DIGITS) {
      throw new MappingException(
          String.format(
              "Field '%s' is a decimal of %d digits; an Iceberg column holds at most %d.",
              path, precision, MOST_DIGITS));
    }
    return Types.DecimalType.of(precision, scale);
  }

  /** Whether values of a type have a form in a Beam row. */
  static boolean carries(Type type) {
    return TypeUtil.find(
            type,
            nested ->
                switch (nested.typeId()) {
                  case VARIANT, GEOMETRY, GEOGRAPHY, UNKNOWN -> true;
                  default -> false;
                })
        == null;
  }

  /** Whether a timestamp type holds microseconds, not nanoseconds. */
  static boolean micros(Type type) {
    return type.typeId() == Type.TypeID.TIMESTAMP;
  }
}
