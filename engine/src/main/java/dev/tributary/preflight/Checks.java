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

import dev.tributary.errors.Area;
import dev.tributary.errors.SpecException;
import dev.tributary.history.Position;
import dev.tributary.mapping.ChangeLog;
import dev.tributary.mapping.RowMapping;
import dev.tributary.migration.SourceTables;
import dev.tributary.run.InitialLoad;
import dev.tributary.source.SourceDescription;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.Bound;
import dev.tributary.spec.Capabilities;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TableTemplate;
import dev.tributary.spec.TargetSpec;
import dev.tributary.target.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.Schema;

/** The checks in their order; later ones build on what earlier ones found. Used once. */
final class Checks {
  private final MigrationSpec spec;
  private final Findings findings;
  private final Depth depth;
  private final BooleanSupplier cancelled;

  Checks(MigrationSpec spec, Findings findings, Depth depth, BooleanSupplier cancelled) {
    this.spec = spec;
    this.findings = findings;
    this.depth = depth;
    this.cancelled = cancelled;
  }

  /** How much is checked. */
  enum Depth {
    /** Everything. */
    FULL,
    /** What a run does not find out by itself before it writes. */
    BEFORE_RUN
  }

  void run() {
    checkSpec();
    tellOptions();
    if (TableTemplate.of(spec.target()).isPresent()) {
      new DestinationChecks(spec, findings, depth, cancelled).run();
      return;
    }
    Optional<SourceTable> source =
        findings.attempt(
            "source-readable", Area.SOURCE, spec.source().table(), () -> SourceTables.open(spec));
    try (OpenedTarget target = OpenedTarget.open(spec.target(), findings)) {
      if (source.isPresent()) {
        withSource(source.get(), target);
      } else {
        findings.unchecked("the range");
        findings.unchecked("the mapping");
        findings.unchecked("the equality columns");
        new TargetChecks(spec, findings, target).withoutMapping();
      }
    } finally {
      source.ifPresent(Checks::close);
    }
  }

  private void checkSpec() {
    for (String refusal : Capabilities.unsupported(spec)) {
      findings.error("spec-supported", new SpecException(refusal), Area.SPEC, spec.name());
    }
  }

  private void tellOptions() {
    Capabilities.remarks(spec)
        .forEach(
            (key, remark) -> findings.info("write-option", Area.SPEC, "target." + key, remark));
  }

  private void withSource(SourceTable source, OpenedTarget target) {
    SourceChecks sourceChecks = new SourceChecks(spec, findings, source);
    Optional<SourceDescription> card =
        depth == Depth.FULL ? sourceChecks.describe() : Optional.empty();
    Optional<Progress> progress = target.progress(source);
    Optional<SourceRange> range = sourceChecks.range(progress);
    Optional<Schema> all =
        sourceChecks.latest(range).flatMap(position -> columns(source, position));
    Optional<RowMapping> planned = all.flatMap(this::plan);
    Optional<RowMapping> mapping =
        planned.flatMap(
            it -> new MappingChecks(spec, findings, target).check(it, source, all.orElseThrow()));
    TargetChecks targetChecks = new TargetChecks(spec, findings, target);
    if (planned.isPresent()) {
      targetChecks.withMapping(planned.get());
    } else {
      findings.unchecked("whether the columns fit the target");
      targetChecks.withoutMapping();
    }
    boolean appends = spec.target().mode() == TargetSpec.WriteMode.APPEND;
    if (depth == Depth.FULL && range.isEmpty() && !appends) {
      findings.unchecked("whether the equality columns are unique and never null");
    } else if (depth == Depth.FULL && range.isPresent()) {
      Optional<InitialLoad> load = sourceChecks.initialLoad(range.get(), progress, target);
      List<String> columns = planned.map(RowMapping::sourceColumns).orElse(List.of());
      sourceChecks.changes(range.get(), columns, loadsAll(load));
      boolean loads = load.flatMap(InitialLoad::position).isPresent();
      card.ifPresent(it -> targetChecks.space(it, loads));
      checkKeys(source, range.get(), mapping, load, progress);
    }
  }

  private Optional<Schema> columns(SourceTable source, Position position) {
    return findings.attempt(
        "mapping", Area.MAPPING, spec.source().table(), () -> source.schema(position));
  }

  private Optional<RowMapping> plan(Schema columns) {
    return findings.attempt(
        "mapping", Area.MAPPING, spec.source().table(), () -> RowMapping.plan(columns, spec));
  }

  private void checkKeys(
      SourceTable source,
      SourceRange range,
      Optional<RowMapping> mapping,
      Optional<InitialLoad> load,
      Optional<Progress> progress) {
    if (spec.target().mode() == TargetSpec.WriteMode.APPEND) {
      return;
    }
    if (mapping.isEmpty()) {
      findings.unchecked("whether the equality columns are unique and never null");
      return;
    }
    Optional<ChangeLog> log = log(source, range);
    if (log.isPresent()) {
      findings.info(
          "change-log",
          Area.MAPPING,
          spec.source().table(),
          "The rows are changes themselves, told by "
              + String.join(" and ", log.get().columns())
              + ": keys occur as often as they changed");
      return;
    }
    new KeyChecks(spec, findings, source, cancelled)
        .check(
            mapping.get().equalityColumns(),
            load.flatMap(InitialLoad::position),
            range.commits().isEmpty() ? Optional.empty() : range.end(),
            progress.isPresent() || range.before().isEmpty());
  }

  /** Whether the initial load already brings what the range ends with. */
  private boolean loadsAll(Optional<InitialLoad> load) {
    return spec.source().from() instanceof Bound.Open
        && load.flatMap(InitialLoad::position).isPresent();
  }

  private Optional<ChangeLog> log(SourceTable source, SourceRange range) {
    return range
        .end()
        .flatMap(
            end ->
                findings
                    .attempt(
                        "change-log",
                        Area.MAPPING,
                        spec.source().table(),
                        () -> ChangeLog.of(source.schema(end), spec))
                    .flatMap(it -> it));
  }

  private static void close(SourceTable source) {
    try {
      source.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
