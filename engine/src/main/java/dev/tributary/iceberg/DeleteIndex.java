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

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.util.ContentFileUtil;
import org.apache.iceberg.util.PartitionMap;

/**
 * Tells which of a snapshot's delete files apply to a data file, by the rules of the Iceberg spec
 * (scan planning): position deletes and deletion vectors to data that is not newer, equality
 * deletes to data that is strictly older; each in its partition, equality deletes of an
 * unpartitioned spec everywhere.
 */
final class DeleteIndex {
  private final StoredPaths paths;
  private final Map<Integer, PartitionSpec> specs;
  private final Map<String, DeleteFile> vectors = new HashMap<>();
  private final Map<String, List<DeleteFile>> positionsByPath = new HashMap<>();
  private final PartitionMap<List<DeleteFile>> positionsByPartition;
  private final PartitionMap<List<DeleteFile>> equalityByPartition;
  private final List<DeleteFile> equalityEverywhere = new ArrayList<>();
  private boolean empty = true;

  /**
   * @throws SourceException when the delete files contradict each other
   */
  DeleteIndex(List<DeleteFile> files, Map<Integer, PartitionSpec> specs, StoredPaths paths) {
    this.paths = paths;
    this.specs = specs;
    this.positionsByPartition = PartitionMap.create(specs);
    this.equalityByPartition = PartitionMap.create(specs);
    files.forEach(this::add);
  }

  /** The data files, by {@link StoredPaths#key}, that deletes of single files name. */
  Map<String, DeleteFile> namedFiles() {
    Map<String, DeleteFile> named = new HashMap<>(vectors);
    positionsByPath.forEach((path, files) -> named.putIfAbsent(path, files.get(0)));
    return named;
  }

  FileDeletes of(DataFile file) {
    if (empty) {
      return FileDeletes.NONE;
    }
    long sequence = FileBag.sequence(file);
    ArrayList<DeleteFile> found = new ArrayList<>();
    String path = paths.key(file.location());
    DeleteFile vector = vectors.get(path);
    if (vector != null) {
      if (FileBag.sequence(vector) < sequence) {
        throw new SourceException(
            Area.CHANGES,
            String.format(
                "Deletion vector %s is older than its data file %s: the table's metadata is broken.",
                ContentFileUtil.dvDesc(vector), file.location()));
      }
      // A vector holds all positions, those of position delete files that it replaces included.
      found.add(vector);
    } else {
      addFrom(found, positionsByPath.get(path), sequence);
      addFrom(found, positionsByPartition.get(file.specId(), file.partition()), sequence);
    }
    addFrom(found, equalityByPartition.get(file.specId(), file.partition()), sequence + 1);
    addFrom(found, equalityEverywhere, sequence + 1);
    return found.isEmpty() ? FileDeletes.NONE : new FileDeletes(found);
  }

  private static void addFrom(List<DeleteFile> found, List<DeleteFile> files, long minSequence) {
    if (files != null) {
      files.stream()
          .filter(file -> FileBag.sequence(file) >= minSequence)
          .map(ContentFile::copyWithoutStats)
          .forEach(found::add);
    }
  }

  private void add(DeleteFile file) {
    empty = false;
    if (file.content() == FileContent.EQUALITY_DELETES) {
      addEquality(file);
      return;
    }
    String referenced = ContentFileUtil.referencedDataFileLocation(file);
    if (ContentFileUtil.isDV(file)) {
      addVector(file, referenced);
    } else if (referenced != null) {
      positionsByPath.computeIfAbsent(paths.key(referenced), path -> new ArrayList<>()).add(file);
    } else {
      positionsByPartition
          .computeIfAbsent(file.specId(), file.partition(), ArrayList::new)
          .add(file);
    }
  }

  private void addEquality(DeleteFile file) {
    if (file.equalityFieldIds() == null || file.equalityFieldIds().isEmpty()) {
      throw new SourceException(
          Area.CHANGES,
          String.format(
              "Equality delete file %s names no columns: the table's metadata is broken.",
              file.location()));
    }
    if (specs.get(file.specId()).isUnpartitioned()) {
      equalityEverywhere.add(file);
    } else {
      equalityByPartition
          .computeIfAbsent(file.specId(), file.partition(), ArrayList::new)
          .add(file);
    }
  }

  private void addVector(DeleteFile file, String referenced) {
    if (referenced == null || file.contentOffset() == null || file.contentSizeInBytes() == null) {
      throw new SourceException(
          Area.CHANGES,
          String.format(
              "A deletion vector in %s lacks its data file, offset or size: the table's metadata is"
                  + " broken.",
              file.location()));
    }
    DeleteFile other = vectors.put(paths.key(referenced), file);
    if (other != null) {
      throw new SourceException(
          Area.CHANGES,
          String.format(
              "Data file %s has two deletion vectors, %s and %s: the table's metadata is broken.",
              referenced, ContentFileUtil.dvDesc(other), ContentFileUtil.dvDesc(file)));
    }
  }
}
