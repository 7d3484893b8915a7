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

import dev.tributary.errors.RunException;
import dev.tributary.errors.TargetException;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table that gets the rows which cannot be applied. Its rows are written before the unit that
 * they belong to is committed: a table of its own has no commit in common with the target. What
 * makes them stand there once is the place at which the unit begins: as long as the target's
 * progress is still at it, no unit that began there was committed, so rows of such units are those
 * of a failed attempt, and are replaced.
 */
public final class DeadLetterTable {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterTable.class);
  private static final String RANGE = "range_id";

  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(
              1, RANGE, Types.LongType.get(), "Of the target and the place where its unit began"),
          Types.NestedField.required(2, "target", Types.StringType.get()),
          Types.NestedField.required(3, "source_id", Types.StringType.get()),
          Types.NestedField.required(4, "run_id", Types.StringType.get()),
          Types.NestedField.required(5, "unit_id", Types.StringType.get()),
          Types.NestedField.optional(
              6, "commit_id", Types.StringType.get(), "Commit of the source that made the change"),
          Types.NestedField.required(7, "change_type", Types.StringType.get()),
          Types.NestedField.required(8, "reason", Types.StringType.get()),
          Types.NestedField.required(
              9, "row", Types.StringType.get(), "The source's row as a JSON object"));

  private final TargetAddress address;
  private final TargetAddress target;
  private final Unit unit;

  /**
   * @param name {@code namespace.table} in the catalog of the target
   */
  public DeadLetterTable(String name, TargetAddress target, Unit unit) {
    this.address =
        new TargetAddress(
            name, target.catalogName(), target.catalogProperties(), target.configProperties());
    this.target = target;
    this.unit = unit;
  }

  /**
   * A row that cannot be applied.
   *
   * @param commitId null: it is part of the initial state
   */
  public record Letter(String commitId, String changeType, String reason, String row)
      implements Serializable {}

  /**
   * Makes these the rows of the unit, in one commit, unless the target is past the unit already.
   *
   * @throws TargetException when the table cannot be created or written
   */
  public void write(List<Letter> letters) {
    // Of attempts that may stand, for all that is known.
    Set<String> doubtful = new HashSet<>();
    CommitAttempts.repeat(
        "the dead letter table " + address,
        () -> {
          try (TargetCatalog catalog = TargetCatalog.open(address)) {
            // Replacing them again is right, whether or not they stand.
            attempt(catalog, letters, doubtful);
            return true;
          }
        },
        this::beaten);
  }

  private RunException beaten(RuntimeException conflict) {
    return new RunException(
        String.format(
            "Other writers committed to the dead letter table %s first, %d times in a row. Run"
                + " again when they are done; nothing of this part was applied.",
            address, CommitAttempts.MOST),
        conflict);
  }

  private void attempt(TargetCatalog catalog, List<Letter> letters, Set<String> doubtful) {
    Optional<Table> existing = catalog.load();
    if (existing.isEmpty() && letters.isEmpty()) {
      return;
    }
    Table table = existing.orElseGet(() -> create(catalog));
    requireColumns(table);
    // The table was loaded first: a commit that another run of this unit makes from now on
    // conflicts.
    if (moved() || (letters.isEmpty() && !holds(table))) {
      return;
    }
    replace(table, letters, doubtful);
  }

  private Table create(TargetCatalog catalog) {
    catalog.createNamespace();
    catalog.create(definition(), Map.of(), Optional.empty()).commitTransaction();
    return catalog
        .load()
        .orElseThrow(() -> new CommitConflict("Table " + address + " was dropped again", null));
  }

  private static TableDefinition definition() {
    return new TableDefinition(
        SCHEMA,
        PartitionSpec.unpartitioned(),
        SortOrder.unsorted(),
        Map.of(
            TableProperties.FORMAT_VERSION,
            Integer.toString(TableDefinition.DEFAULT_FORMAT_VERSION)));
  }

  private void requireColumns(Table table) {
    for (Types.NestedField column : SCHEMA.columns()) {
      Types.NestedField found = table.schema().findField(column.name());
      if (found == null || !found.type().equals(column.type())) {
        throw new TargetException(
            String.format(
                "Table %s cannot take rows that cannot be applied: it needs a column %s of type %s."
                    + " Name a table that does not exist yet in target.dead_letter.",
                address, column.name(), column.type()));
      }
    }
  }

  private boolean moved() {
    try (TargetCatalog catalog = TargetCatalog.open(target)) {
      return catalog
          .load()
          .map(table -> unit.standing(table.properties()) != Claim.Standing.OPEN)
          .orElse(unit.before().isPresent());
    }
  }

  private Expression ofRange() {
    return Expressions.equal(RANGE, rangeId());
  }

  private boolean holds(Table table) {
    try (CloseableIterable<?> files = table.newScan().filter(ofRange()).planFiles()) {
      return files.iterator().hasNext();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void replace(Table table, List<Letter> letters, Set<String> doubtful) {
    PinnedOperations pinned = PinnedOperations.of(((HasTableOperations) table).operations());
    Table base = new BaseTable(pinned, table.name());
    List<String> written = new ArrayList<>();
    boolean sent = false;
    try {
      OverwriteFiles overwrite = base.newOverwrite().overwriteByRowFilter(ofRange());
      if (!letters.isEmpty()) {
        files(base, letters, written::add).forEach(overwrite::addFile);
      }
      overwrite.set(Unit.UNIT_ID, unit.id());
      sent = true;
      overwrite.commit();
    } catch (ValidationException e) {
      delete(table, written);
      throw new TargetException(
          String.format(
              "Rows of an attempt that failed cannot be replaced in the dead letter table %s: its"
                  + " files were rewritten together with others. Delete its rows with %s = %d, and"
                  + " run again.",
              address, RANGE, rangeId()),
          e);
    } catch (RuntimeException e) {
      if (sent && mayStand(e)) {
        doubtful.addAll(written);
      } else {
        delete(table, written);
      }
      throw e;
    }
    // An attempt that was still under way can no longer be committed on top of this one.
    if (!doubtful.isEmpty()) {
      doubtful.removeAll(added(base));
      delete(table, doubtful);
    }
  }

  private static boolean mayStand(RuntimeException e) {
    return e instanceof CommitStateUnknownException
        || PassingFailure.of(e).filter(failure -> !failure.refused()).isPresent();
  }

  /** The files that attempts of this unit brought to the table. */
  private Set<String> added(Table table) {
    Set<String> added = new HashSet<>();
    for (Snapshot snapshot : table.snapshots()) {
      if (unit.id().equals(snapshot.summary().get(Unit.UNIT_ID))) {
        SnapshotChanges.builderFor(table)
            .snapshot(snapshot)
            .build()
            .addedDataFiles()
            .forEach(file -> added.add(file.location()));
      }
    }
    return added;
  }

  private static void delete(Table table, Collection<String> locations) {
    for (String location : locations) {
      try {
        table.io().deleteFile(location);
      } catch (RuntimeException e) {
        LOG.warn("Cannot delete {}, which nothing refers to", location, e);
      }
    }
  }

  private List<DataFile> files(
      Table table, List<Letter> letters, TargetOutput.Announcement announcement) {
    TargetOutput output = new TargetOutput(table, Map.of(), announcement);
    try (DataFileWriter writer = new DataFileWriter(output, "dead-letter")) {
      GenericRecord empty = GenericRecord.create(table.schema());
      letters.forEach(letter -> writer.write(row(letter, empty.copy())));
      return writer.complete();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Record row(Letter letter, Record row) {
    row.setField(RANGE, rangeId());
    row.setField("target", target.table());
    row.setField("source_id", unit.progress().sourceId());
    row.setField("run_id", unit.progress().runId());
    row.setField("unit_id", unit.id());
    row.setField("commit_id", letter.commitId());
    row.setField("change_type", letter.changeType());
    row.setField("reason", letter.reason());
    row.setField("row", letter.row());
    return row;
  }

  // A number, since the bounds by which whole files are found to match cut long texts.
  private long rangeId() {
    String place =
        String.join(
            "\n",
            target.table(),
            unit.progress().sourceId(),
            unit.before().map(Object::toString).orElse(""));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(place.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(hash).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
