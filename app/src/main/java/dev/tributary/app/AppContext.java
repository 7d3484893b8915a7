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
package dev.tributary.app;

import dev.tributary.app.changes.ChangesView;
import dev.tributary.app.changes.ChangesViewModel;
import dev.tributary.app.dialog.Dialogs;
import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.frame.Destination;
import dev.tributary.app.frame.FrameViewModel;
import dev.tributary.app.migrations.MigrationsDestination;
import dev.tributary.app.migrations.MigrationsViewModel;
import dev.tributary.app.range.RangeView;
import dev.tributary.app.range.RangeViewModel;
import dev.tributary.app.settings.Settings;
import dev.tributary.app.settings.SettingsDestination;
import dev.tributary.app.source.SourceView;
import dev.tributary.app.source.SourceViewModel;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.WizardNavigator;
import dev.tributary.app.wizard.WizardPage;
import java.util.List;

/**
 * The composition root: makes every part and hands each the services it needs. Parts get services,
 * never this object.
 */
final class AppContext {
  private final Settings settings;
  private final Texts texts;
  private final TaskExecutor tasks;
  private final Dialogs dialogs;
  private final FrameViewModel frame = new FrameViewModel();
  private final MigrationsViewModel migrations;

  AppContext(Settings settings, Texts texts, TaskExecutor tasks, Dialogs dialogs) {
    this.settings = settings;
    this.texts = texts;
    this.tasks = tasks;
    this.dialogs = dialogs;
    this.migrations = new MigrationsViewModel(tasks, dialogs, settings, texts);
  }

  FrameViewModel frame() {
    return frame;
  }

  MigrationsViewModel migrations() {
    return migrations;
  }

  /** The places of the rail. */
  List<Destination> destinations() {
    return List.of(
        new MigrationsDestination(migrations, frame, this::pages, texts),
        new SettingsDestination(settings, dialogs, texts));
  }

  /** The pages of the wizard, over one draft. */
  private List<WizardPage> pages(MigrationDraft draft, WizardNavigator navigator) {
    return List.of(
        new SourceView(
            new SourceViewModel(draft, navigator, tasks, dialogs, settings, texts), texts),
        new RangeView(new RangeViewModel(draft, texts), texts),
        new ChangesView(new ChangesViewModel(draft, navigator, tasks, texts), texts));
  }
}
