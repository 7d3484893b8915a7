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
package dev.tributary.delta;

import dev.tributary.delta.DeltaHistory.LoggedCommit;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.history.Position;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.Bound;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Finds the commits between two bounds.
 *
 * @param table the table's location, for failures
 * @param commits what the log tells, oldest first, without a gap up to the latest; at least one
 * @param waits whether the upper bound may be a version that is still to come
 */
record DeltaRanges(String table, List<LoggedCommit> commits, boolean waits) {

  SourceRange range(Bound from, Bound to) {
    long end = last(to);
    long start = first(from);
    if (start > end) {
      throw failure(
          "The range is empty: its first commit would be version %d and its last version %d. Move"
              + " the start back, or the end forward.",
          start, end);
    }
    return between(start, end);
  }

  SourceRange rangeAfter(Position progress, Bound to) {
    long done = version(progress);
    if (done > latest()) {
      throw failure(
          "The target holds version %d, but the latest of %s is %d: the table was restored from a"
              + " copy or replaced. Load the table afresh into a new target.",
          done, table, latest());
    }
    long end = Math.max(done, last(to));
    if (done < end && done + 1 < earliest()) {
      throw failure(
          "The target holds version %d, but the log of %s starts at version %d now: the commits"
              + " between were removed by log clean-up. Load the table afresh into a new target.",
          done, table, earliest());
    }
    return between(done + 1, end);
  }

  private SourceRange between(long start, long end) {
    return new SourceRange(
        start == 0 ? Optional.empty() : Optional.of(position(start - 1)),
        commits.stream()
            .filter(commit -> commit.version() >= start && commit.version() <= end)
            .map(LoggedCommit::commit)
            .toList(),
        Optional.of(position(end)));
  }

  private long first(Bound from) {
    if (from instanceof Bound.Commit commit) {
      return existing(commit.id());
    }
    if (from instanceof Bound.Time time) {
      Instant start = time.instant();
      if (earliest() > 0 && (commits.isEmpty() || start.isBefore(timestamp(commits.get(0))))) {
        throw failure(
            "The log of %s starts at version %d%s; whether there were commits between %s and then"
                + " can no longer be told. Choose a later start.",
            table, earliest(), commits.isEmpty() ? "" : " of " + timestamp(commits.get(0)), start);
      }
      return commits.stream()
          .filter(commit -> !timestamp(commit).isBefore(start))
          .mapToLong(LoggedCommit::version)
          .findFirst()
          .orElseThrow(
              () ->
                  failure(
                      "No commit of %s was made at or after %s; the latest, version %d, was made at"
                          + " %s. Choose an earlier start.",
                      table, start, latest(), timestamp(commits.get(commits.size() - 1))));
    }
    return earliest();
  }

  private long last(Bound to) {
    if (to instanceof Bound.Commit commit) {
      return waits && commit.id() > latest() ? latest() : existing(commit.id());
    }
    if (to instanceof Bound.Time time) {
      Instant end = time.instant();
      for (int i = commits.size() - 1; i >= 0; i--) {
        if (!timestamp(commits.get(i)).isAfter(end)) {
          return commits.get(i).version();
        }
      }
      throw failure(
          "No commit of %s that its log still tells was made at or before %s; the earliest was made"
              + " at %s. Choose a later end.",
          table, end, timestamp(commits.get(0)));
    }
    return latest();
  }

  private long existing(long version) {
    if (version < 0 || version > latest()) {
      throw failure(
          "Version %d of %s does not exist; there are versions %d to %d.",
          version, table, earliest(), latest());
    }
    if (version < earliest()) {
      throw failure(
          "Version %d of %s is no longer in its log, which starts at version %d. Choose a start at"
              + " or after that, or load the table afresh.",
          version, table, earliest());
    }
    return version;
  }

  private long earliest() {
    return commits.get(0).version();
  }

  private long latest() {
    return commits.get(commits.size() - 1).version();
  }

  private static Instant timestamp(LoggedCommit commit) {
    return commit.commit().timestamp();
  }

  static long version(Position position) {
    try {
      return Long.parseLong(position.commitId());
    } catch (NumberFormatException e) {
      throw new SourceException(
          Area.RANGE,
          String.format(
              "'%s' is no version of a Delta table; the target's progress belongs to another"
                  + " source.",
              position.commitId()),
          e);
    }
  }

  static Position position(long version) {
    return new Position(Long.toString(version), version);
  }

  private static SourceException failure(String format, Object... values) {
    return new SourceException(Area.RANGE, String.format(format, values));
  }
}
