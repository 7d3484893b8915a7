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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.draft.SpecFiles;
import dev.tributary.app.engine.EngineCommand;
import dev.tributary.app.engine.Job;
import dev.tributary.app.engine.Jobs;
import dev.tributary.app.engine.ScriptedEngine;
import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.RecordingNavigator;
import dev.tributary.app.wizard.Visit;
import dev.tributary.errors.Area;
import dev.tributary.errors.SourceException;
import dev.tributary.run.Cancellation;
import dev.tributary.run.MigrationRun;
import dev.tributary.sample.Samples;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec.WriteMode;
import dev.tributary.target.Progress;
import dev.tributary.target.TargetTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartViewModelTest {
  @TempDir private static Path samples;
  private static Path orders;

  @TempDir private Path folder;

  private final SameThreadTaskExecutor executor = new SameThreadTaskExecutor();
  private final RecordingNavigator navigator = new RecordingNavigator();
  private final List<Job> opened = new ArrayList<>();
  private final MigrationDraft draft = SpecFiles.open(orders);

  @BeforeAll
  static void writeSample() {
    orders = Samples.write(samples).get(0);
  }

  @Test
  void aTargetOfSeveralTablesIsAsFarAsTheOneFurthestBehind() throws Exception {
    MigrationSpec several = Specs.read(orders).into("lake.{status}_orders");
    assertThat(StartPlan.of(several).targetExists()).isFalse();
    assertThat(StartPlan.of(several).loads()).isTrue();

    MigrationRun.run(Specs.resolve(several), event -> {}, new Cancellation());

    StartPlan plan = StartPlan.of(several);
    assertThat(plan.targetExists()).isTrue();
    assertThat(plan.loads()).isFalse();
    assertThat(plan.progress()).isPresent();
    assertThat(plan.commits()).isEmpty();
  }

  @Test
  void planIsFivePlainLines() throws Exception {
    StartViewModel model = entered();
    assertThat(model.lines()).hasSize(5);
    assertThat(model.lines().get(0)).contains("sales.orders").contains("commits");
    assertThat(model.lines().get(1)).startsWith("First loads the state before the range");
    assertThat(model.lines().get(2)).contains("order_id");
    assertThat(model.lines().get(3)).startsWith("Creates lake.orders").contains("deletion vectors");
    assertThat(model.estimate().get()).startsWith("At most about");
  }

  @Test
  void migrationWithoutALowerBoundLoadsOneState() throws Exception {
    draft.changeSource(source -> source.from(Bound.OPEN));
    StartViewModel model = entered();
    assertThat(model.lines().get(0)).contains("as it is at commit");
    assertThat(model.lines().get(1)).startsWith("Loads that state as a whole");
  }

  @Test
  void jobThatStaysSaysHowOftenItLooks() throws Exception {
    draft.changeSource(source -> source.streaming(true).pollInterval(Duration.ofSeconds(5)));
    assertThat(entered().lines().get(4))
        .startsWith("Then looks for new commits every 5 seconds until it is cancelled");
  }

  @Test
  void appendingNeedsNoKeyAndKeepsTheChosenOneForAnotherMode() throws Exception {
    draft.changeTarget(target -> target.mode(WriteMode.APPEND));
    StartViewModel model = entered();
    assertThat(draft.spec().get().target().equalityColumns()).isEmpty();
    assertThat(model.lines().get(2)).startsWith("Adds inserted rows");
    assertThat(model.lines().get(3)).startsWith("Writes into lake.orders");

    draft.changeTarget(target -> target.mode(WriteMode.COPY_ON_WRITE));
    assertThat(entered().lines().get(2)).contains("order_id");
    assertThat(entered().lines().get(3)).contains("files written anew without them");
  }

  @Test
  void whatHappensWhenColumnsChangeIsSaid() throws Exception {
    assertThat(entered().lines().get(3))
        .endsWith("Stops when columns of the source no longer fit.");
    draft.schemaChanges().set(SchemaChanges.ADDITIVE);
    StartViewModel model = entered();
    assertThat(model.lines().get(3)).contains("Adds new columns and widens types");
    assertThat(model.text(Tab.SPEC).get()).contains("schema_changes: additive");
  }

  @Test
  void migrationWithoutInitialLoadSaysSo() throws Exception {
    draft.initialLoad().set(InitialLoad.NONE);
    assertThat(entered().lines().get(1)).isEqualTo("Loads nothing from before the range.");
  }

  @Test
  void formsAreThoseOfTheDraft() throws Exception {
    draft.changeTarget(target -> target.table("lake.elsewhere"));
    StartViewModel model = entered();
    for (Tab tab : Tab.values()) {
      assertThat(model.text(tab).get()).as(tab.name()).isNotBlank();
    }
    assertThat(Specs.parse(model.text(Tab.SPEC).get(), "tab").target().table())
        .isEqualTo("lake.elsewhere");
    Path file = folder.resolve(model.fileName(Tab.SPEC));
    model.save(Tab.SPEC, file);
    assertThat(Files.readString(file)).isEqualTo(model.text(Tab.SPEC).get());
  }

  @Test
  void startOpensTheJobsWindowOnce() throws Exception {
    StartViewModel model = entered();
    assertThat(model.startable().get()).isTrue();
    executor.hold();
    model.start();
    assertThat(model.startable().get()).as("while it starts").isFalse();
    executor.release();
    assertThat(opened).hasSize(1);
    assertThat(model.started().get()).contains(opened.get(0));
    assertThat(Specs.read(opened.get(0).specFile()).target().table()).isEqualTo("lake.orders");
  }

  @Test
  void engineThatCannotBeStartedIsSaid() throws Exception {
    Jobs jobs =
        new Jobs(
            folder.resolve("jobs"),
            new EngineCommand(folder.resolve("no-java"), "nowhere", List.of()));
    StartViewModel model = model(jobs);
    model.enter(Visit.FIRST);
    model.start();
    assertThat(opened).isEmpty();
    assertThat(model.failure().get()).isPresent();
    assertThat(model.startable().get()).as("can be tried again").isTrue();
  }

  @Test
  void sourceThatIsGoneIsReportedAndNothingCanStart() throws Exception {
    draft.changeSource(source -> source.table("sales.nothing"));
    StartViewModel model = entered();
    assertThat(navigator.failures)
        .singleElement()
        .satisfies(failure -> assertThat(failure.area()).contains(Area.SOURCE));
    assertThat(model.startable().get()).isFalse();
  }

  @Test
  void targetOfATableThatWasReplacedIsRefusedAsTheEngineDoes() throws Exception {
    Path clicks =
        Samples.write(folder.resolve("replaced")).stream()
            .filter(spec -> spec.getFileName().toString().startsWith("clicks"))
            .findFirst()
            .orElseThrow();
    MigrationSpec spec = Specs.read(clicks);
    MigrationRun.run(spec, event -> {}, new Cancellation());
    assertThat(StartPlan.of(spec).progress()).isPresent();

    try (TargetTable target = TargetTable.open(spec.target()).orElseThrow()) {
      target.table().updateProperties().set(Progress.COMMITTED_HASH, "of another").commit();
    }
    assertThatThrownBy(() -> StartPlan.of(spec))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("is not the one that the target holds");
  }

  private StartViewModel entered() throws Exception {
    StartViewModel model =
        model(
            new Jobs(
                folder.resolve("jobs"),
                ScriptedEngine.command(folder.resolve("engine"), "succeed")));
    model.enter(Visit.FIRST);
    return model;
  }

  private StartViewModel model(Jobs jobs) {
    return new StartViewModel(
        draft, navigator, jobs, opened::add, executor, new Texts(Locale.ENGLISH));
  }
}
