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
package dev.tributary.spec;

import dev.tributary.spec.SourceSpec.SourceFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** What metadata says of a change or of its row, as columns that rows can carry. */
public enum MetadataColumn {
  /** INSERT, UPDATE_BEFORE, UPDATE_AFTER or DELETE. */
  CHANGE_TYPE("_change_type", Types.StringType.get(), null),
  COMMIT_SNAPSHOT_ID("_commit_snapshot_id", Types.LongType.get(), SourceFormat.ICEBERG),
  COMMIT_SNAPSHOT_SEQUENCE_NUMBER(
      "_commit_snapshot_sequence_number", Types.LongType.get(), SourceFormat.ICEBERG),
  COMMIT_VERSION("_commit_version", Types.LongType.get(), SourceFormat.DELTA),
  COMMIT_TIMESTAMP("_commit_timestamp", Types.TimestampType.withZone(), null),
  /** The row's id; null for rows that have none yet. */
  ROW_ID(MetadataColumns.ROW_ID),
  /** Sequence number of the commit that last changed the row; null for rows without an id. */
  LAST_UPDATED_SEQUENCE_NUMBER(MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER);

  // No table has so many columns, and Iceberg's own reserved ids end 200 above.
  private static final int FIRST_FIELD_ID = Integer.MAX_VALUE - 400;

  private final Types.NestedField field;
  private final SourceFormat only;
  private final boolean lineage;

  MetadataColumn(String columnName, Type type, SourceFormat only) {
    this.field = Types.NestedField.required(FIRST_FIELD_ID + ordinal(), columnName, type);
    this.only = only;
    this.lineage = false;
  }

  /** A column of Iceberg's row lineage, by the field that Iceberg reserves for it. */
  MetadataColumn(Types.NestedField field) {
    this.field = Types.NestedField.optional(field.fieldId(), field.name(), field.type());
    this.only = SourceFormat.ICEBERG;
    this.lineage = true;
  }

  /** The column's name in rows of the source. */
  public String columnName() {
    return field.name();
  }

  /**
   * Whether it tells of the row itself rather than of the commit: such columns come with the rows
   * that a source reads, from tables that keep them.
   */
  public boolean isLineage() {
    return lineage;
  }

  /** The column, with an id that no column of a table has. */
  public Types.NestedField field() {
    return field;
  }

  /** The metadata column that a field is; empty when it is a column of the table. */
  public static Optional<MetadataColumn> of(Types.NestedField field) {
    return Arrays.stream(values())
        .filter(column -> column.field.fieldId() == field.fieldId())
        .findFirst();
  }

  /** The metadata column of this name that sources of the format have. */
  public static Optional<MetadataColumn> named(String name, SourceFormat format) {
    return of(format).stream().filter(column -> column.columnName().equals(name)).findFirst();
  }

  /** The metadata columns that sources of the format have. */
  public static List<MetadataColumn> of(SourceFormat format) {
    return Arrays.stream(values())
        .filter(column -> column.only == null || column.only == format)
        .toList();
  }

  /** The column that orders the commits of sources of the format. */
  public static MetadataColumn sequence(SourceFormat format) {
    return format == SourceFormat.DELTA ? COMMIT_VERSION : COMMIT_SNAPSHOT_SEQUENCE_NUMBER;
  }
}
