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
package dev.tributary.verify;

import dev.tributary.history.Position;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;

/**
 * The result of comparing target and source, row by row, as multisets.
 *
 * @param position the source position that the target is committed through
 * @param missing rows of the source that the target lacks
 * @param unexpected rows of the target that the source lacks
 * @param different keys that both have, with other values
 * @param examples some of the differing rows
 * @param schema of the rows in the examples
 * @param key the equality columns
 * @param tables of a target whose name is a template; the other values are then their sums, and the
 *     position is that of the table furthest behind. Empty: the target is one table
 * @param inapplicable rows of the source that cannot be applied and went to the dead letter table
 */
public record Verification(
    boolean match,
    long sourceRows,
    long targetRows,
    long missing,
    long unexpected,
    long different,
    List<Example> examples,
    Schema schema,
    List<String> key,
    Position position,
    long inapplicable,
    List<OfTable> tables) {

  public Verification {
    tables = List.copyOf(tables);
  }

  /** The result for a target that is one table. */
  public Verification(
      boolean match,
      long sourceRows,
      long targetRows,
      long missing,
      long unexpected,
      long different,
      List<Example> examples,
      Schema schema,
      List<String> key,
      Position position,
      long inapplicable) {
    this(
        match,
        sourceRows,
        targetRows,
        missing,
        unexpected,
        different,
        examples,
        schema,
        key,
        position,
        inapplicable,
        List.of());
  }

  /**
   * The result for one of the tables that the target's template names.
   *
   * @param verification empty: there is no such table, though the source has rows that go to it
   * @param sourceRows rows of the source that go to it
   */
  public record OfTable(String table, Optional<Verification> verification, long sourceRows) {
    public boolean match() {
      return verification.map(Verification::match).orElse(false);
    }
  }

  /** A difference: the row on either side where there is one. */
  public record Example(Kind kind, Optional<Record> source, Optional<Record> target) {}

  /** Kinds of differences. */
  public enum Kind {
    MISSING,
    UNEXPECTED,
    DIFFERENT
  }
}
