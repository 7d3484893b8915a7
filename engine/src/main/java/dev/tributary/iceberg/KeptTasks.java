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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what several commits changed in one file that stayed, or in the same part of it, in one
 * pass.
 *
 * @param tasks at least one, by commit
 */
record KeptTasks(ArrayList<FileTask> tasks) implements ReadTask {
  /** Each row that changed is looked up once for each commit. */
  private static final int MOST = 64;

  /** The tasks in their order, those of the same file that stayed joined at the first of them. */
  static List<ReadTask> join(List<ReadTask> tasks) {
    Map<Object, KeptTasks> open = new LinkedHashMap<>();
    List<ReadTask> joined = new ArrayList<>();
    for (ReadTask task : tasks) {
      if (!(task instanceof FileTask part) || part.fate() != FileTask.Fate.KEPT) {
        joined.add(task);
        continue;
      }
      // A commit of an upgrade gives the file's rows their ids.
      Object place =
          Arrays.asList(
              part.file().location(), part.start(), part.length(), part.file().firstRowId());
      KeptTasks same = open.get(place);
      if (same == null || same.tasks.size() == MOST) {
        same = new KeptTasks(new ArrayList<>());
        open.put(place, same);
        joined.add(same);
      }
      same.tasks.add(part);
    }
    return joined;
  }

  FileTask first() {
    return tasks.get(0);
  }

  /** That of the first task; the changes say theirs. */
  @Override
  public int commit() {
    return first().commit();
  }

  @Override
  public long estimatedChanges() {
    return tasks.stream().mapToLong(FileTask::estimatedChanges).sum();
  }

  @Override
  public long bytes() {
    return first().bytes();
  }

  @Override
  public Effect effect() {
    boolean removes = tasks.stream().allMatch(task -> task.effect() == Effect.REMOVES);
    return removes ? Effect.REMOVES : Effect.BOTH;
  }
}
