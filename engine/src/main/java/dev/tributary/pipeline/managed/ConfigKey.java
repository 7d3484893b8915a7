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

import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/** A key of a transform's configuration. */
record ConfigKey(String name, FieldType type, String description) {
  private static final FieldType PROPERTIES =
      FieldType.map(FieldType.STRING, FieldType.STRING.withNullable(true));

  static ConfigKey text(String name, String description) {
    return new ConfigKey(name, FieldType.STRING.withNullable(true), description);
  }

  static ConfigKey required(String name, String description) {
    return new ConfigKey(name, FieldType.STRING, description);
  }

  static ConfigKey integer(String name, String description) {
    return new ConfigKey(name, FieldType.INT32.withNullable(true), description);
  }

  static ConfigKey number(String name, String description) {
    return new ConfigKey(name, FieldType.INT64.withNullable(true), description);
  }

  static ConfigKey bool(String name, String description) {
    return new ConfigKey(name, FieldType.BOOLEAN.withNullable(true), description);
  }

  static ConfigKey texts(String name, String description) {
    return new ConfigKey(name, FieldType.array(FieldType.STRING).withNullable(true), description);
  }

  static ConfigKey properties(String name, String description) {
    return new ConfigKey(name, PROPERTIES.withNullable(true), description);
  }

  static ConfigKey section(String name, String description, ConfigKey... keys) {
    return new ConfigKey(
        name, FieldType.row(schema(List.of(keys))).withNullable(true), description);
  }

  static ConfigKey sections(String name, String description, ConfigKey... keys) {
    return new ConfigKey(
        name,
        FieldType.array(FieldType.row(schema(List.of(keys)))).withNullable(true),
        description);
  }

  /** The configuration schema of a transform with these keys. */
  static Schema schema(List<ConfigKey> keys) {
    return keys.stream()
        .map(key -> Schema.Field.of(key.name(), key.type()).withDescription(key.description()))
        .collect(Schema.toSchema());
  }
}
