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
package dev.tributary.preview;

import dev.tributary.changes.Change;
import dev.tributary.changes.ChangeKind;
import dev.tributary.rows.RowKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.data.Record;

/** Brings the images of updates together, for people to read. */
final class UpdatePairs {
  private UpdatePairs() {}

  /**
   * The changes of one commit in their order, but with the two images of an update next to each
   * other where the first of them stood: the before image first.
   */
  static List<Change> adjacent(List<Change> changes, Function<Record, RowKey> key) {
    Map<RowKey, Images> images = new HashMap<>();
    for (Change change : changes) {
      if (isImage(change)) {
        images.computeIfAbsent(key.apply(change.row()), k -> new Images()).add(change);
      }
    }
    List<Change> result = new ArrayList<>();
    Set<Change> placed = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Change change : changes) {
      if (!isImage(change)) {
        result.add(change);
      } else if (!placed.contains(change)) {
        List<Change> pair = images.get(key.apply(change.row())).nextPair();
        placed.addAll(pair);
        result.addAll(pair);
      }
    }
    return result;
  }

  private static boolean isImage(Change change) {
    return change.kind() == ChangeKind.UPDATE_BEFORE || change.kind() == ChangeKind.UPDATE_AFTER;
  }

  /** The images of one key that have no place yet, in order. */
  private static final class Images {
    private final Deque<Change> before = new ArrayDeque<>();
    private final Deque<Change> after = new ArrayDeque<>();

    void add(Change image) {
      (image.kind() == ChangeKind.UPDATE_BEFORE ? before : after).add(image);
    }

    List<Change> nextPair() {
      List<Change> pair = new ArrayList<>();
      if (!before.isEmpty()) {
        pair.add(before.remove());
      }
      if (!after.isEmpty()) {
        pair.add(after.remove());
      }
      return pair;
    }
  }
}
