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
import dev.tributary.history.SourceCommit.Figures;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Counts of what a commit added and removed. Rows come from the operation's own metrics where those
 * count changed rows, else from the files' statistics where whole files came or went: a rewritten
 * file's statistics also count the rows that were only carried over.
 */
final class CommitFigures {
  private final Commit commit;
  private final Set<String> replaced;

  private CommitFigures(Commit commit) {
    this.commit = commit;
    Set<String> removed =
        commit.removed().stream().map(FileAction::path).collect(Collectors.toSet());
    this.replaced =
        commit.added().stream()
            .map(FileAction::path)
            .filter(removed::contains)
            .collect(Collectors.toSet());
  }

  static Figures of(Commit commit) {
    return new CommitFigures(commit).figures();
  }

  private Figures figures() {
    RowCounts rows = rows();
    return new Figures(
        rows.added(),
        rows.deleted(),
        files(commit.added()),
        files(commit.removed()),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.of(addedVectors()));
  }

  private record RowCounts(OptionalLong added, OptionalLong deleted) {}

  private RowCounts rows() {
    OptionalLong none = OptionalLong.of(0);
    return switch (commit.info().path("operation").asText().toUpperCase(Locale.ROOT)) {
      case "DELETE" -> {
        OptionalLong deleted = metric("numDeletedRows");
        yield deleted.isPresent() ? new RowCounts(none, deleted) : rowsOfWholeFiles();
      }
      case "UPDATE" -> {
        OptionalLong updated = metric("numUpdatedRows");
        yield updated.isPresent() ? new RowCounts(updated, updated) : rowsOfWholeFiles();
      }
      case "MERGE" -> {
        OptionalLong updated = metric("numTargetRowsUpdated");
        OptionalLong added = sum(metric("numTargetRowsInserted"), updated);
        OptionalLong deleted = sum(metric("numTargetRowsDeleted"), updated);
        yield added.isPresent() && deleted.isPresent()
            ? new RowCounts(added, deleted)
            : rowsOfWholeFiles();
      }
      // These put whole files in the place of whole files.
      case "WRITE", "OPTIMIZE", "STREAMING UPDATE", "REPLACE TABLE AS SELECT" ->
          new RowCounts(liveRows(commit.added()), liveRows(commit.removed()));
      default -> rowsOfWholeFiles();
    };
  }

  private RowCounts rowsOfWholeFiles() {
    return commit.added().isEmpty() || commit.removed().isEmpty()
        ? new RowCounts(liveRows(commit.added()), liveRows(commit.removed()))
        : new RowCounts(OptionalLong.empty(), OptionalLong.empty());
  }

  private OptionalLong liveRows(List<FileAction> files) {
    return replaced.isEmpty() ? sum(files, FileAction::liveRows) : OptionalLong.empty();
  }

  private OptionalLong files(List<FileAction> files) {
    return OptionalLong.of(files.stream().filter(f -> !replaced.contains(f.path())).count());
  }

  private long addedVectors() {
    Set<DeletionVector> old =
        commit.removed().stream().map(FileAction::vector).collect(Collectors.toSet());
    return commit.added().stream()
        .filter(file -> !file.vector().isEmpty() && !old.contains(file.vector()))
        .count();
  }

  private OptionalLong metric(String name) {
    JsonNode value = commit.info().path("operationMetrics").path(name);
    try {
      return value.isMissingNode() || value.isNull()
          ? OptionalLong.empty()
          : OptionalLong.of(Long.parseLong(value.asText()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** The sum of a figure over all files; empty when one of them does not state it. */
  static <T> OptionalLong sum(List<T> files, Function<T, OptionalLong> figure) {
    long total = 0;
    for (T file : files) {
      OptionalLong value = figure.apply(file);
      if (value.isEmpty()) {
        return value;
      }
      total += value.getAsLong();
    }
    return OptionalLong.of(total);
  }

  private static OptionalLong sum(OptionalLong left, OptionalLong right) {
    return left.isPresent() && right.isPresent()
        ? OptionalLong.of(left.getAsLong() + right.getAsLong())
        : OptionalLong.empty();
  }
}
