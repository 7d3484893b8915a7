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
package dev.tributary.cli;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A table in plain text: numbers to the right, what is not known as a dash. Not thread-safe. */
final class TextTable {
  private static final int WIDEST_CELL = 60;
  private static final String UNKNOWN = "–";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  private final List<String> titles;
  private final boolean[] numeric;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... titles) {
    this.titles = List.of(titles);
    this.numeric = new boolean[titles.length];
  }

  static String time(Instant instant) {
    return TIME.format(instant);
  }

  /** Adds a row of texts, numbers, and numbers that may be unknown. */
  void row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (int i = 0; i < cells.length; i++) {
      Object cell = cells[i];
      if (cell instanceof OptionalLong number) {
        numeric[i] = true;
        row.add(number.isPresent() ? Long.toString(number.getAsLong()) : UNKNOWN);
      } else {
        numeric[i] |= cell instanceof Number;
        row.add(shortened(String.valueOf(cell)));
      }
    }
    rows.add(row);
  }

  private static String shortened(String text) {
    String line = text.replaceAll("\\s*[\\r\\n]+\\s*", " ");
    return line.codePointCount(0, line.length()) <= WIDEST_CELL
        ? line
        : line.substring(0, line.offsetByCodePoints(0, WIDEST_CELL - 1)) + "…";
  }

  @Override
  public String toString() {
    int[] widths = new int[titles.size()];
    widen(widths, titles);
    rows.forEach(row -> widen(widths, row));
    List<String> lines = new ArrayList<>();
    lines.add(line(titles, widths));
    lines.add(Arrays.stream(widths).mapToObj("-"::repeat).collect(Collectors.joining("  ")));
    rows.forEach(row -> lines.add(line(row, widths)));
    return String.join(System.lineSeparator(), lines);
  }

  private static void widen(int[] widths, List<String> row) {
    for (int i = 0; i < row.size(); i++) {
      widths[i] = Math.max(widths[i], row.get(i).codePointCount(0, row.get(i).length()));
    }
  }

  private String line(List<String> row, int[] widths) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      String cell = row.get(i);
      String padding = " ".repeat(widths[i] - cell.codePointCount(0, cell.length()));
      cells.add(numeric[i] ? padding + cell : cell + padding);
    }
    return String.join("  ", cells).stripTrailing();
  }
}
