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

import dev.tributary.errors.RunException;
import dev.tributary.target.DeadLetterTable;
import dev.tributary.target.DeadLetterTable.Letter;
import dev.tributary.target.Located;
import dev.tributary.target.Locator;
import dev.tributary.target.StagedTable;
import dev.tributary.target.TargetTable;
import dev.tributary.target.UnitCommitter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;

/** Commits the unit, once all of its parts are there. */
final class CommitUnit extends DoFn<KV<String, Iterable<CommitPart>>, Void> {
  private static final long serialVersionUID = 1L;

  private final UnitJob job;

  CommitUnit(UnitJob job) {
    this.job = job;
  }

  @ProcessElement
  public void process(@Element KV<String, Iterable<CommitPart>> unit) {
    commit(unit.getValue());
  }

  /** Commits a unit that has nothing to read: a record of how far the target is. */
  void commitNothing() {
    Long locatedIn = null;
    if (job.creation() == null) {
      try (TargetTable target = TargetTable.require(job.target())) {
        job.refuseOtherColumns(target.table());
        Snapshot current = target.table().currentSnapshot();
        locatedIn = current == null ? null : current.snapshotId();
      }
    }
    commit(List.of(new CommitPart.Netted(ShardResult.loaded(List.of()), locatedIn)));
  }

  private void commit(Iterable<CommitPart> parts) {
    UnitContext context = job.context();
    try (UnitContext.Work busy = context.begin(UnitStage.COMMITTING)) {
      Work work = new Work(parts, context);
      work.warn();
      if (job.deadLetter() != null) {
        context.checkCancelled();
        new DeadLetterTable(job.deadLetter().table(), job.target(), job.unit()).write(work.letters);
      }
      new UnitCommitter(job.target(), job.unit(), work, context::cancelled, context::warn).commit();
    }
  }

  private final class Work implements UnitCommitter.UnitWork {
    private final UnitContext context;
    private final ShardResult shards;
    private final Long locatedIn;
    private final Located located;
    private final PackedKeys keys;
    private final List<Letter> letters;

    Work(Iterable<CommitPart> parts, UnitContext context) {
      this.context = context;
      CommitPart.Netted netted = null;
      List<Located> found = new ArrayList<>();
      for (CommitPart part : parts) {
        if (part instanceof CommitPart.Netted it) {
          netted = it;
        } else if (part instanceof CommitPart.Found it) {
          found.add(it.located());
        }
      }
      this.shards = netted.shards();
      this.locatedIn = netted.locatedIn();
      this.located = Located.union(found);
      this.letters = job.deadLetter() == null ? List.of() : shards.deadLetters().complete(job);
      shards.tally().deadLetters(letters.size());
      this.keys = new PackedKeys(job.unit().id(), shards.keys(), PackedKeys.affordableChunkBytes());
    }

    void warn() {
      if (shards.tally().withdrawn() > 0) {
        context.warn(
            String.format(
                "%,d rows were taken out of the source, which is a log of changes: that undoes none"
                    + " of them",
                shards.tally().withdrawn()));
      }
      if (shards.tally().inversions() > 0) {
        context.warn(
            String.format(
                "%,d changes came in a later commit than others of their key that they precede by"
                    + " their sequence number; had those been committed to the target before, they"
                    + " would have been overwritten",
                shards.tally().inversions()));
      }
    }

    @Override
    public Optional<StagedTable> creation() {
      return Optional.ofNullable(job.creation());
    }

    @Override
    public List<DataFile> dataFiles() {
      return shards.dataFiles();
    }

    @Override
    public Optional<Long> locatedIn() {
      return Optional.ofNullable(locatedIn);
    }

    @Override
    public Located located() {
      return located;
    }

    @Override
    public Located locate(Table table) {
      job.refuseOtherColumns(table);
      if (job.kind() == UnitJob.Kind.INITIAL_LOAD) {
        refuseRows(table);
        // Deletes that copied files brought along are the load's own.
        return located;
      }
      if (job.appending() != null) {
        return Located.NOTHING;
      }
      if (job.deletesByKey()) {
        return TargetTable.empty(table)
            ? Located.NOTHING
            : Located.unseen(shards.equalityDeletes());
      }
      return new Locator(job.output(), job.rows().keyColumns(), keys, job.removal())
          .locate(table, context::cancelled);
    }

    // The initial load found an empty table, or none: other rows would be mixed with it.
    private void refuseRows(Table table) {
      if (table.currentSnapshot() != null
          && !"0".equals(table.currentSnapshot().summary().get("total-records"))) {
        throw new RunException(
            String.format(
                "Rows were written to target %s by someone else during its initial load. Check it,"
                    + " and run again.",
                job.target()));
      }
    }

    @Override
    public Map<String, String> summary(Located found) {
      Map<String, String> summary = new HashMap<>(job.snapshotProperties());
      if (shards.copied() > 0) {
        summary.put(UnitCounts.COPIED_FILES, Long.toString(shards.copied()));
      }
      if (job.unit().before().isEmpty()) {
        summary.put(UnitJob.FIRST_UNIT, job.kind().name());
      }
      UnitCounts counts = shards.tally().resolve(keys.matched(found));
      summary.putAll(
          (job.deletesByKey() && !found.added().isEmpty() ? counts.unseen() : counts).summary());
      return summary;
    }
  }
}
