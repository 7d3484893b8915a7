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
import dev.tributary.pipeline.managed.ReadOptions.StartingStrategy;
import dev.tributary.source.ChangeReader;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.source.ReadTask;
import dev.tributary.source.ReadTask.Effect;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.Bound;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Some of the read tasks of one commit, for one worker.
 *
 * @param shards into how many shards the commit's keys are cut to be paired; 0: nothing is to be
 *     paired
 */
record CommitTasks(CommitStamp commit, int shards, ChangeReader reader, ArrayList<ReadTask> tasks)
    implements Serializable {
  private static final long GROUP_BYTES = 32L << 20;
  private static final int MOST_TASKS = 256;
  private static final long CHANGES_PER_SHARD = 200_000;
  private static final int MOST_SHARDS = 512;

  /** What a read with these options begins with. */
  static SourceRange first(SourceTable source, ReadOptions options) {
    SourceRange range = source.range();
    boolean latest =
        options.strategy() == StartingStrategy.LATEST
            && options.source().from() instanceof Bound.Open
            && !range.commits().isEmpty();
    if (!latest) {
      return range;
    }
    List<SourceCommit> commits = range.commits();
    SourceCommit head = commits.get(commits.size() - 1);
    if (commits.size() == 1) {
      if (head.parentId().isPresent()) {
        throw new SourceException(
            Area.RANGE,
            String.format(
                "Cannot start at the latest commit %s of %s: its parent %s was expired, so what it"
                    + " changed cannot be told any more. Set starting_strategy to earliest to take"
                    + " all rows that were live after it.",
                head.id(), options.settings().table(), head.parentId().get()));
      }
      return range;
    }
    SourceCommit before = commits.get(commits.size() - 2);
    return new SourceRange(Optional.of(before.position()), List.of(head), range.end());
  }

  /** Cuts the tasks of a plan's commit into groups. */
  static void forEach(
      ReadPlan plan, int commit, CommitStamp stamp, Consumer<CommitTasks> consumer) {
    List<ReadTask> tasks = plan.tasks().stream().filter(task -> task.commit() == commit).toList();
    int shards = plan.pairing() == Pairing.BY_KEY && bothWays(tasks) ? shards(tasks) : 0;
    CommitStamp selecting = stamp.selecting(plan.selection().ofCommit(commit));
    forEach(plan.reader(), tasks, selecting, shards, consumer);
  }

  static void forEach(
      ChangeReader reader,
      List<ReadTask> tasks,
      CommitStamp stamp,
      int shards,
      Consumer<CommitTasks> consumer) {
    ArrayList<ReadTask> group = new ArrayList<>();
    long bytes = 0;
    for (ReadTask task : tasks) {
      group.add(task);
      bytes += task.bytes();
      if (bytes >= GROUP_BYTES || group.size() >= MOST_TASKS) {
        consumer.accept(new CommitTasks(stamp, shards, reader, group));
        group = new ArrayList<>();
        bytes = 0;
      }
    }
    if (!group.isEmpty()) {
      consumer.accept(new CommitTasks(stamp, shards, reader, group));
    }
  }

  private static boolean bothWays(List<ReadTask> tasks) {
    return !tasks.stream().allMatch(task -> task.effect() == Effect.ADDS)
        && !tasks.stream().allMatch(task -> task.effect() == Effect.REMOVES);
  }

  private static int shards(List<ReadTask> tasks) {
    long changes = tasks.stream().mapToLong(ReadTask::estimatedChanges).sum();
    return (int) Math.min(MOST_SHARDS, 1 + changes / CHANGES_PER_SHARD);
  }
}
