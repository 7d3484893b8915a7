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

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;

/**
 * What was found of the changed keys, and the files that were written for it.
 *
 * @param matchedKeys numbers of the keys that occur, ascending, as delta-encoded varints; see
 *     {@link KeyNumbers}
 * @param added new delete files
 * @param replaced delete files that are of no use any more: others hold their positions too, or
 *     their data file is replaced
 * @param dataFiles data files that the new delete files refer to
 * @param rewritten new data files, of the rows that stay of the replaced ones
 * @param replacedData data files that were written anew
 */
public record Located(
    List<byte[]> matchedKeys,
    List<DeleteFile> added,
    List<DeleteFile> replaced,
    List<String> dataFiles,
    List<DataFile> rewritten,
    List<DataFile> replacedData)
    implements Serializable {

  public static final Located NOTHING =
      new Located(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  public Located {
    matchedKeys = List.copyOf(matchedKeys);
    added = List.copyOf(added);
    replaced = List.copyOf(replaced);
    dataFiles = List.copyOf(dataFiles);
    rewritten = List.copyOf(rewritten);
    replacedData = List.copyOf(replacedData);
  }

  static Located marked(
      byte[] matchedKeys,
      List<DeleteFile> added,
      List<DeleteFile> replaced,
      List<String> dataFiles) {
    return new Located(List.of(matchedKeys), added, replaced, dataFiles, List.of(), List.of());
  }

  static Located copied(List<DeleteFile> added, List<String> dataFiles) {
    return new Located(List.of(), added, List.of(), dataFiles, List.of(), List.of());
  }

  static Located rewritten(
      byte[] matchedKeys,
      List<DataFile> rewritten,
      List<DataFile> replacedData,
      List<DeleteFile> replaced) {
    return new Located(
        List.of(matchedKeys), List.of(), replaced, List.of(), rewritten, replacedData);
  }

  /** Deletes that need nothing to be located. */
  public static Located unseen(List<DeleteFile> added) {
    return new Located(List.of(), added, List.of(), List.of(), List.of(), List.of());
  }

  /** All together. */
  public static Located union(Collection<Located> parts) {
    return new Located(
        all(parts, Located::matchedKeys),
        all(parts, Located::added),
        all(parts, Located::replaced),
        all(parts, Located::dataFiles),
        all(parts, Located::rewritten),
        all(parts, Located::replacedData));
  }

  private static <T> List<T> all(Collection<Located> parts, Function<Located, List<T>> component) {
    List<T> all = new ArrayList<>();
    parts.forEach(part -> all.addAll(component.apply(part)));
    return all;
  }
}
