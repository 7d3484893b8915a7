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

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.iceberg.DeleteFile;

/** The delete files that apply to one data file. */
record FileDeletes(ArrayList<DeleteFile> files) implements Serializable {
  static final FileDeletes NONE = new FileDeletes(new ArrayList<>());

  boolean isEmpty() {
    return files.isEmpty();
  }

  /** Those that do not apply in {@code other}. */
  FileDeletes without(FileDeletes other) {
    Set<Key> theirs = other.keys();
    ArrayList<DeleteFile> rest = new ArrayList<>();
    files.stream().filter(file -> !theirs.contains(Key.of(file))).forEach(rest::add);
    return new FileDeletes(rest);
  }

  /** Those that apply in {@code other} as well. */
  FileDeletes shared(FileDeletes other) {
    Set<Key> theirs = other.keys();
    ArrayList<DeleteFile> both = new ArrayList<>();
    files.stream().filter(file -> theirs.contains(Key.of(file))).forEach(both::add);
    return new FileDeletes(both);
  }

  boolean same(FileDeletes other) {
    return keys().equals(other.keys());
  }

  private Set<Key> keys() {
    Set<Key> keys = new HashSet<>();
    files.forEach(file -> keys.add(Key.of(file)));
    return keys;
  }

  private record Key(String location, long offset) {
    static Key of(DeleteFile file) {
      return new Key(file.location(), Objects.requireNonNullElse(file.contentOffset(), -1L));
    }
  }
}
