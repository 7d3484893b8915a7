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
package dev.tributary.iceberg;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;

/**
 * Files of a table as a multiset: metadata may list one file twice, and then its rows count twice.
 * A file that was added again with another sequence number is another file, since other deletes
 * apply to it.
 */
final class FileBag<F extends ContentFile<F>> {
  private final Map<Key, Deque<F>> files = new LinkedHashMap<>();

  void add(F file) {
    files.computeIfAbsent(Key.of(file), key -> new ArrayDeque<>(1)).add(file);
  }

  /** Removes one file if it is there. */
  boolean remove(F file) {
    Key key = Key.of(file);
    Deque<F> same = files.get(key);
    if (same == null) {
      return false;
    }
    same.poll();
    if (same.isEmpty()) {
      files.remove(key);
    }
    return true;
  }

  List<F> files() {
    List<F> all = new ArrayList<>();
    files.values().forEach(all::addAll);
    return all;
  }

  /** The files but for some of them. */
  List<F> without(List<F> others) {
    FileBag<F> rest = new FileBag<>();
    files().forEach(rest::add);
    others.forEach(rest::remove);
    return rest.files();
  }

  /** One file's identity in a snapshot; deletion vectors of many files share one location. */
  private record Key(String location, long offset, long sequence) {
    static Key of(ContentFile<?> file) {
      Long offset = file instanceof DeleteFile delete ? delete.contentOffset() : null;
      return new Key(
          file.location(), Objects.requireNonNullElse(offset, -1L), FileBag.sequence(file));
    }
  }

  /** The file's data sequence number; files of v1 tables have none and are older than any other. */
  static long sequence(ContentFile<?> file) {
    return Optional.ofNullable(file.dataSequenceNumber()).orElse(0L);
  }
}
