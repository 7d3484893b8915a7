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
package dev.tributary.run;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A JDBC catalog that does something right before or after a commit of its tables. */
public final class InterferingCatalog extends JdbcCatalog {
  /** What happens at a commit; may throw. */
  public interface Interference {
    void happen(Catalog catalog);
  }

  private static final Map<Integer, Interference> BEFORE = new ConcurrentHashMap<>();
  private static final Map<Integer, Interference> AFTER = new ConcurrentHashMap<>();
  private static final List<Interference> ALWAYS = new CopyOnWriteArrayList<>();
  private static final Queue<Interference> NAMESPACES = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger COMMITS = new AtomicInteger();
  private static final ThreadLocal<Boolean> INTERFERING = ThreadLocal.withInitial(() -> false);

  public static void before(int commit, Interference interference) {
    COMMITS.set(0);
    BEFORE.put(commit, interference);
  }

  static void after(int commit, Interference interference) {
    COMMITS.set(0);
    AFTER.put(commit, interference);
  }

  static void beforeEach(Interference interference) {
    ALWAYS.add(interference);
  }

  public static void reset() {
    BEFORE.clear();
    AFTER.clear();
    ALWAYS.clear();
    NAMESPACES.clear();
  }

  /** Lets the next creation of a namespace fail. */
  static void beforeNamespace(Interference interference) {
    NAMESPACES.add(interference);
  }

  @Override
  public void createNamespace(Namespace namespace, Map<String, String> metadata) {
    Interference interference = NAMESPACES.poll();
    if (interference != null) {
      happen(interference);
    }
    super.createNamespace(namespace, metadata);
  }

  @Override
  protected TableOperations newTableOps(TableIdentifier identifier) {
    TableOperations operations = super.newTableOps(identifier);
    return INTERFERING.get() ? operations : new Interfering(operations, this);
  }

  private void happen(Interference interference) {
    INTERFERING.set(true);
    try {
      interference.happen(this);
    } finally {
      INTERFERING.set(false);
    }
  }

  /** A database that is locked refuses. */
  public static void busy() {
    throw new UncheckedSQLException(
        new SQLiteException(
            "[SQLITE_BUSY] The database file is locked (database is locked)",
            SQLiteErrorCode.SQLITE_BUSY),
        "Unknown failure");
  }

  /** The line to the database breaks. */
  static void lostConnection() {
    throw new UncheckedSQLException(
        new SQLException("An I/O error occurred while sending to the backend.", "08006"),
        "Unknown failure");
  }

  /** Nobody knows whether the commit stands. */
  static void lostAnswer() {
    throw new CommitStateUnknownException(new IOException("connection reset"));
  }

  private record Interfering(TableOperations operations, InterferingCatalog catalog)
      implements TableOperations {
    @Override
    public void commit(TableMetadata base, TableMetadata changed) {
      int number = COMMITS.incrementAndGet();
      ALWAYS.forEach(catalog::happen);
      if (BEFORE.containsKey(number)) {
        catalog.happen(BEFORE.get(number));
      }
      operations.commit(base, changed);
      if (AFTER.containsKey(number)) {
        catalog.happen(AFTER.get(number));
      }
    }

    @Override
    public TableMetadata current() {
      return operations.current();
    }

    @Override
    public TableMetadata refresh() {
      return operations.refresh();
    }

    @Override
    public FileIO io() {
      return operations.io();
    }

    @Override
    public String metadataFileLocation(String fileName) {
      return operations.metadataFileLocation(fileName);
    }

    @Override
    public LocationProvider locationProvider() {
      return operations.locationProvider();
    }

    @Override
    public TableOperations temp(TableMetadata uncommitted) {
      return operations.temp(uncommitted);
    }
  }
}
