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
package dev.tributary.app.verification;

import dev.tributary.verify.Verification;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One key whose rows differ, as text.
 *
 * @param source cells by column; empty when the source lacks the row
 * @param target cells by column; empty when the target lacks the row
 */
public record DifferenceRow(
    Verification.Kind kind,
    String key,
    Optional<Map<String, String>> source,
    Optional<Map<String, String>> target) {

  /** Whether the two cells of a column differ. */
  public boolean differs(String column) {
    return !cell(source, column).equals(cell(target, column));
  }

  /** A cell of one side; empty when that side lacks the row. */
  static Optional<String> cell(Optional<Map<String, String>> side, String column) {
    return side.map(cells -> cells.get(column));
  }

  /** The columns that differ, out of these. */
  public List<String> differing(List<String> columns) {
    return columns.stream().filter(this::differs).toList();
  }
}
