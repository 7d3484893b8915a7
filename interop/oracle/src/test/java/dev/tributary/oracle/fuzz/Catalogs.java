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
package dev.tributary.oracle.fuzz;

import dev.tributary.oracle.Lakehouse;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;

/** The catalogs that all scenarios share: one for sources, and one of each kind for targets. */
final class Catalogs {
  /** A catalog as Spark knows it, and opened in this JVM. */
  record Opened(Lakehouse lakehouse, Catalog catalog) {}

  private final Opened source;
  private final Map<Lakehouse.Kind, Opened> targets = new EnumMap<>(Lakehouse.Kind.class);

  Catalogs(Path folder) {
    source = open(Lakehouse.Kind.HADOOP, folder);
    for (Lakehouse.Kind kind : Lakehouse.Kind.values()) {
      targets.put(kind, open(kind, folder));
    }
    ((SupportsNamespaces) source.catalog()).createNamespace(Namespace.of("fuzz"));
  }

  private static Opened open(Lakehouse.Kind kind, Path folder) {
    Lakehouse lakehouse = Lakehouse.create(kind, folder);
    return new Opened(
        lakehouse,
        CatalogUtil.buildIcebergCatalog(lakehouse.name(), lakehouse.properties(), unchecked()));
  }

  /** Without checksum files, which Spark's commits would leave as they are. */
  private static Configuration unchecked() {
    Configuration configuration = new Configuration();
    configuration.set("fs.file.impl", RawLocalFileSystem.class.getName());
    configuration.set("fs.file.impl.disable.cache", "true");
    return configuration;
  }

  Opened source() {
    return source;
  }

  Opened target(Lakehouse.Kind kind) {
    return targets.get(kind);
  }
}
