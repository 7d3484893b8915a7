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
package dev.tributary.iceberg;

import dev.tributary.catalog.CatalogFailure;
import dev.tributary.catalog.Catalogs;
import dev.tributary.catalog.PathRewrites;
import dev.tributary.catalog.RewritingFileIO;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.errors.TributaryException;
import dev.tributary.spec.SourceSpec;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;

/** Opens the table that a spec names: in a catalog, at a location, or by its metadata file. */
final class TableOpener {
  private static final int SHOWN_TABLES = 10;

  private TableOpener() {}

  /**
   * @throws SourceException when the table does not exist or its metadata cannot be read
   */
  static OpenedTable open(SourceSpec spec) {
    PathRewrites rewrites = PathRewrites.of(spec.pathRewrites());
    try {
      return isPath(spec.table()) ? openPath(spec, rewrites) : openInCatalog(spec, rewrites);
    } catch (TributaryException e) {
      throw e;
    } catch (RuntimeException e) {
      String why =
          isPath(spec.table())
              ? Messages.of(e)
              : CatalogFailure.describe(e, spec.catalogProperties());
      throw new SourceException(
          Area.SOURCE, String.format("Cannot open table %s: %s", spec.table(), why), e);
    }
  }

  private static boolean isPath(String table) {
    return table.contains("/") || table.contains("\\") || table.endsWith(".metadata.json");
  }

  private static OpenedTable openInCatalog(SourceSpec spec, PathRewrites rewrites) {
    if (spec.catalogProperties().isEmpty()) {
      throw new SourceException(
          Area.SOURCE,
          String.format(
              "Table %s names no place: give catalog_properties, or the table's location or"
                  + " metadata file.",
              spec.table()));
    }
    Map<String, String> properties = RewritingFileIO.wrap(spec.catalogProperties(), rewrites);
    Catalog catalog = Catalogs.open(spec.catalogName(), properties, spec.configProperties());
    Closeable owner = catalog instanceof Closeable closeable ? closeable : () -> {};
    try {
      TableIdentifier identifier = TableIdentifier.parse(spec.table());
      Table table = load(catalog, identifier);
      TableOperations operations = ((HasTableOperations) table).operations();
      return new OpenedTable(
          spec.table(), operations.current(), table.io(), rewrites, operations::refresh, owner);
    } catch (RuntimeException e) {
      closeQuietly(owner, e);
      throw e;
    }
  }

  private static Table load(Catalog catalog, TableIdentifier identifier) {
    try {
      return catalog.loadTable(identifier);
    } catch (NoSuchTableException | NoSuchNamespaceException e) {
      throw new SourceException(
          Area.SOURCE,
          String.format(
              "Table %s does not exist in catalog %s%s",
              identifier, catalog.name(), siblings(catalog, identifier)),
          e);
    }
  }

  private static String siblings(Catalog catalog, TableIdentifier identifier) {
    try {
      List<String> tables =
          catalog.listTables(identifier.namespace()).stream()
              .map(TableIdentifier::toString)
              .sorted()
              .toList();
      if (tables.isEmpty()) {
        return "; namespace " + identifier.namespace() + " has no tables.";
      }
      String shown = String.join(", ", tables.subList(0, Math.min(SHOWN_TABLES, tables.size())));
      return "; its tables are " + shown + (tables.size() > SHOWN_TABLES ? ", …" : ".");
    } catch (NoSuchNamespaceException e) {
      return ": there is no namespace " + identifier.namespace() + ".";
    }
  }

  private static OpenedTable openPath(SourceSpec spec, PathRewrites rewrites) {
    FileIO plain = Catalogs.fileIO(spec.catalogProperties(), spec.configProperties());
    FileIO io = rewrites.isEmpty() ? plain : new RewritingFileIO(plain, rewrites);
    try {
      String location = Catalogs.location(spec.table());
      boolean isFile =
          location.endsWith(".metadata.json") || location.endsWith(".metadata.json.gz");
      MetadataFiles files = new MetadataFiles(io, location);
      LatestMetadata latest = new LatestMetadata(io, () -> isFile ? location : files.latest());
      return new OpenedTable(spec.table(), latest.get(), io, rewrites, latest, io);
    } catch (RuntimeException e) {
      closeQuietly(io, e);
      throw e;
    }
  }

  /**
   * @throws SourceException when the file is missing or not the metadata of a table
   */
  static TableMetadata read(FileIO io, String file) {
    try {
      return TableMetadataParser.read(io, file);
    } catch (NotFoundException e) {
      throw new SourceException(Area.SOURCE, "There is no metadata file " + file + ".", e);
    } catch (RuntimeException e) {
      throw new SourceException(
          Area.SOURCE, String.format("Cannot read table metadata %s: %s", file, Messages.of(e)), e);
    }
  }

  /** Reads a metadata file when it is another one than before. */
  private static final class LatestMetadata implements Supplier<TableMetadata> {
    private final FileIO io;
    private final Supplier<String> location;
    private String read = "";
    private TableMetadata metadata;

    LatestMetadata(FileIO io, Supplier<String> location) {
      this.io = io;
      this.location = location;
    }

    @Override
    public synchronized TableMetadata get() {
      String file = location.get();
      if (!file.equals(read)) {
        metadata = TableOpener.read(io, file);
        read = file;
      }
      return metadata;
    }
  }

  private static void closeQuietly(Closeable closeable, RuntimeException cause) {
    try {
      closeable.close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
