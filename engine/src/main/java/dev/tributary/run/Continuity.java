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
package dev.tributary.run;

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.target.Progress;

/** What comes after a target's progress, if the source still has the commit that it names. */
public final class Continuity {
  private Continuity() {}

  /**
   * The commits after the progress, up to the spec's upper bound.
   *
   * @throws SourceException when the history no longer leads there, or holds another commit under
   *     that commit's id
   */
  public static SourceRange rangeAfter(SourceTable source, Progress progress) {
    SourceRange range = source.rangeAfter(progress.committedThrough());
    String hash = source.commitHash(progress.committedThrough());
    if (!hash.isEmpty()
        && !progress.commitHash().isEmpty()
        && !hash.equals(progress.commitHash())) {
      throw new SourceException(
          Area.RANGE,
          String.format(
              "The source's commit %s is not the one that the target holds: the table was restored"
                  + " from a copy and written again, or its log was replaced. Load the table afresh"
                  + " into a new target.",
              progress.committedThrough().commitId()));
    }
    return range;
  }
}
