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

import dev.tributary.source.ReadTask;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;

/** Reads a part of the source's state straight into data files. */
final class LoadRows extends DoFn<TaskGroup, ShardResult> {
  private static final long serialVersionUID = 1L;

  private final UnitJob job;
  private final RowOutput output;

  LoadRows(UnitJob job, RowOutput output) {
    this.job = job;
    this.output = output;
  }

  @ProcessElement
  public void process(@Element TaskGroup group, MultiOutputReceiver out) throws IOException {
    UnitContext context = job.context();
    DeadLetters.Collector deadLetters = new DeadLetters.Collector(job);
    try (UnitContext.Work work = context.begin(UnitStage.LOADING);
        RowSink sink = output.open("load-" + group.first(), out)) {
      for (ReadTask task : group.tasks()) {
        long before = sink.rows();
        job.rows().read(task, context, deadLetters, change -> sink.write(change.row()));
        context.rowsWritten().add(sink.rows() - before);
      }
      out.get(RowOutput.RESULTS)
          .output(ShardResult.loaded(sink.complete(), 0, deadLetters.letters()));
    }
  }
}
