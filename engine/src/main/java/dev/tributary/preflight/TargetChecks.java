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
package dev.tributary.preflight;

import dev.tributary.catalog.Catalogs;
import dev.tributary.errors.Area;
import dev.tributary.mapping.RowMapping;
import dev.tributary.preflight.OpenedTarget.State;
import dev.tributary.source.SourceDescription;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec.Distribution;
import dev.tributary.target.Removal;
import dev.tributary.target.StagedTable;
import dev.tributary.target.TableDefinition;
import dev.tributary.target.TargetTable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.types.Types;

/** Whether the target can be created or written, and what its catalog does not support. */
final class TargetChecks {
  private static final int FIRST_WITH_ROW_DELETES = 2;
  private static final long LITTLE_SPACE = 200L << 20;

  private final MigrationSpec spec;
  private final Findings findings;
  private final OpenedTarget target;
  private final String subject;
  private final CatalogLimits limits;

  TargetChecks(MigrationSpec spec, Findings findings, OpenedTarget target) {
    this.spec = spec;
    this.findings = findings;
    this.target = target;
    this.subject = spec.target().table();
    this.limits = new CatalogLimits(spec.target(), findings);
  }

  /** What can be checked of the target alone. */
  void withoutMapping() {
    limits.concurrency();
    if (target.table().isPresent()) {
      existing(target.table().get());
    } else {
      findings.unchecked("the table to be created");
      location().ifPresent(this::writable);
    }
  }

  /** Checks the table that exists, or that the run would create for the mapping. */
  void withMapping(RowMapping mapping) {
    limits.concurrency();
    if (target.table().isPresent()) {
      existing(target.table().get())
          .ifPresent(version -> limits.formatVersion(version, mapping.targetSchema()));
      tellDistribution(target.table().get().table().spec());
      return;
    }
    Optional<TableDefinition> definition =
        findings.attempt("target-table", Area.TARGET, subject, () -> definition(mapping));
    definition.ifPresent(
        it -> {
          describeFormat(it.formatVersion());
          tellDistribution(it.partitioning());
          limits.formatVersion(it.formatVersion(), it.schema());
          findings.info("target-table", Area.TARGET, subject, "Will be created: " + inWords(it));
        });
    location(mapping, definition.isPresent()).ifPresent(this::writable);
  }

  /** Whether there is room for what the initial load writes. */
  void space(SourceDescription source, boolean loads) {
    Optional<Path> folder =
        target
            .table()
            .map(it -> it.table().location())
            .or(this::location)
            .flatMap(Catalogs::localPath);
    if (folder.isEmpty()) {
      return;
    }
    long needed = loads ? source.bytes().orElse(0) : 0;
    try {
      FileStore disk = Files.getFileStore(WriteProbe.existing(folder.get()));
      long free = disk.getUsableSpace();
      if (disk.getTotalSpace() > 0 && free < needed + LITTLE_SPACE) {
        findings.warning(
            "disk-space",
            Area.TARGET,
            folder.get().toString(),
            String.format(
                "%,d MiB are free, and the run needs about %,d MiB for the rows that it loads",
                free >> 20, needed >> 20),
            "Free space, or choose a target on another disk");
      }
    } catch (IOException e) {
      findings.warning(
          "disk-space",
          Area.TARGET,
          folder.get().toString(),
          "Cannot tell how much space is free: " + e.getMessage(),
          "Check it yourself");
    }
  }

  private TableDefinition definition(RowMapping mapping) {
    TableDefinition definition = TableDefinition.of(spec.target(), mapping.targetSchema());
    mapping.requireFormat(definition.formatVersion());
    return definition;
  }

  private Optional<Integer> existing(TargetTable table) {
    writable(table.table().location());
    int version = TableUtil.formatVersion(table.table());
    if (version < FIRST_WITH_ROW_DELETES) {
      findings.error(
          "target-format-version",
          Area.TARGET,
          subject,
          "The table has format version 1, which knows no row-level deletes",
          "Upgrade it to format version 2 or 3, or choose another table");
      return Optional.empty();
    }
    describeFormat(version);
    return Optional.of(version);
  }

  private void tellDistribution(PartitionSpec partitioning) {
    if (spec.target().distribution() == Distribution.HASH && partitioning.isUnpartitioned()) {
      findings.info(
          "write-option",
          Area.TARGET,
          "target.distribution_mode",
          "The table has no partitions to spread rows by, so hash is the same as none");
    }
  }

  private void describeFormat(int version) {
    findings.info(
        "target-format-version",
        Area.TARGET,
        subject,
        String.format("Format version %d: %s", version, inWords(version)));
    if (version > FIRST_WITH_ROW_DELETES && Removal.of(spec.target()) == Removal.DELETE_BY_KEY) {
      findings.warning(
          "delete-strategy",
          Area.TARGET,
          subject,
          "Iceberg advises against new equality deletes where there are deletion vectors, and a"
              + " later format version may not allow them",
          "Use delete_strategy: position");
    }
  }

  private String inWords(int version) {
    if (Removal.of(spec.target()) == Removal.DELETE_BY_KEY) {
      return "deleted rows are named by key in equality delete files, which every reader has to"
          + " compare with all older rows until the table is compacted; how many rows were"
          + " updated or deleted is not counted";
    }
    if (Removal.of(spec.target()) == Removal.REWRITE) {
      return "files that hold changed rows are written anew without them";
    }
    return version == FIRST_WITH_ROW_DELETES
        ? "deleted rows are marked in position delete files"
        : "deleted rows are marked in deletion vectors, and rows get row ids of the target's own";
  }

  private Optional<String> location(RowMapping mapping, boolean definitionFits) {
    if (!definitionFits || target.state() != State.TO_BE_CREATED) {
      return location();
    }
    return findings
        .attempt(
            "target-table",
            Area.TARGET,
            subject,
            () -> TargetTable.preview(spec.target(), definition(mapping)))
        .flatMap(
            preview ->
                preview.isPresent()
                    ? preview.map(StagedTable.Preview::staged).map(StagedTable::location)
                    : location());
  }

  /** The warehouse: where tables of the catalog go when nothing else is known. */
  private Optional<String> location() {
    return Optional.ofNullable(
        spec.target().catalogProperties().get(CatalogProperties.WAREHOUSE_LOCATION));
  }

  private void writable(String location) {
    Optional<Path> database =
        Catalogs.databaseFile(spec.target().catalogProperties()).map(Path::getParent);
    if (database.isPresent() && !writable(database.get())) {
      return;
    }
    Optional<Path> folder = Catalogs.localPath(location);
    if (folder.isEmpty()) {
      findings.info(
          "target-writable",
          Area.TARGET,
          location,
          "Whether files can be written there is seen when the run writes the first");
    } else if (writable(folder.get())) {
      findings.info("target-writable", Area.TARGET, location, "Files can be written there");
    }
  }

  private boolean writable(Path folder) {
    try {
      WriteProbe.write(folder);
      return true;
    } catch (IOException | RuntimeException e) {
      findings.error(
          "target-writable",
          Area.TARGET,
          folder.toString(),
          String.format("Cannot write to %s: %s", folder, reason(e)),
          "Give yourself the right to write there, free space, or choose another folder");
      return false;
    }
  }

  private static String reason(Exception e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileSystemException failure && failure.getReason() != null) {
      return failure.getReason();
    }
    return e instanceof NoSuchFileException ? "the folder cannot be created" : e.getMessage();
  }

  private static String inWords(TableDefinition definition) {
    String columns =
        String.join(
            ", ", definition.schema().columns().stream().map(TargetChecks::column).toList());
    String partitions =
        String.join(
            ", ",
            definition.partitioning().fields().stream()
                .map(
                    field ->
                        field.transform()
                            + "("
                            + definition.schema().findColumnName(field.sourceId())
                            + ")")
                .toList());
    return columns + (partitions.isEmpty() ? "" : "; partitioned by " + partitions);
  }

  private static String column(Types.NestedField field) {
    return field.name() + " " + field.type() + (field.isRequired() ? " not null" : "");
  }
}
