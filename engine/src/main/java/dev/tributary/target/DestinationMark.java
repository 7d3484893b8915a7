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

import dev.tributary.errors.TargetException;
import dev.tributary.history.Position;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What marks a table as one of those that the rows of a source go to by a template: it stands in
 * the table's properties from its creation on, so that a run that is killed before all tables have
 * begun to follow the source knows which there are and where each begins.
 *
 * @param template the template, with the ids of the source's columns
 * @param table the name that the template gave the table
 * @param sourceId identity of the source
 * @param begins the source's commit after which the table begins to follow it; empty: before the
 *     first one
 * @param beginsHash tells that commit apart from another with the same id; empty: nothing does
 * @param start what the table gets first
 */
public record DestinationMark(
    String template,
    String table,
    String sourceId,
    Optional<Position> begins,
    String beginsHash,
    Start start) {

  static final String TEMPLATE = "tributary.destination-template";
  static final String TABLE = "tributary.destination-table";
  static final String SOURCE = "tributary.destination-source-id";
  static final String BEGINS = "tributary.destination-begins-after";
  static final String SEQUENCE = "tributary.destination-begins-sequence";
  static final String HASH = "tributary.destination-begins-hash";
  static final String START = "tributary.destination-start";

  public DestinationMark {
    Objects.requireNonNull(template, "template");
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(sourceId, "sourceId");
    Objects.requireNonNull(begins, "begins");
    Objects.requireNonNull(beginsHash, "beginsHash");
    Objects.requireNonNull(start, "start");
  }

  /** What a table gets first. */
  public enum Start {
    /** Its rows of the source's state at {@link DestinationMark#begins()}. */
    STATE,
    /** The changes after it: the source had none of its rows then, or they are not wanted. */
    CHANGES
  }

  /** The place that it begins at, as progress; empty: before the source's first commit. */
  public Optional<Progress> beginning() {
    return begins.map(position -> new Progress(sourceId, position, beginsHash, ""));
  }

  /**
   * The mark that table properties hold; empty when they hold none.
   *
   * @throws TargetException when they hold only a part of it
   */
  public static Optional<DestinationMark> in(Map<String, String> properties) {
    if (!properties.containsKey(TEMPLATE)) {
      return Optional.empty();
    }
    try {
      String begins = properties.get(BEGINS);
      return Optional.of(
          new DestinationMark(
              properties.get(TEMPLATE),
              properties.get(TABLE),
              properties.get(SOURCE),
              begins == null
                  ? Optional.empty()
                  : Optional.of(new Position(begins, Long.parseLong(properties.get(SEQUENCE)))),
              properties.getOrDefault(HASH, ""),
              Start.valueOf(properties.get(START))));
    } catch (NullPointerException | IllegalArgumentException e) {
      throw new TargetException(
          String.format(
              "The properties tributary.destination-… of table %s are damaged. Restore them, or"
                  + " drop the table and load it afresh.",
              properties.getOrDefault(TABLE, "")),
          e);
    }
  }

  /** The same as properties. */
  Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    properties.put(TEMPLATE, template);
    properties.put(TABLE, table);
    properties.put(SOURCE, sourceId);
    begins.ifPresent(
        position -> {
          properties.put(BEGINS, position.commitId());
          properties.put(SEQUENCE, Long.toString(position.sequence()));
        });
    if (!beginsHash.isEmpty()) {
      properties.put(HASH, beginsHash);
    }
    properties.put(START, start.name());
    return properties;
  }
}
