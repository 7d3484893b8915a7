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
package dev.tributary.source;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.io.InputFile;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * What of a Parquet file's footer decides whether the file can stand in another table.
 *
 * @param rows rows by the footer
 * @param named whether its top-level columns have no field ids, so that names tell them
 * @param identified whether all of its top-level columns have field ids
 * @param rowLineage whether it holds row ids or sequence numbers of the table that it is from
 * @param plainLists whether its lists and maps have the three levels that Parquet's specification
 *     gives them
 * @param oldCalendar whether its dates and times may count in the calendar from before 1582
 */
public record ParquetFooter(
    long rows,
    boolean named,
    boolean identified,
    boolean rowLineage,
    boolean plainLists,
    boolean oldCalendar) {
  private static final Set<Integer> LINEAGE =
      Set.of(
          MetadataColumns.ROW_ID.fieldId(), MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId());

  // What Spark notes when it writes days in the hybrid calendar (SPARK-31404).
  private static final String OLD_DAYS = "org.apache.spark.legacyDateTime";
  private static final String OLD_INT96 = "org.apache.spark.legacyINT96";

  /** Reads the footer only. */
  public static ParquetFooter read(InputFile file) throws IOException {
    return of(metadata(file));
  }

  /** Reads the footer only, in Parquet's own form. */
  public static ParquetMetadata metadata(InputFile file) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(new ParquetInput(file))) {
      return reader.getFooter();
    }
  }

  /** What a footer that was read tells. */
  public static ParquetFooter of(ParquetMetadata metadata) {
    FileMetaData footer = metadata.getFileMetaData();
    Set<Integer> ids =
        footer.getSchema().getFields().stream()
            .map(Type::getId)
            .map(id -> id == null ? -1 : id.intValue())
            .collect(Collectors.toSet());
    return new ParquetFooter(
        metadata.getBlocks().stream().mapToLong(BlockMetaData::getRowCount).sum(),
        ids.equals(Set.of(-1)),
        !ids.contains(-1),
        ids.stream().anyMatch(LINEAGE::contains),
        footer.getSchema().getFields().stream().allMatch(ParquetFooter::plain),
        oldCalendar(footer));
  }

  private static boolean oldCalendar(FileMetaData footer) {
    Set<String> notes = footer.getKeyValueMetaData().keySet();
    return footer.getSchema().getColumns().stream()
        .map(ColumnDescriptor::getPrimitiveType)
        .anyMatch(
            type ->
                type.getPrimitiveTypeName() == PrimitiveTypeName.INT96
                    ? notes.contains(OLD_INT96)
                    : notes.contains(OLD_DAYS) && isTime(type.getLogicalTypeAnnotation()));
  }

  private static boolean isTime(LogicalTypeAnnotation kind) {
    return kind instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation
        || kind instanceof LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
  }

  /** As parquet-format's LogicalTypes.md has lists and maps. */
  private static boolean plain(Type type) {
    if (type.isPrimitive()) {
      // A repeated value that is no list is one to the oldest writers.
      return !type.isRepetition(Type.Repetition.REPEATED);
    }
    GroupType group = type.asGroupType();
    LogicalTypeAnnotation kind = group.getLogicalTypeAnnotation();
    boolean list = kind instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation;
    boolean map = kind instanceof LogicalTypeAnnotation.MapLogicalTypeAnnotation;
    if (!list && !map) {
      return !group.isRepetition(Type.Repetition.REPEATED)
          && group.getFields().stream().allMatch(ParquetFooter::plain);
    }
    if (group.getFieldCount() != 1 || group.getType(0).isPrimitive()) {
      return false;
    }
    GroupType entries = group.getType(0).asGroupType();
    List<String> names = entries.getFields().stream().map(Type::getName).toList();
    return names.equals(list ? List.of("element") : List.of("key", "value"))
        && entries.getFields().stream().allMatch(ParquetFooter::plain);
  }
}
