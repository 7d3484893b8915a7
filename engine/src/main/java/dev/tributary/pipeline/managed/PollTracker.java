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

import org.apache.beam.sdk.transforms.splittabledofn.RestrictionTracker;
import org.apache.beam.sdk.transforms.splittabledofn.SplitResult;

/** Tracks a {@link PollCursor}: what is claimed is the cursor after the next step. */
final class PollTracker extends RestrictionTracker<PollCursor, PollCursor>
    implements RestrictionTracker.HasProgress {
  private PollCursor cursor;
  private boolean stopped;

  PollTracker(PollCursor cursor) {
    this.cursor = cursor;
  }

  @Override
  public synchronized boolean tryClaim(PollCursor next) {
    if (stopped) {
      return false;
    }
    cursor = next;
    return true;
  }

  @Override
  public synchronized PollCursor currentRestriction() {
    return cursor;
  }

  /** Whatever the fraction, this part ends here and the rest goes on from here. */
  @Override
  public synchronized SplitResult<PollCursor> trySplit(double fractionOfRemainder) {
    if (stopped || cursor.done()) {
      return null;
    }
    stopped = true;
    PollCursor rest = cursor;
    cursor = cursor.end();
    return SplitResult.of(cursor, rest);
  }

  @Override
  public synchronized void checkDone() {
    if (!cursor.done()) {
      throw new IllegalStateException("The source is read on, but nobody was left to read it");
    }
  }

  @Override
  public IsBounded isBounded() {
    return IsBounded.UNBOUNDED;
  }

  @Override
  public synchronized Progress getProgress() {
    return cursor.done() ? Progress.from(1, 0) : Progress.from(0, 1);
  }
}
