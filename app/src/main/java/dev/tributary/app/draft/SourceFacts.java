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
package dev.tributary.app.draft;

import dev.tributary.history.SourceCommit;
import dev.tributary.source.SourceDescription;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;

/**
 * What a look at the source found, for the pages after it.
 *
 * @param identity the table's UUID
 * @param history newest first
 * @param schema the columns after the latest commit; empty for a table without commits
 */
public record SourceFacts(
    String identity,
    SourceDescription description,
    List<SourceCommit> history,
    Optional<Schema> schema) {
  public SourceFacts {
    history = List.copyOf(history);
  }
}
