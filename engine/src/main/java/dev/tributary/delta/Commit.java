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
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.utils.FileStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All actions of one commit file.
 *
 * @param info the writer's own account of the commit; an empty object where it gave none
 */
record Commit(
    long version,
    long fileTime,
    JsonNode info,
    Optional<TableMetadata> metadata,
    Optional<Protocol> protocol,
    List<FileAction> added,
    List<FileAction> removed,
    List<FileAction> feed) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A file whose rows changed, with what became of them.
   *
   * @param before the file as it was, {@code after} as it is; at least one is there
   */
  record ChangedFile(Optional<FileAction> before, Optional<FileAction> after) {
    /** Where the file lies. */
    String path() {
      return any().path();
    }

    FileAction any() {
      return after.or(() -> before).orElseThrow();
    }
  }

  /**
   * The files that the changes of this commit are read from when it has no change feed files of its
   * own: a file that was removed and added again changed only in its deletion vector.
   */
  List<ChangedFile> changedFiles() {
    Map<String, FileAction> before = new HashMap<>();
    removed.stream().filter(FileAction::dataChange).forEach(f -> before.put(f.path(), f));
    List<ChangedFile> files = new ArrayList<>();
    Set<String> paired = new HashSet<>();
    for (FileAction after : added) {
      if (after.dataChange()) {
        FileAction old = before.get(after.path());
        if (old == null || !old.vector().equals(after.vector())) {
          files.add(new ChangedFile(Optional.ofNullable(old), Optional.of(after)));
        }
        paired.add(after.path());
      }
    }
    for (FileAction old : removed) {
      if (old.dataChange() && paired.add(old.path())) {
        files.add(new ChangedFile(Optional.of(old), Optional.empty()));
      }
    }
    return files;
  }

  /** The files that the changes of this commit are read from. */
  List<ChangedFile> changeFiles() {
    return feed.isEmpty()
        ? changedFiles()
        : feed.stream().map(f -> new ChangedFile(Optional.empty(), Optional.of(f))).toList();
  }

  /** Whether the commit changed the table's rows. */
  boolean changesRows() {
    return !feed.isEmpty() || !changedFiles().isEmpty();
  }

  /**
   * Reads a commit file of the table's log.
   *
   * @throws SourceException when the file is damaged; also when it holds no action at all, which no
   *     writer leaves behind: its changes are lost
   */
  static Commit read(Storage storage, long version, FileStatus file) {
    JsonNode info = JSON.createObjectNode();
    Optional<TableMetadata> metadata = Optional.empty();
    Optional<Protocol> protocol = Optional.empty();
    List<FileAction> added = new ArrayList<>();
    List<FileAction> removed = new ArrayList<>();
    List<FileAction> feed = new ArrayList<>();
    boolean empty = true;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                storage.io().newInputFile(file.getPath(), file.getSize()).newStream(),
                StandardCharsets.UTF_8))) {
      String line;
      while ((line = reader.readLine()) != null) {
        if (line.isBlank()) {
          continue;
        }
        JsonNode action = JSON.readTree(line);
        empty &= action.isEmpty();
        if (action.hasNonNull("add")) {
          added.add(FileAction.of(action.get("add"), storage));
        } else if (action.hasNonNull("remove")) {
          removed.add(FileAction.of(action.get("remove"), storage));
        } else if (action.hasNonNull("cdc")) {
          feed.add(FileAction.of(action.get("cdc"), storage));
        } else if (action.hasNonNull("commitInfo")) {
          info = action.get("commitInfo");
        } else if (action.hasNonNull("metaData")) {
          metadata = Optional.of(TableMetadata.of(action.get("metaData")));
        } else if (action.hasNonNull("protocol")) {
          protocol = Optional.of(protocol(action.get("protocol")));
        }
        // Other actions (transactions, domains, unknown ones) say nothing about rows; a reader must
        // skip what it does not know unless the protocol demands a feature.
      }
    } catch (JsonProcessingException e) {
      throw new SourceException(
          Area.SOURCE,
          String.format(
              "Cannot read version %d of %s: its log file is damaged (line is not JSON). Restore"
                  + " %s from a backup, or choose a range without this version.",
              version, storage.root(), file.getPath()),
          e);
    } catch (IOException e) {
      throw Failures.source("read version " + version + " of " + storage.root(), e);
    }
    if (empty) {
      throw new SourceException(
          Area.SOURCE,
          String.format(
              "Cannot read version %d of %s: its log file is empty, so what it changed is lost."
                  + " Restore %s from a backup.",
              version, storage.root(), file.getPath()));
    }
    return new Commit(
        version, file.getModificationTime(), info, metadata, protocol, added, removed, feed);
  }

  private static Protocol protocol(JsonNode action) {
    Set<String> readerFeatures = new HashSet<>();
    action.path("readerFeatures").forEach(name -> readerFeatures.add(name.asText()));
    Set<String> writerFeatures = new HashSet<>();
    action.path("writerFeatures").forEach(name -> writerFeatures.add(name.asText()));
    return new Protocol(
        action.path("minReaderVersion").asInt(),
        action.path("minWriterVersion").asInt(),
        readerFeatures,
        writerFeatures);
  }
}
