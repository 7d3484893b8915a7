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

import dev.tributary.history.Position;
import java.io.Serializable;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How far a source has been committed to a target, as the target's own metadata states it.
 *
 * @param sourceId identity of the source table
 * @param committedThrough last source commit that the target holds
 * @param commitHash tells that commit apart from another with the same id; empty: nothing does
 * @param runId the run that committed it
 */
public record Progress(String sourceId, Position committedThrough, String commitHash, String runId)
    implements Serializable {

  /** Table property and snapshot summary key of {@link #sourceId()}. */
  public static final String SOURCE_ID = "tributary.source-id";

  /** Table property and snapshot summary key of the position's commit. */
  public static final String COMMITTED_THROUGH = "tributary.committed-through";

  /** Table property and snapshot summary key of the position's sequence. */
  public static final String COMMITTED_SEQUENCE = "tributary.committed-sequence";

  /** Table property and snapshot summary key of {@link #commitHash()}; may be absent. */
  public static final String COMMITTED_HASH = "tributary.committed-hash";

  /** Table property and snapshot summary key of {@link #runId()}. */
  public static final String RUN_ID = "tributary.run-id";

  public Progress {
    Objects.requireNonNull(sourceId, "sourceId");
    Objects.requireNonNull(committedThrough, "committedThrough");
    Objects.requireNonNull(commitHash, "commitHash");
    Objects.requireNonNull(runId, "runId");
  }

  /**
   * The progress that table properties or a snapshot summary hold; empty when they hold none.
   *
   * @throws dev.tributary.errors.TargetException when they hold only a part of it
   */
  public static Optional<Progress> in(Map<String, String> properties) {
    return ProgressProperties.read(properties);
  }

  /** The same as properties. */
  public Map<String, String> properties() {
    return ProgressProperties.write(this);
  }
}
