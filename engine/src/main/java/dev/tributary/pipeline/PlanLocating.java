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

import dev.tributary.target.LocateTask;
import dev.tributary.target.Located;
import dev.tributary.target.Locator;
import dev.tributary.target.TargetTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.io.CloseableIterable;

/** Finds out which files of the target may hold the changed keys. */
final class PlanLocating extends DoFn<KV<String, Iterable<ShardResult>>, CommitPart> {
  private static final long serialVersionUID = 1L;

  static final TupleTag<CommitPart> NETTED = new TupleTag<>() {};
  static final TupleTag<LocateWork> WORK = new TupleTag<>() {};

  private final UnitJob job;

  PlanLocating(UnitJob job) {
    this.job = job;
  }

  @ProcessElement
  public void process(@Element KV<String, Iterable<ShardResult>> unit, MultiOutputReceiver out)
      throws IOException {
    UnitContext context = job.context();
    context.checkCancelled();
    List<ShardResult> parts = new ArrayList<>();
    unit.getValue().forEach(parts::add);
    ShardResult shards = ShardResult.union(parts);
    PackedKeys keys =
        new PackedKeys(job.unit().id(), shards.keys(), PackedKeys.affordableChunkBytes());
    if (job.creation() != null || job.appending() != null) {
      out.get(NETTED).output(new CommitPart.Netted(shards, null));
      return;
    }
    try (UnitContext.Work work = context.begin(UnitStage.LOCATING);
        TargetTable target = TargetTable.require(job.target())) {
      job.refuseOtherColumns(target.table());
      Snapshot current = target.table().currentSnapshot();
      out.get(NETTED)
          .output(new CommitPart.Netted(shards, current == null ? null : current.snapshotId()));
      if (job.deletesByKey() && !target.empty()) {
        out.get(NETTED).output(new CommitPart.Found(Located.unseen(shards.equalityDeletes())));
      }
      if (job.deletesByKey()) {
        return;
      }
      try (CloseableIterable<LocateTask> tasks =
          Locator.plan(target.table(), job.rows().keyColumns(), keys)) {
        for (LocateTask task : tasks) {
          context.checkCancelled();
          out.get(WORK).output(new LocateWork(task, keys));
        }
      }
    }
  }
}
