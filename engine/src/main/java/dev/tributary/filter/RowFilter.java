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
package dev.tributary.filter;

import dev.tributary.changes.ChangeKind;
import dev.tributary.errors.SpecException;
import dev.tributary.filter.ColumnNames.Path;
import dev.tributary.history.SourceCommit;
import dev.tributary.source.ChangeSelection;
import dev.tributary.spec.TableTemplate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlNode;

/**
 * A filter that is bound to a table's columns, in three parts that all have to be true: what is
 * asked of rows makes the filtered table; what is asked of commits, perhaps together with rows,
 * chooses among the rows that commits removed and added; what is asked of the kind of change,
 * perhaps together with the commit, chooses among changes after rows were paired.
 */
final class RowFilter {
  private final List<Part> parts;

  private RowFilter(List<Part> parts) {
    this.parts = parts;
  }

  /** What a part of the filter is asked of. */
  private enum Subject {
    ROWS,
    COMMITS,
    CHANGES
  }

  private record Part(Subject subject, Condition condition, Set<Path> paths, String text) {
    /** Whether it tells apart rows of a log of changes, rather than choosing among its entries. */
    boolean tellsRows(Optional<List<String>> controls) {
      return subject == Subject.ROWS
          && controls.isPresent()
          && paths.stream().noneMatch(path -> controls.get().contains(path.dotted()));
    }
  }

  /**
   * @throws SpecException when the predicate uses what a filter cannot
   * @throws dev.tributary.errors.MappingException when a column does not exist, or does not compare
   */
  static RowFilter bind(
      SqlPredicate predicate, ColumnNames names, Function<Path, int[]> positions) {
    List<Part> parts = new ArrayList<>();
    for (SqlNode conjunct : predicate.conjuncts()) {
      PredicateBinder binder = new PredicateBinder(names, positions);
      Condition condition = binder.condition(conjunct);
      parts.add(
          new Part(
              subject(binder, predicate.text(conjunct)),
              condition,
              binder.paths(),
              predicate.text(conjunct)));
    }
    return new RowFilter(parts);
  }

  /** What rows have to pass to go to a table of a template. */
  static RowFilter ofDestination(
      TableTemplate template, String table, ColumnNames names, Function<Path, int[]> positions) {
    DestinationNames destinations = DestinationNames.of(template, names.columns());
    return new RowFilter(
        List.of(
            new Part(
                Subject.ROWS,
                new Condition.Destination(destinations.namer(positions), table),
                destinations.paths(),
                template.toString())));
  }

  private static Subject subject(PredicateBinder binder, String conjunct) {
    if (!binder.changeColumns().contains(ChangeColumn.CHANGE_TYPE)) {
      return binder.changeColumns().isEmpty() ? Subject.ROWS : Subject.COMMITS;
    }
    if (!binder.paths().isEmpty()) {
      throw new SpecException(
          String.format(
              "source.filter asks for _change_type and for column '%s' in one condition, %s, which"
                  + " cannot be told apart for rows that only passed through: write them as two"
                  + " conditions joined by AND.",
              binder.paths().iterator().next().dotted(), conjunct));
    }
    return Subject.CHANGES;
  }

  /** The columns of rows that the filter uses. */
  Set<Path> paths() {
    Set<Path> paths = new LinkedHashSet<>();
    parts.forEach(part -> paths.addAll(part.paths()));
    return paths;
  }

  /**
   * What rows have to pass to be read.
   *
   * @param controls of a log of changes, the columns that say what a row does and when
   */
  Condition rows(Optional<List<String>> controls) {
    return all(part -> part.subject() == Subject.ROWS && !part.tellsRows(controls));
  }

  /** What the rows that commits removed and added have to pass to be read. */
  Condition changedRows(Optional<List<String>> controls) {
    return all(part -> part.subject() != Subject.CHANGES && !part.tellsRows(controls));
  }

  /** What rows of a log of changes have to pass to be in the filtered table. */
  Optional<Condition> inside(Optional<List<String>> controls) {
    return parts.stream().anyMatch(part -> part.tellsRows(controls))
        ? Optional.of(all(part -> part.tellsRows(controls)))
        : Optional.empty();
  }

  private Condition all(Predicate<Part> which) {
    return new Condition.All(parts.stream().filter(which).map(Part::condition).toList());
  }

  /** The parts that choose among changes, in words; empty: there are none. */
  Optional<String> changeCondition() {
    return parts.stream()
        .filter(part -> part.subject() != Subject.ROWS)
        .map(Part::text)
        .reduce((a, b) -> a + " AND " + b);
  }

  /** Whether changes of a commit can pass at all. */
  boolean mayPass(SourceCommit commit) {
    RowContext context = new RowContext(null, ChangeColumn.values(commit, ChangeKind.INSERT));
    return parts.stream()
        .filter(part -> part.subject() == Subject.COMMITS && part.paths().isEmpty())
        .allMatch(part -> part.condition().test(context) == Truth.TRUE);
  }

  /** The changes that pass, once rows are paired. */
  ChangeSelection selection(List<SourceCommit> commits) {
    if (parts.stream().noneMatch(part -> part.subject() == Subject.CHANGES)) {
      return ChangeSelection.ALL;
    }
    Condition condition = all(part -> part.subject() == Subject.CHANGES);
    List<Set<ChangeKind>> kinds = new ArrayList<>();
    for (SourceCommit commit : commits) {
      Set<ChangeKind> passing = EnumSet.noneOf(ChangeKind.class);
      for (ChangeKind kind : ChangeKind.values()) {
        RowContext context = new RowContext(null, ChangeColumn.values(commit, kind));
        if (condition.test(context) == Truth.TRUE) {
          passing.add(kind);
        }
      }
      kinds.add(passing);
    }
    return ChangeSelection.of(kinds);
  }
}
