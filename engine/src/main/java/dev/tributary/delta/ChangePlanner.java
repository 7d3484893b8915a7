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

import dev.tributary.delta.Commit.ChangedFile;
import dev.tributary.delta.DeltaHistory.LoggedCommit;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.source.FilePruning;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Plans reading the changes of a run of commits. */
final class ChangePlanner {
  private final DeltaLog log;
  private final ChangeFeed changeFeed;
  private final PlanColumns columns;
  private final List<DeltaTask> tasks = new ArrayList<>();
  private final Map<String, Long> feedFiles = new HashMap<>();
  private final Filtered filtered;
  private OptionalLong exactChanges = OptionalLong.of(0);
  private boolean derived;

  /** Whether rows are left out later. */
  enum Filtered {
    NO,
    /** Both images of an update are needed: which of them are left out tells what it comes to. */
    YES
  }

  ChangePlanner(DeltaLog log, ChangeFeed changeFeed, PlanColumns columns, Filtered filtered) {
    this.log = log;
    this.filtered = filtered;
    this.changeFeed = changeFeed;
    this.columns = columns;
  }

  /**
   * Plans the commits, oldest first.
   *
   * @param pruning which files to leave out
   * @throws SourceException with area RANGE, naming the first commit that cannot be read
   */
  ReadPlan plan(List<LoggedCommit> commits, FilePruning pruning) {
    commits.forEach(this::requireReadable);
    for (int i = 0; i < commits.size(); i++) {
      if (commits.get(i).changesRows()) {
        addTasks(i, commits.get(i));
      }
    }
    List<DeltaTask> wanted = columns.wanted(tasks, pruning);
    FileCheck.requirePresent(log.storage(), wanted);
    boolean stated = !derived && commits.stream().allMatch(c -> c.changeFeed() || !c.changesRows());
    return new ReadPlan(
        columns.schema(),
        columns.reader(
            log.storage(),
            stated
                ? DeltaChangeReader.FeedKinds.AS_STATED
                : DeltaChangeReader.FeedKinds.REMOVED_AND_ADDED),
        List.copyOf(wanted),
        commits.stream().map(LoggedCommit::commit).toList(),
        stated ? Pairing.AS_STATED : Pairing.BY_KEY,
        exactChanges);
  }

  private void requireReadable(LoggedCommit commit) {
    boolean feedMissing =
        changeFeed == ChangeFeed.REQUIRE && commit.changesRows() && !commit.changeFeed();
    if (feedMissing && commit.after().isPresent()) {
      throw new SourceException(
          Area.RANGE,
          String.format(
              "Version %d of %s was written without a change data feed"
                  + " (delta.enableChangeDataFeed was not true). Choose a start after the feed was"
                  + " enabled, or set change_feed: derive to take the changes from the files that"
                  + " each commit added and removed.",
              commit.version(), log.storage().root()));
    }
    if (commit.unreadable().isPresent()) {
      throw new SourceException(
          Area.RANGE,
          String.format(
              "Cannot read version %d of %s: %s. Choose a range without this version, or load the"
                  + " table afresh.",
              commit.version(), log.storage().root(), commit.unreadable().get()));
    }
    if (commit.before().isPresent() && commit.after().isPresent()) {
      ReturnedColumns.of(commit.before().get(), commit.after().get()).entrySet().stream()
          .filter(column -> columns.schema().findField(Math.toIntExact(column.getKey())) != null)
          .findFirst()
          .ifPresent(column -> refuseReturned(commit.version(), column.getValue()));
    }
  }

  private void refuseReturned(long version, String column) {
    throw new SourceException(
        Area.RANGE,
        String.format(
            "Version %d of %s brings column '%s' back, which had been dropped, with the values"
                + " that rows had in it, and the log does not tell which rows these are. Load the"
                + " table afresh, or leave the column out with drop.",
            version, log.storage().root(), column));
  }

  private void addTasks(int index, LoggedCommit logged) {
    Commit commit = log.commit(logged.version());
    TableMetadata after = logged.after().orElseThrow();
    // Removed files were written under the columns and partitioning before this commit.
    TableMetadata before = logged.before().orElse(after);
    OldPartitionValues old = new OldPartitionValues(log, commit.version() - 1, before);
    boolean feed = !commit.feed().isEmpty();
    if (feed && filtered == Filtered.YES && FeedImages.afterOnly(log.storage(), commit.feed())) {
      feed = false;
      derived = true;
    }
    for (ChangedFile file : feed ? commit.changeFiles() : commit.changedFiles()) {
      boolean removed = file.after().isEmpty();
      TableMetadata metadata = removed ? before : after;
      DeltaTask.Kind kind =
          feed
              ? DeltaTask.Kind.FEED
              : removed
                  ? DeltaTask.Kind.REMOVED
                  : file.before().isPresent() ? DeltaTask.Kind.REPLACED : DeltaTask.Kind.ADDED;
      if (kind == DeltaTask.Kind.FEED) {
        requireOwnFeed(file.path(), commit.version());
      }
      OptionalLong exact = exactChanges(kind, file);
      exactChanges =
          exact.isPresent() && exactChanges.isPresent()
              ? OptionalLong.of(exact.getAsLong() + exactChanges.getAsLong())
              : OptionalLong.empty();
      tasks.add(
          new DeltaTask(
              kind,
              index,
              columns.shape(metadata, commit.version()),
              file.path(),
              file.any().bytes().orElse(DeltaTask.UNKNOWN_SIZE),
              file.any().partitionValues().orElseGet(() -> old.of(file.path())),
              file.before().map(FileAction::vector).orElse(DeletionVector.NONE),
              file.after().map(FileAction::vector).orElse(DeletionVector.NONE),
              commit.version(),
              exact.orElseGet(() -> atMost(file))));
    }
  }

  /**
   * Every commit writes change files of its own; the same file twice is one commit's log in two.
   */
  private void requireOwnFeed(String path, long version) {
    Long other = feedFiles.putIfAbsent(path, version);
    if (other != null && other != version) {
      throw new SourceException(
          Area.RANGE,
          String.format(
              "Cannot read version %d of %s: its log has the change file of version %d, %s, so one"
                  + " of the two is a copy of the other. Restore the log, or load the table"
                  + " afresh.",
              version, log.storage().root(), other, path));
    }
  }

  private static OptionalLong exactChanges(DeltaTask.Kind kind, ChangedFile file) {
    return switch (kind) {
      case ADDED, REMOVED -> file.any().liveRows();
      // The log tells the sizes of both vectors, not how much they share; nor a feed file's rows.
      case REPLACED, FEED -> OptionalLong.empty();
    };
  }

  private static long atMost(ChangedFile file) {
    if (file.before().isPresent() && file.after().isPresent()) {
      return file.before().get().vector().cardinality() + file.after().get().vector().cardinality();
    }
    return DeltaTask.estimate(file.any());
  }

  /**
   * Partition values of files that a remove action names without them, as old writers do: taken
   * from the state before.
   */
  private static final class OldPartitionValues {
    private final DeltaLog log;
    private final long version;
    private final TableMetadata metadata;
    private Map<String, Map<String, String>> byPath;

    OldPartitionValues(DeltaLog log, long version, TableMetadata metadata) {
      this.log = log;
      this.version = version;
      this.metadata = metadata;
    }

    Map<String, String> of(String path) {
      if (metadata.partitionColumns().isEmpty()) {
        return Map.of();
      }
      if (byPath == null) {
        byPath = new HashMap<>();
        StateFiles.read(log, log.snapshot(version))
            .forEach(f -> byPath.put(f.path(), f.partitionValues().orElseThrow()));
      }
      return Optional.ofNullable(byPath.get(path))
          .orElseThrow(
              () ->
                  new SourceException(
                      Area.RANGE,
                      String.format(
                          "Cannot read version %d: it removed file %s without saying its partition,"
                              + " and the version before does not hold it. Choose a range without"
                              + " this version.",
                          version + 1, path)));
    }
  }
}
