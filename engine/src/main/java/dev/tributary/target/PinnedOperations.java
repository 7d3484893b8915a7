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

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * Operations that only ever commit on top of the metadata they were made with. Iceberg's own retry
 * would put our changes on metadata in which neither the progress was checked nor the positions
 * were located; here a commit of someone else surfaces as {@link CommitConflict} instead.
 */
final class PinnedOperations implements TableOperations {
  private final TableOperations operations;
  private TableMetadata metadata;

  PinnedOperations(TableOperations operations) {
    this.operations = operations;
    this.metadata = operations.current();
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
      operations.commit(base, changed);
    } catch (CommitFailedException e) {
      throw new CommitConflict(e.getMessage(), e);
    }
    metadata = changed;
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
