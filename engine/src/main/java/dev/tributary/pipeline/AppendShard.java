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
import dev.tributary.changes.ChangeKind;
import dev.tributary.pipeline.AppendChanges.Appender;
import dev.tributary.rows.RowCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.iceberg.data.Record;

/**
 * Appends the changes of a shard, of sources that only tell what a commit removed and added: what
 * that amounts to is found out key by key and commit by commit.
 */
final class AppendShard extends DoFn<KV<Integer, Iterable<ChangeBlock>>, ShardResult> {
  private static final long serialVersionUID = 1L;

  private final UnitJob job;
  private final RowOutput output;

  AppendShard(UnitJob job, RowOutput output) {
    this.job = job;
    this.output = output;
  }

  @ProcessElement
  public void process(@Element KV<Integer, Iterable<ChangeBlock>> shard, MultiOutputReceiver out)
      throws IOException {
    UnitContext context = job.context();
    try (UnitContext.Work work = context.begin(UnitStage.READING);
        ExternalSorter sorter = new ExternalSorter(context.spill(), job.sorterBytes());
        RowSink sink = output.open("append-" + shard.getKey(), out)) {
      ChangeBlock.sort(shard.getValue(), sorter, context);
      Appender appender = new Appender(job, sink);
      append(sorter.sorted(), appender, context);
      out.get(RowOutput.RESULTS).output(appender.complete(new DeadLetters()));
      context.rowsWritten().add(sink.rows());
    }
  }

  private void append(
      Iterator<ExternalSorter.Entry> changes, Appender appender, UnitContext context) {
    RowCodec codec = new RowCodec(job.rows().schema());
    ChangeKey current = null;
    List<Record> removed = new ArrayList<>();
    List<Record> added = new ArrayList<>();
    while (changes.hasNext()) {
      ExternalSorter.Entry entry = changes.next();
      ChangeKey key = ChangeKey.ofBytes(entry.key());
      if (current == null
          || key.commit() != current.commit()
          || !Arrays.equals(key.key(), current.key())) {
        context.checkCancelled();
        resolve(current, removed, added, appender);
        current = key;
      }
      Record row = codec.decode(entry.value());
      // Removed rows come first: without any there is nothing that the row could cancel with.
      if (key.kind().removes()) {
        removed.add(row);
      } else if (removed.isEmpty()) {
        appender.add(new Change(ChangeKind.INSERT, key.commit(), row));
      } else {
        added.add(row);
      }
    }
    resolve(current, removed, added, appender);
  }

  private void resolve(ChangeKey key, List<Record> removed, List<Record> added, Appender appender) {
    if (!removed.isEmpty()) {
      job.appending().resolve(key.commit(), removed, added).forEach(appender::add);
      removed.clear();
      added.clear();
    }
  }
}
