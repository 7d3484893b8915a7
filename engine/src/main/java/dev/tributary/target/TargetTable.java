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

import dev.tributary.spec.TargetSpec;
import java.io.Closeable;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;

/** An existing target table, as it was when it was opened. Close it to close its catalog. */
public final class TargetTable implements Closeable {
  private final Table table;
  private final Runnable closeCatalog;

  TargetTable(Table table, Runnable closeCatalog) {
    this.table = table;
    this.closeCatalog = closeCatalog;
  }

  /**
   * Opens the table that the spec names; empty when it does not exist.
   *
   * @throws dev.tributary.errors.TargetException when the catalog cannot be reached or the name
   *     does not fit it
   */
  public static Optional<TargetTable> open(TargetSpec spec) {
    throw new UnsupportedOperationException("Not wired yet: " + spec.table());
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
   * How far the source has been committed; empty when no run has committed anything.
   *
   * @throws dev.tributary.errors.TargetException when the properties that hold it are damaged
   */
  public Optional<Progress> progress() {
    return Progress.in(table.properties());
  }

  @Override
  public void close() {
    closeCatalog.run();
  }
}
