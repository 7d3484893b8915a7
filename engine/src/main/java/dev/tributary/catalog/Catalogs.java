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
package dev.tributary.catalog;

import dev.tributary.errors.SpecException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.jdbc.UncheckedSQLException;

/** Opens Iceberg catalogs from the properties that every engine uses for them. */
public final class Catalogs {
  /** The catalog's name where none is given; catalogs on a database store it with each table. */
  public static final String DEFAULT_NAME = "tributary";

  private static final String SQLITE = "jdbc:sqlite:";
  private static final List<String> TYPES =
      List.of(
          CatalogUtil.ICEBERG_CATALOG_TYPE_HADOOP,
          CatalogUtil.ICEBERG_CATALOG_TYPE_JDBC,
          CatalogUtil.ICEBERG_CATALOG_TYPE_REST,
          CatalogUtil.ICEBERG_CATALOG_TYPE_HIVE,
          CatalogUtil.ICEBERG_CATALOG_TYPE_GLUE,
          CatalogUtil.ICEBERG_CATALOG_TYPE_NESSIE,
          CatalogUtil.ICEBERG_CATALOG_TYPE_BIGQUERY);

  static final String VERIFY_PAGE_CHECKSUMS = "parquet.page.verify-checksum.enabled";

  // What the class path's core-default.xml and core-site.xml say, which takes long to read.
  private static final Configuration INSTALLED = new Configuration();

  private Catalogs() {}

  /**
   * Opens a catalog. The caller closes it if it is {@link java.io.Closeable}. Files are read and
   * written through {@link LocalFileIO} unless the properties name another {@code io-impl}.
   *
   * @param properties {@code type} or {@code catalog-impl}, and whatever that catalog needs
   * @param hadoopConf Hadoop configuration
   * @throws SpecException when the properties name no catalog, or one that does not exist
   * @throws RuntimeException of the catalog's own when it cannot be reached
   */
  public static Catalog open(
      Optional<String> name, Map<String, String> properties, Map<String, String> hadoopConf) {
    Map<String, String> options = new HashMap<>(properties);
    checkKind(options);
    options.putIfAbsent(CatalogProperties.FILE_IO_IMPL, LocalFileIO.class.getName());
    options.computeIfPresent(
        CatalogProperties.WAREHOUSE_LOCATION, (key, warehouse) -> location(warehouse));
    String uri = options.getOrDefault(CatalogProperties.URI, "");
    if (uri.startsWith(SQLITE)) {
      createParent(uri);
      // One writer at a time is what SQLite can do: wait for it instead of failing at once.
      options.putIfAbsent("jdbc.busy_timeout", "30000");
      options.putIfAbsent(CatalogProperties.CLIENT_POOL_SIZE, "1");
      options.putIfAbsent("jdbc.schema-version", "V1");
    }
    String catalogName = name.filter(given -> !given.isBlank()).orElse(DEFAULT_NAME);
    Configuration conf = configuration(hadoopConf);
    try {
      return CatalogUtil.buildIcebergCatalog(catalogName, options, conf);
    } catch (UncheckedSQLException e) {
      if (!uri.startsWith(SQLITE)) {
        throw e;
      }
      // Another process may have made the tables of a new database at the same moment, or have
      // taken away the folder of the database after it had probed it.
      createParent(uri);
      return CatalogUtil.buildIcebergCatalog(catalogName, options, conf);
    } catch (LinkageError e) {
      throw new IllegalStateException("Cannot load the classes of the catalog", e);
    }
  }

  /** Access to files for tables that are opened without a catalog. */
  public static FileIO fileIO(Map<String, String> properties, Map<String, String> hadoopConf) {
    String io =
        properties.getOrDefault(CatalogProperties.FILE_IO_IMPL, LocalFileIO.class.getName());
    return CatalogUtil.loadFileIO(io, properties, configuration(hadoopConf));
  }

  /**
   * A location as a person gives it, in the form that metadata stores: local ones absolute, with
   * percent-encoding resolved if only that names an existing place.
   */
  public static String location(String given) {
    String trimmed = given.strip();
    if (!LocalPaths.isLocal(trimmed)) {
      return trimmed;
    }
    Path path = LocalPaths.existing(trimmed);
    boolean asGiven = path.equals(LocalPaths.literal(trimmed)) && path.isAbsolute();
    return asGiven && !trimmed.contains("\\") ? trimmed : LocalPaths.location(path);
  }

  /** The file or folder of a location on this computer; empty for places elsewhere. */
  public static Optional<Path> localPath(String location) {
    return LocalPaths.isLocal(location)
        ? Optional.of(LocalPaths.existing(location).toAbsolutePath())
        : Optional.empty();
  }

  /** Whether a location names a file or folder on this computer: a path, or a {@code file:} URI. */
  public static boolean isLocal(String location) {
    return LocalPaths.isLocal(location);
  }

  /**
   * The file or folder that the text of a local location names, escapes taken as they are written.
   *
   * @throws SpecException when it is on another machine
   */
  public static Path literalPath(String location) {
    return LocalPaths.literal(location);
  }

  /** The database file of a catalog in SQLite; empty for other catalogs, and for unknown ones. */
  public static Optional<Path> databaseFile(Map<String, String> properties) {
    String uri = properties.getOrDefault(CatalogProperties.URI, "");
    boolean onDatabase =
        properties.containsKey(CatalogProperties.CATALOG_IMPL)
            || CatalogUtil.ICEBERG_CATALOG_TYPE_JDBC.equalsIgnoreCase(
                properties.get(CatalogUtil.ICEBERG_CATALOG_TYPE));
    return onDatabase && uri.startsWith(SQLITE) ? sqliteFile(uri) : Optional.empty();
  }

  private static void checkKind(Map<String, String> options) {
    String impl = options.get(CatalogProperties.CATALOG_IMPL);
    String type = options.get(CatalogUtil.ICEBERG_CATALOG_TYPE);
    if (impl != null) {
      // Iceberg refuses both; the class is the more exact statement.
      options.remove(CatalogUtil.ICEBERG_CATALOG_TYPE);
    } else if (type == null) {
      throw new SpecException(
          "catalog_properties name no catalog; give 'type' (one of "
              + TYPES
              + ") or 'catalog-impl'.");
    } else if (!TYPES.contains(type.toLowerCase(Locale.ROOT))) {
      throw new SpecException(
          String.format(
              "Unknown catalog type '%s'; give one of %s, or 'catalog-impl' with a class name.",
              type, TYPES));
    }
  }

  /** The database's file; empty for one in memory. */
  private static Optional<Path> sqliteFile(String uri) {
    String file = uri.substring(SQLITE.length());
    int query = file.indexOf('?');
    file = query < 0 ? file : file.substring(0, query);
    return file.isEmpty() || file.startsWith(":")
        ? Optional.empty()
        : Optional.of(LocalPaths.literal(file).toAbsolutePath());
  }

  private static void createParent(String uri) {
    Optional<Path> file = sqliteFile(uri);
    if (file.isEmpty()) {
      return;
    }
    Path parent = file.get().getParent();
    try {
      if (parent != null) {
        Files.createDirectories(parent);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot create the folder of the catalog database: " + parent, e);
    }
  }

  private static Configuration configuration(Map<String, String> properties) {
    Configuration conf = new Configuration(INSTALLED);
    // Iceberg hands this on to Parquet for files that Hadoop reads, and for no others.
    conf.setBoolean(VERIFY_PAGE_CHECKSUMS, true);
    properties.forEach(conf::set);
    return conf;
  }
}
