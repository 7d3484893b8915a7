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
package dev.tributary.app.start;

import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.engine.Job;
import dev.tributary.app.engine.Jobs;
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
import dev.tributary.generate.Generator;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** Says what a start will do, shows its other forms, and starts it. */
public final class StartViewModel implements WizardPageModel {
  // Measured on two cores; a wide span, since rows differ in width.
  private static final long SLOW_ROWS_PER_SECOND = 30_000;
  private static final long FAST_ROWS_PER_SECOND = 300_000;
  private static final Duration FASTEST = Duration.ofSeconds(5);

  private final MigrationDraft draft;
  private final WizardNavigator navigator;
  private final Jobs jobs;
  private final Consumer<Job> openJob;
  private final TaskExecutor executor;
  private final Texts texts;

  private final ObservableList<String> lines = FXCollections.observableArrayList();
  private final Map<Tab, ReadOnlyStringWrapper> tabs = new EnumMap<>(Tab.class);
  private final ReadOnlyStringWrapper estimate = new ReadOnlyStringWrapper(this, "estimate", "");
  private final ReadOnlyBooleanWrapper loading = new ReadOnlyBooleanWrapper(this, "loading");
  private final ReadOnlyBooleanWrapper startable = new ReadOnlyBooleanWrapper(this, "startable");
  private final ReadOnlyObjectWrapper<Optional<Job>> started =
      new ReadOnlyObjectWrapper<>(this, "started", Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(this, "failure", Optional.empty());
  private final ReadOnlyObjectWrapper<Readiness> readiness =
      new ReadOnlyObjectWrapper<>(this, "readiness", Readiness.READY);
  private final ReadOnlyStringWrapper output = new ReadOnlyStringWrapper(this, "output", "");

  private RunningTask load = RunningTask.none();
  private RunningTask start = RunningTask.none();
  private boolean planned;

  /**
   * A page that has not looked at anything yet.
   *
   * @param openJob shows the job's window
   */
  public StartViewModel(
      MigrationDraft draft,
      WizardNavigator navigator,
      Jobs jobs,
      Consumer<Job> openJob,
      TaskExecutor executor,
      Texts texts) {
    this.draft = draft;
    this.navigator = navigator;
    this.jobs = jobs;
    this.openJob = openJob;
    this.executor = executor;
    this.texts = texts;
    for (Tab tab : Tab.values()) {
      tabs.put(tab, new ReadOnlyStringWrapper(this, tab.name(), ""));
    }
  }

  @Override
  public PageId id() {
    return PageId.START;
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
    load();
  }

  @Override
  public void leave() {
    load.cancel();
  }

  /** What the page shows, made in one go. */
  private record Shown(StartPlan plan, Map<Tab, String> forms) {}

  /** Looks at both tables again. */
  public void load() {
    load.cancel();
    failure.set(Optional.empty());
    planned = false;
    loading.set(true);
    MigrationSpec spec = draft.spec().get();
    String file = specFileName();
    load =
        BackgroundTask.of(control -> new Shown(StartPlan.of(spec), forms(spec, file)))
            .onSuccess(shown -> show(spec, shown))
            .onFailure(
                reason -> {
                  failure.set(Optional.of(reason));
                  navigator.report(reason);
                })
            .onFinished(
                () -> {
                  loading.set(false);
                  refresh();
                })
            .executeWith(executor);
    refresh();
  }

  private String specFileName() {
    return draft
        .file()
        .get()
        .map(Path::toString)
        .orElseGet(() -> draft.name().get() + ".tributary.yaml");
  }

  private static Map<Tab, String> forms(MigrationSpec spec, String file) {
    Map<Tab, String> forms = new EnumMap<>(Tab.class);
    for (Tab tab : Tab.values()) {
      forms.put(
          tab,
          switch (tab) {
            case COMMAND -> Generator.generate(spec, Generator.Form.COMMAND, file);
            case SPEC -> Specs.write(spec);
            case JAVA -> Generator.generate(spec, Generator.Form.JAVA, file);
            case YAML -> Generator.generate(spec, Generator.Form.YAML, file);
            case SQL -> Generator.generate(spec, Generator.Form.SQL, file);
          });
    }
    return forms;
  }

  private void show(MigrationSpec spec, Shown shown) {
    shown.forms().forEach((tab, text) -> tabs.get(tab).set(text));
    StartPlan plan = shown.plan();
    lines.setAll(
        readLine(spec, plan),
        loadLine(spec, plan),
        keyLine(spec.target()),
        writeLine(spec.target(), plan.targetExists())
            + " "
            + texts.text("start.schema-changes." + spec.schemaChanges()),
        runLine(spec.source()));
    estimate.set(estimate(plan));
    planned = true;
  }

  private String readLine(MigrationSpec spec, StartPlan plan) {
    SourceSpec source = spec.source();
    if (plan.progress().isPresent()) {
      return texts.text(
          plan.commits().isEmpty() ? "start.line.read.nothing" : "start.line.read.on",
          plan.format(),
          source.table(),
          plan.progress().get().commitId(),
          plan.commits().size());
    }
    String end = source.to() instanceof Bound.Open ? "latest" : "bounded";
    if (stateOnly(spec)) {
      end = "state";
    }
    return texts.text(
        "start.line.read." + end,
        plan.format(),
        source.table(),
        plan.commits().size(),
        plan.commits().isEmpty() ? "" : plan.commits().get(plan.commits().size() - 1).id());
  }

  /** Without a lower bound, the initial load takes the state at the upper one. */
  private static boolean stateOnly(MigrationSpec spec) {
    return spec.source().from() instanceof Bound.Open
        && spec.initialLoad() != MigrationSpec.InitialLoad.NONE;
  }

  private String loadLine(MigrationSpec spec, StartPlan plan) {
    if (plan.progress().isPresent()) {
      return texts.text("start.line.load.progress", plan.progress().get().commitId());
    }
    if (spec.initialLoad() == MigrationSpec.InitialLoad.NONE) {
      return texts.text("start.line.load.none");
    }
    return texts.text(
        stateOnly(spec) ? "start.line.load.state" : "start.line.load." + spec.initialLoad());
  }

  private String keyLine(TargetSpec target) {
    return target.mode() == WriteMode.APPEND
        ? texts.text("start.line.key.append")
        : texts.text(
            "start.line.key",
            String.join(", ", target.equalityColumns()),
            texts.text("start.null-keys." + target.nullKeys()));
  }

  private String writeLine(TargetSpec target, boolean exists) {
    if (target.mode() == WriteMode.APPEND) {
      return texts.text("start.line.write.append", target.table());
    }
    String deletes =
        target.mode() == WriteMode.COPY_ON_WRITE
            ? "cow"
            : target.tableProperties().getOrDefault("format-version", "3");
    return texts.text(
        exists ? "start.line.write.existing" : "start.line.write.new",
        target.table(),
        texts.text("start.deletes." + deletes));
  }

  private String runLine(SourceSpec source) {
    return source.streaming()
        ? texts.text("start.line.run.stays", source.pollInterval().toSeconds())
        : texts.text("start.line.run");
  }

  private String estimate(StartPlan plan) {
    OptionalLong rows = plan.rows();
    if (rows.isEmpty()) {
      return texts.text("start.estimate.unknown");
    }
    Duration fast = FASTEST.plusSeconds(rows.getAsLong() / FAST_ROWS_PER_SECOND);
    Duration slow = FASTEST.multipliedBy(4).plusSeconds(rows.getAsLong() / SLOW_ROWS_PER_SECOND);
    return texts.text(
        "start.estimate",
        rows.getAsLong(),
        texts.formats().duration(fast),
        texts.formats().duration(slow));
  }

  /** Starts the migration in a process of its own and shows its window. */
  public void start() {
    if (!startable.get()) {
      return;
    }
    failure.set(Optional.empty());
    MigrationSpec spec = draft.spec().get();
    start =
        BackgroundTask.of(control -> jobs.start(spec))
            .onSuccess(
                job -> {
                  started.set(Optional.of(job));
                  openJob.accept(job);
                })
            .onFailure(reason -> failure.set(Optional.of(reason)))
            .onFinished(this::refresh)
            .executeWith(executor);
    refresh();
  }

  /** Shows the window of the job that was started last. */
  public void showJob() {
    started.get().ifPresent(openJob);
  }

  private void refresh() {
    startable.set(planned && !loading.get() && !start.running());
  }

  /** Writes one of the forms to a file. */
  public void save(Tab tab, Path file) {
    String text = tabs.get(tab).get();
    BackgroundTask.of(control -> Files.writeString(file, text, StandardCharsets.UTF_8))
        .onFailure(reason -> failure.set(Optional.of(reason)))
        .executeWith(executor);
  }

  /** The file name that a form is saved as unless another is chosen. */
  public String fileName(Tab tab) {
    String name = draft.name().get();
    return switch (tab) {
      case COMMAND -> name + ".sh";
      case SPEC -> name + ".tributary.yaml";
      case JAVA -> "Migration.java";
      case YAML -> name + ".managed.yaml";
      case SQL -> name + ".sql";
    };
  }

  /** What will happen. */
  public ObservableList<String> lines() {
    return lines;
  }

  /** The text of one form. */
  public ReadOnlyStringProperty text(Tab tab) {
    return tabs.get(tab).getReadOnlyProperty();
  }

  /** How long it may take, and how sure that is. */
  public ReadOnlyStringProperty estimate() {
    return estimate.getReadOnlyProperty();
  }

  /** Whether the tables are being looked at. */
  public ReadOnlyBooleanProperty loading() {
    return loading.getReadOnlyProperty();
  }

  /** Whether the migration can be started now. */
  public ReadOnlyBooleanProperty startable() {
    return startable.getReadOnlyProperty();
  }

  /** The job that was started last. */
  public ReadOnlyObjectProperty<Optional<Job>> started() {
    return started.getReadOnlyProperty();
  }

  /** Why the page could not be filled, or the job not be started. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }
}
