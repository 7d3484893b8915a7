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
import dev.tributary.history.SourceCommit;
import dev.tributary.iceberg.SnapshotFiles.Difference;
import dev.tributary.source.FilePruning;
import dev.tributary.source.SourceTable.SourceRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.FileIO;

/**
 * Plans what each snapshot changed against its parent. A row changes where it is live on one side
 * only; so a file that came gives its live rows as inserted, one that went those that still were
 * live as deleted, and one that stayed under other deletes the difference. That makes a deletion
 * vector that replaces an older one, and deletes that hit rows already deleted, come out right
 * without cases of their own.
 */
final class ChangePlanner {
  private static final long DEFAULT_SPLIT_BYTES = 64L << 20;

  private final TableMetadata metadata;
  private final FileIO io;
  private final Map<Integer, PartitionSpec> specs;
  private final StoredPaths paths;
  private final SnapshotFiles<DataFile> data;
  private final SnapshotFiles<DeleteFile> deletes;
  // Larger files are cut at their row groups or stripes, so that workers share them.
  private final long splitBytes;
  private final List<FileTask> tasks = new ArrayList<>();

  // The live files of the snapshot that was asked for last, for going on from one to the next.
  private final Live<DataFile> liveData;
  private final Live<DeleteFile> liveDeletes;

  private final Schema schema;
  private final FilePruning pruning;

  /**
   * @param schema the rows that are read
   * @param pruning which files to leave out
   */
  ChangePlanner(OpenedTable table, Schema schema, FilePruning pruning) {
    this.schema = schema;
    this.pruning = pruning;
    this.metadata = table.metadata();
    this.io = table.io();
    this.specs = metadata.specsById();
    this.paths = new StoredPaths(table.rewrites(), metadata.location());
    this.data = SnapshotFiles.data(table.io(), specs, pruning.columns());
    this.deletes = SnapshotFiles.deletes(table.io(), specs);
    this.splitBytes = metadata.propertyAsLong(TableProperties.SPLIT_SIZE, DEFAULT_SPLIT_BYTES);
    this.liveData = new Live<>(data);
    this.liveDeletes = new Live<>(deletes);
  }

  /**
   * Tasks for all rows that are live in the snapshot.
   *
   * @throws SourceException when its metadata cannot be read, or deletes name files elsewhere
   */
  List<FileTask> state(Snapshot snapshot) {
    addState(0, snapshot);
    return tasks;
  }

  /**
   * One task for each data file that is live in the snapshot, with the file's statistics.
   *
   * @throws SourceException when its metadata cannot be read, or deletes name files elsewhere
   */
  List<FileTask> files(Snapshot snapshot) {
    List<DataFile> files = SnapshotFiles.dataWithStats(io, specs).live(snapshot).files();
    DeleteIndex index = index(deletes.live(snapshot).files());
    refuseMoved(index, files);
    files.forEach(ChangePlanner::refuseEncrypted);
    return files.stream().map(file -> FileTask.added(0, file, index.of(file))).toList();
  }

  /**
   * Tasks for all changes of the range.
   *
   * @throws SourceException when the metadata of a snapshot cannot be read, or deletes name files
   *     elsewhere
   */
  List<FileTask> changes(SourceRange range) {
    for (int i = 0; i < range.commits().size(); i++) {
      Snapshot snapshot = snapshot(range.commits().get(i));
      if (i == 0 && range.before().isEmpty()) {
        addState(i, snapshot);
      } else if (!DataOperations.REPLACE.equals(snapshot.operation())) {
        addChanges(i, parent(snapshot), snapshot);
      }
    }
    return tasks;
  }

  private void addState(int commit, Snapshot snapshot) {
    List<DataFile> files = data.live(snapshot).files();
    DeleteIndex index = index(deletes.live(snapshot).files());
    refuseMoved(index, files);
    files.forEach(file -> add(FileTask.added(commit, file, index.of(file))));
  }

  private void addChanges(int commit, Snapshot parent, Snapshot snapshot) {
    Difference<DataFile> files = data.difference(parent, snapshot);
    Difference<DeleteFile> deleteFiles = deletes.difference(parent, snapshot);
    if (files.isEmpty() && deleteFiles.isEmpty()) {
      return;
    }
    DeleteIndex before = index(liveDeletes.at(parent).files());
    DeleteIndex after =
        deleteFiles.isEmpty() ? before : index(liveDeletes.move(snapshot, deleteFiles).files());
    files.removed().forEach(file -> add(FileTask.removed(commit, file, before.of(file))));
    files.added().forEach(file -> add(FileTask.added(commit, file, after.of(file))));
    if (deleteFiles.isEmpty()) {
      return;
    }
    // A new vector may replace an old one of the same file, so both sides get an index of their
    // own.
    DeleteIndex lifted = index(deleteFiles.removed());
    DeleteIndex imposed = index(deleteFiles.added());
    // As the parent has them: that commit may have given ids to the rows of files that it kept.
    List<DataFile> kept = liveData.at(parent).without(files.removed());
    List<DataFile> live = new ArrayList<>(kept);
    live.addAll(files.added());
    refuseMoved(imposed, live);
    for (DataFile file : kept) {
      if (!lifted.of(file).isEmpty() || !imposed.of(file).isEmpty()) {
        addKept(commit, file, before.of(file), after.of(file));
      }
    }
    liveData.move(snapshot, files);
  }

  private void addKept(int commit, DataFile file, FileDeletes before, FileDeletes after) {
    if (!before.same(after)) {
      add(FileTask.kept(commit, file, before, after));
    }
  }

  private void add(FileTask task) {
    DataFile file = task.file();
    if (!pruning.mayHold(new ManifestFacts(file, specs.get(file.specId()), schema))) {
      return;
    }
    refuseEncrypted(file);
    List<Long> offsets = file.splitOffsets();
    if (file.fileSizeInBytes() <= splitBytes || offsets == null || !ascending(offsets)) {
      tasks.add(task);
      return;
    }
    long start = 0;
    for (int i = 1; i <= offsets.size(); i++) {
      boolean last = i == offsets.size();
      long end = last ? file.fileSizeInBytes() : offsets.get(i);
      if (last || end - start >= splitBytes) {
        tasks.add(task.part(start, end - start));
        start = end;
      }
    }
  }

  private static void refuseEncrypted(DataFile file) {
    if (file.keyMetadata() != null) {
      throw new SourceException(
          Area.CHANGES,
          String.format("Data file %s is encrypted, which is not supported.", file.location()));
    }
  }

  private static boolean ascending(List<Long> offsets) {
    return offsets.stream().sorted().distinct().toList().equals(offsets);
  }

  /** Refuses deletes that name files of this table at another place than its data files are. */
  private void refuseMoved(DeleteIndex index, List<DataFile> files) {
    Map<String, DeleteFile> named = index.namedFiles();
    if (named.isEmpty()) {
      return;
    }
    files.forEach(file -> named.remove(paths.key(file.location())));
    if (named.isEmpty()) {
      return;
    }
    // Deletes of files that are gone are legal; only a file of the same name tells that it moved.
    Map<String, List<DataFile>> byName = new HashMap<>();
    files.forEach(
        file -> byName.computeIfAbsent(name(file.location()), key -> new ArrayList<>()).add(file));
    named.forEach(
        (path, delete) -> {
          for (DataFile file : byName.getOrDefault(name(path), List.of())) {
            if (paths.moved(path, file.location())) {
              throw Moved.refusal(paths, delete, path, file);
            }
          }
        });
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private DeleteIndex index(List<DeleteFile> files) {
    return new DeleteIndex(files, specs, paths);
  }

  private Snapshot snapshot(SourceCommit commit) {
    Snapshot snapshot = metadata.snapshot(Long.parseLong(commit.id()));
    if (snapshot == null) {
      throw new SourceException(
          Area.RANGE, "Snapshot " + commit.id() + " is not in the table's metadata.");
    }
    return snapshot;
  }

  private Snapshot parent(Snapshot snapshot) {
    Snapshot parent = snapshot.parentId() == null ? null : metadata.snapshot(snapshot.parentId());
    if (parent == null) {
      throw new SourceException(
          Area.RANGE,
          String.format(
              "The changes of snapshot %d cannot be told any more: its parent %s was expired. Start"
                  + " after it, or leave the start open.",
              snapshot.snapshotId(), snapshot.parentId()));
    }
    return parent;
  }

  /** The live files of one snapshot at a time; going on to the next one costs only what differs. */
  private static final class Live<F extends ContentFile<F>> {
    private final SnapshotFiles<F> source;
    private Snapshot at;
    private FileBag<F> files;

    Live(SnapshotFiles<F> source) {
      this.source = source;
    }

    FileBag<F> at(Snapshot snapshot) {
      if (at == null) {
        files = source.live(snapshot);
        at = snapshot;
      } else if (at.snapshotId() != snapshot.snapshotId()) {
        move(snapshot, source.difference(at, snapshot));
      }
      return files;
    }

    FileBag<F> move(Snapshot snapshot, Difference<F> difference) {
      if (at.firstRowId() == null && snapshot.firstRowId() != null) {
        // The first commit of format version 3 gives first row ids to files that were there.
        files = source.live(snapshot);
      } else {
        difference.removed().forEach(files::remove);
        difference.added().forEach(files::add);
      }
      at = snapshot;
      return files;
    }
  }
}
