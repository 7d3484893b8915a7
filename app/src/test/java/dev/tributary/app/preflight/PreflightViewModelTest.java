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

import dev.tributary.app.dialog.Answers;
import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.PageId;
import dev.tributary.app.wizard.Readiness;
import dev.tributary.app.wizard.RecordingNavigator;
import dev.tributary.app.wizard.Visit;
import dev.tributary.catalog.Catalogs;
import dev.tributary.errors.Area;
import dev.tributary.mapping.RowMapping;
import dev.tributary.migration.SourceTables;
import dev.tributary.preflight.Finding;
import dev.tributary.sample.Samples;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.References;
import dev.tributary.spec.Specs;
import dev.tributary.target.TargetTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreflightViewModelTest {
  @TempDir private static Path folder;
  private static MigrationSpec orders;

  private final SameThreadTaskExecutor executor = new SameThreadTaskExecutor();
  private final RecordingNavigator navigator = new RecordingNavigator();
  private MigrationSpec spec = orders;
  private final Answers answers = new Answers();
  private final PreflightViewModel model =
      new PreflightViewModel(() -> spec, navigator, answers, executor, new Texts(Locale.ENGLISH));

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
    assertThat(navigator.failures)
        .isNotEmpty()
        .allSatisfy(failure -> assertThat(failure.area()).contains(Area.MAPPING));
    Finding error =
        model.findings().stream()
            .map(FindingRow::finding)
            .filter(finding -> finding.severity() == Finding.Severity.ERROR)
            .findFirst()
            .orElseThrow();
    model.goToFix(error);
    assertThat(navigator.pages).containsExactly(PageId.MAPPING);
    assertThat(model.report(Instant.EPOCH)).contains(error.message());
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

  @Test
  void secretThatIsNotSetIsSaidAndNotSentAsItsName() {
    Map<String, String> properties = new HashMap<>(orders.target().catalogProperties());
    properties.put("jdbc.password", "${TRIBUTARY_TEST_NOT_SET}");
    spec =
        orders.toBuilder()
            .target(orders.target().toBuilder().catalogProperties(properties).build())
            .references(References.IN_VALUES)
            .build();
    model.enter(Visit.FIRST);
    assertThat(model.failure().get().orElseThrow().message()).contains("TRIBUTARY_TEST_NOT_SET");
  }

  @Test
  void columnsThatDoNotFitAreAlteredOnceThatIsConfirmed() {
    spec = withTargetThatLacks("note");
    model.enter(Visit.FIRST);
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);
    assertThat(model.statements())
        .hasSize(1)
        .first()
        .asString()
        .contains("ADD COLUMN")
        .contains("note");
    assertThat(model.statementsWords().get()).startsWith("One statement brings");

    model.alter();
    assertThat(answers.asked).containsExactly(model.statements().get(0) + ";");
    assertThat(columns(spec)).as("not confirmed").doesNotContain("note");

    answers.confirmed = true;
    model.alter();
    assertThat(columns(spec)).contains("note");
    assertThat(model.failure().get()).isEmpty();
    assertThat(model.statements()).isEmpty();
    assertThat(model.findings())
        .isNotEmpty()
        .noneMatch(row -> row.finding().severity() == Finding.Severity.ERROR);
  }

  @Test
  void otherStatementsThanThoseConfirmedAreNotApplied() {
    spec = withTargetThatLacks("status");
    model.enter(Visit.FIRST);
    assertThat(model.statements()).hasSize(1);
    try (TargetTable target = TargetTable.open(spec.target()).orElseThrow()) {
      target.table().updateSchema().deleteColumn("note").commit();
    }
    answers.confirmed = true;
    model.alter();
    assertThat(model.failure().get().orElseThrow().message()).startsWith("Nothing was altered");
    assertThat(columns(spec)).doesNotContain("note", "status");
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);

    model.check();
    assertThat(model.statements()).hasSize(2);
  }

  @Test
  void nothingIsOfferedWhereAStatementCannotMendAll() {
    spec = withTargetThatLacks("note");
    try (TargetTable target = TargetTable.open(spec.target()).orElseThrow()) {
      target
          .table()
          .updateSchema()
          .deleteColumn("status")
          .addColumn("status", Types.BooleanType.get())
          .commit();
    }
    model.enter(Visit.FIRST);
    assertThat(model.findings())
        .filteredOn(row -> row.finding().id().equals("target-schema"))
        .hasSizeGreaterThan(1);
    assertThat(model.statements()).isEmpty();
    assertThat(model.statementsWords().get()).isEmpty();
  }

  private static List<String> columns(MigrationSpec spec) {
    try (TargetTable target = TargetTable.open(spec.target()).orElseThrow()) {
      return target.schema().columns().stream().map(Types.NestedField::name).toList();
    }
  }

  /** The sample with a target of its own, empty and without a column that is needed. */
  private MigrationSpec withTargetThatLacks(String column) {
    MigrationSpec lacking =
        orders.toBuilder()
            .target(
                orders.target().toBuilder()
                    .table("lake.lacks_" + column + answers.hashCode())
                    .build())
            .build();
    Schema columns;
    try (SourceTable source = SourceTables.open(lacking)) {
      columns =
          RowMapping.plan(source.schema(source.range().end().orElseThrow()), lacking)
              .targetSchema();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Catalog catalog =
        Catalogs.open(
            lacking.target().catalogName(), lacking.target().catalogProperties(), Map.of());
    TableIdentifier name = TableIdentifier.parse(lacking.target().table());
    if (!((SupportsNamespaces) catalog).namespaceExists(name.namespace())) {
      ((SupportsNamespaces) catalog).createNamespace(name.namespace());
    }
    catalog
        .buildTable(name, columns)
        .withProperty("format-version", "3")
        .create()
        .updateSchema()
        .deleteColumn(column)
        .commit();
    return lacking;
  }
}
