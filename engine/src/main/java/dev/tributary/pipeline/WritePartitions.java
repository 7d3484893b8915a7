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

import dev.tributary.rows.RowCodec;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;

/** Writes the rows of some partitions, which {@link PartitionSink}s sent. */
final class WritePartitions extends DoFn<KV<Integer, Iterable<ChangeBlock>>, ShardResult> {
  private static final long serialVersionUID = 1L;

  private final UnitJob job;

  WritePartitions(UnitJob job) {
    this.job = job;
  }

  private UnitStage stage() {
    return job.kind() == UnitJob.Kind.INITIAL_LOAD ? UnitStage.LOADING : UnitStage.READING;
  }

  @ProcessElement
  public void process(
      @Element KV<Integer, Iterable<ChangeBlock>> rows, OutputReceiver<ShardResult> out)
      throws IOException {
    UnitContext context = job.context();
    RowCodec codec = new RowCodec(job.output().table().schema());
    try (UnitContext.Work work = context.begin(stage());
        RowSink sink = RowSink.open(job.output(), context.spill(), "partitions-" + rows.getKey())) {
      for (ChangeBlock block : rows.getValue()) {
        context.checkCancelled();
        PartitionSink.read(block.block(), codec, sink);
      }
      out.output(ShardResult.loaded(sink.complete()));
    }
  }
}
