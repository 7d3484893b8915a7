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
package dev.tributary.app.migrations;

import dev.tributary.app.dialog.Dialogs;
import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.draft.SpecFiles;
import dev.tributary.app.settings.Settings;
import dev.tributary.app.task.BackgroundTask;
import dev.tributary.app.task.Failure;
import dev.tributary.app.task.RunningTask;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.errors.SpecException;
import dev.tributary.sample.Samples;
import dev.tributary.spec.SourceSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.ObservableList;

/** Starts, opens and closes migrations; at most one is open. */
public final class MigrationsViewModel {
  private final TaskExecutor tasks;
  private final Dialogs dialogs;
  private final Settings settings;
  private final Texts texts;
  private final ReadOnlyObjectWrapper<Optional<WorkspaceViewModel>> workspace =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyStringWrapper busy = new ReadOnlyStringWrapper("");
  private final StringProperty samplesFolder = new SimpleStringProperty(this, "samplesFolder");
  private RunningTask running = RunningTask.none();

  /** Opens nothing yet. */
  public MigrationsViewModel(TaskExecutor tasks, Dialogs dialogs, Settings settings, Texts texts) {
    this.tasks = tasks;
    this.dialogs = dialogs;
    this.settings = settings;
    this.texts = texts;
    samplesFolder.set(settings.samplesFolder().get().toString());
    settings
        .samplesFolder()
        .addListener((property, before, now) -> samplesFolder.set(now.toString()));
  }

  /** The migration that is open. */
  public ReadOnlyObjectProperty<Optional<WorkspaceViewModel>> workspace() {
    return workspace.getReadOnlyProperty();
  }

  /** Why the last thing asked for failed; stays until the next one is asked for. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }

  /** What is being waited for; empty when nothing is. */
  public ReadOnlyStringProperty busy() {
    return busy.getReadOnlyProperty();
  }

  /** Where the sample tables go. */
  public StringProperty samplesFolder() {
    return samplesFolder;
  }

  /** Spec files that were opened or saved, latest first. */
  public ObservableList<Path> recents() {
    return settings.recents();
  }

  /** Starts an empty migration. */
  public void create() {
    replaceWith(() -> open(MigrationDraft.fresh(texts.text("home.new-name"))));
  }

  /** Asks for a spec file and opens it. */
  public void chooseSpec() {
    dialogs.openSpec(settings.specsFolder().get()).ifPresent(this::openSpec);
  }

  /** Opens a spec file. */
  public void openSpec(Path file) {
    replaceWith(
        () ->
            start(
                texts.text("home.opening", file.getFileName()),
                BackgroundTask.of(control -> SpecFiles.open(file))));
  }

  /** Opens what was dropped on the window: a spec file, or the folder of a table. */
  public void openDropped(List<Path> dropped) {
    if (dropped.size() != 1) {
      failure.set(Optional.of(new Failure(Optional.empty(), texts.text("home.drop-one"), "")));
      return;
    }
    Path path = dropped.get(0);
    replaceWith(
        () ->
            start(
                texts.text("home.opening", path.getFileName()),
                BackgroundTask.of(control -> draftOf(path))));
  }

  private MigrationDraft draftOf(Path path) {
    if (!Files.isDirectory(path)) {
      return SpecFiles.open(path);
    }
    SourceSpec.SourceFormat format =
        TableFolder.format(path)
            .orElseThrow(() -> new SpecException(texts.text("home.no-table", path)));
    MigrationDraft draft = MigrationDraft.fresh(path.getFileName().toString());
    draft.changeSource(source -> source.format(format).table(path.toUri().toString()));
    return draft;
  }

  /** Asks for the folder of the sample tables. */
  public void chooseSamplesFolder() {
    dialogs
        .chooseFolder(texts.text("home.samples-folder"), Path.of(samplesFolder.get()))
        .ifPresent(folder -> samplesFolder.set(folder.toString()));
  }

  /** Writes the sample tables and opens the first of their migrations. */
  public void trySamples() {
    Path folder = Path.of(samplesFolder.get().strip());
    replaceWith(
        () ->
            start(
                texts.text("home.writing-samples", folder),
                BackgroundTask.of(
                    control -> {
                      List<Path> specs = Samples.write(folder);
                      control.onUi(() -> List.copyOf(specs).forEach(settings::remember));
                      return SpecFiles.open(specs.get(0));
                    })));
  }

  /** Stops waiting. */
  public void cancel() {
    running.cancel();
  }

  /** Takes a file off the list of recent ones. */
  public void forget(Path file) {
    settings.forget(file);
  }

  /** Closes the open migration, after asking about unsaved changes. */
  public void close() {
    replaceWith(() -> {});
  }

  /** Whether the window may close; see {@link WorkspaceViewModel#mayClose}. */
  boolean mayClose(Runnable later) {
    return workspace.get().map(open -> open.mayClose(later)).orElse(true);
  }

  private void replaceWith(Runnable next) {
    Runnable proceed =
        () -> {
          workspace.set(Optional.empty());
          next.run();
        };
    if (mayClose(proceed)) {
      proceed.run();
    }
  }

  private void start(String what, BackgroundTask<MigrationDraft> task) {
    running.cancel();
    failure.set(Optional.empty());
    busy.set(what);
    running =
        task.onSuccess(this::open)
            .onFailure(problem -> failure.set(Optional.of(problem)))
            .onFinished(() -> busy.set(""))
            .executeWith(tasks);
  }

  private void open(MigrationDraft draft) {
    failure.set(Optional.empty());
    draft.file().get().ifPresent(settings::remember);
    workspace.set(Optional.of(new WorkspaceViewModel(draft, tasks, dialogs, settings, texts)));
  }
}
