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
package dev.tributary.target;

import dev.tributary.catalog.CatalogFailure;
import dev.tributary.catalog.Catalogs;
import dev.tributary.errors.TargetException;
import dev.tributary.errors.TributaryException;
import dev.tributary.failpoint.Failpoint;
import dev.tributary.spec.TargetSpec;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.BaseTransaction;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.Transactions;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The catalog of a target and the target's place in it. */
final class TargetCatalog implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(TargetCatalog.class);

  private final String table;
  private final Map<String, String> properties;
  private final Catalog catalog;
  private final TableIdentifier identifier;

  private TargetCatalog(TargetAddress address, Catalog catalog, TableIdentifier identifier) {
    this.table = address.table();
    this.properties = address.catalogProperties();
    this.catalog = catalog;
    this.identifier = identifier;
  }

  static TargetCatalog open(TargetSpec spec) {
    return open(TargetAddress.of(spec));
  }

  static TargetCatalog open(TargetAddress address) {
    TableIdentifier identifier = identifier(address.table());
    try {
      return new TargetCatalog(
          address,
          Catalogs.open(
              Optional.ofNullable(address.catalogName()),
              address.catalogProperties(),
              address.configProperties()),
          identifier);
    } catch (TributaryException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new TargetException(
          String.format(
              "Cannot open the catalog of target %s: %s",
              address.table(), CatalogFailure.describe(e, address.catalogProperties())),
          e);
    }
  }

  private static TableIdentifier identifier(String table) {
    TableIdentifier identifier;
    try {
      identifier = TableIdentifier.parse(table);
    } catch (RuntimeException e) {
      throw new TargetException(
          String.format("Target table '%s' is not a name like namespace.table.", table), e);
    }
    if (!identifier.hasNamespace()) {
      throw new TargetException(
          String.format(
              "Target table '%s' has no namespace. Name it like namespace.%s.", table, table));
    }
    return identifier;
  }

  /** The table as the catalog has it now; empty when there is none. */
  Optional<Table> load() {
    try {
      return Optional.of(catalog.loadTable(identifier));
    } catch (NoSuchTableException e) {
      return Optional.empty();
    } catch (TributaryException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new TargetException(
          String.format("Cannot open target %s: %s", table, CatalogFailure.describe(e, properties)),
          e);
    }
  }

  /**
   * Begins to create the table. Nothing of it exists before the transaction is committed.
   *
   * @param location as an earlier transaction chose it; empty: the catalog chooses
   */
  Transaction create(
      TableDefinition definition, Map<String, String> properties, Optional<String> location) {
    Catalog.TableBuilder builder =
        catalog
            .buildTable(identifier, definition.schema())
            .withPartitionSpec(definition.partitioning())
            .withSortOrder(definition.sortOrder())
            .withProperties(definition.properties())
            .withProperties(properties);
    // A hadoop catalog has one place for a table and refuses to be told even that one.
    if (!(catalog instanceof HadoopCatalog) && location.isPresent()) {
      builder = builder.withLocation(location.get());
    }
    return pinned(builder.createTransaction());
  }

  private Transaction pinned(Transaction transaction) {
    return transaction instanceof BaseTransaction begun
        ? Transactions.createTableTransaction(
            table, PinnedOperations.ofNew(begun.underlyingOps()), begun.currentMetadata())
        : transaction;
  }

  /** Creates the namespace if it is missing, and says whether it did. */
  boolean createNamespace() {
    Namespace namespace = identifier.namespace();
    if (!(catalog instanceof SupportsNamespaces namespaces)) {
      return false;
    }
    try {
      if (namespaces.namespaceExists(namespace)) {
        return false;
      }
      namespaces.createNamespace(namespace);
      Failpoint.NAMESPACE_CREATED.pass();
      return true;
    } catch (AlreadyExistsException e) {
      return false;
    } catch (RuntimeException e) {
      // Catalogs on a database report a clash with another creator as an error of the database.
      if (exists(namespaces, namespace)) {
        return false;
      }
      throw new TargetException(
          String.format(
              "Cannot create namespace %s of target %s; create it, or choose another one: %s",
              namespace, table, CatalogFailure.describe(e, properties)),
          e);
    }
  }

  private static boolean exists(SupportsNamespaces namespaces, Namespace namespace) {
    try {
      return namespaces.namespaceExists(namespace);
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Takes back {@link #createNamespace} after the table could not be created. */
  void dropNamespace() {
    try {
      ((SupportsNamespaces) catalog).dropNamespace(identifier.namespace());
    } catch (RuntimeException e) {
      LOG.warn("Cannot remove namespace {} again", identifier.namespace(), e);
    }
  }

  @Override
  public void close() {
    if (catalog instanceof Closeable closeable) {
      try {
        closeable.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
