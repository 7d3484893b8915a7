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
package dev.tributary.iceberg;

import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.errors.TributaryException;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.iceberg.FileTask.Fate;
import dev.tributary.source.FilePruning;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.source.SourceDescription;
import dev.tributary.source.SourceTable;
import dev.tributary.source.StoredState;
import dev.tributary.spec.SourceSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** An Iceberg table as a source, as it was when it was opened. */
public final class IcebergSource implements SourceTable {
  private static final int FIRST_WITH_ROW_LINEAGE = 3;

  private final SourceSpec spec;
  private final OpenedTable table;
  private final TableMetadata metadata;
  private final SnapshotHistory history;
  private final RangeResolver ranges;

  private IcebergSource(SourceSpec spec, OpenedTable table) {
    this.spec = spec;
    this.table = table;
    this.metadata = table.metadata();
    this.history = new SnapshotHistory(metadata, spec.branch());
    this.ranges = new RangeResolver(spec.table(), metadata, history);
  }

  /**
   * Opens the table at its latest state.
   *
   * @throws SourceException when it does not exist or cannot be read, or the spec's branch does not
   *     exist
   */
  public static IcebergSource open(SourceSpec spec) {
    OpenedTable table = TableOpener.open(spec);
    try {
      return new IcebergSource(spec, table);
    } catch (RuntimeException e) {
      try {
        table.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  @Override
  public SourceTable latest() {
    TableMetadata now;
    try {
      now = table.now().get();
    } catch (TributaryException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new SourceException(
          Area.SOURCE,
          String.format("Cannot look for new snapshots of %s: %s", spec.table(), Messages.of(e)),
          e);
    }
    return now == metadata ? this : new IcebergSource(spec, table.with(now));
  }

  /** Empty: the ids of snapshots are drawn at random. */
  @Override
  public String commitHash(Position position) {
    return "";
  }

  @Override
  public String identity() {
    // Tables of format version 1 need not have a UUID.
    return metadata.uuid() == null ? metadata.location() : metadata.uuid();
  }

  @Override
  public SourceDescription describe() {
    return new Describer(table, history).describe();
  }

  @Override
  public Schema schema(Position position) {
    return schema(snapshot(position));
  }

  /** The columns of row lineage, where the table's format version has it. */
  @Override
  public List<Types.NestedField> rowColumns() {
    return metadata.formatVersion() < FIRST_WITH_ROW_LINEAGE
        ? List.of()
        : List.of(MetadataColumns.ROW_ID, MetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER);
  }

  @Override
  public List<SourceCommit> history() {
    return history.commits(table.io());
  }

  @Override
  public SourceRange range() {
    return ranges.range(spec.from(), spec.to());
  }

  @Override
  public SourceRange rangeAfter(Position progress) {
    return ranges.rangeAfter(progress, spec.to());
  }

  @Override
  public ReadPlan planChanges(SourceRange range, List<String> columns) {
    return planChanges(range, columns, FilePruning.NONE);
  }

  @Override
  public ReadPlan planChanges(SourceRange range, List<String> columns, FilePruning pruning) {
    Schema schema = Projection.of(schemas(range), rowColumns(), columns);
    List<FileTask> tasks = new ChangePlanner(table, schema, pruning).changes(range);
    return new ReadPlan(
        schema,
        reader(schema, tasks),
        new ArrayList<>(tasks),
        range.commits(),
        Pairing.BY_KEY,
        oneWay(tasks) ? exact(tasks) : OptionalLong.empty());
  }

  @Override
  public ReadPlan planState(Position position, List<String> columns) {
    return planState(position, columns, FilePruning.NONE);
  }

  @Override
  public ReadPlan planState(Position position, List<String> columns, FilePruning pruning) {
    Snapshot snapshot = snapshot(position);
    Schema schema = Projection.of(List.of(schema(snapshot)), rowColumns(), columns);
    List<FileTask> tasks = new ChangePlanner(table, schema, pruning).state(snapshot);
    return new ReadPlan(
        schema,
        reader(schema, tasks),
        new ArrayList<>(tasks),
        List.of(history.commit(snapshot)),
        Pairing.AS_STATED,
        exact(tasks));
  }

  @Override
  public StoredState storedState(Position position) {
    Snapshot snapshot = snapshot(position);
    Schema schema = schema(snapshot);
    Optional<String> defaulted = defaulted(schema);
    if (defaulted.isPresent()) {
      return new StoredState.Unfit(
          String.format(
              "column '%s' has a default value for rows that were written before it",
              defaulted.get()));
    }
    List<FileTask> tasks = new ChangePlanner(table, schema, FilePruning.NONE).files(snapshot);
    ReadPlan rows =
        new ReadPlan(
            schema,
            reader(schema, tasks),
            new ArrayList<>(tasks),
            List.of(history.commit(snapshot)),
            Pairing.AS_STATED,
            exact(tasks));
    List<PartitionSpec> specs =
        tasks.stream()
            .map(task -> task.file().specId())
            .distinct()
            .map(this::partitioning)
            .toList();
    DataFiles files = new DataFiles(table.io(), metadata);
    return new StoredState.Files(
        rows,
        new IcebergStoredFiles(
            files,
            deletes(files, tasks),
            metadata.specsById(),
            FieldNames.mapping(metadata).isPresent(),
            metadata.formatVersion() >= FIRST_WITH_ROW_LINEAGE),
        metadata.lastColumnId(),
        specs,
        Optional.empty());
  }

  private PartitionSpec partitioning(int id) {
    return metadata.specsById().get(id);
  }

  private static Optional<String> defaulted(Schema schema) {
    return TypeUtil.indexById(schema.asStruct()).values().stream()
        .filter(field -> field.initialDefault() != null)
        .map(field -> schema.findColumnName(field.fieldId()))
        .findFirst();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }

  private IcebergChangeReader reader(Schema schema, List<FileTask> tasks) {
    DataFiles files = new DataFiles(table.io(), metadata);
    return new IcebergChangeReader(files, deletes(files, tasks), schema);
  }

  private DeleteReader deletes(DataFiles files, List<FileTask> tasks) {
    StoredPaths paths = new StoredPaths(table.rewrites(), metadata.location());
    return new DeleteReader(files, paths, equalitySchemas(tasks));
  }

  /** The columns that equality deletes of these tasks compare; they may have been dropped since. */
  private Map<HashSet<Integer>, Schema> equalitySchemas(List<FileTask> tasks) {
    List<Schema> newestFirst = new ArrayList<>(metadata.schemas());
    newestFirst.sort(Comparator.comparingInt(Schema::schemaId).reversed());
    newestFirst.add(0, metadata.schema());
    Map<HashSet<Integer>, Schema> schemas = new HashMap<>();
    for (FileTask task : tasks) {
      for (FileDeletes deletes : List.of(task.before(), task.after())) {
        for (DeleteFile file : deletes.files()) {
          if (file.content() == FileContent.EQUALITY_DELETES) {
            schemas.computeIfAbsent(
                new HashSet<>(file.equalityFieldIds()),
                ids -> DeleteReader.equalitySchema(ids, newestFirst, file.location()));
          }
        }
      }
    }
    return schemas;
  }

  private List<Schema> schemas(SourceRange range) {
    List<Schema> schemas = new ArrayList<>();
    range.before().ifPresent(before -> schemas.add(schema(before)));
    range.commits().forEach(commit -> schemas.add(schema(commit.position())));
    if (schemas.isEmpty()) {
      schemas.add(metadata.schema());
    }
    return schemas;
  }

  private Schema schema(Snapshot snapshot) {
    Integer id = snapshot.schemaId();
    Schema schema = id == null ? null : metadata.schemasById().get(id);
    // Old writers did not note the schema.
    return schema == null ? metadata.schema() : schema;
  }

  private Snapshot snapshot(Position position) {
    Snapshot snapshot;
    try {
      snapshot = metadata.snapshot(Long.parseLong(position.commitId()));
    } catch (NumberFormatException e) {
      snapshot = null;
    }
    if (snapshot == null) {
      throw new SourceException(
          Area.RANGE,
          String.format(
              "Snapshot %s of %s does not exist any more, so what the table held after it cannot be"
                  + " read.",
              position.commitId(), spec.table()));
    }
    return snapshot;
  }

  /** Whether no commit both removes and adds rows, so that nothing cancels or pairs. */
  private static boolean oneWay(List<FileTask> tasks) {
    Set<Integer> adding = new HashSet<>();
    Set<Integer> removing = new HashSet<>();
    tasks.forEach(task -> (task.fate() == Fate.ADDED ? adding : removing).add(task.commit()));
    adding.retainAll(removing);
    return adding.isEmpty();
  }

  private static OptionalLong exact(List<FileTask> tasks) {
    long sum = 0;
    for (FileTask task : tasks) {
      OptionalLong changes = task.exactChanges();
      if (changes.isEmpty()) {
        return OptionalLong.empty();
      }
      sum += changes.getAsLong();
    }
    return OptionalLong.of(sum);
  }
}
