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

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.history.SourceCommit;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The commits that a log still tells in full, oldest first, with the metadata that held before and
 * after each.
 */
final class DeltaHistory {
  /** Beyond this, a log file's time is that of a copy and not of the commit. */
  private static final Duration FILE_TIME_TOLERANCE = Duration.ofHours(1);

  private final DeltaLog log;
  private final ChangeFeed changeFeed;
  private final List<LoggedCommit> commits;
  private final List<TableMetadata> metadata;
  private final End end;

  /**
   * A commit in its place in history.
   *
   * @param before the table's metadata before the commit; empty for the first commit, and when the
   *     log no longer tells it
   * @param after the table's metadata after it; empty when the log no longer tells it
   * @param changesRows whether it changed rows, rather than only their place or the metadata
   */
  record LoggedCommit(
      SourceCommit commit,
      Optional<TableMetadata> before,
      Optional<TableMetadata> after,
      boolean changesRows,
      Optional<String> unreadable) {
    long version() {
      return commit.sequence().orElseThrow();
    }

    boolean changeFeed() {
      return after.map(TableMetadata::changeFeed).orElse(false);
    }

    private LoggedCommit followed() {
      return new LoggedCommit(commit.followed(), before, after, changesRows, unreadable);
    }
  }

  /** What holds after the last commit. */
  private record End(
      Optional<TableMetadata> metadata, Optional<String> protocolProblem, Instant timestamp) {}

  private DeltaHistory(Reader read) {
    this.log = read.log;
    this.changeFeed = read.changeFeed;
    this.commits = List.copyOf(read.commits);
    this.metadata = List.copyOf(read.known);
    this.end = new End(read.current, read.protocolProblem, read.lastTimestamp);
  }

  /** Reads all commit files of the log. */
  static DeltaHistory read(DeltaLog log, ChangeFeed changeFeed) {
    return new Reader(log, changeFeed).read();
  }

  /**
   * This history and what a later state of the log has beyond it, without reading again what is
   * known. Empty when the log is not a continuation: its commits were replaced.
   */
  Optional<DeltaHistory> continued(DeltaLog later) {
    long first = later.commits().firstKey();
    long last = log.latestVersion();
    if (first > last || last > later.latestVersion()) {
      return Optional.empty();
    }
    for (long version = Math.max(first, log.commits().firstKey()); version <= last; version++) {
      if (!DeltaLog.same(later.commits().get(version), log.commits().get(version))) {
        return Optional.empty();
      }
    }
    return Optional.of(new Reader(later, this).readOn(last + 1));
  }

  /** Oldest first, at least the latest. */
  List<LoggedCommit> commits() {
    return commits;
  }

  /** All readable metadata that the table is known to have had, oldest first. */
  List<TableMetadata> metadata() {
    return metadata;
  }

  Optional<LoggedCommit> commit(long version) {
    long first = commits.get(0).version();
    return version >= first && version - first < commits.size()
        ? Optional.of(commits.get((int) (version - first)))
        : Optional.empty();
  }

  private static final class Reader {
    private final DeltaLog log;
    private final ChangeFeed changeFeed;
    private final List<LoggedCommit> commits = new ArrayList<>();
    private final List<TableMetadata> known = new ArrayList<>();
    private Optional<TableMetadata> current = Optional.empty();
    private Optional<String> protocolProblem = Optional.empty();
    private Instant lastTimestamp = Instant.MIN;

    Reader(DeltaLog log, ChangeFeed changeFeed) {
      this.log = log;
      this.changeFeed = changeFeed;
    }

    /** Goes on after a history that the log continues. */
    Reader(DeltaLog log, DeltaHistory earlier) {
      this(log, earlier.changeFeed);
      earlier.commits.stream()
          .filter(commit -> commit.version() >= log.commits().firstKey())
          .map(LoggedCommit::followed)
          .forEach(commits::add);
      known.addAll(earlier.metadata);
      current = earlier.end.metadata();
      protocolProblem = earlier.end.protocolProblem();
      lastTimestamp = earlier.end.timestamp();
    }

    DeltaHistory read() {
      adoptCheckpoint(log.commits().firstKey() - 1);
      return readOn(log.commits().firstKey());
    }

    DeltaHistory readOn(long from) {
      for (long version : log.commits().tailMap(from, true).keySet()) {
        Commit commit = log.commit(version);
        Optional<TableMetadata> before = current;
        if (commit.metadata().isPresent()) {
          adopt(commit.metadata().get());
        } else if (current.isEmpty()) {
          adoptCheckpoint(version);
        }
        commit.protocol().ifPresent(p -> protocolProblem = log.unreadable(p));
        commits.add(logged(commit, before));
      }
      TableMetadata latest = TableMetadata.of(log.latest().getMetadata());
      if (known.isEmpty() || !known.get(known.size() - 1).equals(latest)) {
        known.add(latest);
      }
      return new DeltaHistory(this);
    }

    private void adopt(TableMetadata metadata) {
      current = Optional.of(metadata);
      if (schemaProblem(metadata).isEmpty()) {
        known.add(metadata);
      }
    }

    private static Optional<String> schemaProblem(TableMetadata metadata) {
      try {
        metadata.schema();
        return Optional.empty();
      } catch (RuntimeException e) {
        return Optional.of("its columns cannot be read: " + Failures.reason(e));
      }
    }

    private void adoptCheckpoint(long version) {
      if (log.checkpoints().contains(version)) {
        adopt(TableMetadata.of(log.snapshot(version).getMetadata()));
      }
    }

    private LoggedCommit logged(Commit commit, Optional<TableMetadata> before) {
      boolean changesRows = commit.changesRows();
      Optional<String> unreadable = unreadable(commit, changesRows);
      Optional<String> note =
          unreadable.or(() -> changesRows ? Optional.empty() : Optional.of("changes no row"));
      boolean columnsChanged =
          before.isPresent()
              && current.isPresent()
              && !before.get().schemaJson().equals(current.get().schemaJson());
      if (columnsChanged) {
        note = Optional.of(note.map(text -> text + "; columns changed").orElse("columns changed"));
      }
      SourceCommit sourceCommit =
          new SourceCommit(
              Long.toString(commit.version()),
              commit.version() == 0
                  ? Optional.empty()
                  : Optional.of(Long.toString(commit.version() - 1)),
              OptionalLong.of(commit.version()),
              timestamp(commit),
              commit.info().path("operation").asText("unknown"),
              commit.version() == log.latestVersion(),
              List.of(),
              CommitFigures.of(commit),
              current.map(TableMetadata::changeFeed),
              unreadable.isEmpty(),
              note,
              summary(commit.info()));
      return new LoggedCommit(sourceCommit, before, current, changesRows, unreadable);
    }

    private Optional<String> unreadable(Commit commit, boolean changesRows) {
      if (protocolProblem.isPresent()) {
        return protocolProblem;
      }
      if (current.isEmpty()) {
        return Optional.of("the log no longer tells the columns of this version");
      }
      Optional<String> schemaProblem = schemaProblem(current.get());
      if (schemaProblem.isPresent()) {
        return schemaProblem;
      }
      if (changeFeed == ChangeFeed.REQUIRE && changesRows && !current.get().changeFeed()) {
        return Optional.of("the change data feed was off; change_feed: derive can do without it");
      }
      return missingFile(commit)
          .map(path -> "file " + path + " is no longer there, removed by VACUUM or by hand");
    }

    /** The first file that is gone; only looked for where that costs no request to a store. */
    private Optional<String> missingFile(Commit commit) {
      if (!log.storage().isLocal()) {
        return Optional.empty();
      }
      return commit.changeFiles().stream()
          .map(Commit.ChangedFile::path)
          .filter(LocalFileIO::handles)
          .filter(path -> !log.storage().exists(path))
          .findFirst();
    }

    /**
     * The commit's time as Delta defines it: in-commit timestamps where they are on, else the time
     * of the log file, made to increase. A copied table has lost the latter; what the writer stated
     * then comes closest.
     */
    private Instant timestamp(Commit commit) {
      JsonNode inCommit = commit.info().path("inCommitTimestamp");
      if (current.map(TableMetadata::inCommitTimestamps).orElse(false) && inCommit.isNumber()) {
        lastTimestamp = Instant.ofEpochMilli(inCommit.asLong());
        return lastTimestamp;
      }
      Instant time = Instant.ofEpochMilli(commit.fileTime());
      JsonNode stated = commit.info().path("timestamp");
      if (stated.isNumber()) {
        Instant written = Instant.ofEpochMilli(stated.asLong());
        if (Duration.between(written, time).abs().compareTo(FILE_TIME_TOLERANCE) > 0) {
          time = written;
        }
      }
      lastTimestamp = time.isAfter(lastTimestamp) ? time : lastTimestamp.plusMillis(1);
      return lastTimestamp;
    }

    private static Map<String, String> summary(JsonNode info) {
      Map<String, String> summary = new LinkedHashMap<>();
      info.fields()
          .forEachRemaining(
              entry -> {
                if (entry.getValue().isObject()) {
                  entry
                      .getValue()
                      .fields()
                      .forEachRemaining(
                          nested ->
                              summary.put(
                                  entry.getKey() + "." + nested.getKey(), text(nested.getValue())));
                } else {
                  summary.put(entry.getKey(), text(entry.getValue()));
                }
              });
      return summary;
    }

    private static String text(JsonNode value) {
      return value.isValueNode() ? value.asText() : value.toString();
    }
  }
}
