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
package dev.tributary.app.mapping;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.draft.SpecFiles;
import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.Readiness;
import dev.tributary.app.wizard.RecordingNavigator;
import dev.tributary.app.wizard.Visit;
import dev.tributary.errors.Area;
import dev.tributary.mapping.MappedColumn;
import dev.tributary.sample.Samples;
import dev.tributary.spec.ColumnMapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappingViewModelTest {
  @TempDir private static Path folder;
  private static Path orders;

  private final SameThreadTaskExecutor executor = new SameThreadTaskExecutor();
  private final RecordingNavigator navigator = new RecordingNavigator();
  private final MigrationDraft draft = SpecFiles.open(orders);
  private final MappingViewModel model =
      new MappingViewModel(draft, navigator, executor, new Texts(Locale.ENGLISH));

  @BeforeAll
  static void writeSample() {
    orders = Samples.write(folder).get(0);
  }

  @Test
  void pageShowsTheSourcesColumnsAndTheKeyOfTheSpec() {
    model.enter(Visit.FIRST);
    assertThat(model.failure().get()).isEmpty();
    assertThat(model.rows()).extracting(ColumnRow::source).contains("order_id", "status", "total");
    assertThat(row("order_id").key().get()).isTrue();
    assertThat(model.keyFindings())
        .isNotEmpty()
        .allMatch(finding -> finding.verdict() == KeyFinding.Verdict.GOOD);
    assertThat(model.readiness().getValue()).isEqualTo(Readiness.READY);
    assertThat(draft.dirty().get()).as("looking changes nothing").isFalse();
  }

  @Test
  void newNameAndWiderTypeGoIntoTheDraft() {
    model.enter(Visit.FIRST);
    row("status").target().set("order_status");
    row("customer_id").type().set("string");
    assertThat(draft.mapping().get())
        .contains(
            new ColumnMapping("status", "order_status", Optional.empty()),
            new ColumnMapping("customer_id", "customer_id", Optional.of("string")));
    assertThat(model.targetColumns()).extracting(MappedColumn::target).contains("order_status");
    assertThat(model.readiness().getValue()).isEqualTo(Readiness.READY);
  }

  @Test
  void renamedKeyIsKeyByItsNewName() {
    model.enter(Visit.FIRST);
    row("order_id").target().set("id");
    assertThat(draft.target().get().equalityColumns()).containsExactly("id");
    assertThat(model.readiness().getValue()).isEqualTo(Readiness.READY);
  }

  @Test
  void columnThatIsNotUsedIsDropped() {
    model.enter(Visit.FIRST);
    row("status").used().set(false);
    assertThat(draft.source().get().drop()).containsExactly("status");
    assertThat(model.targetColumns()).extracting(MappedColumn::target).doesNotContain("status");
  }

  @Test
  void targetThatStatementsMendIsLeftToThePreflight() throws IOException {
    target(optional(2, "customer_id", Types.IntegerType.get()));
    model.enter(Visit.FIRST);
    assertThat(model.differences()).isNotEmpty().allMatch(d -> d.step().isPresent());
    assertThat(model.readiness().getValue()).isEqualTo(Readiness.READY);
  }

  @Test
  void targetThatNoStatementMendsBlocks() throws IOException {
    target(optional(2, "customer_id", Types.BooleanType.get()));
    model.enter(Visit.FIRST);
    assertThat(model.differences()).anyMatch(d -> d.step().isEmpty());
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);
  }

  /** Makes a target with the key and one more column, and has the draft write to it. */
  private void target(Types.NestedField column) throws IOException {
    String lake = Files.createTempDirectory(folder, "lake").toUri().toString();
    draft
        .target()
        .set(
            draft.target().get().toBuilder()
                .catalogProperties(Map.of("type", "hadoop", "warehouse", lake))
                .build());
    try (HadoopCatalog catalog = new HadoopCatalog(new Configuration(), lake)) {
      catalog.createTable(
          TableIdentifier.parse(draft.target().get().table()),
          new Schema(List.of(required(1, "order_id", Types.LongType.get()), column), Set.of(1)),
          PartitionSpec.unpartitioned(),
          Map.of("format-version", "3"));
    }
  }

  @Test
  void twoColumnsOfOneNameAreRefused() {
    model.enter(Visit.FIRST);
    row("status").target().set("total");
    assertThat(model.problem().get()).contains("total");
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);
  }

  @Test
  void keyThatIsNotUniqueBlocksWithAnExample() {
    model.enter(Visit.FIRST);
    row("order_id").key().set(false);
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Missing.class);
    row("status").key().set(true);
    assertThat(model.keyFindings())
        .filteredOn(finding -> finding.verdict() == KeyFinding.Verdict.BAD)
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.examples()).anyMatch(example -> example.contains("status=")));
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);
  }

  @Test
  void choicesSurviveAnotherLook() {
    model.enter(Visit.FIRST);
    row("status").target().set("order_status");
    row("total").used().set(false);
    model.enter(Visit.STALE);
    assertThat(row("status").target().get()).isEqualTo("order_status");
    assertThat(row("total").used().get()).isFalse();
  }

  @Test
  void sourceThatCannotBeReadIsReportedToItsPage() {
    draft.changeSource(source -> source.table("sales.nothing"));
    model.enter(Visit.FIRST);
    assertThat(navigator.failures)
        .singleElement()
        .satisfies(f -> assertThat(f.area()).contains(Area.SOURCE));
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);
  }

  @Test
  void waitingCanBeGivenUpAndTakenUpAgain() {
    executor.hold();
    model.enter(Visit.FIRST);
    assertThat(model.loading().get()).isTrue();
    model.cancel();
    executor.release();
    assertThat(model.loading().get()).isFalse();
    assertThat(model.rows()).isEmpty();
    model.enter(Visit.AGAIN);
    assertThat(model.rows()).isNotEmpty();
  }

  private ColumnRow row(String source) {
    return model.rows().stream()
        .filter(row -> row.source().equals(source))
        .findFirst()
        .orElseThrow();
  }
}
