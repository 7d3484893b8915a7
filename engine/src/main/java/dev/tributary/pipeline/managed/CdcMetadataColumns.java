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
package dev.tributary.pipeline.managed;

/** Names of the metadata columns that reads of changes can add to their rows. */
public final class CdcMetadataColumns {
  /** The key that asks for metadata columns. */
  public static final String KEY = "include_metadata_columns";

  /**
   * The kind of the change: INSERT, UPDATE_BEFORE, UPDATE_AFTER or DELETE from an Iceberg table,
   * insert, update_preimage, update_postimage or delete from a Delta table.
   */
  public static final String CHANGE_TYPE = "_change_type";

  /** Iceberg: id of the snapshot that brought the change. */
  public static final String COMMIT_SNAPSHOT_ID = "_commit_snapshot_id";

  /** Iceberg: sequence number of that snapshot. */
  public static final String COMMIT_SNAPSHOT_SEQUENCE_NUMBER = "_commit_snapshot_sequence_number";

  /** Delta: version that brought the change. */
  public static final String COMMIT_VERSION = "_commit_version";

  /** When the change was committed. */
  public static final String COMMIT_TIMESTAMP = "_commit_timestamp";

  /** Iceberg format version 3: the row's id. */
  public static final String ROW_ID = "_row_id";

  /** Iceberg format version 3: the sequence number of the commit that last changed the row. */
  public static final String LAST_UPDATED_SEQUENCE_NUMBER = "_last_updated_sequence_number";

  private CdcMetadataColumns() {}
}
