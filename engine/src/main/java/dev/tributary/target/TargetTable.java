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
import dev.tributary.errors.RunException;
import dev.tributary.errors.TargetException;
import dev.tributary.errors.TributaryException;
import dev.tributary.spec.TargetSpec;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SerializableTable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.util.PropertyUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An existing target table, as it was when it was opened. Close it to close its catalog. */
public final class TargetTable implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(TargetTable.class);

  private final Table table;
  private final TargetCatalog catalog;

  private TargetTable(Table table, TargetCatalog catalog) {
    this.table = table;
    this.catalog = catalog;
  }

  /**
   * Opens the table that the spec names; empty when it does not exist.
   *
   * @throws dev.tributary.errors.TargetException when the catalog cannot be reached or the name
   *     does not fit it
   */
  public static Optional<TargetTable> open(TargetSpec spec) {
    return open(TargetAddress.of(spec));
  }

  /**
   * Opens a table that a run found there before.
   *
   * @throws RunException when it is gone
   */
  public static TargetTable require(TargetAddress address) {
    return open(address)
        .orElseThrow(
            () ->
                new RunException(
                    String.format(
                        "Table %s was dropped during the run. Run again to create it afresh.",
                        address)));
  }

  private static Optional<TargetTable> open(TargetAddress address) {
    TargetCatalog catalog = TargetCatalog.open(address);
    try {
      Optional<Table> table = catalog.load();
      if (table.isEmpty()) {
        catalog.close();
      }
      return table.map(it -> new TargetTable(it, catalog));
    } catch (RuntimeException e) {
      catalog.close();
      throw e;
    }
  }

  /**
   * Prepares to create the table that the spec names. Nothing is created before a unit is committed
   * to it, except for its namespace where the catalog derives the table's place from it.
   *
   * @throws dev.tributary.errors.TargetException when the catalog refuses the table
   */
  public static StagedTable.Preview stage(TargetSpec spec, TableDefinition definition) {
    try (TargetCatalog catalog = TargetCatalog.open(spec)) {
      try {
        return preview(catalog, definition);
      } catch (NoSuchNamespaceException e) {
        boolean created =
            CommitAttempts.repeat(
                spec.table(), catalog::createNamespace, conflict -> refused(spec, conflict));
        try {
          return preview(catalog, definition);
        } catch (RuntimeException again) {
          if (created) {
            catalog.dropNamespace();
          }
          throw again;
        }
      }
    } catch (TributaryException e) {
      throw e;
    } catch (RuntimeException e) {
      throw refused(spec, e);
    }
  }

  /**
   * Opens the table that the spec names, after creating it if there is none. Someone else who
   * creates it at the same time does no harm.
   *
   * @throws TargetException when it cannot be opened or created
   */
  public static TargetTable openOrCreate(TargetSpec spec, Supplier<TableDefinition> definition) {
    return CommitAttempts.repeat(
        spec.table(),
        () -> open(spec).orElseGet(() -> create(spec, definition)),
        conflict -> refused(spec, conflict));
  }

  private static TargetTable create(TargetSpec spec, Supplier<TableDefinition> definition) {
    try (TargetCatalog catalog = TargetCatalog.open(spec)) {
      catalog.createNamespace();
      catalog.create(definition.get(), Map.of(), Optional.empty()).commitTransaction();
    } catch (TributaryException e) {
      throw e;
    } catch (RuntimeException e) {
      // Catalogs tell in many ways that someone else was first.
      Optional<TargetTable> created = open(spec);
      if (created.isPresent()) {
        LOG.info("{} was created by someone else at the same time", spec.table(), e);
        return created.get();
      }
      if (e instanceof CommitStateUnknownException) {
        throw e;
      }
      throw new TargetException(
          String.format("Cannot create %s: %s", spec.table(), e.getMessage()), e);
    }
    return require(TargetAddress.of(spec));
  }

  /**
   * What {@link #stage} would prepare; empty where that cannot be told while the namespace is
   * missing. Changes nothing.
   *
   * @throws dev.tributary.errors.TargetException when the catalog refuses the table
   */
  public static Optional<StagedTable.Preview> preview(TargetSpec spec, TableDefinition definition) {
    try (TargetCatalog catalog = TargetCatalog.open(spec)) {
      return Optional.of(preview(catalog, definition));
    } catch (NoSuchNamespaceException e) {
      return Optional.empty();
    } catch (TributaryException e) {
      throw e;
    } catch (RuntimeException e) {
      throw refused(spec, e);
    }
  }

  private static StagedTable.Preview preview(TargetCatalog catalog, TableDefinition definition) {
    Table table = catalog.create(definition, Map.of(), Optional.empty()).table();
    return new StagedTable.Preview(
        new StagedTable(definition, table.location()), SerializableTable.copyOf(table));
  }

  private static TargetException refused(TargetSpec spec, RuntimeException e) {
    return new TargetException(
        String.format(
            "Cannot create target %s: %s",
            spec.table(), CatalogFailure.describe(e, spec.catalogProperties())),
        e);
  }

  /**
   * Finds out whether files can be written to a table's place, by writing one and deleting it.
   *
   * @throws TargetException when they cannot
   */
  public static void probe(Table table) {
    String location = table.locationProvider().newDataLocation(UUID.randomUUID() + ".probe");
    OutputFile file = new WatchedOutputFile(table.io().newOutputFile(location));
    try {
      try (PositionOutputStream out = file.create()) {
        out.write(0);
      }
      table.io().deleteFile(file);
    } catch (IOException | RuntimeException e) {
      throw new TargetException(
          String.format(
              "Cannot write to %s: %s. Make it writable, or choose another place.",
              table.location(), WatchedOutputFile.reason(e)),
          e);
    }
  }

  /** The snapshot in which a unit was committed; empty when it was not, or has been expired. */
  public Optional<Snapshot> snapshotOf(String unitId) {
    return UnitCommitter.find(table, unitId);
  }

  /** The Iceberg table. */
  public Table table() {
    return table;
  }

  /** The columns as they are now. */
  public Schema schema() {
    return table.schema();
  }

  /**
   * The live rows of the current snapshot, file by file. They share one record, and may have
   * further fields behind the table's columns: whoever keeps a row has to copy it. Close it.
   */
  public CloseableIterable<Record> rows() {
    return CloseableIterable.concat(
        CloseableIterable.transform(
            table.newScan().planFiles(), task -> new LiveRows(table, task, table.schema()).open()));
  }

  /** The highest field id that any column has had. */
  public int lastColumnId() {
    return ((HasTableOperations) table).operations().current().lastColumnId();
  }

  /**
   * How far the source has been committed; empty when no run has committed anything.
   *
   * @throws dev.tributary.errors.TargetException when the properties that hold it are damaged
   */
  public Optional<Progress> progress() {
    return Progress.in(table.properties());
  }

  /**
   * What marks the table as one of those that a template names; empty when nothing does.
   *
   * @throws dev.tributary.errors.TargetException when the properties that hold it are damaged
   */
  public Optional<DestinationMark> destination() {
    return DestinationMark.in(table.properties());
  }

  /** Whether the table has no rows, as far as its metadata tells: unknown counts as not empty. */
  public boolean empty() {
    return empty(table);
  }

  /** As {@link #empty()}, of any table. */
  public static boolean empty(Table table) {
    return table.currentSnapshot() == null
        || PropertyUtil.propertyAsLong(
                table.currentSnapshot().summary(), SnapshotSummary.TOTAL_RECORDS_PROP, 1)
            == 0;
  }

  @Override
  public void close() {
    catalog.close();
  }
}
