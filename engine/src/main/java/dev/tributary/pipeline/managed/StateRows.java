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
import dev.tributary.spec.SourceSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Impulse;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/** Reads the rows that are live in a table at one point of its history. */
final class StateRows extends PTransform<PBegin, PCollection<Row>> {
  private static final long serialVersionUID = 1L;

  private final transient SourceSpec spec;
  private final Settings settings;

  /**
   * @param spec its upper bound is the point of history
   */
  StateRows(SourceSpec spec, Settings settings) {
    this.spec = spec;
    this.settings = settings;
  }

  @Override
  public PCollection<Row> expand(PBegin begin) {
    try (SourceTable source = SourceTables.open(spec)) {
      SourceTable.SourceRange range = source.range();
      Optional<Position> position = range.end();
      if (position.isEmpty()) {
        ReadPlan nothing = source.planChanges(range, List.of());
        ReadShape shape =
            ReadShape.columns(spec, nothing.schema(), false).shape(spec, nothing, List.of());
        return begin
            .apply("Nothing", Create.empty(RowCoder.of(shape.schema())))
            .setRowSchema(shape.schema());
      }
      ReadShape.Columns columns = ReadShape.columns(spec, source.schema(position.get()), false);
      ReadShape shape =
          columns.shape(spec, source.planState(position.get(), columns.names()), List.of());
      return ChangeRows.rows(
          begin
              .apply("Start", Impulse.create())
              .setCoder(ByteArrayCoder.of())
              .apply(
                  "Files", ParDo.of(new PlanState(spec.format(), settings, shape, position.get())))
              .setCoder(ObjectCoder.of(CommitTasks.class))
              .apply("Spread", Reshuffle.viaRandomKey()),
          shape);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
