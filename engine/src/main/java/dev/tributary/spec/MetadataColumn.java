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
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** What a commit says of a change, as columns that rows can carry. */
public enum MetadataColumn {
  /** INSERT, UPDATE_BEFORE, UPDATE_AFTER or DELETE. */
  CHANGE_TYPE("_change_type", Types.StringType.get(), null),
  COMMIT_SNAPSHOT_ID("_commit_snapshot_id", Types.LongType.get(), SourceFormat.ICEBERG),
  COMMIT_SNAPSHOT_SEQUENCE_NUMBER(
      "_commit_snapshot_sequence_number", Types.LongType.get(), SourceFormat.ICEBERG),
  COMMIT_VERSION("_commit_version", Types.LongType.get(), SourceFormat.DELTA),
  COMMIT_TIMESTAMP("_commit_timestamp", Types.TimestampType.withZone(), null);

  // No table has so many columns, and Iceberg's own reserved ids end 200 above.
  private static final int FIRST_FIELD_ID = Integer.MAX_VALUE - 400;

  private final String columnName;
  private final Type type;
  private final SourceFormat only;

  MetadataColumn(String columnName, Type type, SourceFormat only) {
    this.columnName = columnName;
    this.type = type;
    this.only = only;
  }

  /** The column's name in rows of the source. */
  public String columnName() {
    return columnName;
  }

  /** The column, with an id that no column of a table has. */
  public Types.NestedField field() {
    return Types.NestedField.required(FIRST_FIELD_ID + ordinal(), columnName, type);
  }

  /** The metadata column that a field is; empty when it is a column of the table. */
  public static Optional<MetadataColumn> of(Types.NestedField field) {
    int ordinal = field.fieldId() - FIRST_FIELD_ID;
    return ordinal >= 0 && ordinal < values().length
        ? Optional.of(values()[ordinal])
        : Optional.empty();
  }

  /** The metadata column of this name that sources of the format have. */
  public static Optional<MetadataColumn> named(String name, SourceFormat format) {
    return of(format).stream().filter(column -> column.columnName.equals(name)).findFirst();
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
