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

import java.io.Serializable;
import org.apache.beam.sdk.transforms.DoFn.MultiOutputReceiver;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Gives the steps of a unit the sink that their rows go to: files, or the writers of the rows'
 * partitions.
 *
 * @param writers among how many writers the partitions are divided; 0: rows are written where they
 *     are
 */
record RowOutput(UnitJob job, BlockTransport transport, int writers) implements Serializable {

  /** What a step came to. */
  static final TupleTag<ShardResult> RESULTS = new TupleTag<>() {};

  /** Rows for the writers of their partitions. */
  static final TupleTag<KV<Integer, ChangeBlock>> ROWS = new TupleTag<>() {};

  /**
   * The output of a unit's steps.
   *
   * @param writers among how many writers the partitions are divided where they are
   */
  static RowOutput of(UnitJob job, BlockTransport transport, int writers) {
    boolean shuffled =
        job.distribution().spread() != RowDistribution.Spread.NONE
            && job.output().table().spec().isPartitioned();
    return new RowOutput(job, transport, shuffled ? writers : 0);
  }

  boolean shuffled() {
    return writers > 0;
  }

  /**
   * A sink for rows of the target, which returns the files that it wrote itself.
   *
   * @param name tells the sink's files from those of all others
   */
  RowSink open(String name, MultiOutputReceiver out) {
    return shuffled()
        ? new PartitionSink(this, job.context(), name, out.get(ROWS)::output)
        : RowSink.open(job.output(), job.context().spill(), name);
  }
}
