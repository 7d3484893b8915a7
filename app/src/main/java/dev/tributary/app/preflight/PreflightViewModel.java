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

import dev.tributary.app.dialog.Dialogs;
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
import dev.tributary.errors.TargetException;
import dev.tributary.preflight.Finding;
import dev.tributary.preflight.Preflight;
import dev.tributary.preflight.PreflightReport;
import dev.tributary.run.TargetAlteration;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  /** The check of the target's columns. */
  private static final String COLUMNS = "target-schema";

  private final Supplier<MigrationSpec> spec;
  private final WizardNavigator navigator;
  private final Dialogs dialogs;
  private final TaskExecutor executor;
  private final Texts texts;

  private final ObservableList<FindingRow> findings = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper(this, "running");
  private final ReadOnlyStringWrapper summary = new ReadOnlyStringWrapper(this, "summary", "");
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(this, "failure", Optional.empty());
  private final ReadOnlyObjectWrapper<Readiness> readiness;
  private final ReadOnlyObjectWrapper<String> output =
      new ReadOnlyObjectWrapper<>(this, "output", "");

  private final ObservableList<String> statements = FXCollections.observableArrayList();
  private final ReadOnlyStringWrapper statementsWords =
      new ReadOnlyStringWrapper(this, "statementsWords", "");

  private RunningTask task = RunningTask.none();
  private boolean complete;
  private boolean altering;
  private boolean altered;
  private Optional<MigrationSpec> checked = Optional.empty();

  /** A page that has not checked anything yet. */
  public PreflightViewModel(
      Supplier<MigrationSpec> spec,
      WizardNavigator navigator,
      Dialogs dialogs,
      TaskExecutor executor,
      Texts texts) {
    this.spec = spec;
    this.navigator = navigator;
    this.dialogs = dialogs;
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
    altering = false;
    failure.set(Optional.empty());
    navigator.takeBackReports();
    MigrationSpec now = spec.get();
    checked = Optional.of(now);
    running.set(true);
    refresh();
    task =
        BackgroundTask.of(
                control ->
                    Preflight.check(
                        Specs.resolve(now),
                        finding -> control.onUi(() -> add(new FindingRow(finding)))))
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

  private void refresh() {
    long errors = count(Finding.Severity.ERROR);
    long warnings = count(Finding.Severity.WARNING);
    long open = findings.stream().filter(row -> row.wantsTick() && !row.noted().get()).count();
    refreshStatements();
    if (running.get()) {
      summary.set(
          altering
              ? texts.text("preflight.alter.running")
              : texts.text("preflight.running", findings.size()));
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

  /**
   * There are some only when they mend all that is wrong with the columns, as it is done at once.
   */
  private void refreshStatements() {
    List<Finding> wrong =
        findings.stream()
            .map(FindingRow::finding)
            .filter(finding -> finding.id().equals(COLUMNS))
            .filter(finding -> finding.severity() == Finding.Severity.ERROR)
            .toList();
    boolean mends = complete && wrong.stream().allMatch(each -> each.alter().isPresent());
    statements.setAll(
        mends ? wrong.stream().flatMap(each -> each.alter().stream()).toList() : List.of());
    statementsWords.set(
        statements.isEmpty() ? "" : texts.text("preflight.alter.words", statements.size()));
  }

  /** Asks, and then alters the target as the statements say, and checks again. */
  public void alter() {
    MigrationSpec now = checked.orElseThrow();
    List<String> wanted = List.copyOf(statements);
    if (wanted.isEmpty()
        || running.get()
        || !dialogs.confirm(
            texts.text("preflight.alter.title"),
            texts.text("preflight.alter.confirm", now.target().table()),
            wanted.stream().map(statement -> statement + ";").collect(Collectors.joining("\n")),
            texts.text("preflight.alter.action"))) {
      return;
    }
    failure.set(Optional.empty());
    complete = false;
    altering = true;
    running.set(true);
    refresh();
    task =
        BackgroundTask.of(control -> alter(now, wanted))
            .onSuccess(done -> altered = true)
            .onFailure(reason -> failure.set(Optional.of(reason)))
            .onFinished(this::altered)
            .executeWith(executor);
  }

  private void altered() {
    running.set(false);
    altering = false;
    boolean again = altered;
    altered = false;
    if (again) {
      check();
    } else {
      refresh();
    }
  }

  private static List<String> alter(MigrationSpec written, List<String> wanted) {
    String table = written.target().table();
    TargetAlteration alteration =
        TargetAlteration.of(Specs.resolve(written))
            .orElseThrow(
                () ->
                    new TargetException(
                        String.format(
                            "Cannot alter %s: it is not there any more. Check again.", table)));
    List<String> found =
        alteration.differences().stream()
            .flatMap(difference -> difference.alter().stream())
            .toList();
    if (!found.equals(wanted)) {
      throw new TargetException(
          String.format(
              "Nothing was altered: the columns of %s or of its source changed since they were"
                  + " checked. Check again.",
              table));
    }
    return alteration.apply();
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

  /** Statements that bring the target's columns in line, and that can be applied; may be none. */
  public ObservableList<String> statements() {
    return FXCollections.unmodifiableObservableList(statements);
  }

  /** What the statements do, in one line; empty when there are none. */
  public ReadOnlyStringProperty statementsWords() {
    return statementsWords.getReadOnlyProperty();
  }

  /** Whether checks are still running. */
  public ReadOnlyBooleanProperty running() {
    return running.getReadOnlyProperty();
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
