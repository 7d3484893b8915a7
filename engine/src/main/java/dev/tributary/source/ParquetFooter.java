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
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.schema.Type;

/**
 * What of a Parquet file's footer decides whether the file can stand in another table.
 *
 * @param rows rows by the footer
 * @param named whether its top-level columns have no field ids, so that names tell them
 * @param identified whether all of its top-level columns have field ids
 * @param rowLineage whether it holds row ids or sequence numbers of the table that it is from
 * @param oldCalendar whether its dates and times may count in the calendar from before 1582
 */
public record ParquetFooter(
    long rows, boolean named, boolean identified, boolean rowLineage, boolean oldCalendar) {
  private static final Set<Integer> LINEAGE =
      Set.of(
          MetadataColumns.ROW_ID.fieldId(), MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.fieldId());

  // What Spark notes when it writes days in the hybrid calendar (SPARK-31404).
  private static final Set<String> OLD_CALENDAR =
      Set.of("org.apache.spark.legacyDateTime", "org.apache.spark.legacyINT96");

  /** Reads the footer only. */
  public static ParquetFooter read(InputFile file) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(new Adapter(file))) {
      FileMetaData footer = reader.getFooter().getFileMetaData();
      Set<Integer> ids =
          footer.getSchema().getFields().stream()
              .map(Type::getId)
              .map(id -> id == null ? -1 : id.intValue())
              .collect(Collectors.toSet());
      return new ParquetFooter(
          reader.getRecordCount(),
          ids.equals(Set.of(-1)),
          !ids.contains(-1),
          ids.stream().anyMatch(LINEAGE::contains),
          footer.getKeyValueMetaData().keySet().stream().anyMatch(OLD_CALENDAR::contains));
    }
  }

  private record Adapter(InputFile file) implements org.apache.parquet.io.InputFile {
    @Override
    public long getLength() {
      return file.getLength();
    }

    @Override
    public org.apache.parquet.io.SeekableInputStream newStream() {
      SeekableInputStream stream = file.newStream();
      return new DelegatingSeekableInputStream(stream) {
        @Override
        public long getPos() throws IOException {
          return stream.getPos();
        }

        @Override
        public void seek(long position) throws IOException {
          stream.seek(position);
        }
      };
    }
  }
}
