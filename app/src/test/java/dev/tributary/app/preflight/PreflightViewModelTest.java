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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.task.Failure;
import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.PageId;
import dev.tributary.app.wizard.Readiness;
import dev.tributary.app.wizard.Visit;
import dev.tributary.app.wizard.WizardNavigator;
import dev.tributary.errors.Area;
import dev.tributary.mapping.RowMapping;
import dev.tributary.migration.SourceTables;
import dev.tributary.preflight.Finding;
import dev.tributary.sample.Samples;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightViewModelTest {
  @TempDir private static Path folder;
  private static MigrationSpec orders;

  private final SameThreadTaskExecutor executor = new SameThreadTaskExecutor();
  private final List<Failure> reported = new ArrayList<>();
  private final List<PageId> visited = new ArrayList<>();
  private MigrationSpec spec = orders;
  private final PreflightViewModel model =
      new PreflightViewModel(
          () -> spec,
          new WizardNavigator() {
            @Override
            public void goTo(PageId page) {
              visited.add(page);
            }

            @Override
            public void report(Failure failure) {
              reported.add(failure);
            }
          },
          executor,
          new Texts(Locale.ENGLISH));

  @BeforeAll
  static void writeSample() {
    orders = Specs.read(Samples.write(folder).get(0));
  }

  @Test
  void soundMigrationMayStartOnceItsWarningsWereRead() {
    model.enter(Visit.FIRST);
    assertThat(model.findings()).isNotEmpty();
    assertThat(model.findings())
        .noneMatch(row -> row.finding().severity() == Finding.Severity.ERROR);
    List<FindingRow> warnings = model.findings().stream().filter(FindingRow::wantsTick).toList();
    assertThat(model.readiness().getValue().ready()).isEqualTo(warnings.isEmpty());
    warnings.forEach(row -> row.noted().set(true));
    assertThat(model.readiness().getValue()).isEqualTo(Readiness.READY);
  }

  @Test
  void errorBlocksAndIsReportedToItsPage() {
    spec =
        orders.toBuilder()
            .target(orders.target().toBuilder().equalityColumns(List.of("status")).build())
            .build();
    model.enter(Visit.FIRST);
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);
    assertThat(reported)
        .isNotEmpty()
        .allSatisfy(failure -> assertThat(failure.area()).contains(Area.MAPPING));
    Finding error =
        model.findings().stream()
            .map(FindingRow::finding)
            .filter(finding -> finding.severity() == Finding.Severity.ERROR)
            .findFirst()
            .orElseThrow();
    model.goToFix(error);
    assertThat(visited).containsExactly(PageId.MAPPING);
    assertThat(model.report(Instant.EPOCH)).contains(error.message());
  }

  @Test
  void targetWithOtherColumnsIsAlteredOnceThePersonAgrees() throws IOException {
    Path lake = Files.createTempDirectory(folder, "altered");
    spec =
        orders.toBuilder()
            .target(
                orders.target().toBuilder()
                    .catalogProperties(
                        Map.of("type", "hadoop", "warehouse", lake.toUri().toString()))
                    .build())
            .build();
    try (HadoopCatalog catalog = new HadoopCatalog(new Configuration(), lake.toUri().toString())) {
      Schema planned;
      try (SourceTable source = SourceTables.open(spec.source())) {
        planned =
            RowMapping.plan(source.schema(source.range().end().orElseThrow()), spec).targetSchema();
      }
      TableIdentifier name = TableIdentifier.parse(spec.target().table());
      Table table = catalog.buildTable(name, planned).withProperty("format-version", "3").create();
      table.updateSchema().deleteColumn("status").commit();

      model.enter(Visit.FIRST);
      assertThat(model.alterable().get()).isTrue();
      List<String> questions = new ArrayList<>();
      model.alterTarget(question -> !questions.add(question));
      assertThat(questions).singleElement().asString().contains("ADD COLUMN status");
      assertThat(catalog.loadTable(name).schema().findField("status")).isNull();
      assertThat(model.alterable().get()).isTrue();

      model.alterTarget(questions::add);
      assertThat(catalog.loadTable(name).schema().findField("status")).isNotNull();
    }
    assertThat(model.running().get()).isFalse();
    assertThat(model.alterable().get()).isFalse();
    assertThat(model.findings())
        .noneMatch(row -> row.finding().severity() == Finding.Severity.ERROR);
  }

  @Test
  void cancelledChecksLetNothingStart() {
    executor.hold();
    model.enter(Visit.FIRST);
    assertThat(model.running().get()).isTrue();
    model.cancel();
    executor.release();
    assertThat(model.running().get()).isFalse();
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Missing.class);
    model.enter(Visit.AGAIN);
    assertThat(model.findings()).as("checked anew").isNotEmpty();
  }

  @Test
  void reportIsWrittenAsText() throws Exception {
    model.enter(Visit.FIRST);
    Path file = folder.resolve("report.txt");
    model.saveReport(file);
    assertThat(Files.readString(file)).contains("sales.orders").contains(model.summary().get());
    model.saveReport(folder.resolve("missing").resolve("report.txt"));
    assertThat(model.failure().get())
        .as("a report that cannot be written")
        .isNotEqualTo(Optional.empty());
  }
}
