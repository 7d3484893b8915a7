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
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;

/**
 * The live files of snapshots, and how they differ. Two snapshots are compared by the files that
 * they list, not by what their manifest entries say was added or removed: that is what readers of
 * either snapshot see, whatever the writer noted. Manifests that both share are not read.
 *
 * @param <F> data files or delete files
 */
final class SnapshotFiles<F extends ContentFile<F>> {
  // Column statistics are most of a manifest's size, and nothing here looks at those of data files.
  private static final List<String> DATA_COLUMNS =
      List.of(
          "snapshot_id",
          "file_path",
          "file_format",
          "partition",
          "record_count",
          "file_size_in_bytes",
          "key_metadata",
          "split_offsets",
          "sort_order_id",
          "first_row_id");

  private final FileIO io;
  private final ManifestContent content;
  private final Function<ManifestFile, ManifestReader<F>> reader;
  private final UnaryOperator<F> kept;

  private SnapshotFiles(
      FileIO io, ManifestContent content, Function<ManifestFile, ManifestReader<F>> reader) {
    this(io, content, reader, UnaryOperator.identity());
  }

  /**
   * @param kept what to remember of a file
   */
  private SnapshotFiles(
      FileIO io,
      ManifestContent content,
      Function<ManifestFile, ManifestReader<F>> reader,
      UnaryOperator<F> kept) {
    this.kept = kept;
    this.io = io;
    this.content = content;
    this.reader = reader;
  }

  /** Data files with the statistics of some columns. */
  static SnapshotFiles<DataFile> data(
      FileIO io, Map<Integer, PartitionSpec> specs, Set<Integer> statistics) {
    return statistics.isEmpty()
        ? data(io, specs)
        : new SnapshotFiles<>(
            io,
            ManifestContent.DATA,
            manifest -> ManifestFiles.read(manifest, io, specs),
            file -> file.copyWithStats(statistics));
  }

  static SnapshotFiles<DataFile> data(FileIO io, Map<Integer, PartitionSpec> specs) {
    return new SnapshotFiles<>(
        io,
        ManifestContent.DATA,
        manifest -> ManifestFiles.read(manifest, io, specs).select(DATA_COLUMNS));
  }

  /** Data files with their column statistics. */
  static SnapshotFiles<DataFile> dataWithStats(FileIO io, Map<Integer, PartitionSpec> specs) {
    return new SnapshotFiles<>(
        io, ManifestContent.DATA, manifest -> ManifestFiles.read(manifest, io, specs));
  }

  static SnapshotFiles<DeleteFile> deletes(FileIO io, Map<Integer, PartitionSpec> specs) {
    return new SnapshotFiles<>(
        io,
        ManifestContent.DELETES,
        manifest -> ManifestFiles.readDeleteManifest(manifest, io, specs));
  }

  /** Files that only the later of two snapshots has, and files that only the earlier one has. */
  record Difference<F>(List<F> added, List<F> removed) {
    boolean isEmpty() {
      return added.isEmpty() && removed.isEmpty();
    }
  }

  /**
   * @throws SourceException when a manifest list or manifest is missing or broken
   */
  FileBag<F> live(Snapshot snapshot) {
    FileBag<F> files = new FileBag<>();
    for (ManifestFile manifest : manifests(snapshot)) {
      read(snapshot, manifest).forEach(files::add);
    }
    return files;
  }

  /**
   * @throws SourceException when a manifest list or manifest is missing or broken
   */
  Difference<F> difference(Snapshot earlier, Snapshot later) {
    List<ManifestFile> before = manifests(earlier);
    List<ManifestFile> after = manifests(later);
    Set<String> shared = paths(before);
    shared.retainAll(paths(after));
    FileBag<F> removed = new FileBag<>();
    for (ManifestFile manifest : before) {
      if (!shared.contains(manifest.path())) {
        read(earlier, manifest).forEach(removed::add);
      }
    }
    List<F> added = new ArrayList<>();
    for (ManifestFile manifest : after) {
      if (!shared.contains(manifest.path())) {
        for (F file : read(later, manifest)) {
          if (!removed.remove(file)) {
            added.add(file);
          }
        }
      }
    }
    return new Difference<>(added, removed.files());
  }

  private static Set<String> paths(List<ManifestFile> manifests) {
    Set<String> paths = new HashSet<>();
    manifests.forEach(manifest -> paths.add(manifest.path()));
    return paths;
  }

  private List<ManifestFile> manifests(Snapshot snapshot) {
    try {
      return snapshot.allManifests(io).stream()
          .filter(manifest -> manifest.content() == content)
          .toList();
    } catch (RuntimeException e) {
      throw unreadable(snapshot, "manifest list", snapshot.manifestListLocation(), e);
    }
  }

  private List<F> read(Snapshot snapshot, ManifestFile manifest) {
    List<F> files = new ArrayList<>();
    try (ManifestReader<F> live = reader.apply(manifest)) {
      for (F file : live) {
        if ((file.content() == FileContent.DATA) != (content == ManifestContent.DATA)) {
          // A file of deletes read as data would be rows that nobody wrote.
          throw new IllegalStateException("it lists " + file.location() + " as another kind");
        }
        files.add(kept.apply(file));
      }
    } catch (RuntimeException | IOException e) {
      throw unreadable(snapshot, "manifest", manifest.path(), e);
    }
    return files;
  }

  private static SourceException unreadable(
      Snapshot snapshot, String what, String path, Exception e) {
    boolean missing = e instanceof NotFoundException;
    return new SourceException(
        Area.CHANGES,
        String.format(
            "Cannot read snapshot %d: its %s %s %s. Restore that file, or choose a range that"
                + " starts after this snapshot.",
            snapshot.snapshotId(),
            what,
            path,
            missing ? "is missing" : "is broken (" + Messages.of(e) + ")"),
        e);
  }
}
