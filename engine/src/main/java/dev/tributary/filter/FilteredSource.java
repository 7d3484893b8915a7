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
import dev.tributary.filter.ColumnNames.Path;
import dev.tributary.filter.FilteredReader.Kinds;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.rows.SchemaAlignment;
import dev.tributary.source.ChangeSelection;
import dev.tributary.source.FilePruning;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.source.ReadTask;
import dev.tributary.source.SourceDescription;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.TableTemplate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * A source table without the rows that do not pass the spec's filter, or that go to other tables.
 * All that reads the source sees it through this, so that initial load, changes, preview, key check
 * and verification agree on what the table holds.
 */
public final class FilteredSource implements SourceTable {
  private final SourceTable source;
  private final Choice choice;
  private final List<ChangeColumn> changeColumns;
  // Empty: the table is no log of changes, or its entries are chosen among by all columns.
  private final Optional<List<String>> controls;
  private final Kinds kinds;

  // The end of the range that was asked for last: as with the mapping, names are those of its
  // schema, and columns are found by id in earlier states.
  private volatile Optional<Position> end = Optional.empty();

  private FilteredSource(
      SourceTable source,
      Choice choice,
      List<ChangeColumn> changeColumns,
      Optional<List<String>> controls,
      Kinds kinds) {
    this.source = source;
    this.choice = choice;
    this.changeColumns = List.copyOf(changeColumns);
    this.controls = controls;
    this.kinds = kinds;
  }

  /**
   * What chooses among the rows.
   *
   * @param tasks those that may have rows that pass
   */
  private record Choice(Binding binding, Purpose purpose, TaskChoice tasks) {}

  private interface Binding {
    RowFilter bind(ColumnNames names, Function<Path, int[]> positions);
  }

  private enum Purpose {
    /** The spec's filter. */
    FILTER,
    /** The rows that go to one table of several. */
    DESTINATION
  }

  /**
   * Opens a source, filtered if the spec has a filter.
   *
   * @throws dev.tributary.errors.SpecException when the filter is no condition in SQL; nothing was
   *     opened then
   */
  public static SourceTable of(SourceSpec spec, Function<SourceSpec, SourceTable> opening) {
    if (spec.filter().isEmpty()) {
      return opening.apply(spec);
    }
    SqlPredicate predicate = SqlPredicate.parse(spec.filter().get());
    List<ChangeColumn> changeColumns =
        spec.format() == SourceFormat.ICEBERG
            ? List.of(
                ChangeColumn.CHANGE_TYPE,
                ChangeColumn.SNAPSHOT_ID,
                ChangeColumn.SEQUENCE_NUMBER,
                ChangeColumn.TIMESTAMP)
            : List.of(ChangeColumn.CHANGE_TYPE, ChangeColumn.VERSION, ChangeColumn.TIMESTAMP);
    Binding binding = (names, positions) -> RowFilter.bind(predicate, names, positions);
    return new FilteredSource(
        opening.apply(spec),
        new Choice(binding, Purpose.FILTER, TaskChoice.ALL),
        changeColumns,
        Optional.empty(),
        Kinds.REMOVED_AND_ADDED);
  }

  /**
   * A source without the rows that go to other tables than one of a template. Of a log of changes,
   * entries go where they say themselves.
   *
   * @param source of which {@link SourceTable#forFiltering} was taken
   * @param tasks those that may have rows of that table at all
   */
  public static SourceTable ofDestination(
      SourceTable source, TableTemplate template, String table, TaskChoice tasks) {
    Binding binding =
        (names, positions) -> RowFilter.ofDestination(template, table, names, positions);
    return new FilteredSource(
        source,
        new Choice(binding, Purpose.DESTINATION, tasks),
        List.of(),
        Optional.empty(),
        Kinds.REMOVED_AND_ADDED);
  }

  @Override
  public SourceTable latest() {
    SourceTable latest = source.latest();
    return latest == source
        ? this
        : new FilteredSource(latest, choice, changeColumns, controls, kinds);
  }

  @Override
  public SourceTable asLog(List<String> columns) {
    FilteredSource log =
        choice.purpose() == Purpose.FILTER
            ? new FilteredSource(
                source, choice, changeColumns, Optional.of(List.copyOf(columns)), kinds)
            // The source's own filter says by their kinds which entries do not pass it.
            : new FilteredSource(
                source.asLog(columns), choice, changeColumns, Optional.empty(), Kinds.AS_STATED);
    log.end = end;
    return log;
  }

  @Override
  public String identity() {
    return source.identity();
  }

  @Override
  public SourceDescription describe() {
    return source.describe();
  }

  @Override
  public Schema schema(Position position) {
    return source.schema(position);
  }

  @Override
  public List<Types.NestedField> rowColumns() {
    return source.rowColumns();
  }

  @Override
  public boolean filtered() {
    return true;
  }

  @Override
  public Optional<String> changeCondition(Position position) {
    return bind(names(position), path -> new int[0])
        .changeCondition()
        .or(() -> source.changeCondition(position));
  }

  @Override
  public List<SourceCommit> history() {
    return source.history();
  }

  @Override
  public SourceRange range() {
    return remember(source.range());
  }

  @Override
  public SourceRange rangeAfter(Position progress) {
    return remember(source.rangeAfter(progress));
  }

  private SourceRange remember(SourceRange range) {
    end = range.end();
    return range;
  }

  @Override
  public String commitHash(Position position) {
    return source.commitHash(position);
  }

  @Override
  public ReadPlan planChanges(SourceRange range, List<String> columns) {
    Optional<Position> position = range.end();
    if (position.isEmpty()) {
      return source.planChanges(range, columns);
    }
    Filtering filtering = new Filtering(position.get(), columns);
    ReadPlan plan =
        source.planChanges(
            range, filtering.request(), filtering.pruning(it -> it.changedRows(controls)));
    RowFilter filter = filtering.bind(plan.schema());
    Schema schema = filtering.schema(plan.schema());
    ChangeSelection selection = filter.selection(plan.commits());
    List<ReadTask> tasks =
        plan.tasks().stream()
            .filter(task -> filter.mayPass(plan.commits().get(task.commit())))
            .filter(task -> choice.tasks().ofChanges(plan.commits().get(task.commit()).id(), task))
            .toList();
    List<List<Object>> commits =
        plan.commits().stream()
            .map(commit -> ChangeColumn.values(commit, ChangeKind.INSERT))
            .toList();
    return new ReadPlan(
        schema,
        new FilteredReader(
            plan.reader(),
            filter.changedRows(controls),
            commits,
            new SchemaAlignment(plan.schema(), schema),
            filter.inside(controls),
            kinds),
        tasks,
        plan.commits(),
        // One image of a stated update may pass and the other not: what is left is paired anew.
        Pairing.BY_KEY,
        OptionalLong.empty(),
        selection.isAll() ? plan.selection() : selection);
  }

  @Override
  public ReadPlan planState(Position position, List<String> columns) {
    Filtering filtering = new Filtering(position, columns);
    ReadPlan plan =
        source.planState(position, filtering.request(), filtering.pruning(it -> it.rows(controls)));
    RowFilter filter = filtering.bind(plan.schema());
    Schema schema = filtering.schema(plan.schema());
    return new ReadPlan(
        schema,
        new FilteredReader(
            plan.reader(),
            filter.rows(controls),
            List.of(),
            new SchemaAlignment(plan.schema(), schema),
            filter.inside(controls),
            Kinds.AS_STATED),
        plan.tasks().stream().filter(task -> choice.tasks().ofState(position, task)).toList(),
        plan.commits(),
        plan.pairing(),
        OptionalLong.empty());
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  private ColumnNames names(Position position) {
    return new ColumnNames(source.schema(position).asStruct(), source.rowColumns(), changeColumns);
  }

  private RowFilter bind(ColumnNames names, Function<Path, int[]> positions) {
    return choice.binding().bind(names, positions);
  }

  /** The filter for rows of one state of the table. */
  private final class Filtering {
    private final Schema at;
    private final List<String> columns;
    private final ColumnNames names;
    private final List<String> ofFilter;

    /**
     * @param columns those that are wanted, by their names at the position; empty: all
     */
    Filtering(Position position, List<String> columns) {
      this.at = source.schema(position);
      this.columns = columns;
      this.names = names(end.orElse(position));
      Set<Path> paths = FilteredSource.this.bind(names, path -> new int[0]).paths();
      this.ofFilter = paths.stream().map(this::nameAt).filter(Objects::nonNull).distinct().toList();
    }

    /** The name at the position; null: the column was not there. */
    private String nameAt(Path path) {
      return names.rowColumns().contains(path.last())
          ? path.dotted()
          : at.findColumnName(path.last().fieldId());
    }

    /** The columns to read. */
    List<String> request() {
      if (columns.isEmpty() && ofFilter.stream().allMatch(this::isOfTable)) {
        return List.of();
      }
      Set<String> all = new HashSet<>(wanted());
      all.addAll(ofFilter);
      return all.stream()
          .filter(path -> all.stream().noneMatch(other -> path.startsWith(other + ".")))
          .sorted()
          .toList();
    }

    /** The names of the columns that are wanted. */
    private List<String> wanted() {
      return columns.isEmpty()
          ? at.columns().stream().map(Types.NestedField::name).toList()
          : columns;
    }

    private boolean isOfTable(String name) {
      return at.findField(name) != null;
    }

    /** Leaves out files of which no row passes the condition that rows have to pass. */
    FilePruning pruning(Function<RowFilter, Condition> rows) {
      if (choice.purpose() == Purpose.DESTINATION) {
        return FilePruning.NONE;
      }
      RowFilter files = FilteredSource.this.bind(names, FileFilter::place);
      return new FileFilter(rows.apply(files), files.paths());
    }

    RowFilter bind(Schema rows) {
      return FilteredSource.this.bind(names, path -> positions(rows.asStruct(), path));
    }

    /** The wanted columns among those that are read. */
    Schema schema(Schema read) {
      Schema selected = read.select(wanted());
      if (selected.asStruct().equals(read.asStruct())) {
        return read;
      }
      Set<Integer> identifiers = new HashSet<>(read.identifierFieldIds());
      identifiers.retainAll(TypeUtil.getProjectedIds(selected));
      return new Schema(selected.columns(), identifiers);
    }
  }

  /** Finds a column by the ids of the fields that lead to it. */
  static int[] positions(Types.StructType rows, Path path) {
    List<Integer> positions = new ArrayList<>();
    Type type = rows;
    for (Types.NestedField step : path.fields()) {
      Types.NestedField field = type.asStructType().field(step.fieldId());
      if (field == null) {
        return new int[0];
      }
      positions.add(type.asStructType().fields().indexOf(field));
      type = field.type();
    }
    return positions.stream().mapToInt(Integer::intValue).toArray();
  }
}
