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

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A table's log as it was when the table was opened.
 *
 * @param commits commit files by version, without a gap up to the latest; what lies before a gap
 *     can no longer be told in full
 * @param checkpoints versions that have a checkpoint
 */
record DeltaLog(
    Storage storage,
    Snapshot latest,
    NavigableMap<Long, FileStatus> commits,
    NavigableSet<Long> checkpoints) {
  private static final int HASH_BYTES = 16;

  /**
   * Opens the log at its latest version.
   *
   * @throws SourceException when there is no table or it demands what this reader cannot do
   */
  static DeltaLog open(Storage storage) {
    Snapshot latest;
    try {
      latest = TableManager.loadSnapshot(storage.root()).build(storage.engine());
    } catch (TableNotFoundException e) {
      throw noTable(storage, e);
    } catch (RuntimeException e) {
      if (Failures.isMissingFile(e)) {
        throw noTable(storage, e);
      }
      if (mayBeDamage(Failures.root(e))) {
        requireUndamagedCommits(storage);
      }
      throw Failures.source("read the Delta table at " + storage.root(), e);
    }
    requireReadable(storage, latest);
    requireReadableColumns(storage, latest);
    return list(storage, latest);
  }

  /** Whether nothing was committed since the log was opened, and its latest commit is the same. */
  boolean isLatest() {
    FileStatus known = commits.lastEntry().getValue();
    boolean first = true;
    try (CloseableIterator<FileStatus> files = storage.io().listFrom(known.getPath())) {
      while (files.hasNext()) {
        FileStatus file = files.next();
        if (FileNames.isPublishedDeltaFile(file.getPath())) {
          if (!first || !same(file, known)) {
            return false;
          }
          first = false;
        }
      }
    } catch (IOException e) {
      throw Failures.source("look for new commits of " + storage.root(), e);
    }
    return !first;
  }

  /**
   * Tells a commit apart from any other of the same version; empty when its file is gone.
   *
   * @throws SourceException when the file cannot be read
   */
  String hash(long version) {
    FileStatus file = commits.get(version);
    if (file == null) {
      return "";
    }
    try (InputStream in = storage.io().newInputFile(file.getPath(), file.getSize()).newStream()) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (OutputStream sink = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
        in.transferTo(sink);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
    } catch (IOException e) {
      throw Failures.source("read version " + version + " of " + storage.root(), e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /** Whether a commit file is as it was in an earlier listing. */
  static boolean same(FileStatus file, FileStatus earlier) {
    return file.getPath().equals(earlier.getPath())
        && file.getSize() == earlier.getSize()
        && file.getModificationTime() == earlier.getModificationTime();
  }

  private static SourceException noTable(Storage storage, RuntimeException cause) {
    return new SourceException(
        Area.SOURCE,
        String.format(
            "There is no Delta table at %s: no commit was found in %s/_delta_log. Give the"
                + " directory that holds _delta_log.",
            storage.root(), storage.root()),
        cause);
  }

  private static void requireReadable(Storage storage, Snapshot latest) {
    Protocol protocol = latest.getProtocol();
    boolean catalogManaged =
        TableFeatures.isCatalogManagedSupported(protocol)
            || latest.getTableProperties().keySet().stream()
                .anyMatch(key -> key.startsWith("delta.coordinatedCommits.commitCoordinator"));
    if (catalogManaged) {
      throw new SourceException(
          Area.SOURCE,
          String.format(
              "The Delta table at %s is managed by a catalog, which alone knows its latest commits;"
                  + " reading it by path could miss some. Use a table that is not catalog-managed.",
              storage.root()));
    }
  }

  private static void requireReadableColumns(Storage storage, Snapshot latest) {
    try {
      latest.getSchema();
    } catch (RuntimeException e) {
      throw new SourceException(
          Area.SOURCE,
          String.format(
              "Cannot read the columns of the Delta table at %s: %s. Drop or change that column in"
                  + " the source (a column of type VOID has only ever held NULL).",
              storage.root(), Failures.reason(e)),
          e);
    }
  }

  /** Whether Kernel stumbled over lines that are no actions, or missed those of an empty commit. */
  private static boolean mayBeDamage(Throwable root) {
    return root instanceof JsonProcessingException
        || root instanceof ClassCastException
        || root instanceof IllegalStateException;
  }

  /** Names the damaged commit, which Kernel does not. */
  private static void requireUndamagedCommits(Storage storage) {
    Listing listing = Listing.of(storage);
    listing
        .commits()
        .descendingMap()
        .forEach((version, file) -> Commit.read(storage, version, file));
  }

  private static DeltaLog list(Storage storage, Snapshot latest) {
    Listing listing = Listing.of(storage);
    // Kernel refuses a table whose latest commit file is gone, so there is at least that one.
    long start = latest.getVersion();
    while (listing.commits().containsKey(start - 1)) {
      start--;
    }
    return new DeltaLog(
        storage,
        latest,
        listing.commits().subMap(start, true, latest.getVersion(), true),
        listing.checkpoints());
  }

  /** The files of the log that matter here. */
  private record Listing(NavigableMap<Long, FileStatus> commits, NavigableSet<Long> checkpoints) {
    static Listing of(Storage storage) {
      NavigableMap<Long, FileStatus> commits = new TreeMap<>();
      NavigableSet<Long> checkpoints = new TreeSet<>();
      // All names that matter start with a version.
      String from = storage.root() + "/_delta_log/0";
      try (CloseableIterator<FileStatus> files = storage.io().listFrom(from)) {
        while (files.hasNext()) {
          FileStatus file = files.next();
          String path = file.getPath();
          if (FileNames.isPublishedDeltaFile(path)) {
            commits.put(FileNames.deltaVersion(path), file);
          } else if (FileNames.isCheckpointFile(path) && file.getSize() > 0) {
            checkpoints.add(FileNames.checkpointVersion(path));
          }
        }
      } catch (IOException e) {
        throw Failures.source("list the log of " + storage.root(), e);
      }
      return new Listing(commits, checkpoints);
    }
  }

  long latestVersion() {
    return latest.getVersion();
  }

  Commit commit(long version) {
    return Commit.read(storage, version, commits.get(version));
  }

  /**
   * The table as of a version.
   *
   * @throws SourceException when the log no longer tells it
   */
  Snapshot snapshot(long version) {
    if (version == latest.getVersion()) {
      return latest;
    }
    try {
      return TableManager.loadSnapshot(storage.root()).atVersion(version).build(storage.engine());
    } catch (RuntimeException e) {
      throw new SourceException(
          Area.RANGE,
          String.format(
              "Cannot read the state of %s at version %d: %s. Choose a version whose log is still"
                  + " there, or load the table as it is now.",
              storage.root(), version, Failures.reason(e)),
          e);
    }
  }

  /** Why the protocol cannot be read; empty when it can. */
  Optional<String> unreadable(Protocol protocol) {
    try {
      TableFeatures.validateKernelCanReadTheTable(protocol, storage.root());
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(Failures.reason(e));
    }
  }
}
