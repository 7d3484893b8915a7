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
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Takes fields out of nested types. A struct that loses all of its fields goes with them. */
final class Pruning {
  private Pruning() {}

  /** What is left of a field when only the fields with these ids are kept, each as a whole. */
  static Optional<Types.NestedField> keep(Types.NestedField field, Set<Integer> ids) {
    if (ids.contains(field.fieldId())) {
      return Optional.of(field);
    }
    return field.type().isPrimitiveType() ? Optional.empty() : within(field, ids, Pruning::keep);
  }

  /** What is left of a field without the fields with these ids. */
  static Optional<Types.NestedField> drop(Types.NestedField field, Set<Integer> ids) {
    if (ids.contains(field.fieldId())) {
      return Optional.empty();
    }
    return field.type().isPrimitiveType() ? Optional.of(field) : within(field, ids, Pruning::drop);
  }

  /** The dotted paths that name exactly what is left of a field. */
  static List<String> paths(Types.NestedField full, Types.NestedField left) {
    List<String> paths = new ArrayList<>();
    addPaths(full.name(), full.type(), left.type(), paths);
    return paths;
  }

  private static void addPaths(String path, Type full, Type left, List<String> paths) {
    if (full.equals(left)) {
      paths.add(path);
    } else {
      List<Types.NestedField> all = full.asNestedType().fields();
      for (Types.NestedField field : left.asNestedType().fields()) {
        all.stream()
            .filter(candidate -> candidate.fieldId() == field.fieldId())
            .forEach(f -> addPaths(path + "." + f.name(), f.type(), field.type(), paths));
      }
    }
  }

  private static Optional<Types.NestedField> within(
      Types.NestedField field, Set<Integer> ids, Rule rule) {
    return within(field.type(), ids, rule)
        .map(type -> type.equals(field.type()) ? field : withType(field, type));
  }

  private static Optional<Type> within(Type type, Set<Integer> ids, Rule rule) {
    if (type.isStructType()) {
      List<Types.NestedField> fields =
          type.asStructType().fields().stream()
              .flatMap(field -> rule.apply(field, ids).stream())
              .toList();
      return fields.isEmpty() ? Optional.empty() : Optional.of(Types.StructType.of(fields));
    }
    if (type.isListType()) {
      Types.ListType list = type.asListType();
      return rule.apply(list.fields().get(0), ids)
          .map(
              element ->
                  list.isElementOptional()
                      ? Types.ListType.ofOptional(list.elementId(), element.type())
                      : Types.ListType.ofRequired(list.elementId(), element.type()));
    }
    if (type.isMapType()) {
      // Keys stay whole: without a part of them, entries would collide.
      Types.MapType map = type.asMapType();
      return rule.apply(map.fields().get(1), ids)
          .map(
              value ->
                  map.isValueOptional()
                      ? Types.MapType.ofOptional(
                          map.keyId(), map.valueId(), map.keyType(), value.type())
                      : Types.MapType.ofRequired(
                          map.keyId(), map.valueId(), map.keyType(), value.type()));
    }
    return Optional.of(type);
  }

  private static Types.NestedField withType(Types.NestedField field, Type type) {
    return Types.NestedField.from(field).ofType(type).build();
  }

  /** What is left of a field. */
  private interface Rule {
    Optional<Types.NestedField> apply(Types.NestedField field, Set<Integer> ids);
  }
}
