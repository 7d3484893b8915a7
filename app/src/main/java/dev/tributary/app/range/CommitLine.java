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
package dev.tributary.app.range;

import dev.tributary.history.SourceCommit;
import dev.tributary.spec.Bound;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The commits that lead to the latest one, oldest first: those that a range can cover. Commits of
 * other branches, and those that were rolled back, are not among them.
 */
final class CommitLine {
  private final List<SourceCommit> commits;
  private final Map<String, Integer> indexes = new HashMap<>();

  private CommitLine(List<SourceCommit> oldestFirst) {
    this.commits = oldestFirst;
    for (int i = 0; i < oldestFirst.size(); i++) {
      indexes.put(oldestFirst.get(i).id(), i);
    }
  }

  static CommitLine of(List<SourceCommit> newestFirst) {
    List<SourceCommit> line = new ArrayList<>();
    if (newestFirst.stream().allMatch(commit -> commit.parentId().isEmpty())) {
      line.addAll(newestFirst);
    } else {
      Map<String, SourceCommit> byId = new HashMap<>();
      newestFirst.forEach(commit -> byId.put(commit.id(), commit));
      SourceCommit next =
          newestFirst.stream().filter(SourceCommit::current).findFirst().orElse(null);
      while (next != null && byId.remove(next.id()) != null) {
        line.add(next);
        next = next.parentId().map(byId::get).orElse(null);
      }
    }
    Collections.reverse(line);
    return new CommitLine(line);
  }

  List<SourceCommit> commits() {
    return commits;
  }

  int size() {
    return commits.size();
  }

  SourceCommit get(int index) {
    return commits.get(index);
  }

  OptionalInt indexOf(String id) {
    Integer index = indexes.get(id);
    return index == null ? OptionalInt.empty() : OptionalInt.of(index);
  }

  /** The first commit that a lower bound lets in; empty when there is none. */
  OptionalInt start(Bound bound) {
    if (bound instanceof Bound.Commit commit) {
      return indexOf(Long.toString(commit.id()));
    }
    if (bound instanceof Bound.Time time) {
      for (int i = 0; i < commits.size(); i++) {
        if (!commits.get(i).timestamp().isBefore(time.instant())) {
          return OptionalInt.of(i);
        }
      }
    }
    return OptionalInt.empty();
  }

  /** The last commit that an upper bound lets in; empty when there is none. */
  OptionalInt end(Bound bound) {
    if (bound instanceof Bound.Commit commit) {
      return indexOf(Long.toString(commit.id()));
    }
    if (bound instanceof Bound.Time time) {
      for (int i = commits.size() - 1; i >= 0; i--) {
        if (!commits.get(i).timestamp().isAfter(time.instant())) {
          return OptionalInt.of(i);
        }
      }
      return OptionalInt.empty();
    }
    return commits.isEmpty() ? OptionalInt.empty() : OptionalInt.of(commits.size() - 1);
  }

  /** The earliest commit from which on everything can be read; empty when the latest cannot. */
  OptionalInt firstReadable() {
    int first = commits.size();
    while (first > 0 && commits.get(first - 1).readable()) {
      first--;
    }
    return first == commits.size() ? OptionalInt.empty() : OptionalInt.of(first);
  }
}
