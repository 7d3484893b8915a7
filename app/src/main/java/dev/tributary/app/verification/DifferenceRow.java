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
