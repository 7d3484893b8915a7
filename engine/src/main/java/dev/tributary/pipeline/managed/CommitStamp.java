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

import dev.tributary.changes.ChangeKind;
import dev.tributary.history.SourceCommit;
import dev.tributary.source.ChangeSelection;
import java.io.Serializable;
import java.time.Instant;

/**
 * The commit that changes come from.
 *
 * @param sequence Iceberg sequence number or Delta version
 * @param timestamp when it was committed, as the source states it
 * @param eventMillis its event time: the timestamp, unless an earlier commit's is not before it
 * @param selection which of its changes count; it is commit 0 there
 */
record CommitStamp(
    String id, long sequence, Instant timestamp, long eventMillis, ChangeSelection selection)
    implements Serializable {

  /** A commit of which every change counts. */
  CommitStamp(String id, long sequence, Instant timestamp, long eventMillis) {
    this(id, sequence, timestamp, eventMillis, ChangeSelection.ALL);
  }

  /**
   * The stamp of a commit that follows one of the given event time. Event times never go back from
   * a commit to the next, whatever the clocks of their writers say.
   */
  static CommitStamp of(SourceCommit commit, long previousEventMillis) {
    return new CommitStamp(
        commit.id(),
        commit.position().sequence(),
        commit.timestamp(),
        Math.max(commit.timestamp().toEpochMilli(), previousEventMillis + 1));
  }

  CommitStamp selecting(ChangeSelection ofCommit) {
    return new CommitStamp(id, sequence, timestamp, eventMillis, ofCommit);
  }

  /** Whether a change counts, once rows are paired. */
  boolean selects(ChangeKind kind) {
    return selection.selects(0, kind);
  }
}
