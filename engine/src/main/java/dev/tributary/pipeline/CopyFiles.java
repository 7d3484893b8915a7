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
import dev.tributary.source.StoredFile;
import dev.tributary.target.FileCopier;
import dev.tributary.target.Located;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.iceberg.DataFile;

/**
 * Takes a part of the source's state over as files; reads and writes the rows of those that cannot
 * stand in the target.
 */
final class CopyFiles extends DoFn<TaskGroup, ShardResult> {
  private static final long serialVersionUID = 1L;

  static final TupleTag<CommitPart> DELETES = new TupleTag<>() {};

  private final UnitJob job;
  private final RowOutput output;

  CopyFiles(UnitJob job, RowOutput output) {
    this.job = job;
    this.output = output;
  }

  @ProcessElement
  public void process(@Element TaskGroup group, MultiOutputReceiver out) throws IOException {
    UnitContext context = job.context();
    DeadLetters.Collector deadLetters = new DeadLetters.Collector(job);
    try (UnitContext.Work work = context.begin(UnitStage.LOADING);
        FileCopier copier = new FileCopier(job.output(), "copy-" + group.first());
        RowSink sink = output.open("load-" + group.first(), out)) {
      for (ReadTask task : group.tasks()) {
        context.checkCancelled();
        StoredFile file = job.stored().open(task);
        if (copier.unfit(file).isEmpty()) {
          copier.copy(file, context::cancelled);
          context.rowsWritten().add(file.metrics().recordCount() - file.deleted().cardinality());
          context.bytesRead().add(file.bytes());
        } else {
          long before = sink.rows();
          job.rows().read(task, context, deadLetters, change -> sink.write(change.row()));
          context.rowsWritten().add(sink.rows() - before);
        }
      }
      Located deletes = copier.complete();
      if (!deletes.added().isEmpty()) {
        out.get(DELETES).output(new CommitPart.Found(deletes));
      }
      List<DataFile> files = new ArrayList<>(copier.copies());
      files.addAll(sink.complete());
      out.get(RowOutput.RESULTS)
          .output(ShardResult.loaded(files, copier.copies().size(), deadLetters.letters()));
    }
  }
}
