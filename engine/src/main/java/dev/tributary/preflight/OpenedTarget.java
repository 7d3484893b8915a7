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
import dev.tributary.source.SourceTable;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.Progress;
import dev.tributary.target.ReplacedInserts;
import dev.tributary.target.TargetTable;
import java.io.Closeable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The target as far as it is there. */
final class OpenedTarget implements Closeable {
  private final TargetSpec spec;
  private final Findings findings;
  private final State state;
  private final Optional<TargetTable> table;

  private OpenedTarget(
      TargetSpec spec, Findings findings, State state, Optional<TargetTable> table) {
    this.spec = spec;
    this.findings = findings;
    this.state = state;
    this.table = table;
  }

  /** What was found. */
  enum State {
    /** The table exists. */
    EXISTS,
    /** The catalog exists, and the table does not. */
    TO_BE_CREATED,
    /** Not even the catalog's database exists; opening it would create it. */
    CATALOG_TO_BE_CREATED,
    /** The catalog could not be opened. */
    UNREACHABLE
  }

  static OpenedTarget open(TargetSpec spec, Findings findings) {
    Optional<Path> database = Catalogs.databaseFile(spec.catalogProperties());
    if (database.isPresent() && !Files.exists(database.get())) {
      findings.info(
          "target-catalog",
          Area.TARGET,
          spec.table(),
          "The catalog does not exist yet; the run creates it in " + database.get());
      return new OpenedTarget(spec, findings, State.CATALOG_TO_BE_CREATED, Optional.empty());
    }
    Optional<Optional<TargetTable>> opened =
        findings.attempt("target-catalog", Area.TARGET, spec.table(), () -> TargetTable.open(spec));
    if (opened.isEmpty()) {
      return new OpenedTarget(spec, findings, State.UNREACHABLE, Optional.empty());
    }
    Optional<TargetTable> table = opened.get();
    findings.info(
        "target-catalog",
        Area.TARGET,
        spec.table(),
        table
            .map(it -> "The table exists in " + it.table().location())
            .orElse("The catalog answers; the run creates the table"));
    return new OpenedTarget(
        spec, findings, table.isPresent() ? State.EXISTS : State.TO_BE_CREATED, table);
  }

  State state() {
    return state;
  }

  Optional<TargetTable> table() {
    return table;
  }

  /** How far this source was committed to the table; another source's progress is an error. */
  Optional<Progress> progress(SourceTable source) {
    if (table.isEmpty()) {
      return Optional.empty();
    }
    Optional<Progress> progress =
        findings
            .attempt("target-progress", Area.TARGET, spec.table(), () -> table.get().progress())
            .flatMap(found -> found);
    if (progress.isEmpty()) {
      return progress;
    }
    Progress found = progress.get();
    if (!found.sourceId().equals(source.identity())) {
      findings.error(
          "target-progress",
          Area.TARGET,
          spec.table(),
          String.format(
              "The target follows another source: its progress is of the table with identity %s,"
                  + " and this source has %s",
              found.sourceId(), source.identity()),
          "Choose another target, or the source that it follows");
      return Optional.empty();
    }
    findings.info(
        "target-progress",
        Area.TARGET,
        spec.table(),
        "The target holds the source through commit " + found.committedThrough().commitId());
    long replaced = ReplacedInserts.in(table.get().table().properties());
    if (replaced > 0) {
      findings.warning(
          "target-keys",
          Area.TARGET,
          spec.table(),
          String.format(
              "%,d inserts of earlier runs met a row with the same key and replaced it: the"
                  + " equality columns may not identify the source's rows",
              replaced),
          "Compare with verify; if rows are missing, load the source into a new target with other"
              + " equality columns");
    }
    return progress;
  }

  @Override
  public void close() {
    table.ifPresent(TargetTable::close);
  }
}
