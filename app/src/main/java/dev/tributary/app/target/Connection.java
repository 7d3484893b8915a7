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
package dev.tributary.app.target;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A catalog as a card and its fields say it; turns into catalog properties and back.
 *
 * @param fields values of the card's fields
 * @param more further catalog properties
 */
record Connection(Preset preset, Map<Preset.Field, String> fields, Map<String, String> more) {
  private static final String TYPE = "type";
  private static final String URI = "uri";
  private static final String WAREHOUSE = "warehouse";
  private static final String PROJECT = "header.x-goog-user-project";
  private static final String SQLITE = "jdbc:sqlite:";
  private static final String DATABASE = "/catalog.db";
  private static final String DATA = "/warehouse";
  private static final String SCHEMA_VERSION = "jdbc.schema-version";

  private static final Map<String, String> BIGLAKE =
      Map.of(
          TYPE,
          "rest",
          URI,
          "https://biglake.googleapis.com/iceberg/v1/restcatalog",
          "io-impl",
          "org.apache.iceberg.gcp.gcs.GCSFileIO",
          "rest.auth.type",
          "google");

  Connection {
    fields = Map.copyOf(fields);
    more = Map.copyOf(more);
  }

  /** The card that stands for these properties; what it does not ask for is {@code more}. */
  static Connection of(Map<String, String> properties) {
    Map<String, String> rest = new LinkedHashMap<>(properties);
    Map<Preset.Field, String> fields = new EnumMap<>(Preset.Field.class);
    Preset preset = detect(properties);
    switch (preset) {
      case LOCAL -> {
        String database = rest.remove(URI);
        rest.remove(WAREHOUSE);
        rest.remove(SCHEMA_VERSION, "V1");
        fields.put(
            Preset.Field.FOLDER,
            database.substring(SQLITE.length(), database.length() - DATABASE.length()));
      }
      case HADOOP -> fields.put(Preset.Field.FOLDER, rest.remove(WAREHOUSE));
      case REST, HIVE -> {
        fields.put(Preset.Field.URI, rest.remove(URI));
        fields.put(Preset.Field.WAREHOUSE, blankIfNull(rest.remove(WAREHOUSE)));
      }
      case BIGLAKE -> {
        BIGLAKE.keySet().forEach(rest::remove);
        fields.put(Preset.Field.WAREHOUSE, blankIfNull(rest.remove(WAREHOUSE)));
        fields.put(Preset.Field.PROJECT, blankIfNull(rest.remove(PROJECT)));
      }
      case OTHER -> {}
    }
    if (preset != Preset.OTHER) {
      rest.remove(TYPE);
    }
    return new Connection(preset, fields, rest);
  }

  private static Preset detect(Map<String, String> properties) {
    String type = properties.getOrDefault(TYPE, "");
    String uri = properties.getOrDefault(URI, "");
    String warehouse = properties.getOrDefault(WAREHOUSE, "");
    return switch (type) {
      case "jdbc" ->
          warehouse.endsWith(DATA)
                  && uri.equals(
                      SQLITE
                          + plainPath(warehouse.substring(0, warehouse.length() - DATA.length()))
                          + DATABASE)
              ? Preset.LOCAL
              : Preset.OTHER;
      case "hadoop" -> warehouse.isEmpty() ? Preset.OTHER : Preset.HADOOP;
      case "hive" -> uri.isEmpty() ? Preset.OTHER : Preset.HIVE;
      case "rest" ->
          properties.entrySet().containsAll(BIGLAKE.entrySet())
              ? Preset.BIGLAKE
              : uri.isEmpty() ? Preset.OTHER : Preset.REST;
      default -> Preset.OTHER;
    };
  }

  /** The catalog properties. */
  Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    switch (preset) {
      case LOCAL -> {
        String folder = plainPath(field(Preset.Field.FOLDER));
        properties.put(TYPE, "jdbc");
        properties.put(URI, SQLITE + folder + DATABASE);
        properties.put(WAREHOUSE, (folder.startsWith("/") ? "file://" : "") + folder + DATA);
        properties.put(SCHEMA_VERSION, "V1");
      }
      case HADOOP -> {
        properties.put(TYPE, "hadoop");
        properties.put(WAREHOUSE, field(Preset.Field.FOLDER));
      }
      case REST, HIVE -> {
        properties.put(TYPE, preset == Preset.REST ? "rest" : "hive");
        properties.put(URI, field(Preset.Field.URI));
        putIfFilled(properties, WAREHOUSE, field(Preset.Field.WAREHOUSE));
      }
      case BIGLAKE -> {
        properties.putAll(BIGLAKE);
        properties.put(WAREHOUSE, field(Preset.Field.WAREHOUSE));
        putIfFilled(properties, PROJECT, field(Preset.Field.PROJECT));
      }
      case OTHER -> {}
    }
    properties.putAll(more);
    return properties;
  }

  private String field(Preset.Field field) {
    return fields.getOrDefault(field, "").strip();
  }

  /** SQLite takes paths, not URIs. */
  private static String plainPath(String location) {
    String path = location.strip();
    if (path.startsWith("file:")) {
      path = path.substring("file:".length()).replaceFirst("^/{2,}", "/");
    }
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  private static void putIfFilled(Map<String, String> properties, String key, String value) {
    if (!value.isEmpty()) {
      properties.put(key, value);
    }
  }

  private static String blankIfNull(String value) {
    return value == null ? "" : value;
  }
}
