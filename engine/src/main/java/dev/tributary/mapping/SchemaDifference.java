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
package dev.tributary.mapping;

import java.util.Objects;
import java.util.Optional;

/**
 * One way in which an existing target differs from what the mapping makes.
 *
 * @param column dotted path of the target column
 * @param message what differs, with both sides
 * @param alter the statement, in Spark's SQL, that makes the target fit; empty when none can
 * @param step what that statement does
 * @param obstacle why a run does not alter it unasked; empty: it is additive
 */
public record SchemaDifference(
    Kind kind,
    String column,
    String message,
    Optional<String> alter,
    Optional<SchemaStep> step,
    Optional<String> obstacle) {
  public SchemaDifference {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(alter, "alter");
    Objects.requireNonNull(step, "step");
    Objects.requireNonNull(obstacle, "obstacle");
  }

  /** Whether it can be mended without a change to what the target's readers know and have. */
  public boolean additive() {
    return obstacle.isEmpty();
  }

  /** Kinds of differences. */
  public enum Kind {
    /** The target lacks a column. */
    MISSING,
    /** A column was given another name in the source. */
    RENAMED,
    /** The source has another column of that name than before. */
    REPLACED,
    /** The target has a column that no source column maps to. */
    EXTRA,
    /** The target's type cannot hold the values. */
    TYPE,
    /** The target does not allow nulls where the source has them. */
    NULLABILITY
  }
}
