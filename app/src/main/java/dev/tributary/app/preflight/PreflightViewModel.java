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
package dev.tributary.app.preflight;

import dev.tributary.app.task.BackgroundTask;
import dev.tributary.app.task.Failure;
import dev.tributary.app.task.RunningTask;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.PageId;
import dev.tributary.app.wizard.Readiness;
import dev.tributary.app.wizard.Visit;
import dev.tributary.app.wizard.WizardNavigator;
import dev.tributary.app.wizard.WizardPageModel;
import dev.tributary.preflight.Finding;
import dev.tributary.preflight.Preflight;
import dev.tributary.preflight.PreflightReport;
import dev.tributary.run.TargetAlteration;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TableTemplate;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** Runs the checks and decides whether what they found lets the migration start. */
public final class PreflightViewModel implements WizardPageModel {
  private final Supplier<MigrationSpec> spec;
  private final WizardNavigator navigator;
  private final TaskExecutor executor;
  private final Texts texts;

  private final ObservableList<FindingRow> findings = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper(this, "running");
  private final ReadOnlyStringWrapper summary = new ReadOnlyStringWrapper(this, "summary", "");
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(this, "failure", Optional.empty());
  private final ReadOnlyBooleanWrapper alterable = new ReadOnlyBooleanWrapper(this, "alterable");
  private final ReadOnlyObjectWrapper<Readiness> readiness;
  private final ReadOnlyObjectWrapper<String> output =
      new ReadOnlyObjectWrapper<>(this, "output", "");

  private RunningTask task = RunningTask.none();
  private boolean complete;
  private Optional<MigrationSpec> checked = Optional.empty();

  /** A page that has not checked anything yet. */
  public PreflightViewModel(
      Supplier<MigrationSpec> spec, WizardNavigator navigator, TaskExecutor executor, Texts texts) {
    this.spec = spec;
    this.navigator = navigator;
    this.executor = executor;
    this.texts = texts;
    this.readiness =
        new ReadOnlyObjectWrapper<>(
            this, "readiness", new Readiness.Missing(texts.text("preflight.not-checked")));
  }

  @Override
  public PageId id() {
    return PageId.PREFLIGHT;
  }

  @Override
  public ObservableValue<Readiness> readiness() {
    return readiness.getReadOnlyProperty();
  }

  @Override
  public ObservableValue<?> output() {
    return output.getReadOnlyProperty();
  }

  @Override
  public void enter(Visit visit) {
    if (visit != Visit.AGAIN || !complete && !task.running()) {
      check();
    }
  }

  /** Starts the checks anew. */
  public void check() {
    task.cancel();
    findings.clear();
    complete = false;
    failure.set(Optional.empty());
    MigrationSpec now = spec.get();
    checked = Optional.of(now);
    running.set(true);
    refresh();
    task =
        BackgroundTask.of(
                control ->
                    Preflight.check(
                        now, finding -> control.onUi(() -> add(new FindingRow(finding)))))
            .onSuccess(this::finished)
            .onFailure(
                reason -> {
                  failure.set(Optional.of(reason));
                  navigator.report(reason);
                })
            .onFinished(
                () -> {
                  running.set(false);
                  refresh();
                })
            .executeWith(executor);
  }

  /**
   * Reads how the target's columns differ now, asks, and alters them; then everything is checked
   * anew.
   *
   * @param confirmation asked on the UI thread, with the question
   */
  public void alterTarget(Predicate<String> confirmation) {
    MigrationSpec now = spec.get();
    work(
        () -> TargetAlteration.of(now).map(TargetAlteration::differences).orElse(List.of()),
        differences -> {
          String statements =
              differences.stream()
                  .map(
                      difference ->
                          difference.alter().map(a -> a + ";").orElse(difference.message()))
                  .collect(Collectors.joining("\n"));
          if (differences.isEmpty()) {
            check();
          } else if (confirmation.test(
              texts.text("preflight.alter.question", now.target().table(), statements))) {
            work(
                () -> TargetAlteration.of(now).map(TargetAlteration::apply).orElse(List.of()),
                done -> check());
          }
        });
  }

  private <T> void work(Callable<T> work, Consumer<T> then) {
    failure.set(Optional.empty());
    running.set(true);
    refresh();
    summary.set(texts.text("preflight.altering"));
    task =
        BackgroundTask.of(control -> work.call())
            .onSuccess(
                result -> {
                  stopped(Optional.empty());
                  then.accept(result);
                })
            .onFailure(reason -> stopped(Optional.of(reason)))
            .onCancelled(() -> stopped(Optional.empty()))
            .executeWith(executor);
  }

  private void stopped(Optional<Failure> reason) {
    running.set(false);
    failure.set(reason);
    refresh();
  }

  /** Gives up the checks that still run. */
  public void cancel() {
    task.cancel();
  }

  private void add(FindingRow row) {
    row.noted().addListener((property, before, now) -> refresh());
    findings.add(row);
    refresh();
  }

  private void finished(PreflightReport report) {
    complete = true;
    // What the listener heard is what is shown; findings it did not hear of must not be lost.
    report.findings().stream()
        .filter(f -> findings.stream().noneMatch(row -> row.finding().equals(f)))
        .toList()
        .forEach(f -> add(new FindingRow(f)));
    report.findings().stream()
        .filter(f -> f.severity() == Finding.Severity.ERROR)
        .forEach(
            f ->
                navigator.report(
                    new Failure(Optional.of(f.area()), f.message(), f.fix().orElse(""))));
  }

  private boolean offersAlteration() {
    return complete
        && !running.get()
        && checked.filter(now -> TableTemplate.of(now.target()).isEmpty()).isPresent()
        && findings.stream()
            .map(FindingRow::finding)
            .anyMatch(
                finding ->
                    finding.severity() == Finding.Severity.ERROR
                        && finding.id().equals("target-schema"));
  }

  private void refresh() {
    alterable.set(offersAlteration());
    long errors = count(Finding.Severity.ERROR);
    long warnings = count(Finding.Severity.WARNING);
    long open = findings.stream().filter(row -> row.wantsTick() && !row.noted().get()).count();
    if (running.get()) {
      summary.set(texts.text("preflight.running", findings.size()));
      readiness.set(new Readiness.Missing(texts.text("preflight.wait")));
    } else if (failure.get().isPresent()) {
      summary.set(texts.text("preflight.failed"));
      readiness.set(new Readiness.Blocked(failure.get().get().message()));
    } else if (!complete) {
      summary.set(texts.text("preflight.cancelled"));
      readiness.set(new Readiness.Missing(texts.text("preflight.not-checked")));
    } else {
      summary.set(texts.text("preflight.summary", findings.size(), errors, warnings));
      readiness.set(
          errors > 0
              ? new Readiness.Blocked(texts.text("preflight.errors", errors))
              : open > 0
                  ? new Readiness.Missing(texts.text("preflight.warnings", open))
                  : Readiness.READY);
    }
  }

  private long count(Finding.Severity severity) {
    return findings.stream().filter(row -> row.finding().severity() == severity).count();
  }

  /** Leads to the page where the finding can be dealt with. */
  public void goToFix(Finding finding) {
    navigator.goTo(PageId.of(finding.area()));
  }

  /** Writes the findings to a text file. */
  public void saveReport(Path file) {
    String report = report(Instant.now());
    BackgroundTask.of(control -> Files.writeString(file, report, StandardCharsets.UTF_8))
        .onFailure(reason -> failure.set(Optional.of(reason)))
        .executeWith(executor);
  }

  /** The findings as text. */
  String report(Instant now) {
    List<String> lines = new ArrayList<>();
    checked.ifPresent(
        s ->
            lines.add(
                texts.text(
                    "preflight.report.title", s.name(), s.source().table(), s.target().table())));
    lines.add(texts.formats().utc(now));
    lines.add(summary.get());
    for (FindingRow row : findings) {
      Finding finding = row.finding();
      lines.add("");
      lines.add(texts.name(finding.severity()) + "  " + finding.id() + "  " + finding.subject());
      lines.add("  " + finding.message());
      finding.fix().ifPresent(fix -> lines.add("  " + fix));
      if (row.noted().get()) {
        lines.add("  " + texts.text("preflight.noted"));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  /** What was found so far, in the order in which it was found. */
  public ObservableList<FindingRow> findings() {
    return findings;
  }

  /** Whether checks are still running. */
  public ReadOnlyBooleanProperty running() {
    return running.getReadOnlyProperty();
  }

  /** Whether the checks found the target's columns to differ, so that they can be altered. */
  public ReadOnlyBooleanProperty alterable() {
    return alterable.getReadOnlyProperty();
  }

  /** Where the checks stand, in one line. */
  public ReadOnlyStringProperty summary() {
    return summary.getReadOnlyProperty();
  }

  /** Why the checks could not run. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }
}
