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

import dev.tributary.history.Position;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.io.IOException;
import java.time.Instant;
import org.apache.beam.sdk.transforms.DoFn;

/** Plans reading the rows that were live at one point of a table's history. */
final class PlanState extends DoFn<byte[], CommitTasks> {
  private static final long serialVersionUID = 1L;

  private final SourceFormat format;
  private final Settings settings;
  private final ReadShape shape;
  private final Position position;

  PlanState(SourceFormat format, Settings settings, ReadShape shape, Position position) {
    this.format = format;
    this.settings = settings;
    this.shape = shape;
    this.position = position;
  }

  @ProcessElement
  public void process(OutputReceiver<CommitTasks> out) throws IOException {
    try (SourceTable source = SourceTables.open(ReadOptions.table(format, settings).build())) {
      ReadPlan plan = source.planState(position, shape.columns());
      CommitStamp stamp =
          new CommitStamp(position.commitId(), position.sequence(), Instant.EPOCH, 0);
      CommitTasks.forEach(plan.reader(), plan.tasks(), stamp, 0, out::output);
    }
  }
}
