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
package dev.tributary.run;

import dev.tributary.destinations.Occurrences;
import dev.tributary.errors.MappingException;
import dev.tributary.filter.DestinationNames;
import dev.tributary.history.Position;
import dev.tributary.mapping.ChangeLog;
import dev.tributary.scan.RowCounter;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TableTemplate;
import dev.tributary.target.DestinationMark;
import dev.tributary.target.DestinationMark.Start;
import dev.tributary.target.DestinationTables;
import dev.tributary.target.DestinationTables.Known;
import dev.tributary.target.Progress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The tables of a template, before anything is done to them: those that follow the source already,
 * and those that rows go to for the first time.
 *
 * @param known tables that are there
 * @param fresh marks of tables that have to be made or marked before any table is moved on, by name
 * @param range what the table that is furthest behind lacks; empty for a source without commits
 * @param load what was decided about the initial load; empty: the tables follow the source already
 * @param occurrences which tables rows go to, and which tasks have them
 */
public record DestinationPlan(
    List<Known> known,
    Map<String, DestinationMark> fresh,
    Optional<SourceRange> range,
    Optional<InitialLoad> load,
    Occurrences occurrences) {

  /** All tables, by name. */
  public SortedSet<String> tables() {
    SortedSet<String> tables = new TreeSet<>(fresh.keySet());
    known.forEach(it -> tables.add(it.table()));
    return tables;
  }

  /** What the table that is furthest behind holds; empty while one has not begun. */
  public Optional<Position> reached() {
    return DestinationTables.committed(known).map(Progress::committedThrough);
  }

  /** Makes plans. */
  public static final class Planner {
    private final MigrationSpec spec;
    private final SourceTable source;
    private final RowCounter counter;
    private final List<Known> own;

    /**
     * @param marked the tables that are marked as destinations, of whichever source
     */
    public Planner(MigrationSpec spec, SourceTable source, List<Known> marked, RowCounter counter) {
      this.spec = spec;
      this.source = source;
      this.counter = counter;
      this.own =
          marked.stream().filter(it -> it.mark().sourceId().equals(source.identity())).toList();
    }

    /**
     * Reads the columns that name tables, of the state to be loaded and of the changes that any
     * table lacks. Changes nothing.
     *
     * @throws dev.tributary.errors.TributaryException when the source cannot be read, or rows do
     *     not name tables that can be told apart
     */
    public DestinationPlan plan() {
      SourceRange latest = rangeOf(own);
      if (latest.end().isEmpty()) {
        return new DestinationPlan(
            List.of(), Map.of(), Optional.empty(), Optional.empty(), new Occurrences(source, null));
      }
      DestinationNames names = names(latest.end().get());
      String identity = names.identity();
      List<Known> known = own.stream().filter(it -> it.mark().template().equals(identity)).toList();
      // Entries of a log that do not pass a filter take rows away, so they count as well.
      SourceTable read =
          ChangeLog.of(source.schema(latest.end().get()), spec)
              .map(log -> source.asLog(log.columns()))
              .orElse(source);
      Occurrences occurrences = new Occurrences(read, names);
      boolean begun = known.stream().anyMatch(it -> it.progress().isPresent());
      DestinationPlan plan =
          begun ? later(known, identity, occurrences) : first(known, identity, occurrences);
      TreeSet<String> tables = new TreeSet<>(plan.tables());
      Occurrences.requireDistinct(tables);
      spec.target().deadLetter().filter(tables::contains).ifPresent(this::refuseDeadLetter);
      return plan;
    }

    private DestinationNames names(Position end) {
      return DestinationNames.of(
          TableTemplate.of(spec.target()).orElseThrow(), source.schema(end).asStruct());
    }

    /** What the table that is furthest behind lacks. */
    private SourceRange rangeOf(List<Known> tables) {
      return lowest(tables)
          .map(progress -> Continuity.rangeAfter(source, progress))
          .orElseGet(source::range);
    }

    private static Optional<Progress> lowest(List<Known> tables) {
      return tables.stream().allMatch(it -> it.reached().isPresent())
          ? tables.stream()
              .flatMap(it -> it.reached().stream())
              .min(Comparator.comparingLong(it -> it.committedThrough().sequence()))
          : Optional.empty();
    }

    /**
     * A table that comes up now had no rows when the one furthest behind was moved on, unless it
     * was dropped since, or its rows are older than the range of the first run.
     */
    private DestinationPlan later(List<Known> known, String identity, Occurrences occurrences) {
      SourceRange range = rangeOf(known);
      Set<String> changed = new TreeSet<>(occurrences.addChanges(range, counter).keySet());
      known.forEach(it -> changed.remove(it.table()));
      Optional<Progress> lowest = lowest(known);
      boolean loads = spec.initialLoad() != MigrationSpec.InitialLoad.NONE;
      Map<String, Long> state =
          loads && !changed.isEmpty() && lowest.isPresent()
              ? occurrences.addState(lowest.get().committedThrough(), counter)
              : Map.of();
      Map<String, DestinationMark> fresh = new TreeMap<>();
      for (String table : changed) {
        Start start = state.containsKey(table) ? Start.STATE : Start.CHANGES;
        fresh.put(table, mark(identity, table, lowest, start));
      }
      return new DestinationPlan(known, fresh, Optional.of(range), Optional.empty(), occurrences);
    }

    /**
     * No table has begun. Those that a run made before it was killed say where all begin.
     *
     * @param made what such a run has made
     */
    private DestinationPlan first(List<Known> made, String identity, Occurrences occurrences) {
      SourceRange range = rangeOf(made);
      InitialLoad load;
      Optional<Progress> begins;
      if (made.isEmpty()) {
        load = InitialLoad.decide(spec, source, range, Optional.empty());
        // Without a load the range is what it is in every run until the first commit.
        begins = load.position().map(this::progress);
      } else {
        load =
            InitialLoad.ofDestination(
                made.stream()
                    .map(Known::mark)
                    .filter(it -> it.start() == Start.STATE)
                    .findFirst()
                    .orElse(made.get(0).mark()));
        begins = lowest(made);
      }
      Map<String, Long> state =
          load.position().isPresent()
              ? occurrences.addState(load.position().get(), counter)
              : Map.of();
      SourceRange after =
          made.isEmpty() && begins.isPresent()
              ? source.rangeAfter(begins.get().committedThrough())
              : range;
      occurrences.addChanges(after, counter);
      Map<String, DestinationMark> fresh = new TreeMap<>();
      for (String table : occurrences.rows().keySet()) {
        if (made.stream().noneMatch(it -> it.table().equals(table))) {
          fresh.put(
              table,
              mark(
                  identity, table, begins, state.containsKey(table) ? Start.STATE : Start.CHANGES));
        }
      }
      return new DestinationPlan(made, fresh, Optional.of(after), Optional.of(load), occurrences);
    }

    private Progress progress(Position position) {
      return new Progress(source.identity(), position, source.commitHash(position), "");
    }

    private DestinationMark mark(
        String identity, String table, Optional<Progress> begins, Start start) {
      return new DestinationMark(
          identity,
          table,
          source.identity(),
          begins.map(Progress::committedThrough),
          begins.map(Progress::commitHash).orElse(""),
          start);
    }

    private void refuseDeadLetter(String table) {
      throw new MappingException(
          String.format(
              "Rows would go to %s by target.table, and target.dead_letter names that table too:"
                  + " name another one there.",
              table));
    }
  }
}
