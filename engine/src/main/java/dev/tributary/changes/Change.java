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
package dev.tributary.changes;

import java.util.Objects;
import org.apache.iceberg.data.Record;

/**
 * One changed row.
 *
 * @param commit index of the commit in the plan's list of commits, oldest first
 * @param row the row's values, in Iceberg's generic in-memory classes
 */
public record Change(ChangeKind kind, int commit, Record row) {
  public Change {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(row, "row");
  }
}
