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

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Types and columns by the names that people and Spark's SQL have for them. */
final class TypeNames {
  private TypeNames() {}

  /** Dotted paths of the columns that a mapping can name: those at the top and inside structs. */
  static List<String> paths(Schema schema) {
    return schema.columns().stream().flatMap(field -> paths("", field).stream()).toList();
  }

  private static List<String> paths(String prefix, Types.NestedField field) {
    String path = prefix + field.name();
    List<String> result = new ArrayList<>(List.of(path));
    if (field.type().isStructType()) {
      field
          .type()
          .asStructType()
          .fields()
          .forEach(nested -> result.addAll(paths(path + ".", nested)));
    }
    return result;
  }

  /** The first type, from outside in, that a predicate holds for. */
  static Optional<Type> first(Type type, Predicate<Type> predicate) {
    if (predicate.test(type)) {
      return Optional.of(type);
    }
    return type.isNestedType()
        ? type.asNestedType().fields().stream()
            .flatMap(field -> first(field.type(), predicate).stream())
            .findFirst()
        : Optional.empty();
  }

  /** The type in Spark's SQL; empty when Spark has none. */
  static Optional<String> spark(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN, FLOAT, DOUBLE, DATE, STRING, BINARY ->
          Optional.of(type.typeId().name().toLowerCase(Locale.ROOT));
      case INTEGER -> Optional.of("int");
      case LONG -> Optional.of("bigint");
      case DECIMAL -> Optional.of(type.toString().replace(" ", ""));
      case TIMESTAMP ->
          Optional.of(
              ((Types.TimestampType) type).shouldAdjustToUTC() ? "timestamp" : "timestamp_ntz");
      case STRUCT -> sparkStruct(type.asStructType());
      case LIST -> spark(type.asListType().elementType()).map(e -> "array<" + e + ">");
      case MAP ->
          spark(type.asMapType().keyType())
              .flatMap(
                  key ->
                      spark(type.asMapType().valueType())
                          .map(value -> "map<" + key + ", " + value + ">"));
      default -> Optional.empty();
    };
  }

  private static Optional<String> sparkStruct(Types.StructType struct) {
    if (struct.fields().stream().anyMatch(field -> spark(field.type()).isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        struct.fields().stream()
            .map(field -> identifier(field.name()) + ": " + spark(field.type()).orElseThrow())
            .collect(Collectors.joining(", ", "struct<", ">")));
  }

  /** A name as an identifier of Spark's SQL, quoted where it has to be. */
  static String identifier(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "`" + name.replace("`", "``") + "`";
  }
}
