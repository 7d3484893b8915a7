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
package dev.tributary.destinations;

import dev.tributary.changes.Change;
import dev.tributary.errors.MappingException;
import dev.tributary.filter.DestinationNames;
import dev.tributary.filter.TaskChoice;
import dev.tributary.history.Position;
import dev.tributary.scan.ParallelScan;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadTask;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Which tables the rows of a state or a range go to, found by reading the columns that name them.
 * Rows before a change count as well as those after it. Not thread-safe.
 */
public final class Occurrences {
  private static final int MOST_TABLES = Integer.getInteger("tributary.most-destinations", 1_000);

  private final SourceTable source;
  private final DestinationNames names;
  private final Map<String, Long> rows = new TreeMap<>();
  private final Map<Place, Set<String>> tables = new ConcurrentHashMap<>();

  public Occurrences(SourceTable source, DestinationNames names) {
    this.source = source;
    this.names = names;
  }

  /**
   * A task, whatever columns its plan reads and whatever range it is part of.
   *
   * @param of the commit or the state
   */
  private record Place(String of, Object task) {}

  /**
   * Adds the rows of a state.
   *
   * @return how many rows go to each table
   * @throws MappingException when a row names no table, or rows name too many
   */
  public Map<String, Long> addState(Position position, RowCounter counter) {
    ReadPlan plan = source.planState(position, names.columnsAt(source.schema(position)));
    return scan(plan, task -> ofState(position), counter);
  }

  /**
   * Adds the changes of a range.
   *
   * @return how many changed rows each table has
   * @throws MappingException when a row names no table, or rows name too many
   */
  public Map<String, Long> addChanges(SourceRange range, RowCounter counter) {
    if (range.commits().isEmpty()) {
      return Map.of();
    }
    ReadPlan plan =
        source.planChanges(range, names.columnsAt(source.schema(range.end().orElseThrow())));
    return scan(plan, task -> ofCommit(plan.commits().get(task.commit()).id()), counter);
  }

  private static String ofState(Position position) {
    return "state " + position.commitId();
  }

  private static String ofCommit(String id) {
    return "commit " + id;
  }

  private interface Origin {
    String of(ReadTask task);
  }

  private Map<String, Long> scan(ReadPlan plan, Origin origin, RowCounter counter) {
    Map<String, Long> found = new ConcurrentHashMap<>();
    DestinationNames.Namer namer = names.namer(plan.schema());
    ParallelScan.run(
        plan.tasks(),
        () ->
            task -> {
              Map<String, Long> counts = new HashMap<>();
              try (RowCounter.Local counted = counter.local();
                  CloseableIterable<Change> changes = plan.reader().read(task)) {
                for (Change change : changes) {
                  counts.merge(name(namer, change, origin.of(task)), 1L, Long::sum);
                  counted.row();
                }
              }
              counts.forEach((table, count) -> found.merge(table, count, Long::sum));
              requireFew(found);
              add(new Place(origin.of(task), task.place()), counts.keySet());
            });
    found.forEach((table, count) -> rows.merge(table, count, Long::sum));
    requireFew(rows);
    return new TreeMap<>(found);
  }

  private void add(Place place, Set<String> names) {
    tables.merge(
        place,
        Set.copyOf(names),
        (a, b) -> {
          Set<String> all = new HashSet<>(a);
          all.addAll(b);
          return Set.copyOf(all);
        });
  }

  private static String name(DestinationNames.Namer namer, Change change, String origin) {
    try {
      return namer.name(change.row());
    } catch (MappingException e) {
      throw new MappingException(
          String.format("A row (%s) of %s: %s", change.kind(), origin, e.getMessage()), e);
    }
  }

  private void requireFew(Map<String, Long> found) {
    if (found.size() > MOST_TABLES) {
      throw new MappingException(
          String.format(
              "The rows would go to more than %,d tables by target.table: does it name a column"
                  + " with a value for almost every row? Name a column with few values; the Java"
                  + " option -Dtributary.most-destinations=N allows more.",
              MOST_TABLES));
    }
  }

  /** The tables that rows go to, with the number of rows that were met. */
  public Map<String, Long> rows() {
    return Map.copyOf(rows);
  }

  /** The tasks that may have rows of a table, as far as was read; others may. */
  public TaskChoice tasksOf(String table) {
    return new TaskChoice() {
      @Override
      public boolean ofChanges(String commitId, ReadTask task) {
        return mayHave(new Place(ofCommit(commitId), task.place()));
      }

      @Override
      public boolean ofState(Position position, ReadTask task) {
        return mayHave(new Place(Occurrences.ofState(position), task.place()));
      }

      private boolean mayHave(Place place) {
        Set<String> known = tables.get(place);
        return known == null || known.contains(table);
      }
    };
  }

  /**
   * Refuses names that differ by case only: catalogs and file systems that ignore case would make
   * one table of them.
   *
   * @throws MappingException when there are such
   */
  public static void requireDistinct(Iterable<String> tables) {
    Map<String, String> byCase = new HashMap<>();
    for (String table : tables) {
      String other = byCase.putIfAbsent(table.toLowerCase(Locale.ROOT), table);
      if (other != null && !other.equals(table)) {
        throw new MappingException(
            String.format(
                "Rows would go to the tables %s and %s, which catalogs that ignore case cannot tell"
                    + " apart. Make the values of the column that names them equal in case, or"
                    + " leave such rows out with source.filter.",
                other, table));
      }
    }
  }
}
