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
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/** One open migration: its name, whether it is saved, and saving it. */
public final class WorkspaceViewModel {
  private final MigrationDraft draft;
  private final TaskExecutor tasks;
  private final Dialogs dialogs;
  private final Settings settings;
  private final Texts texts;
  private final ReadOnlyStringWrapper saved = new ReadOnlyStringWrapper();
  private final ReadOnlyStringWrapper route = new ReadOnlyStringWrapper();
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  WorkspaceViewModel(
      MigrationDraft draft, TaskExecutor tasks, Dialogs dialogs, Settings settings, Texts texts) {
    this.draft = draft;
    this.tasks = tasks;
    this.dialogs = dialogs;
    this.settings = settings;
    this.texts = texts;
    draft.spec().addListener((property, before, now) -> describe());
    draft.dirty().addListener((property, before, now) -> describe());
    draft.file().addListener((property, before, now) -> describe());
    describe();
  }

  private void describe() {
    String state =
        draft.dirty().get()
            ? "workspace.unsaved"
            : draft.file().get().isPresent() ? "workspace.saved" : "workspace.new";
    saved.set(texts.text(state));
    SourceSpec source = draft.source().get();
    String none = texts.text("workspace.not-chosen");
    route.set(
        texts.text(
            "workspace.route",
            source.format().name().toLowerCase(Locale.ROOT),
            source.table().isEmpty() ? none : shortened(source.table()),
            draft.target().get().table().isEmpty() ? none : draft.target().get().table()));
  }

  /** Locations are long; their last part tells tables apart. */
  private static String shortened(String table) {
    String trimmed = table.replaceAll("/+$", "");
    int slash = Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('\\'));
    return slash < 0 ? trimmed : "…" + trimmed.substring(slash);
  }

  /** The draft that is open. */
  public MigrationDraft draft() {
    return draft;
  }

  /** Whether it is saved, in a word or two. */
  public ReadOnlyStringProperty saved() {
    return saved.getReadOnlyProperty();
  }

  /** From where to where, in one line. */
  public ReadOnlyStringProperty route() {
    return route.getReadOnlyProperty();
  }

  /** Why saving failed. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }

  /** Saves to the spec file, or asks for one. */
  public void save() {
    save(() -> {});
  }

  /** Saves to the spec file, or asks for one; goes on with {@code then} once it is written. */
  void save(Runnable then) {
    draft.file().get().or(this::askForFile).ifPresent(file -> write(file, then));
  }

  /** Asks for a spec file and saves to it. */
  public void saveAs() {
    askForFile().ifPresent(file -> write(file, () -> {}));
  }

  private Optional<Path> askForFile() {
    Path folder =
        draft
            .file()
            .get()
            .map(file -> file.toAbsolutePath().getParent())
            .orElse(settings.specsFolder().get());
    return dialogs.saveFile(
        texts.text("workspace.save-title"), folder, draft.name().get() + SpecFiles.EXTENSION);
  }

  private void write(Path file, Runnable then) {
    MigrationSpec spec = draft.spec().get();
    BackgroundTask.<Path>of(
            control -> {
              SpecFiles.write(spec, file);
              return file;
            })
        .onSuccess(
            path -> {
              failure.set(Optional.empty());
              draft.savedAs(spec, path);
              settings.remember(path);
              then.run();
            })
        .onFailure(problem -> failure.set(Optional.of(problem)))
        .executeWith(tasks);
  }

  /**
   * Whether the draft can be closed now. If it has unsaved changes the person is asked; when that
   * leads to saving, {@code later} runs once it is saved, and the answer for now is no.
   */
  boolean mayClose(Runnable later) {
    if (!draft.dirty().get()) {
      return true;
    }
    return switch (dialogs.askUnsaved(draft.name().get())) {
      case DISCARD -> true;
      case STAY -> false;
      case SAVE -> {
        save(later);
        yield false;
      }
    };
  }
}
