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

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.dialog.Answers;
import dev.tributary.app.dialog.Dialogs.UnsavedAnswer;
import dev.tributary.app.settings.Settings;
import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationsViewModelTest {
  @TempDir Path folder;

  private final SameThreadTaskExecutor tasks = new SameThreadTaskExecutor();
  private final Answers answers = new Answers();
  private Settings settings;
  private MigrationsViewModel model;

  @BeforeEach
  void start() {
    settings = Settings.load(folder.resolve("home"));
    model = new MigrationsViewModel(tasks, answers, settings, new Texts(Locale.ENGLISH));
    model.samplesFolder().set(folder.resolve("samples").toString());
  }

  private WorkspaceViewModel open() {
    return model.workspace().get().orElseThrow();
  }

  @Test
  void sampleOpensItsFirstMigrationAndRemembersAll() {
    model.trySamples();
    assertThat(model.failure().get()).isEmpty();
    assertThat(open().draft().name().get()).isEqualTo("orders");
    assertThat(open().saved().get()).isEqualTo("saved");
    assertThat(open().route().get()).startsWith("iceberg sales.orders  →  ");
    assertThat(model.recents()).hasSize(3);
    assertThat(model.recents().get(0).getFileName()).hasToString("orders.tributary.yaml");
  }

  @Test
  void folderThatCannotBeWrittenIsReportedAndNothingOpens() throws IOException {
    Path file = Files.writeString(folder.resolve("a-file"), "");
    model.samplesFolder().set(file.toString());
    model.trySamples();
    assertThat(model.workspace().get()).isEmpty();
    assertThat(model.failure().get().orElseThrow().message()).contains(file.toString());
    assertThat(model.busy().get()).isEmpty();
  }

  @Test
  void invalidSpecIsReportedInPlace() throws IOException {
    Path spec = Files.writeString(folder.resolve("bad.tributary.yaml"), "tributary: 1\nnmae: x\n");
    model.openSpec(spec);
    assertThat(model.workspace().get()).isEmpty();
    assertThat(model.failure().get().orElseThrow().message()).contains("nmae");
  }

  @Test
  void savingWritesTheDraftAndReadsBackTheSame() throws IOException {
    model.trySamples();
    open().draft().name().set("renamed");
    assertThat(open().saved().get()).isEqualTo("unsaved changes");
    open().save();
    assertThat(open().failure().get()).isEmpty();
    assertThat(open().saved().get()).isEqualTo("saved");
    Path file = open().draft().file().get().orElseThrow();
    assertThat(Specs.read(file).name()).isEqualTo("renamed");
    assertThat(Specs.asWritten(Specs.read(file))).isEqualTo(open().draft().spec().get());
  }

  @Test
  void newMigrationAsksWhereToSave() {
    model.create();
    assertThat(open().saved().get()).isEqualTo("not saved yet");
    open().save();
    assertThat(answers.asked).containsExactly("save new-migration.tributary.yaml");
    assertThat(open().draft().file().get()).isEmpty();
  }

  @Test
  void incompleteMigrationCanBeSavedAndOpenedAgain() {
    model.create();
    answers.path = Optional.of(folder.resolve("half.tributary.yaml"));
    open().save();
    assertThat(open().failure().get()).isEmpty();
    assertThat(folder.resolve("half.tributary.yaml")).exists();
  }

  @Test
  void unsavedChangesAreAskedAboutBeforeClosing() {
    model.trySamples();
    open().draft().name().set("renamed");
    answers.unsaved = UnsavedAnswer.STAY;
    model.close();
    assertThat(model.workspace().get()).isPresent();
    answers.unsaved = UnsavedAnswer.SAVE;
    model.close();
    assertThat(model.workspace().get()).isEmpty();
    model.openSpec(model.recents().get(0));
    assertThat(open().draft().name().get()).isEqualTo("renamed");
    open().draft().name().set("again");
    answers.unsaved = UnsavedAnswer.DISCARD;
    model.close();
    assertThat(model.workspace().get()).isEmpty();
    assertThat(answers.asked)
        .containsExactly("unsaved renamed", "unsaved renamed", "unsaved again");
  }

  @Test
  void windowWaitsForSaving() {
    model.trySamples();
    open().draft().name().set("renamed");
    answers.unsaved = UnsavedAnswer.SAVE;
    boolean[] closed = {false};
    tasks.hold();
    assertThat(model.mayClose(() -> closed[0] = true)).isFalse();
    assertThat(closed[0]).isFalse();
    tasks.release();
    assertThat(closed[0]).isTrue();
    assertThat(model.mayClose(() -> {})).isTrue();
  }

  @Test
  void droppedTableFolderBecomesAMigration() {
    model.trySamples();
    model.openDropped(List.of(folder.resolve("samples/clicks")));
    assertThat(model.failure().get()).isEmpty();
    assertThat(open().draft().source().get().format()).isEqualTo(SourceFormat.DELTA);
    assertThat(open().draft().name().get()).isEqualTo("clicks");
  }

  @Test
  void droppedFolderWithoutATableIsRefused() {
    model.openDropped(List.of(folder));
    assertThat(model.failure().get().orElseThrow().message())
        .startsWith("Cannot open " + folder)
        .contains("_delta_log");
  }
}
