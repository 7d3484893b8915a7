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
package dev.tributary.benchmark.engine;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A catalog in a folder, which all engines can open. One process writes at a time here, so that
 * Iceberg's hadoop catalog is enough; its tables can be put back by copying files.
 *
 * @param name by which every engine knows it
 */
public record IcebergCatalog(String name, Path warehouse) {

  public IcebergCatalog {
    warehouse = warehouse.toAbsolutePath();
  }

  /** Its properties, of Iceberg. */
  public Map<String, String> properties() {
    return new TreeMap<>(Map.of("type", "hadoop", "warehouse", warehouse.toUri().toString()));
  }

  /** The keys of a spec that open it, for its source or target. */
  public String yaml() {
    String entries =
        properties().entrySet().stream()
            .map(property -> property.getKey() + ": \"" + property.getValue() + "\"")
            .collect(Collectors.joining(", "));
    return "  catalog_name: " + name + "\n  catalog_properties: {" + entries + "}\n";
  }

  /** The folder of one of its tables. */
  public Path folder(String table) {
    return warehouse.resolve(table.replace('.', '/'));
  }
}
