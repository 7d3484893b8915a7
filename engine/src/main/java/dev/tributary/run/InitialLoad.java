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

import dev.tributary.errors.SourceException;
import dev.tributary.errors.TargetException;
import dev.tributary.history.Position;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.source.StoredState;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.target.DestinationMark;
import dev.tributary.target.TargetTable;
import java.util.List;
import java.util.Optional;

/**
 * Whether the target is first loaded with the source's state, and why.
 *
 * @param position the state to load; empty: none
 * @param files the state's files, if they are to be copied; empty: its rows are read and written
 * @param reason why it is so, for people
 */
public record InitialLoad(
    Optional<Position> position, Optional<StoredState.Files> files, String reason) {

  /**
   * Decides for a target without progress.
   *
   * @throws TargetException when a load is asked for and the target already has rows
   */
  public static InitialLoad decide(
      MigrationSpec spec, SourceTable source, SourceRange range, Optional<TargetTable> target) {
    MigrationSpec.InitialLoad wanted = spec.initialLoad();
    if (wanted == MigrationSpec.InitialLoad.NONE) {
      return none("initial_load is none");
    }
    boolean filled = target.isPresent() && !target.get().empty();
    if (filled && wanted != MigrationSpec.InitialLoad.AUTO) {
      throw new TargetException(
          String.format(
              "Target %s already has rows, and no progress is recorded in it, so the initial load"
                  + " would double them. Set initial_load: none to apply only the changes, or"
                  + " choose an empty target.",
              spec.target().table()));
    }
    if (filled) {
      return none("the target already has rows");
    }
    boolean open = spec.source().from() instanceof Bound.Open;
    Optional<Position> position = open ? range.end() : range.before();
    if (position.isEmpty()) {
      return none("the range begins with the first commit of the source");
    }
    if (wanted == MigrationSpec.InitialLoad.AUTO) {
      try {
        source.planState(position.get(), List.of());
      } catch (SourceException e) {
        return none("the state before the range cannot be read: " + e.getMessage());
      }
    }
    if (wanted == MigrationSpec.InitialLoad.REWRITE) {
      return new InitialLoad(position, Optional.empty(), "initial_load is rewrite");
    }
    String state =
        open
            ? "the range has no lower bound, so the state at its end is loaded"
            : "the state before the range is loaded";
    StoredState stored =
        new FileTakeover(spec, source, target)
            .decide(position.get(), range.end().orElse(position.get()));
    if (stored instanceof StoredState.Files files) {
      return new InitialLoad(
          position, Optional.of(files), state + " by copying the source's data files");
    }
    String reason = ((StoredState.Unfit) stored).reason();
    if (wanted == MigrationSpec.InitialLoad.COPY) {
      throw new TargetException(
          String.format(
              "initial_load: copy is not possible: %s. Use auto or rewrite, which read and write"
                  + " the rows.",
              reason));
    }
    return new InitialLoad(
        position, Optional.empty(), state + " by reading and writing its rows, since " + reason);
  }

  /** What was decided when a table was made for rows that a template sends to it. */
  static InitialLoad ofDestination(DestinationMark mark) {
    return mark.start() == DestinationMark.Start.STATE
        ? new InitialLoad(
            mark.begins(),
            Optional.empty(),
            "the state that the table begins with is loaded by reading and writing its rows, since"
                + " the rows go to several tables")
        : none("the table begins with the first change that it has");
  }

  static InitialLoad none(String reason) {
    return new InitialLoad(Optional.empty(), Optional.empty(), reason);
  }
}
