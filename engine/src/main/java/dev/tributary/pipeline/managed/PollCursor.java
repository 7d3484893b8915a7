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
import java.io.Serializable;

/**
 * How far a read has come that goes on as long as commits come: the restriction of its splittable
 * step, which a runner saves and resumes from.
 *
 * @param begun whether the start has been found
 * @param commitId the last commit that was put out; null: none yet
 * @param sequence of that commit
 * @param eventMillis event time up to which everything was put out
 * @param done whether no more is to come
 */
record PollCursor(boolean begun, String commitId, long sequence, long eventMillis, boolean done)
    implements Serializable {

  static final PollCursor START = new PollCursor(false, null, 0, Long.MIN_VALUE, false);

  PollCursor found() {
    return new PollCursor(true, commitId, sequence, eventMillis, done);
  }

  PollCursor past(CommitStamp commit) {
    return new PollCursor(true, commit.id(), commit.sequence(), commit.eventMillis(), done);
  }

  /** Nothing that comes later will have an event time before this. */
  PollCursor waiting(long millis) {
    return new PollCursor(begun, commitId, sequence, Math.max(millis, eventMillis), done);
  }

  PollCursor end() {
    return new PollCursor(begun, commitId, sequence, eventMillis, true);
  }

  Position position() {
    return new Position(commitId, sequence);
  }
}
