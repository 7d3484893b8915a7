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

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.history.SourceCommit;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.Impulse;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTagList;
import org.apache.iceberg.Schema;
import org.joda.time.Duration;

/** Reads the changes of a table as rows, each at the event time of its commit. */
final class ChangeRows extends PTransform<PBegin, PCollection<Row>> {
  private static final long serialVersionUID = 1L;

  private final ReadOptions options;

  ChangeRows(ReadOptions options) {
    this.options = options;
  }

  @Override
  public PCollection<Row> expand(PBegin begin) {
    Plan plan = plan();
    PCollection<byte[]> impulse = begin.apply("Start", Impulse.create());
    DoFn<byte[], CommitTasks> commits =
        options.streaming()
            ? new PollCommits(options, plan.shape())
            : new PlanCommits(options, plan.shape(), plan.end());
    PCollection<CommitTasks> tasks =
        impulse
            .setCoder(ByteArrayCoder.of())
            .apply("Commits", ParDo.of(commits))
            .setCoder(ObjectCoder.of(CommitTasks.class))
            .apply("Spread", Reshuffle.viaRandomKey());
    PCollection<Row> rows = rows(tasks, plan.shape());
    return EventTimes.of(options, plan.shape().schema())
        .map(times -> rows.apply("EventTimes", ParDo.of(times)).setRowSchema(rows.getSchema()))
        .orElse(rows);
  }

  /** The rows of tasks, paired where they have to be. */
  static PCollection<Row> rows(PCollection<CommitTasks> tasks, ReadShape shape) {
    RowCoder coder = RowCoder.of(shape.schema());
    PCollectionTuple read =
        tasks.apply(
            "Read",
            ParDo.of(new ReadCommit(shape))
                .withOutputTags(ReadCommit.ROWS, TupleTagList.of(ReadCommit.BLOCKS)));
    PCollection<Row> plain = read.get(ReadCommit.ROWS).setCoder(coder);
    // Each commit has a millisecond of event time of its own.
    PCollection<Row> paired =
        read.get(ReadCommit.BLOCKS)
            .setCoder(KvCoder.of(StringUtf8Coder.of(), ObjectCoder.of(PairBlock.class)))
            .apply("ByCommit", Window.into(FixedWindows.of(Duration.millis(1))))
            .apply("ByKeyShard", GroupByKey.create())
            .apply("Pair", ParDo.of(new PairCommit(shape)))
            .setCoder(coder)
            .apply("AllTime", Window.into(new GlobalWindows()));
    return PCollectionList.of(plain)
        .and(paired)
        .apply("Together", Flatten.pCollections())
        .setRowSchema(shape.schema());
  }

  /**
   * @param end the last commit of a range that has an end
   */
  private record Plan(ReadShape shape, long end) {}

  private Plan plan() {
    SourceSpec spec = options.source();
    try (SourceTable source = SourceTables.open(spec)) {
      SourceRange range = CommitTasks.first(source, options);
      if (range.commits().isEmpty() && !options.streaming()) {
        throw new SourceException(
            Area.RANGE,
            String.format(
                "%s has no commit yet, so there are no changes to read. Read it when there is one,"
                    + " or with streaming: true.",
                spec.table()));
      }
      Schema schema =
          range
              .end()
              .map(source::schema)
              .orElseGet(() -> source.planChanges(range, List.of()).schema());
      ReadShape.Columns columns =
          ReadShape.columns(spec, schema, paired(spec) && !appendsOnly(range))
              .with(source, options.metadata());
      ReadPlan plan = source.planChanges(range, columns.names());
      ReadShape shape = columns.shape(spec, plan, options.metadata());
      return new Plan(shape, range.end().map(end -> Long.parseLong(end.commitId())).orElse(-1L));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the source only tells what was removed and added. */
  private static boolean paired(SourceSpec spec) {
    return spec.format() == SourceFormat.ICEBERG
        || spec.changeFeed() == ChangeFeed.DERIVE
        || spec.filter().isPresent();
  }

  /** Whether a range that has an end only appends, so that rows need not be compared. */
  private boolean appendsOnly(SourceRange range) {
    return !options.streaming()
        && range.commits().stream().map(SourceCommit::operation).allMatch("append"::equals);
  }
}
