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
package dev.tributary.app.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.dialog.Answers;
import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.draft.Pair;
import dev.tributary.app.draft.SampleDrafts;
import dev.tributary.app.settings.Settings;
import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.Readiness;
import dev.tributary.app.wizard.RecordingNavigator;
import dev.tributary.app.wizard.Visit;
import dev.tributary.errors.Area;
import dev.tributary.spec.Bound;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceViewModelTest {
  @TempDir static Path folder;
  private static SampleDrafts samples;

  private final SameThreadTaskExecutor tasks = new SameThreadTaskExecutor();
  private final RecordingNavigator navigator = new RecordingNavigator();
  private final Answers answers = new Answers();

  @BeforeAll
  static void writeSamples() {
    samples = SampleDrafts.in(folder.resolve("samples"));
  }

  private SourceViewModel page(MigrationDraft draft) {
    return new SourceViewModel(
        draft,
        navigator,
        tasks,
        answers,
        Settings.load(folder.resolve("none")),
        new Texts(Locale.ENGLISH));
  }

  @Test
  void openedSpecIsLookedAtOnEntering() {
    MigrationDraft draft = samples.draft("orders");
    SourceViewModel page = page(draft);
    assertThat(page.readiness().getValue()).isInstanceOf(Readiness.Missing.class);
    page.enter(Visit.FIRST);
    assertThat(page.readiness().getValue().ready()).isTrue();
    assertThat(page.facts().get().orElseThrow().description().format()).startsWith("Iceberg v3");
    assertThat(draft.dirty().get()).as("looking changes nothing").isFalse();
  }

  @Test
  void freshMigrationAsksForATableAndPointsThere() {
    SourceViewModel page = page(MigrationDraft.fresh("new"));
    page.enter(Visit.FIRST);
    assertThat(page.readiness().getValue().reason()).isEqualTo("Enter the table to read.");
    page.pointOutMissing();
    assertThat(page.tableProblem().get()).isEqualTo("Enter the table to read.");
    page.table().set("shop.orders");
    assertThat(page.tableProblem().get()).isEmpty();
  }

  @Test
  void presetBringsThePropertiesThatItNeedsAndKeepsWhatWasTyped() {
    MigrationDraft draft = MigrationDraft.fresh("new");
    SourceViewModel page = page(draft);
    assertThat(Pair.map(page.catalogProperties()))
        .isEqualTo(Map.of("type", "hadoop", "warehouse", ""));
    page.catalogProperties().get(1).right().set("/data/warehouse");
    page.preset().set(CatalogPreset.REST);
    assertThat(draft.source().get().catalogProperties())
        .isEqualTo(Map.of("type", "rest", "uri", "", "warehouse", "/data/warehouse"));
  }

  @Test
  void tableAtALocationHasNoCatalogInTheSpec() {
    MigrationDraft draft = samples.draft("orders");
    SourceViewModel page = page(draft);
    page.access().set(Access.LOCATION);
    assertThat(draft.source().get().catalogProperties()).isEmpty();
    assertThat(draft.source().get().catalogName()).isEmpty();
    page.access().set(Access.CATALOG);
    assertThat(draft.source().get().catalogProperties()).as("typed values come back").isNotEmpty();
  }

  @Test
  void tableIsFoundByItsLocationToo() {
    SourceViewModel catalog = page(samples.draft("orders"));
    catalog.look();
    String location = catalog.facts().get().orElseThrow().description().location();
    SourceViewModel page = page(MigrationDraft.fresh("new"));
    page.access().set(Access.LOCATION);
    page.table().set(location);
    page.look();
    assertThat(page.failure().get()).isEmpty();
    assertThat(page.facts().get().orElseThrow().identity())
        .isEqualTo(catalog.facts().get().orElseThrow().identity());
  }

  @Test
  void missingTableIsReportedInPlaceAndBlocks() {
    MigrationDraft draft = samples.draft("orders");
    SourceViewModel page = page(draft);
    page.table().set("sales.nothing");
    page.look();
    assertThat(page.failure().get().orElseThrow().area()).contains(Area.SOURCE);
    assertThat(page.failure().get().orElseThrow().message()).contains("sales.nothing");
    assertThat(page.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);
    assertThat(navigator.failures).hasSize(1);
    page.table().set("sales.orders");
    assertThat(page.failure().get()).as("gone once the table is another").isEmpty();
  }

  @Test
  void changedTableHasToBeLookedAtAgain() {
    MigrationDraft draft = samples.draft("orders");
    SourceViewModel page = page(draft);
    page.look();
    Object before = page.output().getValue();
    page.table().set("sales.customers");
    assertThat(page.facts().get()).isEmpty();
    assertThat(page.output().getValue()).isNotEqualTo(before);
    page.look();
    assertThat(page.facts().get().orElseThrow().description().format()).startsWith("Iceberg v2");
  }

  @Test
  void rangeChosenElsewhereDoesNotMakeLaterPagesStale() {
    MigrationDraft draft = samples.draft("orders");
    SourceViewModel page = page(draft);
    Object before = page.output().getValue();
    draft.changeSource(source -> source.from(new Bound.Commit(1)));
    assertThat(page.output().getValue()).isEqualTo(before);

    page.look();
    draft.changeSource(
        source ->
            source
                .filter(Optional.of("order_id > 10"))
                .streaming(true)
                .pollInterval(Duration.ofSeconds(5)));
    // An edit that is taken back leaves the same table.
    page.catalogName().set(page.catalogName().get() + " ");
    assertThat(page.output().getValue()).isEqualTo(before);
    assertThat(page.facts().get()).isPresent();
  }

  @Test
  void lookCanBeCancelled() {
    SourceViewModel page = page(samples.draft("orders"));
    tasks.hold();
    page.look();
    assertThat(page.looking().get()).isTrue();
    page.cancel();
    tasks.release();
    assertThat(page.looking().get()).isFalse();
    assertThat(page.facts().get()).isEmpty();
    assertThat(page.failure().get()).isEmpty();
    assertThat(page.readiness().getValue().reason()).isEqualTo("Look at the table to go on.");
  }

  @Test
  void deltaHasAChangeFeedAndNoCatalog() {
    MigrationDraft draft = MigrationDraft.fresh("new");
    SourceViewModel page = page(draft);
    page.format().set(SourceFormat.DELTA);
    page.changeFeed().set(ChangeFeed.DERIVE);
    page.table().set("/data/events");
    assertThat(draft.source().get().format()).isEqualTo(SourceFormat.DELTA);
    assertThat(draft.source().get().changeFeed()).isEqualTo(ChangeFeed.DERIVE);
    assertThat(draft.source().get().catalogProperties()).isEmpty();
  }

  @Test
  void secretInTheOpenIsPointedOut() {
    SourceViewModel page = page(samples.draft("orders"));
    page.catalogProperties().add(new Pair("s3.secret-access-key", "abc"));
    assertThat(page.secretHint().get()).contains("s3.secret-access-key");
    page.catalogProperties().get(page.catalogProperties().size() - 1).right().set("${S3_KEY}");
    assertThat(page.secretHint().get()).isEmpty();
  }

  @Test
  void variableThatIsNotSetIsNamed() {
    SourceViewModel page = page(samples.draft("orders"));
    page.catalogProperties().add(new Pair("token", "${TRIBUTARY_NO_SUCH_VARIABLE}"));
    page.look();
    assertThat(page.failure().get().orElseThrow().message()).contains("TRIBUTARY_NO_SUCH_VARIABLE");
  }
}
