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

import dev.tributary.errors.TargetException;
import dev.tributary.spec.TargetSpec;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableProperties;

/** A table that is to be created. */
public record TableDefinition(
    Schema schema, PartitionSpec partitioning, SortOrder sortOrder, Map<String, String> properties)
    implements Serializable {

  /** Format version of new tables for which the spec states none: what every engine can read. */
  public static final int DEFAULT_FORMAT_VERSION = 2;

  public TableDefinition {
    properties = Map.copyOf(properties);
  }

  /**
   * What the spec says of a table with the given columns.
   *
   * @throws TargetException when a partition or sort field does not fit the columns, or the format
   *     version cannot hold row-level deletes
   */
  public static TableDefinition of(TargetSpec spec, Schema schema) {
    Map<String, String> properties = new HashMap<>();
    properties.put(TableProperties.FORMAT_VERSION, Integer.toString(DEFAULT_FORMAT_VERSION));
    String mode = Removal.of(spec) == Removal.REWRITE ? "copy-on-write" : "merge-on-read";
    properties.put(TableProperties.DELETE_MODE, mode);
    properties.put(TableProperties.UPDATE_MODE, mode);
    properties.put(TableProperties.MERGE_MODE, mode);
    properties.putAll(spec.tableProperties());
    requireFormatVersion(properties.get(TableProperties.FORMAT_VERSION));
    return new TableDefinition(
        schema,
        TransformTerms.partitionSpec(schema, spec.partitionFields()),
        TransformTerms.sortOrder(schema, spec.sortFields()),
        properties);
  }

  /** The same table, which finds columns of files without field ids by names. */
  public TableDefinition withNameMapping(String json) {
    Map<String, String> all = new HashMap<>(properties);
    all.put(TableProperties.DEFAULT_NAME_MAPPING, json);
    return new TableDefinition(schema, partitioning, sortOrder, all);
  }

  /** The same table with further properties. */
  TableDefinition withProperties(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(properties);
    all.putAll(more);
    return new TableDefinition(schema, partitioning, sortOrder, all);
  }

  /** The format version that the table will have. */
  public int formatVersion() {
    return Integer.parseInt(properties.get(TableProperties.FORMAT_VERSION));
  }

  private static void requireFormatVersion(String version) {
    if (!"2".equals(version) && !"3".equals(version)) {
      throw new TargetException(
          String.format(
              "table_properties: format-version is '%s'; a target that rows are deleted from needs"
                  + " '2' (position deletes) or '3' (deletion vectors).",
              version));
    }
  }
}
