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

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.logicaltypes.Timestamp;

/** Columns that tell of a change where it comes from. */
enum MetadataColumn {
  CHANGE_TYPE(CdcMetadataColumns.CHANGE_TYPE, FieldType.STRING),
  COMMIT_SNAPSHOT_ID(CdcMetadataColumns.COMMIT_SNAPSHOT_ID, FieldType.INT64),
  COMMIT_SNAPSHOT_SEQUENCE_NUMBER(
      CdcMetadataColumns.COMMIT_SNAPSHOT_SEQUENCE_NUMBER, FieldType.INT64),
  COMMIT_VERSION(CdcMetadataColumns.COMMIT_VERSION, FieldType.INT64),
  COMMIT_TIMESTAMP(CdcMetadataColumns.COMMIT_TIMESTAMP, FieldType.logicalType(Timestamp.MICROS)),
  ROW_ID(CdcMetadataColumns.ROW_ID, FieldType.INT64.withNullable(true)),
  LAST_UPDATED_SEQUENCE_NUMBER(
      CdcMetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER, FieldType.INT64.withNullable(true));

  private static final List<MetadataColumn> OF_ICEBERG =
      List.of(
          CHANGE_TYPE,
          COMMIT_SNAPSHOT_ID,
          COMMIT_SNAPSHOT_SEQUENCE_NUMBER,
          COMMIT_TIMESTAMP,
          ROW_ID,
          LAST_UPDATED_SEQUENCE_NUMBER);
  private static final List<MetadataColumn> OF_DELTA =
      List.of(CHANGE_TYPE, COMMIT_VERSION, COMMIT_TIMESTAMP);

  private final String columnName;
  private final FieldType type;

  MetadataColumn(String columnName, FieldType type) {
    this.columnName = columnName;
    this.type = type;
  }

  String columnName() {
    return columnName;
  }

  FieldType type() {
    return type;
  }

  /** The column of rows of the source that holds it; empty: the commit tells it. */
  Optional<dev.tributary.spec.MetadataColumn> ofRow() {
    return dev.tributary.spec.MetadataColumn.named(columnName, SourceFormat.ICEBERG)
        .filter(dev.tributary.spec.MetadataColumn::isLineage);
  }

  Object value(SourceFormat format, CommitStamp commit, Change change) {
    return switch (this) {
      case CHANGE_TYPE ->
          format == SourceFormat.DELTA ? deltaWord(change.kind()) : change.kind().name();
      case COMMIT_SNAPSHOT_ID -> Long.valueOf(commit.id());
      case COMMIT_SNAPSHOT_SEQUENCE_NUMBER, COMMIT_VERSION -> commit.sequence();
      case COMMIT_TIMESTAMP -> commit.timestamp();
      case ROW_ID, LAST_UPDATED_SEQUENCE_NUMBER -> change.row().getField(columnName);
    };
  }

  /** What Delta's change data feed calls a kind of change. */
  private static String deltaWord(ChangeKind kind) {
    return switch (kind) {
      case INSERT -> "insert";
      case DELETE -> "delete";
      case UPDATE_BEFORE -> "update_preimage";
      case UPDATE_AFTER -> "update_postimage";
    };
  }

  /** The columns that {@code include_metadata_columns} names, in its order. */
  static List<MetadataColumn> of(Settings settings, SourceFormat format) {
    List<MetadataColumn> known = format == SourceFormat.DELTA ? OF_DELTA : OF_ICEBERG;
    List<MetadataColumn> columns = new ArrayList<>();
    for (String name : settings.texts(CdcMetadataColumns.KEY)) {
      MetadataColumn column =
          known.stream()
              .filter(it -> it.columnName.equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      settings.error(
                          "unsupported metadata column '%s'; there are %s.",
                          name, known.stream().map(MetadataColumn::columnName).toList()));
      if (columns.contains(column)) {
        throw settings.error("'%s' names '%s' twice.", CdcMetadataColumns.KEY, name);
      }
      columns.add(column);
    }
    return columns;
  }
}
