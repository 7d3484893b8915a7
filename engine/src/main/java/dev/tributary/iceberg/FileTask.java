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

import dev.tributary.source.ReadTask;
import java.util.List;
import java.util.OptionalLong;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.util.ContentFileUtil;

/**
 * Reads which rows of one data file, or of a part of it, one commit removed or added: those that
 * are live on one side only.
 *
 * @param before the deletes in force before the commit; none for a file that was not there
 * @param after the deletes in force after the commit; none for a file that is not there any more
 * @param start first byte of the part
 * @param length bytes of the part; {@link #WHOLE}: the whole file
 */
record FileTask(
    int commit,
    Fate fate,
    DataFile file,
    FileDeletes before,
    FileDeletes after,
    long start,
    long length)
    implements ReadTask {
  static final long WHOLE = -1;

  /** What the commit did with the file. */
  enum Fate {
    ADDED,
    REMOVED,
    KEPT
  }

  static FileTask added(int commit, DataFile file, FileDeletes after) {
    return new FileTask(commit, Fate.ADDED, file, FileDeletes.NONE, after, 0, WHOLE);
  }

  static FileTask removed(int commit, DataFile file, FileDeletes before) {
    return new FileTask(commit, Fate.REMOVED, file, before, FileDeletes.NONE, 0, WHOLE);
  }

  static FileTask kept(int commit, DataFile file, FileDeletes before, FileDeletes after) {
    return new FileTask(commit, Fate.KEPT, file, before, after, 0, WHOLE);
  }

  FileTask part(long partStart, long partLength) {
    return new FileTask(commit, fate, file, before, after, partStart, partLength);
  }

  boolean whole() {
    return length == WHOLE;
  }

  /** Whether the part reaches to the end of the file, as far as metadata knows. */
  boolean last() {
    return whole() || start + length >= file.fileSizeInBytes();
  }

  @Override
  public long estimatedChanges() {
    long rows = fate == Fate.KEPT ? touched() : file.recordCount();
    return whole() ? rows : Math.max(1, (long) ((double) rows * length / file.fileSizeInBytes()));
  }

  @Override
  public Effect effect() {
    return switch (fate) {
      case ADDED -> Effect.ADDS;
      case REMOVED -> Effect.REMOVES;
      // A delete file that is gone may have been replaced by one that spares some of its rows.
      case KEPT -> before.without(after).isEmpty() ? Effect.REMOVES : Effect.BOTH;
    };
  }

  @Override
  public long bytes() {
    return whole() ? file.fileSizeInBytes() : length;
  }

  @Override
  public Object place() {
    return List.of(fate, file.location(), start, length);
  }

  /**
   * The number of the file's changes if metadata states it: no deletes, or a vector, which is
   * exact. A file's last part answers for all of them.
   */
  OptionalLong exactChanges() {
    if (fate == Fate.KEPT) {
      return OptionalLong.empty();
    }
    if (!last()) {
      return OptionalLong.of(0);
    }
    List<DeleteFile> deletes = (fate == Fate.ADDED ? after : before).files();
    if (deletes.isEmpty()) {
      return OptionalLong.of(file.recordCount());
    }
    DeleteFile only = deletes.get(0);
    return deletes.size() == 1 && ContentFileUtil.isDV(only)
        ? OptionalLong.of(file.recordCount() - only.recordCount())
        : OptionalLong.empty();
  }

  private long touched() {
    long rows = 0;
    for (FileDeletes deletes : List.of(before.without(after), after.without(before))) {
      for (DeleteFile delete : deletes.files()) {
        rows +=
            delete.content() == FileContent.EQUALITY_DELETES
                ? file.recordCount()
                : delete.recordCount();
      }
    }
    return Math.min(rows, file.recordCount());
  }
}
