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
package dev.tributary.app.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.Readiness;
import dev.tributary.app.wizard.RecordingNavigator;
import dev.tributary.app.wizard.Visit;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import dev.tributary.spec.TargetSpec.DeleteStrategy;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetViewModelTest {
  @TempDir private Path folder;

  private final SameThreadTaskExecutor executor = new SameThreadTaskExecutor();
  private final MigrationDraft draft = draft();

  @Test
  void freshMigrationGetsAFolderOnThisComputerAndTheSourcesName() {
    TargetViewModel model = model();
    model.enter(Visit.FIRST);
    assertThat(model.preset().get()).isEqualTo(Preset.LOCAL);
    assertThat(model.table().get()).isEqualTo("lake.orders");
    assertThat(draft.target().get().catalogProperties()).containsEntry("type", "jdbc");
  }

  @Test
  void targetThatIsNotThereYetIsReady() throws Exception {
    TargetViewModel model = model();
    model.field(Preset.Field.FOLDER).set(folder.resolve("lake").toString());
    model.enter(Visit.FIRST);
    assertThat(model.found().get()).contains("lake.orders does not exist yet");
    assertThat(model.readiness().getValue()).isEqualTo(Readiness.READY);
    assertThat(Files.exists(folder.resolve("lake"))).as("looking makes nothing").isFalse();
  }

  @Test
  void folderIsLookedAtAfterAPauseInTyping() {
    TargetViewModel model = model();
    model.enter(Visit.FIRST);
    model.field(Preset.Field.FOLDER).set(folder.resolve("lake").toString());
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Missing.class);
    executor.beat();
    assertThat(model.readiness().getValue()).isEqualTo(Readiness.READY);
  }

  @Test
  void fileInTheWayBlocksWithItsName() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    TargetViewModel model = model();
    model.enter(Visit.FIRST);
    model.field(Preset.Field.FOLDER).set(file.resolve("lake").toString());
    model.look();
    assertThat(model.readiness().getValue())
        .isInstanceOfSatisfying(
            Readiness.Blocked.class,
            blocked -> assertThat(blocked.why()).contains(file + " is not a folder"));
  }

  @Test
  void catalogThatCannotBeReachedIsToldApartFromAMissingTable() {
    TargetViewModel model = model();
    model.enter(Visit.FIRST);
    model.preset().set(Preset.REST);
    model.field(Preset.Field.URI).set("http://localhost:1/catalog");
    model.look();
    assertThat(model.failure().get()).isPresent();
    assertThat(model.exists().get()).isFalse();
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);
  }

  @Test
  void modeThatIsTriedLeavesASpecThatCanBeReadAndLosesNothing() {
    TargetViewModel model = model();
    model.enter(Visit.FIRST);
    draft.changeTarget(
        target ->
            target
                .equalityColumns(List.of("order_id"))
                .deleteStrategy(DeleteStrategy.EQUALITY)
                .writeOptions(Map.of("num_shards", 4)));
    MigrationSpec before = draft.spec().get();
    for (WriteMode mode : WriteMode.values()) {
      model.mode().set(mode);
      MigrationSpec written = draft.spec().get();
      assertThat(Specs.parse(Specs.write(written), "t").target()).isEqualTo(written.target());
    }
    model.mode().set(WriteMode.MERGE_ON_READ);
    assertThat(draft.spec().get()).isEqualTo(before);
  }

  @Test
  void lineThatIsNoPropertyIsNamed() {
    TargetViewModel model = model();
    model.enter(Visit.FIRST);
    model.more().set("io-impl=x\noops");
    assertThat(model.moreProblem().get()).contains("oops");
    assertThat(model.readiness().getValue().ready()).isFalse();
    model.more().set("io-impl = x");
    assertThat(draft.target().get().catalogProperties()).containsEntry("io-impl", "x");
  }

  @Test
  void tableNeedsANamespace() {
    TargetViewModel model = model();
    model.enter(Visit.FIRST);
    model.table().set("orders");
    assertThat(model.readiness().getValue()).isInstanceOf(Readiness.Missing.class);
  }

  @Test
  void anotherFormatVersionKeepsOtherTableProperties() {
    draft.changeTarget(target -> target.tableProperties(Map.of("a", "b")));
    TargetViewModel model = model();
    model.enter(Visit.FIRST);
    model.formatVersion().set(2);
    assertThat(draft.target().get().tableProperties())
        .containsEntry("format-version", "2")
        .containsEntry("a", "b");
  }

  @Test
  void equalityColumnsOfTheMappingPageStay() {
    draft.changeTarget(target -> target.equalityColumns(List.of("id")));
    TargetViewModel model = model();
    Object before = model.output().getValue();
    model.enter(Visit.FIRST);
    model.table().set("lake.other");
    assertThat(draft.target().get().equalityColumns()).containsExactly("id");
    assertThat(model.output().getValue()).isNotEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "shop.orders, lake.orders",
    "/data/Orders 2024/, lake.orders_2024",
    "s3://bucket/db/clicks, lake.clicks",
    "/data/t/metadata/v3.metadata.json, lake.t"
  })
  void suggestedNameComesFromTheSource(String source, String suggested) {
    assertThat(TargetViewModel.suggestedTable(source)).isEqualTo(suggested);
  }

  private TargetViewModel model() {
    return new TargetViewModel(
        draft, new RecordingNavigator(), executor, new Texts(Locale.ENGLISH));
  }

  private static MigrationDraft draft() {
    MigrationDraft draft = MigrationDraft.fresh("orders");
    draft.changeSource(
        source ->
            source
                .table("shop.orders")
                .catalogProperties(Map.of("type", "hadoop", "warehouse", "/data/shop")));
    draft.changeTarget(target -> target.equalityColumns(List.of("id")));
    return draft;
  }
}
