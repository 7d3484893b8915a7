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

import dev.tributary.history.SourceCommit;
import java.io.Serializable;
import java.time.Instant;

/**
 * The commit that changes come from.
 *
 * @param sequence Iceberg sequence number or Delta version
 * @param timestamp when it was committed, as the source states it
 * @param eventMillis its event time: the timestamp, unless an earlier commit's is not before it
 */
record CommitStamp(String id, long sequence, Instant timestamp, long eventMillis)
    implements Serializable {

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
}
