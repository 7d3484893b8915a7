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
package dev.tributary.history;

import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One commit of the source as its metadata states it. A figure that the metadata does not state is
 * empty, never 0.
 *
 * @param operation the format's own word: {@code append}, {@code overwrite}, {@code MERGE} …
 * @param current whether this is the table's (or the chosen branch's) latest commit
 * @param refs branches and tags that name this commit
 * @param changeFeed Delta only: whether the change data feed was on for this commit
 * @param readable whether the changes of this commit can be read
 * @param note why it cannot be read, or what is special about it
 * @param summary all that the metadata says, for the inspector
 */
public record SourceCommit(
    String id,
    Optional<String> parentId,
    OptionalLong sequence,
    Instant timestamp,
    String operation,
    boolean current,
    List<String> refs,
    Figures figures,
    Optional<Boolean> changeFeed,
    boolean readable,
    Optional<String> note,
    Map<String, String> summary) {

  public SourceCommit {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(parentId, "parentId");
    Objects.requireNonNull(timestamp, "timestamp");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(figures, "figures");
    refs = List.copyOf(refs);
    summary = Map.copyOf(summary);
  }

  /** The position right after this commit. */
  public Position position() {
    return new Position(id, sequence.orElse(0));
  }

  /** The same commit once there is a later one. */
  public SourceCommit followed() {
    return new SourceCommit(
        id,
        parentId,
        sequence,
        timestamp,
        operation,
        false,
        refs,
        figures,
        changeFeed,
        readable,
        note,
        summary);
  }

  /** Counts of rows and files that a commit added and removed. */
  public record Figures(
      OptionalLong addedRows,
      OptionalLong deletedRows,
      OptionalLong addedDataFiles,
      OptionalLong removedDataFiles,
      OptionalLong addedPositionDeletes,
      OptionalLong addedEqualityDeletes,
      OptionalLong addedDeletionVectors)
      implements Serializable {}
}
