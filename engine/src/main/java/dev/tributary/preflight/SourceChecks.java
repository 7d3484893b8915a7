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
import dev.tributary.history.Position;
import dev.tributary.history.SourceCommit;
import dev.tributary.run.Continuity;
import dev.tributary.run.InitialLoad;
import dev.tributary.source.ReadPlan;
import dev.tributary.source.SourceDescription;
import dev.tributary.source.SourceTable;
import dev.tributary.source.SourceTable.SourceRange;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.target.Progress;
import java.util.List;
import java.util.Optional;

/** Whether the source, its range and its changes can be read. */
final class SourceChecks {
  private final MigrationSpec spec;
  private final Findings findings;
  private final SourceTable source;
  private final String subject;

  SourceChecks(MigrationSpec spec, Findings findings, SourceTable source) {
    this.spec = spec;
    this.findings = findings;
    this.source = source;
    this.subject = spec.source().table();
  }

  /** The source's card; empty when it cannot be made. */
  Optional<SourceDescription> describe() {
    Optional<SourceDescription> description =
        findings.attempt("source-readable", Area.SOURCE, subject, source::describe);
    description.ifPresent(
        card -> {
          findings.info(
              "source-readable",
              Area.SOURCE,
              subject,
              card.format()
                  + (card.rows().isPresent()
                      ? String.format(", %,d rows", card.rows().getAsLong())
                      : ""));
          card.problems()
              .forEach(
                  problem ->
                      findings.warning(
                          "source-problems",
                          Area.SOURCE,
                          subject,
                          problem,
                          "Leave such columns out with drop, or choose a range without such"
                              + " commits"));
        });
    return description;
  }

  /** The range that a run would apply. */
  Optional<SourceRange> range(Optional<Progress> progress) {
    Optional<SourceRange> range =
        findings.attempt(
            "range",
            Area.RANGE,
            subject,
            () ->
                progress.isPresent()
                    ? Continuity.rangeAfter(source, progress.get())
                    : source.range());
    range.ifPresentOrElse(
        it -> findings.info("range", Area.RANGE, subject, inWords(it, progress)),
        () -> findings.unchecked("the range's changes and the initial load"));
    return range;
  }

  private static String inWords(SourceRange range, Optional<Progress> progress) {
    List<SourceCommit> commits = range.commits();
    if (commits.isEmpty()) {
      return progress
          .map(it -> "Nothing new after commit " + it.committedThrough().commitId())
          .orElse("The range has no commits");
    }
    SourceCommit first = commits.get(0);
    SourceCommit last = commits.get(commits.size() - 1);
    return commits.size() == 1
        ? String.format("One commit: %s of %s", first.id(), first.timestamp())
        : String.format(
            "%,d commits: from %s of %s to %s of %s",
            commits.size(), first.id(), first.timestamp(), last.id(), last.timestamp());
  }

  /** What a run would load first. */
  Optional<InitialLoad> initialLoad(
      SourceRange range, Optional<Progress> progress, OpenedTarget target) {
    if (progress.isPresent() || target.state() == OpenedTarget.State.UNREACHABLE) {
      return Optional.empty();
    }
    Optional<InitialLoad> load =
        findings.attempt(
            "initial-load",
            Area.TARGET,
            spec.target().table(),
            () -> InitialLoad.decide(spec, source, range, target.table()));
    load.ifPresent(it -> report(it, range, target));
    return load;
  }

  private void report(InitialLoad load, SourceRange range, OpenedTarget target) {
    if (load.position().isPresent()) {
      findings.info(
          "initial-load",
          Area.TARGET,
          spec.target().table(),
          String.format(
              "The run first loads the source's state after commit %s: %s",
              load.position().get().commitId(), load.reason()));
      return;
    }
    boolean filled = target.table().isPresent() && !target.table().get().empty();
    boolean lacksState =
        spec.initialLoad() == MigrationSpec.InitialLoad.AUTO && range.before().isPresent();
    if (filled || lacksState) {
      findings.warning(
          "initial-load",
          Area.TARGET,
          spec.target().table(),
          "The run applies only the range's changes to what is there: " + load.reason(),
          "Make sure that the target holds the source's state before the range, or begin with an"
              + " empty target and a state that can be read");
    } else {
      findings.info(
          "initial-load",
          Area.TARGET,
          spec.target().table(),
          "The run applies only the range's changes: " + load.reason());
    }
  }

  /** The state whose columns the target gets. */
  Optional<Position> latest(Optional<SourceRange> range) {
    return range
        .flatMap(SourceRange::end)
        .or(
            () ->
                findings
                    .attempt("source-readable", Area.SOURCE, subject, source::history)
                    .flatMap(history -> history.stream().findFirst())
                    .map(SourceCommit::position));
  }

  /**
   * Whether the changes can be read.
   *
   * @param columns of the source that are read; empty: all
   * @param loadsAll whether the changes come with the initial load
   */
  void changes(SourceRange range, List<String> columns, boolean loadsAll) {
    if (range.commits().isEmpty() || loadsAll) {
      return;
    }
    Optional<ReadPlan> plan =
        findings.attempt(
            "changes-readable", Area.CHANGES, subject, () -> source.planChanges(range, columns));
    plan.ifPresent(
        it ->
            findings.info(
                "changes-readable",
                Area.CHANGES,
                subject,
                it.changes().isPresent()
                    ? String.format("%,d changed rows can be read", it.changes().getAsLong())
                    : "The changed rows can be read"));
  }
}
