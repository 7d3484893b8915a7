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
package dev.tributary.target;

import dev.tributary.catalog.CatalogFailure;
import dev.tributary.errors.RunException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.util.DataFileSet;
import org.apache.iceberg.util.DeleteFileSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits a unit exactly once: files and progress in one table commit, on top of the very metadata
 * in which the progress was checked and the rows were located. A conflict leads to a new attempt on
 * what the table is then; a lost answer is found out by reading the table again.
 */
public final class UnitCommitter {
  private static final Logger LOG = LoggerFactory.getLogger(UnitCommitter.class);

  private final TargetAddress address;
  private final Claim unit;
  private final UnitWork work;
  private final BooleanSupplier cancelled;
  private final Consumer<String> conflicts;

  // Whether the current attempt got as far as asking the catalog to commit.
  private boolean sent;

  /**
   * @param conflicts hears about each conflict, for people
   */
  public UnitCommitter(
      TargetAddress address,
      Claim unit,
      UnitWork work,
      BooleanSupplier cancelled,
      Consumer<String> conflicts) {
    this.address = address;
    this.unit = unit;
    this.work = work;
    this.cancelled = cancelled;
    this.conflicts = conflicts;
  }

  /** What a unit brings to its commit. */
  public interface UnitWork {

    /** The table to create when there is none; empty: it has to be there. */
    Optional<StagedTable> creation();

    /** The new data files. */
    List<DataFile> dataFiles();

    /** The snapshot that {@link #located()} is true for; empty: a table without any. */
    Optional<Long> locatedIn();

    /** What was located in {@link #locatedIn()}. */
    Located located();

    /**
     * Locates again, in the table's current snapshot.
     *
     * @throws RunException when the unit cannot be applied to that snapshot at all
     */
    Located locate(Table table);

    /** Further entries of the snapshot summary. */
    Map<String, String> summary(Located located);
  }

  /** How a commit ended. */
  public sealed interface Outcome {
    /** The unit stands in the target, as this snapshot. */
    record Committed(long snapshotId) implements Outcome {}

    /** The target's progress is not what the unit follows; nothing was applied. */
    record Moved() implements Outcome {}
  }

  /**
   * Commits, unless the target has moved on.
   *
   * @throws RunException when other writers keep committing first, or when it stays unknown whether
   *     the commit stands; {@link UnknownCommit} in the latter case
   * @throws CancellationException when cancelled before an attempt
   */
  public Outcome commit() {
    boolean unknown = false;
    // What the last attempts failed by: the catalog, or if empty other writers; and how many.
    Optional<PassingFailure> passing = Optional.empty();
    int inARow = 0;
    RuntimeException last = null;
    for (int attempt = 1; attempt <= CommitAttempts.MOST; attempt++) {
      if (attempt > 1 && !CommitAttempts.pause(attempt)) {
        if (unknown) {
          throw new UnknownCommit(address.table());
        }
        throw new CancellationException("Interrupted while waiting for other writers");
      }
      // Once a commit's state is unknown it has to be found out, cancelled or not.
      if (cancelled.getAsBoolean() && !unknown) {
        throw new CancellationException("Cancelled before the commit");
      }
      sent = false;
      try (TargetCatalog catalog = TargetCatalog.open(address)) {
        return attempt(catalog);
      } catch (CommitConflict | CommitFailedException | AlreadyExistsException e) {
        inARow = passing.isEmpty() ? inARow + 1 : 1;
        passing = Optional.empty();
        last = e;
        LOG.info("Commit of unit {} met another commit; trying again", unit.id(), e);
        conflicts.accept("Another writer committed to " + address + " first; locating again");
      } catch (CommitStateUnknownException e) {
        unknown = true;
        LOG.warn("The answer to the commit of unit {} was lost; reading the table", unit.id(), e);
        conflicts.accept("The answer to a commit to " + address + " was lost; reading the table");
      } catch (RuntimeException e) {
        Optional<PassingFailure> failure = PassingFailure.of(e);
        if (!unknown && failure.isEmpty()) {
          throw e instanceof RESTException ? refused(e) : e;
        }
        inARow = passing.isPresent() ? inARow + 1 : 1;
        passing = failure;
        last = e;
        // A request that was refused did nothing; one that got lost may have been done.
        unknown |= sent && !failure.map(PassingFailure::refused).orElse(false);
        LOG.warn("The catalog failed while unit {} was committed; trying again", unit.id(), e);
        failure.ifPresent(
            it ->
                conflicts.accept(
                    "The catalog of " + address + " failed: " + it.reason() + "; trying again"));
      }
    }
    if (unknown) {
      throw new UnknownCommit(address.table());
    }
    if (passing.isPresent()) {
      throw CommitAttempts.failed(address, inARow, passing.get().reason(), last);
    }
    throw new RunException(
        String.format(
            "Other writers committed to %s first, %d times in a row. Run again when they are done;"
                + " what was committed before is kept.",
            address, inARow),
        last);
  }

  private RunException refused(RuntimeException e) {
    return new RunException(
        String.format(
            "Cannot commit to %s: %s What was committed before is kept.",
            address, CatalogFailure.describe(e, address.catalogProperties())),
        e);
  }

  private Outcome attempt(TargetCatalog catalog) {
    Optional<Table> table = catalog.load();
    if (table.isEmpty()) {
      return create(catalog);
    }
    Optional<Snapshot> standing = find(table.get(), unit.id());
    if (standing.isPresent()) {
      return new Outcome.Committed(standing.get().snapshotId());
    }
    Claim.Standing state = unit.standing(table.get().properties());
    if (state == Claim.Standing.STANDS) {
      // Its snapshot has been expired already; the properties still tell.
      return new Outcome.Committed(table.get().currentSnapshot().snapshotId());
    }
    if (state == Claim.Standing.MOVED) {
      return new Outcome.Moved();
    }
    if (work.creation().isPresent()) {
      throw new RunException(
          String.format(
              "Table %s was created by someone else during the run. Check it, and run again.",
              address));
    }
    return change(table.get());
  }

  /** The snapshot in which a unit was committed, if the table still has it. */
  static Optional<Snapshot> find(Table table, String unitId) {
    for (Snapshot snapshot : table.snapshots()) {
      if (unitId.equals(snapshot.summary().get(Unit.UNIT_ID))) {
        return Optional.of(snapshot);
      }
    }
    return Optional.empty();
  }

  private Outcome create(TargetCatalog catalog) {
    StagedTable staged =
        work.creation()
            .orElseThrow(
                () ->
                    new RunException(
                        String.format("Table %s was dropped during the run.", address)));
    boolean newNamespace = catalog.createNamespace();
    try {
      Map<String, String> summary = summary(work.located());
      Transaction transaction =
          catalog.create(
              staged.definition(), properties(summary, Map.of()), Optional.of(staged.location()));
      addSnapshot(transaction, work.located(), null, summary);
      sent = true;
      transaction.commitTransaction();
      return new Outcome.Committed(transaction.table().currentSnapshot().snapshotId());
    } catch (CommitStateUnknownException e) {
      throw e;
    } catch (RuntimeException e) {
      if (newNamespace) {
        catalog.dropNamespace();
      }
      throw e;
    }
  }

  private Outcome change(Table table) {
    TableOperations operations = ((HasTableOperations) table).operations();
    PinnedOperations pinned = PinnedOperations.of(operations);
    Table base = new BaseTable(pinned, table.name());
    Snapshot current = base.currentSnapshot();
    Optional<Long> snapshot = Optional.ofNullable(current).map(Snapshot::snapshotId);
    boolean valid = Objects.equals(snapshot, work.locatedIn());
    Located located = valid ? work.located() : work.locate(base);
    Transaction transaction = base.newTransaction();
    Map<String, String> summary = summary(located);
    addSnapshot(transaction, located, current, summary);
    Map<String, String> properties = properties(summary, table.properties());
    if (!properties.isEmpty()) {
      UpdateProperties update = transaction.updateProperties();
      properties.forEach(update::set);
      update.commit();
    }
    sent = true;
    transaction.commitTransaction();
    return new Outcome.Committed(base.currentSnapshot().snapshotId());
  }

  private Map<String, String> summary(Located located) {
    Map<String, String> summary = new HashMap<>(work.summary(located));
    summary.putAll(unit.summary());
    return summary;
  }

  private Map<String, String> properties(Map<String, String> summary, Map<String, String> current) {
    Map<String, String> properties = new HashMap<>(unit.properties());
    properties.putAll(ReplacedInserts.adding(summary, current));
    return properties;
  }

  private void addSnapshot(
      Transaction transaction, Located located, Snapshot base, Map<String, String> summary) {
    if (!located.replacedData().isEmpty()) {
      OverwriteFiles overwrite = transaction.newOverwrite();
      work.dataFiles().forEach(overwrite::addFile);
      located.rewritten().forEach(overwrite::addFile);
      overwrite
          .deleteFiles(DataFileSet.of(located.replacedData()), DeleteFileSet.of(located.replaced()))
          .validateFromSnapshot(base.snapshotId())
          .validateNoConflictingData()
          .validateNoConflictingDeletes();
      commit(overwrite, summary);
      return;
    }
    if (located.added().isEmpty()) {
      // Without deletes nothing can conflict, and a snapshot is made even when there is no file:
      // it is the audit's record of the unit.
      AppendFiles append = transaction.newFastAppend();
      work.dataFiles().forEach(append::appendFile);
      commit(append, summary);
      return;
    }
    List<DeleteFile> deletes = inSpecs(transaction, located.added());
    RowDelta delta = transaction.newRowDelta();
    work.dataFiles().forEach(delta::addRows);
    deletes.forEach(delta::addDeletes);
    located.replaced().forEach(delta::removeDeletes);
    if (base == null) {
      commit(delta, summary);
      return;
    }
    delta
        .validateFromSnapshot(base.snapshotId())
        .validateDataFilesExist(located.dataFiles())
        .validateDeletedFiles()
        .validateNoConflictingDataFiles()
        .validateNoConflictingDeleteFiles();
    commit(delta, summary);
  }

  private static List<DeleteFile> inSpecs(Transaction transaction, List<DeleteFile> deletes) {
    if (deletes.stream().noneMatch(file -> file.content() == FileContent.EQUALITY_DELETES)) {
      return deletes;
    }
    PartitionSpec global = EqualityDeletes.globalSpec(transaction);
    return deletes.stream()
        .map(
            file ->
                file.content() == FileContent.EQUALITY_DELETES
                    ? EqualityDeletes.under(global, transaction.table().schema(), file)
                    : file)
        .toList();
  }

  private static void commit(SnapshotUpdate<?> update, Map<String, String> summary) {
    summary.forEach(update::set);
    update.commit();
  }
}
