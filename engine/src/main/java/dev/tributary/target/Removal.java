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
package dev.tributary.target;

import dev.tributary.spec.TargetSpec;

/** What becomes of the rows that a unit's keys have in the target. */
public enum Removal {
  /** Their positions are marked: deletion vectors on format version 3, position deletes on 2. */
  MARK,
  /** The data files that hold them are written anew without them. */
  REWRITE,
  /** The keys are written as equality deletes; nobody looks for the rows. */
  DELETE_BY_KEY;

  /** What the spec asks for. */
  public static Removal of(TargetSpec spec) {
    if (spec.mode() == TargetSpec.WriteMode.COPY_ON_WRITE) {
      return REWRITE;
    }
    return spec.deleteStrategy() == TargetSpec.DeleteStrategy.EQUALITY ? DELETE_BY_KEY : MARK;
  }

  RowRemover remover(TargetOutput output, LocateTask task) {
    return switch (this) {
      case MARK -> PositionDeletes.forTable(output, task.files());
      case REWRITE -> new FileRewrites(output);
      case DELETE_BY_KEY -> throw new IllegalStateException("Nothing is located for " + this);
    };
  }
}
