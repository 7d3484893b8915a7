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

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

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

  /** Number of shards that a Beam program cuts changes into when nothing else is asked for. */
  public static final int DEFAULT_SHARDS = 16;

  private static final int DEFAULT_DEAD_LETTER_LIMIT = 1_000;

  public TargetSpec {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(catalogName, "catalogName");
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(nullKeys, "nullKeys");
    Objects.requireNonNull(deleteStrategy, "deleteStrategy");
    catalogProperties = Ordered.copyOf(catalogProperties);
    configProperties = Ordered.copyOf(configProperties);
    equalityColumns = List.copyOf(equalityColumns);
    tableProperties = Ordered.copyOf(tableProperties);
    partitionFields = List.copyOf(partitionFields);
    sortFields = List.copyOf(sortFields);
    writeOptions = Ordered.copyOf(writeOptions);
  }

  /** A builder of a spec of the given table. */
  public static Builder builder(String table) {
    return new Builder(table);
  }

  /** The column that holds the kind of a change: of the source's rows, or to be written. */
  public Optional<String> changeTypeColumn() {
    return text("change_type_column");
  }

  /** The column that orders changes: of the source's rows, or to be written. */
  public Optional<String> sequenceNumberColumn() {
    return text("sequence_number_column");
  }

  /** The one struct column of the source whose fields are the target's columns. */
  public Optional<String> only() {
    return text("only");
  }

  /** The table of the target's catalog that gets the rows which cannot be applied. */
  public Optional<String> deadLetter() {
    return text("dead_letter")
        .or(() -> Optional.ofNullable(properties("error_handling").get("output")));
  }

  /** Most rows of a unit that may go to the dead letter table. */
  public int deadLetterLimit() {
    return writeOptions.get("dead_letter_limit") instanceof Integer limit
        ? limit
        : DEFAULT_DEAD_LETTER_LIMIT;
  }

  /** How rows are spread over writers. */
  public Distribution distribution() {
    return "hash".equals(writeOptions.get("distribution_mode"))
        ? Distribution.HASH
        : Distribution.NONE;
  }

  /** Whether a large partition may have several writers. */
  public boolean autosharding() {
    return Boolean.TRUE.equals(writeOptions.get("autosharding"));
  }

  /** From how many bytes on the rows of a bundle are not sent to another writer; empty: never. */
  public OptionalLong directWriteBytes() {
    return writeOptions.get("direct_write_byte_limit") instanceof Integer bytes
        ? OptionalLong.of(bytes)
        : OptionalLong.empty();
  }

  /** Number of shards that changes are cut into by key; empty: as many as their number asks for. */
  public OptionalInt shards() {
    return writeOptions.get("num_shards") instanceof Integer shards
        ? OptionalInt.of(shards)
        : OptionalInt.empty();
  }

  /** Memory for sorting the changes of a shard; empty: what the heap affords. */
  public OptionalLong sorterBytes() {
    return writeOptions.get("sorter_memory_mb") instanceof Integer megabytes
        ? OptionalLong.of((long) megabytes << 20)
        : OptionalLong.empty();
  }

  /** Shortest time between two commits of a run that stays on. */
  public Duration commitInterval() {
    return writeOptions.get("triggering_frequency_seconds") instanceof Integer seconds
        ? Duration.ofSeconds(seconds)
        : Duration.ZERO;
  }

  /** Whether an insert is meant to replace the row of its key, and images from before are none. */
  public boolean upsert() {
    return Boolean.TRUE.equals(writeOptions.get("upsert"));
  }

  /** A write option that is a mapping of names to texts; empty when it is not given. */
  public Map<String, String> properties(String option) {
    Map<String, String> result = new LinkedHashMap<>();
    if (writeOptions.get(option) instanceof Map<?, ?> map) {
      map.forEach((name, value) -> result.put(String.valueOf(name), String.valueOf(value)));
    }
    return result;
  }

  /** This target without what a spec file may not have with its mode. */
  public TargetSpec fitting() {
    List<String> meaningless = ModeKeys.meaningless(mode);
    Builder fitting = toBuilder();
    if (meaningless.contains("equality_columns")) {
      fitting.equalityColumns(List.of());
    }
    if (meaningless.contains("null_keys")) {
      fitting.nullKeys(NullKeys.REJECT);
    }
    if (meaningless.contains("delete_strategy") || !ModeKeys.fits(deleteStrategy, mode)) {
      fitting.deleteStrategy(DeleteStrategy.POSITION);
    }
    Map<String, Object> options = new LinkedHashMap<>(writeOptions);
    options.keySet().removeAll(meaningless);
    return fitting.writeOptions(options).build();
  }

  private Optional<String> text(String option) {
    return writeOptions.get(option) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** Names the table only: properties may hold secrets. */
  @Override
  public String toString() {
    return "TargetSpec[" + table + "]";
  }

  /** A builder that starts with the values of this one. */
  public Builder toBuilder() {
    Builder builder = new Builder(table);
    builder.catalogName = catalogName;
    builder.catalogProperties = catalogProperties;
    builder.configProperties = configProperties;
    builder.mode = mode;
    builder.equalityColumns = equalityColumns;
    builder.nullKeys = nullKeys;
    builder.deleteStrategy = deleteStrategy;
    builder.tableProperties = tableProperties;
    builder.partitionFields = partitionFields;
    builder.sortFields = sortFields;
    builder.writeOptions = writeOptions;
    return builder;
  }

  /** Builds a TargetSpec; what is not set has the default of the spec file. Not thread-safe. */
  public static final class Builder {
    private String table;
    private Optional<String> catalogName = Optional.empty();
    private Map<String, String> catalogProperties = Map.of();
    private Map<String, String> configProperties = Map.of();
    private WriteMode mode = WriteMode.MERGE_ON_READ;
    private List<String> equalityColumns = List.of();
    private NullKeys nullKeys = NullKeys.REJECT;
    private DeleteStrategy deleteStrategy = DeleteStrategy.POSITION;
    private Map<String, String> tableProperties = Map.of();
    private List<String> partitionFields = List.of();
    private List<String> sortFields = List.of();
    private Map<String, Object> writeOptions = Map.of();

    private Builder(String table) {
      this.table = table;
    }

    public Builder table(String value) {
      this.table = value;
      return this;
    }

    public Builder catalogName(String value) {
      return catalogName(Optional.of(value));
    }

    public Builder catalogName(Optional<String> value) {
      this.catalogName = value;
      return this;
    }

    public Builder catalogProperties(Map<String, String> value) {
      this.catalogProperties = value;
      return this;
    }

    public Builder configProperties(Map<String, String> value) {
      this.configProperties = value;
      return this;
    }

    public Builder mode(WriteMode value) {
      this.mode = value;
      return this;
    }

    public Builder equalityColumns(List<String> value) {
      this.equalityColumns = value;
      return this;
    }

    public Builder nullKeys(NullKeys value) {
      this.nullKeys = value;
      return this;
    }

    public Builder deleteStrategy(DeleteStrategy value) {
      this.deleteStrategy = value;
      return this;
    }

    public Builder tableProperties(Map<String, String> value) {
      this.tableProperties = value;
      return this;
    }

    public Builder partitionFields(List<String> value) {
      this.partitionFields = value;
      return this;
    }

    public Builder sortFields(List<String> value) {
      this.sortFields = value;
      return this;
    }

    public Builder writeOptions(Map<String, Object> value) {
      this.writeOptions = value;
      return this;
    }

    public TargetSpec build() {
      return new TargetSpec(
          table,
          catalogName,
          catalogProperties,
          configProperties,
          mode,
          equalityColumns,
          nullKeys,
          deleteStrategy,
          tableProperties,
          partitionFields,
          sortFields,
          writeOptions);
    }
  }

  /** How changes reach the target. */
  public enum WriteMode {
    MERGE_ON_READ,
    COPY_ON_WRITE,
    APPEND
  }

  /** How rows are spread over writers. */
  public enum Distribution {
    /** Whoever has a row writes it. */
    NONE,
    /** The rows of a partition go to one writer. */
    HASH
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
