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

import java.io.Serializable;

/**
 * How rows are spread over the writers of a unit's data files.
 *
 * @param directBytes the rows of one bundle for one writer are written where they are, without
 *     being sent there, if they are at least this many; 0: never
 */
public record RowDistribution(Spread spread, long directBytes) implements Serializable {

  /** Rows are written where they are. */
  public static final RowDistribution NONE = new RowDistribution(Spread.NONE, 0);

  /** What decides about a row's writer. */
  public enum Spread {
    NONE,
    /** All rows of a partition have the same writer. */
    PARTITION,
    /** They have, as long as they are not more than files of the target size hold. */
    PARTITION_AND_SIZE
  }
}
