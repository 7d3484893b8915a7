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

import dev.tributary.changes.Change;
import dev.tributary.mapping.AppendRule;
import dev.tributary.source.ChangeSelection;
import dev.tributary.source.ReadTask;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;

/** Appends changes as they are read, of sources that state their kinds. */
final class AppendChanges extends DoFn<TaskGroup, ShardResult> {
  private static final long serialVersionUID = 1L;

  private final UnitJob job;
  private final RowOutput output;

  AppendChanges(UnitJob job, RowOutput output) {
    this.job = job;
    this.output = output;
  }

  @ProcessElement
  public void process(@Element TaskGroup group, MultiOutputReceiver out) throws IOException {
    UnitContext context = job.context();
    DeadLetters.Collector deadLetters = new DeadLetters.Collector(job);
    try (UnitContext.Work work = context.begin(UnitStage.READING);
        RowSink sink = output.open("append-" + group.first(), out)) {
      Appender appender = new Appender(job, sink);
      for (ReadTask task : group.tasks()) {
        long before = sink.rows();
        job.rows().read(task, context, deadLetters, appender::add);
        context.rowsWritten().add(sink.rows() - before);
      }
      out.get(RowOutput.RESULTS).output(appender.complete(deadLetters.letters()));
    }
  }

  /** Writes what the rule says, and counts. */
  static final class Appender {
    private final AppendRule rule;
    private final ChangeSelection selection;
    private final RowSink sink;
    private final Tally tally = new Tally();

    Appender(UnitJob job, RowSink sink) {
      this.rule = job.appending();
      this.selection = job.rows().selection();
      this.sink = sink;
    }

    void add(Change change) {
      if (!selection.selects(change.commit(), change.kind())) {
        return;
      }
      if (rule.writes(change.kind())) {
        sink.write(rule.state(change.kind(), change.row()));
        tally.appended(change.kind());
      } else {
        tally.notAppended();
      }
    }

    ShardResult complete(DeadLetters deadLetters) throws IOException {
      return ShardResult.appended(sink.complete(), tally, deadLetters);
    }
  }
}
