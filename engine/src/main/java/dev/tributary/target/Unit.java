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
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A range of source commits that is applied as one target commit, or the initial load.
 *
 * @param id names the unit in the target's snapshot summary; never used twice
 * @param before what the target must be committed through for the unit to apply; empty: nothing yet
 * @param progress what the target is committed through afterwards
 */
public record Unit(String id, Optional<Position> before, Progress progress) implements Claim {

  /** Snapshot summary key of {@link #id()}. */
  public static final String UNIT_ID = "tributary.unit-id";

  public Unit {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(progress, "progress");
  }

  // Optional is not Serializable; the unit travels to workers.
  private Object writeReplace() {
    return new Form(id, before.orElse(null), progress);
  }

  /** Whether the unit may be applied to a table with this progress. */
  private boolean follows(Optional<Progress> current) {
    return current
        .map(
            it ->
                it.sourceId().equals(progress.sourceId())
                    && before.filter(it.committedThrough()::equals).isPresent())
        .orElse(before.isEmpty());
  }

  @Override
  public Standing standing(Map<String, String> properties) {
    Optional<Progress> current = Progress.in(properties);
    if (current.filter(progress::equals).isPresent()) {
      return Standing.STANDS;
    }
    return follows(current) ? Standing.OPEN : Standing.MOVED;
  }

  @Override
  public Map<String, String> properties() {
    return progress.properties();
  }

  @Override
  public Map<String, String> summary() {
    Map<String, String> summary = new HashMap<>(progress.properties());
    summary.put(UNIT_ID, id);
    return summary;
  }

  private record Form(String id, Position before, Progress progress) implements Serializable {
    private Object readResolve() {
      return new Unit(id, Optional.ofNullable(before), progress);
    }
  }
}
