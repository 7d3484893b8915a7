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
package dev.tributary.app.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.draft.SampleDrafts;
import dev.tributary.app.range.RangeViewModel;
import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.Readiness;
import dev.tributary.app.wizard.RecordingNavigator;
import dev.tributary.app.wizard.Visit;
import dev.tributary.errors.Area;
import dev.tributary.preview.Preview;
import dev.tributary.spec.Bound;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangesViewModelTest {
  @TempDir static Path folder;
  private static SampleDrafts samples;

  private final SameThreadTaskExecutor tasks = new SameThreadTaskExecutor();
  private final RecordingNavigator navigator = new RecordingNavigator();
  private final Texts texts = new Texts(Locale.ENGLISH);
  private MigrationDraft draft;
  private ChangesViewModel page;

  @BeforeAll
  static void writeSamples() {
    samples = SampleDrafts.in(folder);
  }

  @BeforeEach
  void openOrders() throws IOException {
    draft = samples.lookedAt("orders");
    page = new ChangesViewModel(draft, navigator, tasks, texts);
  }

  private void chooseOldest(int from, int to) {
    RangeViewModel range = new RangeViewModel(draft, new SameThreadTaskExecutor(), texts);
    int last = range.rows().size() - 1;
    range.choose(range.rows().get(last - from), range.rows().get(last - to));
  }

  @Test
  void updateIsOneRowWithWhatChanged() {
    chooseOldest(2, 2);
    page.enter(Visit.FIRST);
    assertThat(page.key()).containsExactly("order_id");
    assertThat(page.shown()).isNotEmpty();
    ChangeRow update =
        page.shown().stream().filter(row -> row.kind() == RowKind.UPDATE).findFirst().orElseThrow();
    assertThat(update.cells()).hasSameSizeAs(page.columns());
    int keyIndex = page.columns().indexOf("order_id");
    assertThat(update.cells().get(keyIndex).changed()).isFalse();
    assertThat(update.cells()).anySatisfy(cell -> assertThat(cell.changed()).isTrue());
    assertThat(update.cells())
        .filteredOn(Cell::changed)
        .allSatisfy(cell -> assertThat(cell.before()).isNotEqualTo(cell.value()));
  }

  @Test
  void longRangeSaysHowManyOfHowMany() {
    chooseOldest(0, 1);
    page.enter(Visit.FIRST);
    assertThat(page.status().get()).isEqualTo("First 1,000 of 2,000 change rows");
    assertThat(page.words(Chip.INSERTS).get()).isEqualTo("+ inserts 2,000");
    assertThat(page.words(Chip.DELETES).get()).isEqualTo("− deletes 0");
  }

  @Test
  void chipsAndTextNarrowWhatShows() {
    chooseOldest(2, 3);
    page.enter(Visit.FIRST);
    int all = page.shown().size();
    page.chosen(Chip.UPDATES).set(false);
    assertThat(page.shown())
        .hasSizeLessThan(all)
        .noneSatisfy(row -> assertThat(row.kind()).isEqualTo(RowKind.UPDATE));
    page.chosen(Chip.UPDATES).set(true);
    String id = page.shown().get(0).cells().get(0).value().orElseThrow();
    page.filter().set(id);
    page.column().set(Optional.of(page.columns().get(0)));
    assertThat(page.shown())
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.cells().get(0).value().orElseThrow()).contains(id));
    assertThat(page.status().get()).endsWith("of " + texts.formats().number(all) + " match");
  }

  @Test
  void netShowsTheLastStatePerKey() {
    chooseOldest(0, 3);
    page.enter(Visit.FIRST);
    page.view().set(Preview.View.NET);
    assertThat(page.words(Chip.UPDATES).get()).isEqualTo("Δ updates 0");
    assertThat(page.failure().get()).isEmpty();
  }

  @Test
  void samePageIsNotReadAgainUnlessTheRangeChanged() {
    chooseOldest(2, 2);
    page.enter(Visit.FIRST);
    List<ChangeRow> rows = List.copyOf(page.shown());
    tasks.hold();
    page.enter(Visit.AGAIN);
    assertThat(page.loading().get()).isFalse();
    chooseOldest(3, 3);
    page.enter(Visit.STALE);
    assertThat(page.loading().get()).isTrue();
    tasks.release();
    assertThat(List.copyOf(page.shown())).isNotEqualTo(rows);
  }

  @Test
  void readingCanBeCancelledAndIsTakenUpOnTheNextVisit() {
    chooseOldest(2, 2);
    tasks.hold();
    page.enter(Visit.FIRST);
    page.leave();
    tasks.release();
    assertThat(page.loading().get()).isFalse();
    assertThat(page.shown()).isEmpty();
    page.enter(Visit.AGAIN);
    assertThat(page.shown()).isNotEmpty();
  }

  @Test
  void rangeThatCannotBeReadIsReportedWithItsArea() {
    draft.changeSource(source -> source.from(new Bound.Commit(4711)));
    page.enter(Visit.FIRST);
    assertThat(page.failure().get().orElseThrow().message()).contains("4711");
    assertThat(page.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);
    assertThat(navigator.failures.get(0).area()).contains(Area.RANGE);
  }

  @Test
  void chosenKeyBecomesTheEqualityColumns() {
    chooseOldest(2, 2);
    page.enter(Visit.FIRST);
    page.chooseKey(List.of("order_id", "customer_id"));
    assertThat(draft.target().get().equalityColumns()).containsExactly("order_id", "customer_id");
    assertThat(page.key()).containsExactly("order_id", "customer_id");
  }

  @Test
  void withoutAKeyTheSidesOfAnUpdateStandAlone() throws IOException {
    draft = samples.lookedAt("clicks");
    page = new ChangesViewModel(draft, navigator, tasks, texts);
    new RangeViewModel(draft, new SameThreadTaskExecutor(), texts).chooseAll();
    page.enter(Visit.FIRST);
    assertThat(page.failure().get()).isEmpty();
    assertThat(page.key()).isEmpty();
    assertThat(page.shown())
        .anySatisfy(row -> assertThat(row.kind()).isEqualTo(RowKind.UPDATE_BEFORE));
    assertThat(page.keyHint().get()).startsWith("Without a key");
  }
}
