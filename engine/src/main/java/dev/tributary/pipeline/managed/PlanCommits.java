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

import dev.tributary.migration.SourceTables;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.Bound;
import dev.tributary.spec.SourceSpec;
import java.io.IOException;
import org.apache.beam.sdk.transforms.DoFn;
import org.joda.time.Instant;

/** Plans the commits of a range that has an end. */
final class PlanCommits extends DoFn<byte[], CommitTasks> {
  private static final long serialVersionUID = 1L;

  private final ReadOptions options;
  private final ReadShape shape;
  private final long end;

  /**
   * @param end the last commit, as it was when the pipeline was built
   */
  PlanCommits(ReadOptions options, ReadShape shape, long end) {
    this.options = options;
    this.shape = shape;
    this.end = end;
  }

  @ProcessElement
  public void process(OutputReceiver<CommitTasks> out) throws IOException {
    SourceSpec spec = options.source().toBuilder().to(new Bound.Commit(end)).build();
    try (SourceTable source = SourceTables.open(spec)) {
      SourceRange range = CommitTasks.first(source, options);
      ReadPlan plan = source.planChanges(range, shape.columns());
      long eventMillis = Long.MIN_VALUE;
      for (int i = 0; i < plan.commits().size(); i++) {
        CommitStamp stamp = CommitStamp.of(plan.commits().get(i), eventMillis);
        eventMillis = stamp.eventMillis();
        Instant time = Instant.ofEpochMilli(eventMillis);
        CommitTasks.forEach(plan, i, stamp, tasks -> out.outputWithTimestamp(tasks, time));
      }
    }
  }
}
