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
package dev.tributary.iceberg;

import dev.tributary.errors.SourceException;
import dev.tributary.source.SourceDescription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ContentFileUtil;

/** Says what a table is. */
final class Describer {
  private final OpenedTable table;
  private final TableMetadata metadata;
  private final SnapshotHistory history;

  Describer(OpenedTable table, SnapshotHistory history) {
    this.table = table;
    this.metadata = table.metadata();
    this.history = history;
  }

  SourceDescription describe() {
    List<String> problems = new ArrayList<>();
    for (Types.NestedField field : metadata.schema().columns()) {
      String type = Projection.unsupported(field.type());
      if (type != null) {
        problems.add("column '" + field.name() + "' holds values of type " + type);
      }
    }
    Map<String, String> summary = history.head().map(Snapshot::summary).orElse(Map.of());
    Optional<List<DeleteFile>> deletes = deletes(problems);
    return new SourceDescription(
        "Iceberg v" + metadata.formatVersion(),
        metadata.location(),
        rows(summary, deletes),
        number(summary, SnapshotSummary.TOTAL_FILE_SIZE_PROP),
        number(summary, SnapshotSummary.TOTAL_DATA_FILES_PROP),
        history.head().map(head -> Instant.ofEpochMilli(head.timestampMillis())),
        partitioning(),
        identifiers(metadata.schema()),
        features(deletes.orElse(List.of())),
        problems);
  }

  private Optional<List<DeleteFile>> deletes(List<String> problems) {
    if (history.head().isEmpty()) {
      return Optional.of(List.of());
    }
    try {
      return Optional.of(
          SnapshotFiles.deletes(table.io(), metadata.specsById())
              .live(history.head().get())
              .files());
    } catch (SourceException e) {
      problems.add(e.getMessage());
      return Optional.empty();
    }
  }

  /** Position and equality delete files may hit a row twice or none, so then nobody knows. */
  private OptionalLong rows(Map<String, String> summary, Optional<List<DeleteFile>> deletes) {
    if (history.head().isEmpty()) {
      return OptionalLong.of(0);
    }
    OptionalLong records = number(summary, SnapshotSummary.TOTAL_RECORDS_PROP);
    boolean exact = deletes.isPresent() && deletes.get().stream().allMatch(ContentFileUtil::isDV);
    if (records.isEmpty() || !exact) {
      return OptionalLong.empty();
    }
    long deleted = deletes.get().stream().mapToLong(DeleteFile::recordCount).sum();
    return OptionalLong.of(records.getAsLong() - deleted);
  }

  private List<String> partitioning() {
    return metadata.spec().fields().stream()
        .filter(field -> !field.transform().isVoid())
        .map(this::partitionField)
        .toList();
  }

  private String partitionField(PartitionField field) {
    String column = metadata.schema().findColumnName(field.sourceId());
    String transform = field.transform().toString();
    return field.transform().isIdentity() ? column : transform + "(" + column + ")";
  }

  private static List<String> identifiers(Schema schema) {
    return schema.identifierFieldIds().stream().map(schema::findColumnName).sorted().toList();
  }

  private List<String> features(List<DeleteFile> deletes) {
    List<String> features = new ArrayList<>();
    if (deletes.stream().anyMatch(ContentFileUtil::isDV)) {
      features.add("deletion vectors");
    }
    if (deletes.stream()
        .anyMatch(
            file ->
                file.content() == FileContent.POSITION_DELETES && !ContentFileUtil.isDV(file))) {
      features.add("position deletes");
    }
    if (deletes.stream().anyMatch(file -> file.content() == FileContent.EQUALITY_DELETES)) {
      features.add("equality deletes");
    }
    if (metadata.formatVersion() >= 3) {
      features.add("row lineage");
    }
    if (metadata.specs().size() > 1) {
      features.add("partitioning changed over time");
    }
    if (metadata.schemas().size() > 1) {
      features.add("columns changed over time");
    }
    if (metadata.refs().size() > 1) {
      features.add("branches or tags");
    }
    return features;
  }

  private static OptionalLong number(Map<String, String> summary, String key) {
    try {
      String value = summary.get(key);
      return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
