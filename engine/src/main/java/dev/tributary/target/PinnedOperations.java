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

import dev.tributary.failpoint.Failpoint;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operations that only ever commit on top of the metadata they were made with. Iceberg's own retry
 * would put our changes on metadata in which neither the progress was checked nor the positions
 * were located; here a commit of someone else surfaces as {@link CommitConflict} instead.
 *
 * <p>A catalog's refusal is not taken at its word: where a request was repeated on the way, because
 * its first answer was lost, a commit that stands looks like a conflict with itself, and Iceberg
 * would delete its files. So the table is asked whether the snapshot is there. A failure that does
 * not tell whether the commit stands is a {@link CommitStateUnknownException}, upon which nobody
 * deletes anything.
 */
final class PinnedOperations implements TableOperations {
  private static final Logger LOG = LoggerFactory.getLogger(PinnedOperations.class);

  private final TableOperations operations;
  private TableMetadata metadata;

  private PinnedOperations(TableOperations operations, TableMetadata metadata) {
    this.operations = operations;
    this.metadata = metadata;
  }

  /** Of a table as it is now. */
  static PinnedOperations of(TableOperations operations) {
    return new PinnedOperations(operations, operations.current());
  }

  /** Of a table that is not there yet. */
  static PinnedOperations ofNew(TableOperations operations) {
    return new PinnedOperations(operations, null);
  }

  @Override
  public TableMetadata current() {
    return metadata;
  }

  @Override
  public TableMetadata refresh() {
    return metadata;
  }

  @Override
  public void commit(TableMetadata base, TableMetadata changed) {
    if (base != metadata) {
      throw new CommitConflict("The change was not made on the pinned metadata", null);
    }
    try {
      Failpoint.COMMIT_BEGUN.pass();
      operations.commit(base, changed);
      Failpoint.COMMIT_STOOD.pass();
    } catch (CommitStateUnknownException e) {
      throw e;
    } catch (RuntimeException e) {
      if (!stands(changed, e)) {
        throw failure(e);
      }
      LOG.info("The commit of snapshot {} stands, in spite of this answer", id(changed), e);
    }
    metadata = changed;
  }

  /** Whether the table has the new snapshot, after a failure that may not have been one. */
  private boolean stands(TableMetadata changed, RuntimeException failure) {
    try {
      TableMetadata now = operations.refresh();
      return now != null && changed.currentSnapshot() != null && now.snapshot(id(changed)) != null;
    } catch (NoSuchTableException e) {
      return false;
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      throw new CommitStateUnknownException(failure);
    }
  }

  private static long id(TableMetadata changed) {
    return changed.currentSnapshot().snapshotId();
  }

  private static RuntimeException failure(RuntimeException failure) {
    if (failure instanceof CommitFailedException) {
      return new CommitConflict(failure.getMessage(), failure);
    }
    // A service may still be at it when the line to it breaks.
    boolean silent = failure instanceof RESTException && !(failure instanceof CleanableFailure);
    return silent ? new CommitStateUnknownException(failure) : failure;
  }

  @Override
  public FileIO io() {
    return operations.io();
  }

  @Override
  public EncryptionManager encryption() {
    return operations.encryption();
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

  @Override
  public long newSnapshotId() {
    return operations.newSnapshotId();
  }

  @Override
  public boolean requireStrictCleanup() {
    return operations.requireStrictCleanup();
  }
}
