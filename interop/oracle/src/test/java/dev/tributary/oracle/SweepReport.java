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
package dev.tributary.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What became of each table, for people and for comparison. */
final class SweepReport {
  static final String HISTORY = "history";
  static final String CHANGES = "changes";
  static final String LOAD_V2 = "load v2";
  static final String LOAD_V3 = "load v3";
  static final String CDC_V2 = "CDC v2";
  static final String CDC_V3 = "CDC v3";
  static final String RANGE = "range";
  static final String SPARK = "Spark";

  /** All checks, in the order of the columns. */
  static final List<String> CHECKS =
      List.of(HISTORY, CHANGES, LOAD_V2, LOAD_V3, CDC_V2, CDC_V3, RANGE, SPARK);

  private final List<Line> lines = new ArrayList<>();

  /** Kinds of results. */
  enum Result {
    EQUAL,
    REFUSED,
    NONE,
    SKIPPED,
    DIFFERS
  }

  /** The result of one check. */
  record Cell(Result result, long count, String reason) {
    static Cell equal(long rows) {
      return new Cell(Result.EQUAL, rows, "");
    }

    /** Spark saw the target as Iceberg does, but could not read the source. */
    static Cell equalTarget(String reason) {
      return new Cell(Result.EQUAL, 0, reason);
    }

    static Cell refused(String reason) {
      return new Cell(Result.REFUSED, 0, reason);
    }

    static Cell none(String reason) {
      return new Cell(Result.NONE, 0, reason);
    }

    static Cell skipped(String reason) {
      return new Cell(Result.SKIPPED, 0, reason);
    }

    static Cell differs(Throwable failure) {
      return new Cell(Result.DIFFERS, 0, failure.toString());
    }

    boolean isRefused() {
      return result == Result.REFUSED;
    }

    @Override
    public String toString() {
      return switch (result) {
        case EQUAL -> reason.isEmpty() ? "equal" : "target only";
        case REFUSED -> "refused";
        case NONE -> "-";
        case SKIPPED -> "skipped";
        case DIFFERS -> "DIFFERS";
      };
    }
  }

  /** One table. */
  static final class Line {
    private final String name;
    private final String format;
    private final Map<String, Cell> cells = new LinkedHashMap<>();
    private String key = "";

    Line(String name, String format) {
      this.name = name;
      this.format = format;
    }

    String name() {
      return name;
    }

    void key(String columns) {
      key = columns;
    }

    void set(String check, Cell cell) {
      cells.put(check, cell);
    }

    Cell get(String check) {
      return cells.getOrDefault(check, Cell.none(""));
    }

    /** The result of each check, in words. */
    List<String> results() {
      return CHECKS.stream().map(check -> get(check).toString()).toList();
    }

    /** The checks that were refused, skipped or found a difference. */
    List<String> unequal() {
      return CHECKS.stream()
          .filter(check -> !List.of(Result.EQUAL, Result.NONE).contains(get(check).result()))
          .toList();
    }

    /** The worst of all results, with what led to it. */
    String verdict() {
      for (Result result : List.of(Result.DIFFERS, Result.REFUSED, Result.SKIPPED)) {
        for (Map.Entry<String, Cell> cell : cells.entrySet()) {
          if (cell.getValue().result() == result) {
            return String.format(
                "%s: %s: %s",
                cell.getValue(), cell.getKey(), cell.getValue().reason().replaceAll("\\s+", " "));
          }
        }
      }
      return "equal";
    }

    @Override
    public String toString() {
      List<String> columns = new ArrayList<>(List.of(name, format));
      columns.addAll(results());
      columns.add(key);
      columns.add(verdict());
      return String.join("\t", columns);
    }
  }

  void add(Line line) {
    lines.add(line);
  }

  List<Line> lines() {
    return lines;
  }

  /** Tab-separated, with a heading. */
  String text() {
    List<String> text = new ArrayList<>();
    text.add("table\tformat\t" + String.join("\t", CHECKS) + "\tkey\tverdict");
    lines.forEach(line -> text.add(line.toString()));
    return String.join("\n", text) + "\n";
  }
}
