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
package dev.tributary.app.target;

import dev.tributary.errors.TargetException;
import dev.tributary.history.Position;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TableTemplate;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.DestinationTables;
import dev.tributary.target.DestinationTables.Known;
import dev.tributary.target.Progress;
import dev.tributary.target.TargetTable;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;

/**
 * What a look at the target found; not for the UI thread.
 *
 * @param exists whether the table is there
 * @param formatVersion of the table that is there
 * @param rows that its last snapshot states, deleted ones included
 * @param committedThrough the source commit that it holds
 */
record TargetLook(
    boolean exists,
    OptionalLong formatVersion,
    OptionalLong rows,
    Optional<Position> committedThrough) {

  private static final TargetLook ABSENT =
      new TargetLook(false, OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

  /**
   * Looks at the target, without creating anything.
   *
   * @param folder where a catalog on this computer is; its database would be made by opening it
   * @throws TargetException when the catalog cannot be reached, or the folder not be written
   */
  static TargetLook at(MigrationSpec written, Optional<String> folder) {
    TargetSpec target = Specs.resolve(written).target();
    if (folder.isPresent() && !writableFolder(folder.get())) {
      return ABSENT;
    }
    if (TableTemplate.of(target).isPresent()) {
      List<Known> tables = DestinationTables.find(target);
      return tables.isEmpty()
          ? ABSENT
          : new TargetLook(
              true,
              OptionalLong.empty(),
              OptionalLong.empty(),
              DestinationTables.committed(tables).map(Progress::committedThrough));
    }
    Optional<TargetTable> table = TargetTable.open(target);
    try {
      return table.map(TargetLook::of).orElse(ABSENT);
    } finally {
      table.ifPresent(TargetTable::close);
    }
  }

  private static TargetLook of(TargetTable target) {
    Table table = target.table();
    Snapshot snapshot = table.currentSnapshot();
    Map<String, String> summary = snapshot == null ? Map.of() : snapshot.summary();
    String rows = summary.get(SnapshotSummary.TOTAL_RECORDS_PROP);
    return new TargetLook(
        true,
        table instanceof HasTableOperations operations
            ? OptionalLong.of(operations.operations().current().formatVersion())
            : OptionalLong.empty(),
        rows == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(rows)),
        target.progress().map(Progress::committedThrough));
  }

  /** False when the folder does not exist but can be created. */
  private static boolean writableFolder(String folder) {
    Path path;
    try {
      path = Path.of(folder.startsWith("file:") ? folder.replaceFirst("^file:/*", "/") : folder);
    } catch (InvalidPathException e) {
      throw new TargetException(
          String.format("'%s' is not a path on this computer; choose another folder.", folder), e);
    }
    if (!path.isAbsolute()) {
      throw new TargetException(
          String.format("The folder '%s' is not absolute; write the whole path.", folder));
    }
    Path existing = path;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing == null || !Files.isDirectory(existing)) {
      throw new TargetException(
          String.format(
              "Cannot create the folder %s: %s is not a folder; choose another one.",
              path, existing));
    }
    if (!Files.isWritable(existing)) {
      throw new TargetException(
          String.format(
              "Cannot write to %s: this user has no right to; choose another folder, or change its"
                  + " permissions.",
              existing));
    }
    return existing.equals(path);
  }
}
