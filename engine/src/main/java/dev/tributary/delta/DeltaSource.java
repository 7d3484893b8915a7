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
package dev.tributary.delta;

import dev.tributary.catalog.PathRewrites;
import dev.tributary.delta.ChangePlanner.Filtered;
import dev.tributary.delta.DeltaHistory.LoggedCommit;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.source.FilePruning;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.ReadPlan.Pairing;
import dev.tributary.source.SourceDescription;
import dev.tributary.source.SourceTable;
import dev.tributary.source.StoredState;
import dev.tributary.spec.SourceSpec;
import io.delta.kernel.Snapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;

/**
 * A Delta table as a source. History is read from the log on first use, once; safe for use from
 * several threads.
 */
public final class DeltaSource implements SourceTable {
  private final SourceSpec spec;
  private final DeltaLog log;
  private final Optional<DeltaHistory> earlier;
  private final Filtered filtered;
  private DeltaHistory history;
  private FieldIds fieldIds;

  private DeltaSource(
      SourceSpec spec, DeltaLog log, Optional<DeltaHistory> earlier, Filtered filtered) {
    this.filtered = filtered;
    this.spec = spec;
    this.log = log;
    this.earlier = earlier;
  }

  /**
   * Opens the table at its latest version.
   *
   * @throws SourceException when it does not exist, is managed by a catalog, or demands a table
   *     feature that cannot be read
   */
  public static DeltaSource open(SourceSpec spec) {
    Storage storage =
        new Storage(
            StoragePaths.tableLocation(spec.table()),
            spec.configProperties(),
            PathRewrites.of(spec.pathRewrites()));
    Filtered filtered = spec.filter().isPresent() ? Filtered.YES : Filtered.NO;
    return new DeltaSource(spec, DeltaLog.open(storage), Optional.empty(), filtered);
  }

  @Override
  public SourceTable latest() {
    return log.isLatest()
        ? this
        : new DeltaSource(
            spec, DeltaLog.open(log.storage()), Optional.of(loggedHistory()), filtered);
  }

  @Override
  public SourceTable forFiltering() {
    return filtered == Filtered.YES ? this : new DeltaSource(spec, log, earlier, Filtered.YES);
  }

  /** Of the commit's file, which is never written twice. */
  @Override
  public String commitHash(Position position) {
    return log.hash(DeltaRanges.version(position));
  }

  @Override
  public String identity() {
    return log.latest().getMetadata().getId();
  }

  @Override
  public SourceDescription describe() {
    return TableCard.of(log, loggedHistory(), schema(log.latest()));
  }

  @Override
  public Schema schema(Position position) {
    return schema(metadata(DeltaRanges.version(position))).schema();
  }

  @Override
  public List<SourceCommit> history() {
    List<SourceCommit> commits = new ArrayList<>();
    loggedHistory().commits().forEach(commit -> commits.add(commit.commit()));
    Collections.reverse(commits);
    return List.copyOf(commits);
  }

  @Override
  public SourceRange range() {
    return ranges().range(spec.from(), spec.to());
  }

  @Override
  public SourceRange rangeAfter(Position progress) {
    return ranges().rangeAfter(progress, spec.to());
  }

  @Override
  public ReadPlan planChanges(SourceRange range, List<String> columns) {
    return planChanges(range, columns, FilePruning.NONE);
  }

  @Override
  public ReadPlan planChanges(SourceRange range, List<String> columns, FilePruning pruning) {
    TableMetadata end = metadata(range.end().map(DeltaRanges::version).orElse(log.latestVersion()));
    PlanColumns planColumns = new PlanColumns(end, schema(end), columns);
    List<LoggedCommit> commits =
        range.commits().stream().map(commit -> logged(commit.sequence().orElseThrow())).toList();
    return new ChangePlanner(log, spec.changeFeed(), planColumns, filtered).plan(commits, pruning);
  }

  @Override
  public ReadPlan planState(Position position, List<String> columns) {
    return planState(position, columns, FilePruning.NONE);
  }

  @Override
  public ReadPlan planState(Position position, List<String> columns, FilePruning pruning) {
    Snapshot snapshot = log.snapshot(DeltaRanges.version(position));
    TableMetadata metadata = TableMetadata.of(snapshot.getMetadata());
    PlanColumns planColumns = new PlanColumns(metadata, schema(metadata), columns);
    List<DeltaTask> all = new ArrayList<>();
    List<FileAction> files = StateFiles.read(log, snapshot);
    for (FileAction file : files) {
      int shape = planColumns.shape(metadata, snapshot.getVersion());
      all.add(DeltaTask.ofState(file, shape, snapshot.getVersion()));
    }
    List<DeltaTask> tasks = planColumns.wanted(all, pruning);
    // The latest state's files are there unless someone broke the table; asking a store costs.
    if (log.storage().isLocal() || snapshot.getVersion() < log.latestVersion()) {
      FileCheck.requirePresent(log.storage(), tasks);
    }
    OptionalLong rows = CommitFigures.sum(files, FileAction::liveRows);
    return new ReadPlan(
        planColumns.schema(),
        planColumns.reader(log.storage(), DeltaChangeReader.FeedKinds.AS_STATED),
        List.copyOf(tasks),
        List.of(),
        Pairing.AS_STATED,
        rows);
  }

  @Override
  public StoredState storedState(Position position) {
    TableMetadata metadata =
        TableMetadata.of(log.snapshot(DeltaRanges.version(position)).getMetadata());
    if (metadata.columnMapping() != TableMetadata.ColumnMapping.NONE) {
      return new StoredState.Unfit("the source finds its columns by column mapping");
    }
    if (metadata.widened()) {
      return new StoredState.Unfit("types of its columns were widened");
    }
    DeltaSchema columns = schema(metadata);
    if (!columns.leftOut().isEmpty()) {
      return new StoredState.Unfit(
          String.format(
              "column '%s' cannot be read", columns.leftOut().keySet().iterator().next()));
    }
    PartitionSpec.Builder partitions = PartitionSpec.builderFor(columns.schema());
    metadata.partitionColumns().forEach(partitions::identity);
    PartitionSpec spec = partitions.build();
    NameMapping names = MappingUtil.create(columns.schema());
    return new StoredState.Files(
        planState(position, List.of()),
        new DeltaStoredFiles(log.storage(), columns.schema(), spec, names),
        fieldIds().last(),
        List.of(spec),
        Optional.of(NameMappingParser.toJson(names)));
  }

  /** Holds nothing open. */
  @Override
  public void close() {}

  private LoggedCommit logged(long version) {
    return loggedHistory()
        .commit(version)
        .orElseThrow(
            () ->
                new SourceException(
                    Area.RANGE,
                    String.format(
                        "Version %d is not part of the log of %s.",
                        version, log.storage().root())));
  }

  private TableMetadata metadata(long version) {
    return loggedHistory()
        .commit(version)
        .flatMap(LoggedCommit::after)
        .orElseGet(() -> TableMetadata.of(log.snapshot(version).getMetadata()));
  }

  private DeltaSchema schema(Snapshot snapshot) {
    return schema(TableMetadata.of(snapshot.getMetadata()));
  }

  private DeltaSchema schema(TableMetadata metadata) {
    return DeltaSchema.of(metadata, fieldIds());
  }

  private DeltaRanges ranges() {
    return new DeltaRanges(log.storage().root(), loggedHistory().commits(), spec.streaming());
  }

  private synchronized DeltaHistory loggedHistory() {
    if (history == null) {
      history =
          earlier
              .flatMap(it -> it.continued(log))
              .orElseGet(() -> DeltaHistory.read(log, spec.changeFeed()));
    }
    return history;
  }

  private synchronized FieldIds fieldIds() {
    if (fieldIds == null) {
      fieldIds = new FieldIds(loggedHistory().metadata());
    }
    return fieldIds;
  }
}
