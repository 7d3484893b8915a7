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
package dev.tributary.app.source;

import java.util.LinkedHashMap;
import java.util.Map;

/** Kinds of Iceberg catalogs, with the properties that each cannot do without. */
public enum CatalogPreset {
  HADOOP("hadoop", "warehouse"),
  JDBC("jdbc", "uri", "warehouse"),
  REST("rest", "uri", "warehouse"),
  HIVE("hive", "uri", "warehouse"),
  OTHER("", "catalog-impl");

  private static final String TYPE = "type";

  private final String type;
  private final String[] needed;

  CatalogPreset(String type, String... needed) {
    this.type = type;
    this.needed = needed;
  }

  /** The kind that a catalog's properties speak of. */
  static CatalogPreset of(Map<String, String> properties) {
    String type = properties.getOrDefault(TYPE, "");
    for (CatalogPreset preset : values()) {
      if (!preset.type.isEmpty() && preset.type.equalsIgnoreCase(type)) {
        return preset;
      }
    }
    return OTHER;
  }

  /**
   * Properties turned into those of this kind: its type, a line for each that it needs, and
   * whatever else has a value already.
   */
  Map<String, String> applyTo(Map<String, String> properties) {
    Map<String, String> result = new LinkedHashMap<>();
    if (!type.isEmpty()) {
      result.put(TYPE, type);
    }
    for (String key : needed) {
      result.put(key, properties.getOrDefault(key, ""));
    }
    properties.forEach(
        (key, value) -> {
          if (!key.equals(TYPE) && !value.isBlank()) {
            result.put(key, value);
          }
        });
    return result;
  }
}
