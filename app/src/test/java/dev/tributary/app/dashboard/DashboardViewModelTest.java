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
package dev.tributary.app.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.chart.ChartData;
import dev.tributary.app.engine.EngineCommand;
import dev.tributary.app.engine.Jobs;
import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.run.Cancellation;
import dev.tributary.run.MigrationRun;
import dev.tributary.run.RunResult;
import dev.tributary.sample.Samples;
import dev.tributary.spec.Specs;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class DashboardViewModelTest {
  @TempDir private static Path folder;
  private static List<Path> specs;
  private static RunResult run;

  private final Texts texts = new Texts(Locale.ENGLISH);
  private final SameThreadTaskExecutor executor = new SameThreadTaskExecutor();

  @BeforeAll
  static void migrateTheSample() {
    specs = Samples.write(folder);
    run = MigrationRun.run(Specs.read(specs.get(0)), event -> {}, new Cancellation());
    assertThat(run.status()).isEqualTo(RunResult.Status.SUCCEEDED);
  }

  @Test
  void figuresAreThoseOfTheTargetsSnapshots() {
    DashboardViewModel model = model(specs.subList(0, 1));
    model.show();
    assertThat(model.failure().get()).isEmpty();
    assertThat(model.target().get().target()).isEqualTo("lake.orders");
    assertThat(model.snapshots()).hasSize(run.commits());
    ChartData rows = model.chart(DashboardViewModel.Chart.ROWS).get();
    assertThat(rows.labels()).hasSize(run.commits()).allMatch(label -> label.endsWith("•"));
    assertThat(rows.series().get(0).values().get(run.commits() - 1))
        .isEqualTo(
            OptionalDouble.of(
                run.initialLoad().orElseThrow().rows()
                    + run.rows().inserted().orElseThrow()
                    - run.rows().deleted().orElseThrow()));
    ChartData changes = model.chart(DashboardViewModel.Chart.CHANGES).get();
    assertThat(changes.series().get(1).values().get(run.commits() - 1))
        .as("deleted rows hang down")
        .isEqualTo(
            OptionalDouble.of(
                -(run.rows().updated().orElseThrow() + run.rows().deleted().orElseThrow())));
    assertThat(model.sample().get().columns()).contains("order_id");
    assertThat(model.sample().get().rows()).hasSize(50);
    assertThat(model.sample().get().more()).isTrue();
    assertThat(model.advice().get()).isNotBlank();
  }

  @Test
  void targetThatDoesNotExistYetIsAFailureAndNoZero() {
    DashboardViewModel model = model(specs);
    model.show();
    assertThat(model.targets()).extracting(TargetChoice::migration).hasSize(3);
    model.target().set(model.targets().get(1));
    assertThat(model.failure().get()).isPresent();
    assertThat(model.snapshots()).isEmpty();
    model.target().set(model.targets().get(0));
    assertThat(model.failure().get()).isEmpty();
    assertThat(model.snapshots()).isNotEmpty();
  }

  @Test
  void specThatIsGoneIsLeftOut() {
    List<Path> more = new ArrayList<>(specs.subList(0, 1));
    more.add(folder.resolve("gone.tributary.yaml"));
    DashboardViewModel model = model(more);
    model.show();
    assertThat(model.targets()).hasSize(1);
  }

  @Test
  void looksAgainOnlyWhileSomebodyLooks() {
    DashboardViewModel model = model(specs.subList(0, 1));
    model.show();
    String before = model.asOf().get();
    assertThat(before).isNotBlank();
    model.selected().set(0);
    executor.beat();
    assertThat(model.selected().get()).as("nothing new keeps the selection").isZero();
    model.hide();
    executor.hold();
    executor.beat();
    assertThat(model.loading().get()).isFalse();
  }

  private DashboardViewModel model(List<Path> recent) {
    Jobs jobs = new Jobs(folder.resolve("jobs"), new EngineCommand(Path.of("java"), "", List.of()));
    return new DashboardViewModel(jobs, recent, executor, texts, Clock.systemUTC());
  }
}
