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
import org.apache.iceberg.DeleteFile;

/**
 * What was found of the changed keys, and the delete files that were written for it.
 *
 * @param matchedKeys numbers of the keys that occur, ascending, as delta-encoded varints; see
 *     {@link KeyNumbers}
 * @param added new delete files
 * @param replaced delete files whose positions the new ones hold too
 * @param dataFiles data files that the new delete files refer to
 */
public record Located(
    List<byte[]> matchedKeys,
    List<DeleteFile> added,
    List<DeleteFile> replaced,
    List<String> dataFiles)
    implements Serializable {

  public static final Located NOTHING = new Located(List.of(), List.of(), List.of(), List.of());

  public Located {
    matchedKeys = List.copyOf(matchedKeys);
    added = List.copyOf(added);
    replaced = List.copyOf(replaced);
    dataFiles = List.copyOf(dataFiles);
  }

  /** All together. */
  public static Located union(Collection<Located> parts) {
    List<byte[]> matchedKeys = new ArrayList<>();
    List<DeleteFile> added = new ArrayList<>();
    List<DeleteFile> replaced = new ArrayList<>();
    List<String> dataFiles = new ArrayList<>();
    for (Located part : parts) {
      matchedKeys.addAll(part.matchedKeys);
      added.addAll(part.added);
      replaced.addAll(part.replaced);
      dataFiles.addAll(part.dataFiles);
    }
    return new Located(matchedKeys, added, replaced, dataFiles);
  }
}
