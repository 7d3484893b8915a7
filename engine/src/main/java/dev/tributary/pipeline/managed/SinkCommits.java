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

import dev.tributary.pipeline.SinkCommit;
import dev.tributary.pipeline.SinkShard;
import dev.tributary.target.Removal;
import dev.tributary.target.TargetAddress;
import dev.tributary.target.TargetTable;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.apache.iceberg.Snapshot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits shards, and tells the snapshot that they became. Travels to workers. */
final class SinkCommits implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(SinkCommits.class);

  /** What is told of a snapshot. */
  static final Schema SNAPSHOT =
      Schema.builder()
          .addStringField("table")
          .addStringField("operation")
          .addMapField("summary", FieldType.STRING, FieldType.STRING)
          .addNullableStringField("manifest_list_location")
          .addInt64Field("snapshot_id")
          .addNullableInt64Field("parent_id")
          .addInt64Field("sequence_number")
          .addInt64Field("timestamp_millis")
          .addNullableInt32Field("schema_id")
          .build();

  private final WriteOptions options;
  private final RowFields fields;

  SinkCommits(WriteOptions options, RowFields fields) {
    this.options = options;
    this.fields = fields;
  }

  /**
   * @param windowEnd end of the window whose shards these are; empty: there is only one
   * @return what is told of the snapshot; empty when the shards were committed before
   */
  Optional<Row> commit(String table, List<SinkShard> shards, OptionalLong windowEnd) {
    SinkTable sink = SinkTable.open(options, table, fields.stored());
    TargetAddress address = TargetAddress.of(options.target(table));
    SinkCommit commit =
        new SinkCommit(
            address,
            sink.output(),
            options.changes() ? sink.keyColumns() : List.of(),
            Removal.of(options.target(table)),
            options.snapshotProperties());
    Optional<SinkCommit.Mark> mark =
        windowEnd.isPresent() && options.named()
            ? Optional.of(new SinkCommit.Mark(options.sinkId(), windowEnd.getAsLong()))
            : Optional.empty();
    OptionalLong snapshot = commit.commit(shards, mark);
    if (snapshot.isEmpty()) {
      LOG.warn(
          "The window that ended at {} was committed to {} before; it is left out",
          windowEnd.orElse(0),
          table);
      return Optional.empty();
    }
    try (TargetTable target = TargetTable.require(address)) {
      return Optional.ofNullable(target.table().snapshot(snapshot.getAsLong()))
          .map(it -> row(table, it));
    }
  }

  private static Row row(String table, Snapshot snapshot) {
    Map<String, String> summary = new HashMap<>(snapshot.summary());
    return Row.withSchema(SNAPSHOT)
        .addValues(
            table,
            snapshot.operation(),
            summary,
            snapshot.manifestListLocation(),
            snapshot.snapshotId(),
            snapshot.parentId(),
            snapshot.sequenceNumber(),
            snapshot.timestampMillis(),
            snapshot.schemaId())
        .build();
  }
}
