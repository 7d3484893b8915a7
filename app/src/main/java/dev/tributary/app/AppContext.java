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
import dev.tributary.app.dashboard.DashboardDestination;
import dev.tributary.app.dashboard.DashboardViewModel;
import dev.tributary.app.dialog.Dialogs;
import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.engine.EngineCommand;
import dev.tributary.app.engine.Job;
import dev.tributary.app.engine.Jobs;
import dev.tributary.app.frame.Destination;
import dev.tributary.app.frame.FrameViewModel;
import dev.tributary.app.frame.Place;
import dev.tributary.app.job.JobActions;
import dev.tributary.app.job.JobWindows;
import dev.tributary.app.job.JobsDestination;
import dev.tributary.app.job.JobsViewModel;
import dev.tributary.app.job.ReportWindow;
import dev.tributary.app.mapping.MappingView;
import dev.tributary.app.mapping.MappingViewModel;
import dev.tributary.app.migrations.MigrationsDestination;
import dev.tributary.app.migrations.MigrationsViewModel;
import dev.tributary.app.preflight.PreflightView;
import dev.tributary.app.preflight.PreflightViewModel;
import dev.tributary.app.range.RangeView;
import dev.tributary.app.range.RangeViewModel;
import dev.tributary.app.settings.SceneStyle;
import dev.tributary.app.settings.Settings;
import dev.tributary.app.settings.SettingsDestination;
import dev.tributary.app.source.SourceView;
import dev.tributary.app.source.SourceViewModel;
import dev.tributary.app.start.StartView;
import dev.tributary.app.start.StartViewModel;
import dev.tributary.app.target.TargetView;
import dev.tributary.app.target.TargetViewModel;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.verification.VerificationWindows;
import dev.tributary.app.wizard.WizardNavigator;
import dev.tributary.app.wizard.WizardPage;
import java.time.Clock;
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
  private final SceneStyle style;
  private final Jobs jobs;
  private final DashboardViewModel dashboard;
  private final JobWindows jobWindows;
  private final VerificationWindows verificationWindows;
  private final ReportWindow reportWindow;

  AppContext(Settings settings, Texts texts, TaskExecutor tasks, Dialogs dialogs) {
    this.settings = settings;
    this.texts = texts;
    this.tasks = tasks;
    this.dialogs = dialogs;
    this.migrations = new MigrationsViewModel(tasks, dialogs, settings, texts);
    this.style = new SceneStyle(settings);
    this.jobs = new Jobs(settings.directory().resolve("jobs"), EngineCommand.ofThisProcess());
    this.dashboard =
        new DashboardViewModel(jobs, settings.recents(), tasks, texts, Clock.systemUTC());
    this.jobWindows = new JobWindows(jobs, tasks, texts, style);
    this.verificationWindows = new VerificationWindows(tasks, texts, style);
    this.reportWindow = new ReportWindow(dialogs, tasks, texts, style);
  }

  SceneStyle style() {
    return style;
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
        new JobsDestination(
            new JobsViewModel(jobs, tasks, texts, Clock.systemUTC()), this::showJob, texts),
        new DashboardDestination(dashboard, texts),
        new SettingsDestination(settings, dialogs, texts));
  }

  /** The pages of the wizard, over one draft. */
  private List<WizardPage> pages(MigrationDraft draft, WizardNavigator navigator) {
    return List.of(
        new SourceView(
            new SourceViewModel(draft, navigator, tasks, dialogs, settings, texts), texts),
        new RangeView(new RangeViewModel(draft, tasks, texts), texts),
        new ChangesView(new ChangesViewModel(draft, navigator, tasks, texts), texts),
        new MappingView(new MappingViewModel(draft, navigator, tasks, texts), dialogs, texts),
        new TargetView(new TargetViewModel(draft, navigator, tasks, texts), dialogs, texts),
        new PreflightView(
            new PreflightViewModel(() -> draft.spec().get(), navigator, dialogs, tasks, texts),
            dialogs,
            texts),
        new StartView(
            new StartViewModel(draft, navigator, jobs, this::showJob, tasks, texts),
            dialogs,
            texts));
  }

  private void showJob(Job job) {
    jobWindows.show(
        job,
        new JobActions() {
          @Override
          public void verify(Job of) {
            verificationWindows.show(of.specFile(), of.source(), of.target());
          }

          @Override
          public void openDashboard(Job of) {
            dashboard.choose(of);
            frame.show(Place.DASHBOARD);
            frame.requestFront();
          }

          @Override
          public void openReport(String title, String report) {
            reportWindow.show(title, report);
          }
        });
  }
}
