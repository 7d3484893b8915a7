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
package dev.tributary.oracle;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A target catalog that we write to and Spark reads from, under one name: catalogs on a database
 * store their name with each table.
 */
public record Lakehouse(String name, Map<String, String> properties) {
  private static final AtomicInteger COUNT = new AtomicInteger();

  /** Kinds of catalogs. */
  public enum Kind {
    HADOOP,
    JDBC
  }

  /** A new catalog in the folder, known to Spark. */
  public static Lakehouse create(Kind kind, Path folder) {
    String name = "lake_" + COUNT.incrementAndGet();
    Map<String, String> properties = new TreeMap<>();
    properties.put("warehouse", folder.resolve(name).toUri().toString());
    switch (kind) {
      case HADOOP -> properties.put("type", "hadoop");
      case JDBC -> {
        properties.put("type", "jdbc");
        properties.put("uri", "jdbc:sqlite:" + folder.resolve(name + ".db"));
        // Spark asks every catalog for views first.
        properties.put("jdbc.schema-version", "V1");
      }
    }
    Spark.shared().addCatalog(name, properties);
    return new Lakehouse(name, properties);
  }

  /** A new hadoop catalog for Spark to write sources into. */
  static Lakehouse createSource(Path folder) {
    return create(Kind.HADOOP, folder);
  }

  /** The catalog's keys of a spec, for its source or target. */
  public String yaml() {
    String entries =
        properties.entrySet().stream()
            .map(property -> property.getKey() + ": \"" + property.getValue() + "\"")
            .collect(Collectors.joining(", "));
    return "  catalog_name: " + name + "\n  catalog_properties: {" + entries + "}\n";
  }

  /**
   * A spec from the source into the table {@code lake.orders} here.
   *
   * @param range lines that say where to start
   */
  String spec(SparkSource source, String range, int formatVersion) {
    return "tributary: 1\nname: orders\nsource:\n"
        + source.yaml()
        + range
        + "target:\n  table: lake.orders\n"
        + yaml()
        + "  equality_columns: [id]\n  table_properties: {format-version: \""
        + formatVersion
        + "\"}\n";
  }
}
