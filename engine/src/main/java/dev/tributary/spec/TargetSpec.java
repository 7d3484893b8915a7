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

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The lakehouse table that follows the source.
 *
 * @param table {@code namespace.table}
 * @param equalityColumns target columns that identify a row; empty: the identifier fields of the
 *     existing table
 * @param tableProperties properties of a table that has to be created, such as {@code
 *     format-version}
 * @param partitionFields partition fields of a table that has to be created, such as {@code
 *     day(ts)}
 * @param sortFields sort order of a table that has to be created, such as {@code id desc nulls
 *     last}
 * @param writeOptions the other Managed I/O write keys as they stand in the file, by key
 */
public record TargetSpec(
    String table,
    Optional<String> catalogName,
    Map<String, String> catalogProperties,
    Map<String, String> configProperties,
    WriteMode mode,
    List<String> equalityColumns,
    NullKeys nullKeys,
    DeleteStrategy deleteStrategy,
    Map<String, String> tableProperties,
    List<String> partitionFields,
    List<String> sortFields,
    Map<String, Object> writeOptions) {

  public TargetSpec {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(catalogName, "catalogName");
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(nullKeys, "nullKeys");
    Objects.requireNonNull(deleteStrategy, "deleteStrategy");
    catalogProperties = Map.copyOf(catalogProperties);
    configProperties = Map.copyOf(configProperties);
    equalityColumns = List.copyOf(equalityColumns);
    tableProperties = Map.copyOf(tableProperties);
    partitionFields = List.copyOf(partitionFields);
    sortFields = List.copyOf(sortFields);
    writeOptions = Map.copyOf(writeOptions);
  }

  /** How changes reach the target. */
  public enum WriteMode {
    MERGE_ON_READ,
    COPY_ON_WRITE,
    APPEND
  }

  /** What a null in an equality column means. */
  public enum NullKeys {
    /** The row cannot be applied; the target's key columns are required and identifier fields. */
    REJECT,
    /** Null equals null, as in Iceberg's equality deletes; the target has no identifier fields. */
    MATCH
  }

  /** How a deleted row is marked. */
  public enum DeleteStrategy {
    /** Deletion vectors on format version 3, file-scoped position deletes on 2. */
    POSITION,
    /** Equality deletes. */
    EQUALITY
  }
}
