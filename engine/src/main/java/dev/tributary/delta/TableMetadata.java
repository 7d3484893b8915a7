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
package dev.tributary.delta;

import com.fasterxml.jackson.databind.JsonNode;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.StructType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a table's metadata action says, as of one version.
 *
 * @param id the table's UUID
 * @param schemaJson the columns, in Delta's JSON form
 * @param partitionColumns logical names
 */
record TableMetadata(
    String id, String schemaJson, List<String> partitionColumns, Map<String, String> configuration)
    implements Serializable {
  TableMetadata {
    partitionColumns = List.copyOf(partitionColumns);
    configuration = Map.copyOf(configuration);
  }

  /** How columns are found in data files. */
  enum ColumnMapping {
    NONE,
    NAME,
    ID
  }

  static TableMetadata of(Metadata metadata) {
    return new TableMetadata(
        metadata.getId(),
        metadata.getSchemaString(),
        VectorUtils.toJavaList(metadata.getPartitionColumns()),
        metadata.getConfiguration());
  }

  static TableMetadata of(JsonNode action) {
    List<String> partitionColumns = new ArrayList<>();
    action.path("partitionColumns").forEach(name -> partitionColumns.add(name.asText()));
    Map<String, String> configuration = new HashMap<>();
    action
        .path("configuration")
        .fields()
        .forEachRemaining(entry -> configuration.put(entry.getKey(), entry.getValue().asText()));
    return new TableMetadata(
        action.path("id").asText(),
        action.path("schemaString").asText(),
        partitionColumns,
        configuration);
  }

  boolean changeFeed() {
    return isOn("delta.enableChangeDataFeed");
  }

  boolean inCommitTimestamps() {
    return isOn("delta.enableInCommitTimestamps");
  }

  /** Whether a column had a narrower type once, which files may still have. */
  boolean widened() {
    return schemaJson.contains("delta.typeChanges");
  }

  ColumnMapping columnMapping() {
    return switch (configuration.getOrDefault("delta.columnMapping.mode", "none")) {
      case "id" -> ColumnMapping.ID;
      case "name" -> ColumnMapping.NAME;
      default -> ColumnMapping.NONE;
    };
  }

  /**
   * The columns.
   *
   * @throws RuntimeException when they hold a type that Delta Kernel does not know
   */
  StructType schema() {
    return DataTypeJsonSerDe.deserializeStructType(schemaJson);
  }

  private boolean isOn(String property) {
    return Boolean.parseBoolean(configuration.get(property));
  }
}
