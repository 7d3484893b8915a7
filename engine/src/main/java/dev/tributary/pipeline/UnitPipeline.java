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
package dev.tributary.pipeline;

import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTagList;

/** The shape of a unit's pipeline. */
final class UnitPipeline {
  private static final long LOAD_GROUP_BYTES = 128L << 20;
  private static final long READ_GROUP_BYTES = 32L << 20;
  private static final long CHANGES_PER_SHARD = 200_000;
  private static final long LEAST_CHANGES_TO_SPREAD = 20_000;
  private static final int MOST_SHARDS = 512;

  private static final Coder<ShardResult> RESULTS = SerializableCoder.of(ShardResult.class);

  private UnitPipeline() {}

  private static final Coder<KV<Integer, ChangeBlock>> BLOCKS =
      KvCoder.of(VarIntCoder.of(), new BlockCoder());

  /** Adds the steps of a unit to a pipeline. */
  static void build(Pipeline pipeline, UnitJob job, ReadPlan plan, BlockTransport transport) {
    List<PCollection<CommitPart>> parts = new ArrayList<>();
    PCollectionList<ShardResult> shards;
    if (job.kind() == UnitJob.Kind.CHANGES && job.appending() != null) {
      shards = append(pipeline, job, plan, transport);
    } else if (job.kind() == UnitJob.Kind.CHANGES || job.rows().isLog()) {
      // The state of a log of changes is changes too.
      shards = net(pipeline, job, plan, transport);
    } else if (job.stored() == null) {
      shards = load(pipeline, job, plan, transport);
    } else {
      PCollectionTuple copied = copy(pipeline, job, plan, transport);
      shards = written(copied, job);
      parts.add(copied.get(CopyFiles.DELETES).setCoder(CommitPart.CODER));
    }
    // Without a seed a unit that has no rows would not reach its commit.
    PCollection<ShardResult> seed =
        pipeline.apply("Seed", Create.of(ShardResult.loaded(List.of())).withCoder(RESULTS));
    PCollectionTuple planned =
        grouped("Shards", job, shards.and(seed), RESULTS)
            .apply(
                "PlanLocating",
                ParDo.of(new PlanLocating(job))
                    .withOutputTags(PlanLocating.NETTED, TupleTagList.of(PlanLocating.WORK)));
    parts.add(
        planned
            .get(PlanLocating.WORK)
            .setCoder(SerializableCoder.of(LocateWork.class))
            .apply("SpreadFiles", Reshuffle.viaRandomKey())
            .apply("Locate", ParDo.of(new LocateRows(job)))
            .setCoder(CommitPart.CODER));
    parts.add(planned.get(PlanLocating.NETTED).setCoder(CommitPart.CODER));
    grouped("Parts", job, PCollectionList.of(parts), CommitPart.CODER)
        .apply("Commit", ParDo.of(new CommitUnit(job)));
  }

  private static PCollectionList<ShardResult> load(
      Pipeline pipeline, UnitJob job, ReadPlan plan, BlockTransport transport) {
    RowOutput output = RowOutput.of(job, transport, shards(job, plan));
    return written(
        tasks(pipeline, plan, LOAD_GROUP_BYTES).apply("Load", withRows(new LoadRows(job, output))),
        job);
  }

  private static PCollectionTuple copy(
      Pipeline pipeline, UnitJob job, ReadPlan plan, BlockTransport transport) {
    RowOutput output = RowOutput.of(job, transport, shards(job, plan));
    return tasks(pipeline, plan, LOAD_GROUP_BYTES)
        .apply(
            "Copy",
            ParDo.of(new CopyFiles(job, output))
                .withOutputTags(
                    RowOutput.RESULTS, TupleTagList.of(RowOutput.ROWS).and(CopyFiles.DELETES)));
  }

  private static PCollectionList<ShardResult> append(
      Pipeline pipeline, UnitJob job, ReadPlan plan, BlockTransport transport) {
    int shards = shards(job, plan);
    if (job.pairing() == ReadPlan.Pairing.AS_STATED) {
      RowOutput output = RowOutput.of(job, transport, shards);
      return written(
          tasks(pipeline, plan, LOAD_GROUP_BYTES)
              .apply("Append", withRows(new AppendChanges(job, output))),
          job);
    }
    RowOutput output = ofShards(job, transport, shards);
    return byShard(pipeline, job, plan, transport, "Append", new AppendShard(job, output));
  }

  private static PCollectionList<ShardResult> net(
      Pipeline pipeline, UnitJob job, ReadPlan plan, BlockTransport transport) {
    RowOutput output = ofShards(job, transport, shards(job, plan));
    return byShard(pipeline, job, plan, transport, "Net", new NetShard(job, transport, output));
  }

  /** A single shard writes all rows as it is. */
  private static RowOutput ofShards(UnitJob job, BlockTransport transport, int shards) {
    return RowOutput.of(job, transport, shards == 1 ? 0 : shards);
  }

  private static <T> ParDo.MultiOutput<T, ShardResult> withRows(DoFn<T, ShardResult> step) {
    return ParDo.of(step).withOutputTags(RowOutput.RESULTS, TupleTagList.of(RowOutput.ROWS));
  }

  /** The results of a step, and what became of the rows that it sent to their writers. */
  private static PCollectionList<ShardResult> written(PCollectionTuple done, UnitJob job) {
    PCollection<KV<Integer, ChangeBlock>> rows = done.get(RowOutput.ROWS).setCoder(BLOCKS);
    PCollectionList<ShardResult> results =
        PCollectionList.of(done.get(RowOutput.RESULTS).setCoder(RESULTS));
    return job.distribution().spread() == RowDistribution.Spread.NONE
        ? results
        : results.and(
            rows.apply("ByPartition", GroupByKey.create())
                .apply("WritePartitions", ParDo.of(new WritePartitions(job)))
                .setCoder(RESULTS));
  }

  private static PCollectionList<ShardResult> byShard(
      Pipeline pipeline,
      UnitJob job,
      ReadPlan plan,
      BlockTransport transport,
      String name,
      DoFn<KV<Integer, Iterable<ChangeBlock>>, ShardResult> step) {
    PCollectionTuple read =
        tasks(pipeline, plan, READ_GROUP_BYTES)
            .apply(
                "Read",
                ParDo.of(new ReadChanges(job, transport, shards(job, plan)))
                    .withOutputTags(
                        ReadChanges.CHANGES, TupleTagList.of(ReadChanges.INAPPLICABLE)));
    PCollectionTuple done =
        read.get(ReadChanges.CHANGES)
            .setCoder(BLOCKS)
            .apply("ByShard", GroupByKey.create())
            .apply(name, withRows(step));
    return written(done, job).and(read.get(ReadChanges.INAPPLICABLE).setCoder(RESULTS));
  }

  private static PCollection<TaskGroup> tasks(Pipeline pipeline, ReadPlan plan, long groupBytes) {
    List<ReadTask> work = plan.reader().joined(plan.tasks());
    long bytes = work.stream().mapToLong(ReadTask::bytes).sum();
    // Some groups for each worker, so that none waits long for the last one.
    long evenly = Math.max(1L << 20, bytes / (workers() * 2L));
    List<TaskGroup> groups = new ArrayList<>(TaskGroup.of(work, Math.min(groupBytes, evenly)));
    return pipeline
        .apply("Tasks", Create.of(groups).withCoder(SerializableCoder.of(TaskGroup.class)))
        .apply("SpreadTasks", Reshuffle.viaRandomKey());
  }

  private static int workers() {
    return Math.max(2, Runtime.getRuntime().availableProcessors());
  }

  private static int shards(UnitJob job, ReadPlan plan) {
    if (job.shards() > 0) {
      return job.shards();
    }
    long changes = plan.estimatedChanges();
    // Each shard writes a file of its own, so few changes are not spread for the sake of speed.
    long busy = Math.min(workers(), changes / LEAST_CHANGES_TO_SPREAD);
    return (int) Math.min(MOST_SHARDS, Math.max(busy, 1 + changes / CHANGES_PER_SHARD));
  }

  private static <T> PCollection<KV<String, Iterable<T>>> grouped(
      String name, UnitJob job, PCollectionList<T> parts, Coder<T> coder) {
    return parts
        .apply(name, Flatten.pCollections())
        .setCoder(coder)
        .apply(name + "OfUnit", WithKeys.of(job.unit().id()))
        .setCoder(KvCoder.of(StringUtf8Coder.of(), coder))
        .apply(name + "Together", GroupByKey.create());
  }
}
