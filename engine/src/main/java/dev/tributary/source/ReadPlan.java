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
package dev.tributary.source;

import dev.tributary.history.SourceCommit;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.iceberg.Schema;

/**
 * What to read, cut into independent tasks.
 *
 * @param schema the schema of every row that the reader returns
 * @param commits the commits that {@link dev.tributary.changes.Change#commit()} counts, oldest
 *     first
 * @param pairing whether removed and added rows of one commit still have to be paired
 * @param changes number of changes if the metadata states it exactly
 * @param selection which of the changes count, once they are paired
 */
public record ReadPlan(
    Schema schema,
    ChangeReader reader,
    List<ReadTask> tasks,
    List<SourceCommit> commits,
    Pairing pairing,
    OptionalLong changes,
    ChangeSelection selection) {
  public ReadPlan {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(reader, "reader");
    Objects.requireNonNull(pairing, "pairing");
    Objects.requireNonNull(changes, "changes");
    Objects.requireNonNull(selection, "selection");
    tasks = List.copyOf(tasks);
    commits = List.copyOf(commits);
  }

  /** A plan of which every change counts. */
  public ReadPlan(
      Schema schema,
      ChangeReader reader,
      List<ReadTask> tasks,
      List<SourceCommit> commits,
      Pairing pairing,
      OptionalLong changes) {
    this(schema, reader, tasks, commits, pairing, changes, ChangeSelection.ALL);
  }

  /** The same plan with some of its tasks. */
  public ReadPlan withTasks(List<ReadTask> some) {
    return new ReadPlan(schema, reader, some, commits, pairing, OptionalLong.empty(), selection);
  }

  /** How far the reader's change kinds go. */
  public enum Pairing {
    /** The source states every kind itself, update images included: nothing is to be paired. */
    AS_STATED,
    /**
     * The source only tells what was removed and added. Per commit, equal rows cancel as a
     * multiset, and what is left is an update where one key lost one row and got one.
     */
    BY_KEY
  }

  /** Upper estimate of the changes to read; for sizing shards, not for people. */
  public long estimatedChanges() {
    return tasks.stream().mapToLong(ReadTask::estimatedChanges).sum();
  }
}
