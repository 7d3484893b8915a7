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

import dev.tributary.pipeline.SinkShard;
import java.time.Duration;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.SimpleFunction;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollection.IsBounded;
import org.apache.beam.sdk.values.PCollectionRowTuple;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTagList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes rows to Iceberg tables. Bounded input is one commit for each table. Of unbounded input,
 * rows that are only added are committed at intervals of the clock, changes by windows of event
 * time, in their order.
 */
final class WriteRows extends PTransform<PCollection<Row>, PCollectionRowTuple> {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(WriteRows.class);

  /** The output that tells of each snapshot. */
  static final String SNAPSHOTS = "snapshots";

  /** The output of changes that came too late. */
  static final String DEAD_LETTER = "dead_letter";

  private static final Coder<KV<String, byte[]>> BLOCKS =
      KvCoder.of(StringUtf8Coder.of(), ByteArrayCoder.of());
  private static final Coder<KV<String, SinkShard>> SHARDS =
      KvCoder.of(StringUtf8Coder.of(), ObjectCoder.of(SinkShard.class));

  private final WriteOptions options;

  WriteRows(WriteOptions options) {
    this.options = options;
  }

  @Override
  public PCollectionRowTuple expand(PCollection<Row> input) {
    Schema schema = input.getSchema();
    RowFields fields = new RowFields(options, schema);
    boolean unbounded = input.isBounded() == IsBounded.UNBOUNDED;
    checkTriggering(unbounded);
    PCollectionTuple packed =
        input
            .apply("Windows", window(unbounded))
            .apply(
                "Pack",
                ParDo.of(new PackRows(options, fields))
                    .withOutputTags(PackRows.BLOCKS, TupleTagList.of(PackRows.ERRORS)));
    PCollection<Row> errors = packed.get(PackRows.ERRORS).setRowSchema(PackRows.errors(schema));
    PCollection<KV<String, Iterable<byte[]>>> blocks =
        packed.get(PackRows.BLOCKS).setCoder(BLOCKS).apply("ByShard", GroupByKey.create());
    SinkCommits commits = new SinkCommits(options, fields);
    PCollectionRowTuple result =
        options.changes()
            ? changes(blocks, fields, commits, unbounded)
            : appends(blocks, fields, commits);
    return options.errorOutput().map(name -> result.and(name, errors)).orElse(result);
  }

  private void checkTriggering(boolean unbounded) {
    if (unbounded && options.triggering().isEmpty()) {
      throw options
          .settings()
          .error(
              "the input is unbounded, so 'triggering_frequency_seconds' is required: how often to"
                  + " commit.");
    }
    if (!unbounded && options.triggering().isPresent()) {
      LOG.warn(
          "{}: triggering_frequency_seconds has no effect on bounded input", options.settings());
    }
  }

  private Window<Row> window(boolean unbounded) {
    if (!unbounded) {
      return Window.into(new GlobalWindows());
    }
    org.joda.time.Duration frequency =
        org.joda.time.Duration.standardSeconds(options.triggering().getAsInt());
    if (!options.changes()) {
      return Window.<Row>into(new GlobalWindows())
          .triggering(
              Repeatedly.forever(
                  AfterProcessingTime.pastFirstElementInPane().plusDelayOf(frequency)))
          .withAllowedLateness(org.joda.time.Duration.ZERO)
          .discardingFiredPanes();
    }
    Duration lateness = options.allowedLateness();
    return Window.<Row>into(FixedWindows.of(frequency))
        .triggering(
            AfterWatermark.pastEndOfWindow().withLateFirings(AfterPane.elementCountAtLeast(1)))
        .withAllowedLateness(org.joda.time.Duration.millis(lateness.toMillis()))
        .discardingFiredPanes();
  }

  private PCollectionRowTuple appends(
      PCollection<KV<String, Iterable<byte[]>>> blocks, RowFields fields, SinkCommits commits) {
    return snapshots(
        blocks
            .apply("Write", ParDo.of(new WriteBlocks(options, fields)))
            .setCoder(SHARDS)
            .apply("ByTable", GroupByKey.create())
            .apply("Commit", ParDo.of(new CommitShards(commits))));
  }

  private PCollectionRowTuple changes(
      PCollection<KV<String, Iterable<byte[]>>> blocks,
      RowFields fields,
      SinkCommits commits,
      boolean unbounded) {
    PCollectionTuple netted =
        blocks.apply(
            "Net",
            ParDo.of(new NetBlocks(options, fields))
                .withOutputTags(NetBlocks.SHARDS, TupleTagList.of(NetBlocks.DEAD_LETTERS)));
    PCollection<KV<String, PendingShard>> shards =
        netted
            .get(NetBlocks.SHARDS)
            .setCoder(KvCoder.of(StringUtf8Coder.of(), ObjectCoder.of(PendingShard.class)));
    PCollection<Row> committed =
        unbounded
            ? shards
                .apply("AllTime", Window.into(new GlobalWindows()))
                .apply("Commit", ParDo.of(new CommitWindows(commits)))
            : shards
                .apply("Shards", MapElements.via(new ShardOf()))
                .setCoder(SHARDS)
                .apply("ByTable", GroupByKey.create())
                .apply("Commit", ParDo.of(new CommitShards(commits)));
    return snapshots(committed)
        .and(
            DEAD_LETTER,
            netted
                .get(NetBlocks.DEAD_LETTERS)
                .setRowSchema(NetBlocks.deadLetters(fields.stored())));
  }

  private static PCollectionRowTuple snapshots(PCollection<Row> committed) {
    return PCollectionRowTuple.of(SNAPSHOTS, committed.setRowSchema(SinkCommits.SNAPSHOT));
  }

  private static final class ShardOf
      extends SimpleFunction<KV<String, PendingShard>, KV<String, SinkShard>> {
    private static final long serialVersionUID = 1L;

    @Override
    public KV<String, SinkShard> apply(KV<String, PendingShard> pending) {
      return KV.of(pending.getKey(), pending.getValue().shard());
    }
  }
}
