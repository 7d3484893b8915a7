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
package dev.tributary.run;

import dev.tributary.failpoint.Failpoint;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.FileIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes files that a unit wrote and no commit refers to. Only the unit's own commit could: its
 * files have names that nobody else knows. So they are deleted once it is certain how that commit
 * ended, and else left alone.
 */
final class LeftoverFiles {
  private static final Logger LOG = LoggerFactory.getLogger(LeftoverFiles.class);

  private LeftoverFiles() {}

  /** After the unit stands as this snapshot. */
  static void deleteUnused(Collection<String> written, Table table, Snapshot unit) {
    try {
      Set<String> unused = new HashSet<>(written);
      SnapshotChanges added = SnapshotChanges.builderFor(table).snapshot(unit).build();
      for (DataFile file : added.addedDataFiles()) {
        unused.remove(file.location());
      }
      for (DeleteFile file : added.addedDeleteFiles()) {
        unused.remove(file.location());
      }
      delete(unused, table.io());
    } catch (RuntimeException e) {
      LOG.warn("Cannot find out which files of failed attempts are left; leaving them", e);
    }
  }

  /** After it is certain that the unit was not committed and never will be. */
  static void deleteAll(Collection<String> written, FileIO io) {
    delete(written, io);
  }

  /** After it is certain that the table which the unit would have created does not exist. */
  static void deleteTable(Collection<String> written, FileIO io, LocalFolders folders) {
    delete(written, io);
    folders.deleteEmpty();
  }

  private static void delete(Collection<String> locations, FileIO io) {
    for (String location : locations) {
      try {
        if (io.newInputFile(location).exists()) {
          io.deleteFile(location);
          Failpoint.LEFTOVER_DELETED.pass();
        }
      } catch (RuntimeException e) {
        LOG.warn("Cannot delete {}, which nothing refers to", location, e);
      }
    }
  }
}
