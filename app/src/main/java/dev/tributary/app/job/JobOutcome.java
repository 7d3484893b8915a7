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
package dev.tributary.app.job;

import dev.tributary.app.engine.Job;
import dev.tributary.app.engine.JobState;
import dev.tributary.app.engine.JobUpdate;
import dev.tributary.app.text.Texts;
import dev.tributary.run.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Puts the end of a job into words. */
final class JobOutcome {
  private JobOutcome() {}

  /** What happened, in one sentence. */
  static String sentence(JobUpdate update, Texts texts) {
    JobState state = update.job().state();
    String key = "job.outcome." + state.name();
    String position =
        update
            .result()
            .flatMap(RunResult::committedThrough)
            .map(at -> at.commitId())
            .orElse(texts.formats().unknown());
    return switch (state) {
      case SUCCEEDED ->
          update
              .result()
              .map(
                  result ->
                      texts.text(
                          key,
                          update.job().target(),
                          position,
                          texts.formats().number(result.rows().inserted()),
                          texts.formats().number(result.rows().updated()),
                          texts.formats().number(result.rows().deleted()),
                          result.initialLoad().map(load -> load.rows()).orElse(0L)))
              .orElse("");
      case NOTHING_TO_DO -> texts.text(key, update.job().target(), position);
      case CANCELLED, FAILED ->
          update.refused()
              ? texts.text("job.outcome.refused", update.job().target())
              : update.result().isEmpty()
                  ? texts.text("job.outcome.unknown", update.job().target())
                  : update.result().flatMap(RunResult::committedThrough).isPresent()
                      ? texts.text(key + ".committed", update.job().target(), position)
                      : texts.text(key, update.job().target());
      default -> "";
    };
  }

  /** The numbers of the result; empty when the engine ended without stating any. */
  static List<Figure> figures(JobUpdate update, Texts texts) {
    List<Figure> figures = new ArrayList<>();
    update
        .result()
        .ifPresent(
            result -> {
              result
                  .initialLoad()
                  .ifPresent(
                      load -> {
                        figures.add(figure("load-rows", load.rows(), texts));
                        figures.add(figure("load-files", load.files(), texts));
                      });
              RunResult.RowCounts rows = result.rows();
              figures.add(figure("inserted", rows.inserted(), texts));
              figures.add(figure("updated", rows.updated(), texts));
              figures.add(figure("deleted", rows.deleted(), texts));
              figures.add(figure("unmatched-updates", rows.unmatchedUpdates(), texts));
              figures.add(figure("unmatched-deletes", rows.unmatchedDeletes(), texts));
              figures.add(figure("replaced-inserts", rows.replacedInserts(), texts));
              figures.add(figure("dead-letter", rows.deadLetter(), texts));
              RunResult.FileCounts files = result.files();
              figures.add(figure("data-files", files.data(), texts));
              figures.add(figure("deletion-vectors", files.deletionVectors(), texts));
              figures.add(figure("position-deletes", files.positionDeletes(), texts));
              figures.add(figure("commits", result.commits(), texts));
              if (!result.alterations().isEmpty()) {
                figures.add(figure("schema-changes", result.alterations().size(), texts));
              }
            });
    return figures;
  }

  private static Figure figure(String id, OptionalLong value, Texts texts) {
    return value.isPresent()
        ? figure(id, value.getAsLong(), texts)
        : new Figure(id, texts.text("job.result." + id), texts.formats().unknown());
  }

  private static Figure figure(String id, long value, Texts texts) {
    return new Figure(id, texts.text("job.result." + id), texts.formats().number(value));
  }

  /** The report as plain text. */
  static String report(JobViewModel model, Texts texts) {
    Job job = model.job().get();
    List<String> lines = new ArrayList<>();
    lines.add(job.migration());
    lines.add(texts.text("job.route", job.source(), job.target()));
    lines.add("");
    lines.add(texts.text("job.report.state", texts.name(job.state())));
    lines.add(texts.text("job.report.started", texts.formats().utc(job.started())));
    lines.add(texts.text("job.report.elapsed", model.elapsed().get()));
    lines.add("");
    lines.add(model.outcome().get());
    if (!model.error().get().isBlank()) {
      lines.add(model.error().get());
    }
    section(lines, texts.text("job.report.figures"));
    model.results().forEach(figure -> lines.add(figure.name() + ": " + figure.value()));
    section(lines, texts.text("job.commits"));
    model
        .commits()
        .forEach(
            commit ->
                lines.add(
                    texts.formats().utc(commit.time())
                        + "  "
                        + commit.position()
                        + "  "
                        + commit.message()));
    section(lines, texts.text("job.log"));
    model
        .log()
        .forEach(
            line ->
                lines.add(
                    texts.formats().utc(line.time())
                        + "  "
                        + texts.name(line.level())
                        + "  "
                        + line.text()));
    return String.join("\n", lines) + "\n";
  }

  private static void section(List<String> lines, String title) {
    lines.add("");
    lines.add(title);
    lines.add("-".repeat(title.length()));
  }
}
