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
package dev.tributary.source;

import dev.tributary.changes.Change;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.spec.MetadataColumn;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/**
 * A source whose rows carry metadata of their commit in further columns, behind the table's own.
 * Rows of a state carry the commit after which the table was in that state. The change type is that
 * of the change as it is read: where removed and added rows still have to be paired, the pairing
 * decides, and whoever pairs them has to set it.
 */
public final class MetadataSource implements SourceTable {
  private final SourceTable source;
  private final List<MetadataColumn> columns;

  private MetadataSource(SourceTable source, List<MetadataColumn> columns) {
    this.source = source;
    this.columns = List.copyOf(columns);
  }

  /** The source with these columns; itself when there are none. */
  public static SourceTable with(List<MetadataColumn> columns, SourceTable source) {
    return columns.isEmpty() ? source : new MetadataSource(source, columns);
  }

  @Override
  public String identity() {
    return source.identity();
  }

  @Override
  public SourceTable latest() {
    SourceTable latest = source.latest();
    return latest == source ? this : new MetadataSource(latest, columns);
  }

  @Override
  public String commitHash(Position position) {
    return source.commitHash(position);
  }

  @Override
  public StoredState storedState(Position position) {
    return new StoredState.Unfit("its rows get columns that its files lack");
  }

  @Override
  public SourceDescription describe() {
    return source.describe();
  }

  /**
   * @throws SourceException when the table itself has a column of such a name, or does not keep
   *     what is asked for
   */
  @Override
  public Schema schema(Position position) {
    requireKept();
    return extended(source.schema(position), columns);
  }

  @Override
  public List<Types.NestedField> rowColumns() {
    return source.rowColumns();
  }

  @Override
  public boolean filtered() {
    return source.filtered();
  }

  @Override
  public Optional<String> changeCondition(Position position) {
    return source.changeCondition(position);
  }

  @Override
  public List<SourceCommit> history() {
    return source.history();
  }

  @Override
  public SourceRange range() {
    return source.range();
  }

  @Override
  public SourceRange rangeAfter(Position progress) {
    return source.rangeAfter(progress);
  }

  @Override
  public ReadPlan planChanges(SourceRange range, List<String> paths) {
    return extended(source.planChanges(range, own(paths, range.end())), paths, Optional.empty());
  }

  @Override
  public ReadPlan planState(Position position, List<String> paths) {
    ReadPlan plan = source.planState(position, own(paths, Optional.of(position)));
    return extended(plan, paths, Optional.of(position));
  }

  private void requireKept() {
    requireKept(source, columns);
  }

  /**
   * Refuses columns of row lineage that the source's rows do not have.
   *
   * @throws SourceException when there are such columns
   */
  public static void requireKept(SourceTable source, List<MetadataColumn> columns) {
    for (MetadataColumn column : columns) {
      if (column.isLineage()
          && source.rowColumns().stream().noneMatch(it -> it.name().equals(column.columnName()))) {
        throw new SourceException(
            Area.SOURCE,
            String.format(
                "The source's rows have no %s: tables keep row lineage from format version 3 on,"
                    + " and this one is %s. Leave it out of include_metadata_columns, or upgrade"
                    + " the source.",
                column.columnName(), source.describe().format()));
      }
    }
  }

  /** What to read of the source: at least one column, since there are no rows without. */
  private List<String> own(List<String> paths, Optional<Position> position) {
    requireKept();
    List<String> lineage =
        wanted(paths).filter(MetadataColumn::isLineage).map(MetadataColumn::columnName).toList();
    if (position.isEmpty() || (paths.isEmpty() && lineage.isEmpty())) {
      return paths.stream().filter(path -> !isMetadata(path)).toList();
    }
    List<String> table =
        source.schema(position.get()).columns().stream().map(Types.NestedField::name).toList();
    List<String> own =
        new ArrayList<>(
            paths.isEmpty() ? table : paths.stream().filter(path -> !isMetadata(path)).toList());
    if (own.isEmpty()) {
      own.add(table.get(0));
    }
    lineage.stream().filter(column -> !own.contains(column)).forEach(own::add);
    return own;
  }

  private Stream<MetadataColumn> wanted(List<String> paths) {
    return columns.stream()
        .filter(column -> paths.isEmpty() || paths.contains(column.columnName()));
  }

  private boolean isMetadata(String path) {
    return columns.stream().anyMatch(column -> column.columnName().equals(path));
  }

  private ReadPlan extended(ReadPlan plan, List<String> paths, Optional<Position> state) {
    List<MetadataColumn> wanted = wanted(paths).toList();
    List<CommitMetadata> commits = new ArrayList<>();
    plan.commits().forEach(commit -> commits.add(CommitMetadata.of(commit)));
    state.ifPresent(position -> commits.add(metadata(position)));
    Schema schema = extended(plan.schema(), wanted);
    return new ReadPlan(
        schema,
        new Reader(plan.reader(), new ArrayList<>(wanted), commits),
        plan.tasks(),
        plan.commits(),
        plan.pairing(),
        plan.changes(),
        plan.selection());
  }

  private CommitMetadata metadata(Position position) {
    return source.history().stream()
        .filter(commit -> commit.id().equals(position.commitId()))
        .findFirst()
        .map(CommitMetadata::of)
        .orElseThrow(
            () ->
                new SourceException(
                    Area.SOURCE,
                    String.format(
                        "Cannot tell when commit %s was made: it was expired from the source's"
                            + " history. Leave _commit_timestamp out.",
                        position.commitId())));
  }

  private static Schema extended(Schema own, List<MetadataColumn> columns) {
    List<Types.NestedField> fields =
        own.columns().stream()
            .filter(field -> MetadataColumn.of(field).isEmpty())
            .collect(Collectors.toCollection(ArrayList::new));
    for (MetadataColumn column : columns) {
      if (fields.stream().anyMatch(field -> field.name().equals(column.columnName()))) {
        throw new SourceException(
            Area.MAPPING,
            String.format(
                "The source has a column '%s' of its own, so its rows cannot carry the metadata"
                    + " column of that name: do not ask for it, or drop the source's column.",
                column.columnName()));
      }
      fields.add(column.field());
    }
    return new Schema(fields, own.identifierFieldIds());
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  private record CommitMetadata(String id, long sequence, Instant timestamp)
      implements Serializable {
    static CommitMetadata of(SourceCommit commit) {
      return new CommitMetadata(commit.id(), commit.sequence().orElse(0), commit.timestamp());
    }

    Object value(MetadataColumn column, Change change) {
      return switch (column) {
        case CHANGE_TYPE -> change.kind().name();
        case COMMIT_SNAPSHOT_ID, COMMIT_VERSION -> Long.parseLong(id);
        case COMMIT_SNAPSHOT_SEQUENCE_NUMBER -> sequence;
        case COMMIT_TIMESTAMP -> OffsetDateTime.ofInstant(timestamp, ZoneOffset.UTC);
        case ROW_ID, LAST_UPDATED_SEQUENCE_NUMBER ->
            throw new IllegalArgumentException(column + " is not the commit's");
      };
    }
  }

  private record Reader(
      ChangeReader reader, ArrayList<MetadataColumn> columns, List<CommitMetadata> commits)
      implements ChangeReader {
    private static final long serialVersionUID = 1L;

    @Override
    public CloseableIterable<Change> read(ReadTask task) {
      Forms forms = new Forms(columns);
      return CloseableIterable.transform(
          reader.read(task), change -> extended(change, forms.of(change.row())));
    }

    @Override
    public List<ReadTask> joined(List<ReadTask> tasks) {
      return reader.joined(tasks);
    }

    private Change extended(Change change, Form form) {
      GenericRecord row = form.empty.copy();
      CommitMetadata commit = commits.get(change.commit());
      for (int i = 0; i < form.places.length; i++) {
        int place = form.places[i];
        row.set(
            i,
            place < 0
                ? commit.value(columns.get(i - form.firstMetadata), change)
                : change.row().get(place));
      }
      return new Change(change.kind(), change.commit(), row);
    }
  }

  /** How rows of one struct are extended. */
  private static final class Form {
    private final GenericRecord empty;
    // Where each value stands in the row that was read; -1: the commit tells it.
    private final int[] places;
    private final int firstMetadata;

    Form(Types.StructType own, List<MetadataColumn> columns) {
      Types.StructType all = extended(new Schema(own.fields()), columns).asStruct();
      this.empty = GenericRecord.create(all);
      this.places = new int[all.fields().size()];
      this.firstMetadata = places.length - columns.size();
      for (int i = 0; i < places.length; i++) {
        places[i] = own.fields().indexOf(own.field(all.fields().get(i).fieldId()));
      }
    }
  }

  /** The form of each struct; one object per struct. */
  private static final class Forms {
    private final List<MetadataColumn> columns;
    private Types.StructType own;
    private Form form;

    Forms(List<MetadataColumn> columns) {
      this.columns = columns;
    }

    Form of(Record row) {
      if (row.struct() != own) {
        own = row.struct();
        form = new Form(own, columns);
      }
      return form;
    }
  }
}
