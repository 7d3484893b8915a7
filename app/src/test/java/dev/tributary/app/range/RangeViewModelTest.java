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
package dev.tributary.app.range;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.draft.SampleDrafts;
import dev.tributary.app.draft.SourceFacts;
import dev.tributary.app.task.SameThreadTaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.Readiness;
import dev.tributary.history.SourceCommit;
import dev.tributary.spec.Bound;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RangeViewModelTest {
  @TempDir static Path folder;
  private static SampleDrafts samples;

  private final SameThreadTaskExecutor executor = new SameThreadTaskExecutor();
  private MigrationDraft draft;
  private RangeViewModel page;

  @BeforeAll
  static void writeSamples() {
    samples = SampleDrafts.in(folder);
  }

  @BeforeEach
  void openOrders() throws IOException {
    draft = samples.lookedAt("orders");
    page = new RangeViewModel(draft, executor, new Texts(Locale.ENGLISH));
  }

  /** The n-th commit, oldest first. */
  private CommitRow commit(int n) {
    return page.rows().get(page.rows().size() - 1 - n);
  }

  private Bound bound(int n) {
    return new Bound.Commit(Long.parseLong(commit(n).commit().id()));
  }

  private List<Integer> covered() {
    return page.rows().stream()
        .filter(row -> row.inRange().get())
        .map(row -> row.index().orElseThrow())
        .sorted()
        .toList();
  }

  @Test
  void freshMigrationHasToChoose() {
    assertThat(page.rows()).hasSizeGreaterThan(5);
    assertThat(covered()).isEmpty();
    assertThat(page.readiness().getValue()).isInstanceOf(Readiness.Missing.class);
    assertThat(page.strip().get()).isEqualTo("No commits chosen");
  }

  @Test
  void clickChoosesOneCommitAndShiftClickExtendsInEitherDirection() {
    page.choose(commit(2));
    assertThat(covered()).containsExactly(2);
    page.extendTo(commit(4));
    assertThat(covered()).containsExactly(2, 3, 4);
    page.extendTo(commit(1));
    assertThat(covered()).containsExactly(1, 2);
    assertThat(draft.source().get().from()).isEqualTo(bound(1));
    assertThat(draft.source().get().to()).isEqualTo(bound(2));
    assertThat(page.readiness().getValue().ready()).isTrue();
  }

  @Test
  void stripSumsWhatTheMetadataStates() {
    page.choose(commit(0));
    page.extendTo(commit(1));
    assertThat(page.strip().get()).startsWith("2 commits · ").contains("+2,000 −0 rows");
  }

  @Test
  void sumThatIsOnlyPartlyKnownSaysSo() {
    page.choose(commit(0));
    page.extendTo(commit(2));
    assertThat(page.strip().get())
        .contains("+2,260 −? rows")
        .endsWith("1 commit does not say how many rows");
  }

  @Test
  void latestCanBeFollowedAndPinned() {
    page.choose(commit(3));
    assertThat(page.followsLatest().get()).isFalse();
    page.followLatest(true);
    assertThat(draft.source().get().to()).isEqualTo(Bound.OPEN);
    assertThat(covered()).hasSize(page.rows().size() - 3);
    page.followLatest(false);
    assertThat(draft.source().get().to()).isEqualTo(bound(page.rows().size() - 1));
  }

  @Test
  void startAndEndMoveOneAtATime() {
    page.startAt(commit(2));
    assertThat(draft.source().get().to()).as("no end yet: the latest").isEqualTo(Bound.OPEN);
    page.endAt(commit(5));
    assertThat(covered()).containsExactly(2, 3, 4, 5);
    page.startAt(commit(6));
    assertThat(covered()).as("the end moves along").containsExactly(6);
    page.endAt(commit(1));
    assertThat(covered()).as("the start moves along").containsExactly(1);
  }

  @Test
  void allChangesBeginAtTheFirstCommitAndFollow() {
    page.chooseAll();
    assertThat(draft.source().get().from()).isEqualTo(bound(0));
    assertThat(page.followsLatest().get()).isTrue();
    assertThat(covered()).hasSize(page.rows().size());
  }

  @Test
  void withoutAStartTheStateIsLoaded() {
    page.chooseStateOnly();
    assertThat(page.readiness().getValue().ready()).isTrue();
    assertThat(page.strip().get()).startsWith("No start");
  }

  @Test
  void deltaNeedsAStart() {
    page.chooseStateOnly();
    draft.changeSource(source -> source.format(SourceFormat.DELTA));
    assertThat(page.canChooseStateOnly()).isFalse();
    assertThat(page.readiness().getValue()).isInstanceOf(Readiness.Missing.class);
  }

  @Test
  void boundThatIsGoneBlocksAndIsNamed() {
    draft.changeSource(source -> source.from(new Bound.Commit(4711)));
    page = new RangeViewModel(draft, executor, new Texts(Locale.ENGLISH));
    assertThat(page.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);
    assertThat(page.readiness().getValue().reason()).contains("4711");
  }

  @Test
  void timesCoverTheCommitsBetweenThem() {
    draft.changeSource(
        source ->
            source
                .from(new Bound.Time(commit(2).commit().timestamp()))
                .to(new Bound.Time(commit(4).commit().timestamp())));
    page = new RangeViewModel(draft, executor, new Texts(Locale.ENGLISH));
    assertThat(covered()).contains(2, 3, 4);
    assertThat(page.readiness().getValue().ready()).isTrue();
  }

  @Test
  void savedSpecWithoutAStartIsTakenAsItIs() {
    MigrationDraft saved = MigrationDraft.of(draft.spec().get(), samples.spec("orders"));
    saved.facts().set(draft.facts().get());
    RangeViewModel opened = new RangeViewModel(saved, executor, new Texts(Locale.ENGLISH));
    assertThat(opened.readiness().getValue().ready()).isTrue();
    assertThat(opened.strip().get()).startsWith("No start");
    assertThat(saved.dirty().get()).isFalse();
  }

  @Test
  void filterLooksIntoEveryWordOfACommit() {
    page.filter().set("REPLACE");
    assertThat(page.shown())
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.commit().operation()).isEqualTo("replace"));
    page.filter().set(commit(0).commit().id());
    assertThat(page.shown()).contains(commit(0));
    page.filter().set("");
    assertThat(page.shown()).hasSameSizeAs(page.rows());
  }

  @Test
  void unreadableCommitInTheRangeBlocksWithItsReason() {
    replaceHistory(
        made(3, true, true, Optional.empty()),
        made(2, false, false, Optional.of("its files were removed")),
        made(1, false, true, Optional.empty()));
    page.choose(commit(2));
    assertThat(page.readiness().getValue().ready()).isTrue();
    page.extendTo(commit(0));
    assertThat(page.readiness().getValue().reason()).contains("2", "its files were removed");
    page.chooseAll();
    assertThat(covered())
        .as("from the earliest that everything after can be read")
        .containsExactly(2);
  }

  @Test
  void unknownRowsAreSaidToBeUnknown() {
    replaceHistory(made(1, true, true, Optional.empty()));
    page.chooseAll();
    assertThat(page.strip().get()).endsWith("1 commit does not say how many rows");
  }

  private void replaceHistory(SourceCommit... newestFirst) {
    SourceFacts facts = draft.facts().get().orElseThrow();
    draft
        .facts()
        .set(
            Optional.of(
                new SourceFacts(
                    facts.identity(), facts.description(), List.of(newestFirst), facts.schema())));
  }

  private static SourceCommit made(
      long id, boolean current, boolean readable, Optional<String> note) {
    OptionalLong unknown = OptionalLong.empty();
    return new SourceCommit(
        Long.toString(id),
        id == 1 ? Optional.empty() : Optional.of(Long.toString(id - 1)),
        OptionalLong.of(id),
        Instant.ofEpochSecond(id),
        "overwrite",
        current,
        List.of(),
        new SourceCommit.Figures(unknown, unknown, unknown, unknown, unknown, unknown, unknown),
        Optional.empty(),
        readable,
        note,
        Map.of());
  }

  @Test
  void jobStaysOnlyWhileTheRangeHasNoEnd() {
    page.chooseAll();
    page.stay(true);
    page.pollEvery(5);
    assertThat(page.stays().get()).isTrue();
    assertThat(draft.source().get().streaming()).isTrue();
    assertThat(draft.source().get().pollInterval()).isEqualTo(Duration.ofSeconds(5));

    page.endAt(commit(3));
    assertThat(page.stays().get()).isFalse();
    assertThat(draft.source().get().streaming()).isFalse();

    page.stay(true);
    assertThat(draft.source().get().streaming()).isFalse();
  }

  @Test
  void conditionOnRowsIsCheckedAgainstTheColumns() {
    page.chooseAll();
    page.rowFilter().text().set("order_id > 10");
    page.rowFilter().apply();
    assertThat(page.rowFilter().problem().get()).isEmpty();
    assertThat(draft.source().get().filter()).contains("order_id > 10");
    assertThat(page.readiness().getValue().ready()).isTrue();

    page.rowFilter().text().set("ordr_id > 10");
    page.rowFilter().apply();
    assertThat(page.rowFilter().problem().get()).contains("ordr_id");
    assertThat(page.readiness().getValue()).isInstanceOf(Readiness.Blocked.class);

    page.rowFilter().text().set(" ");
    page.rowFilter().apply();
    assertThat(draft.source().get().filter()).isEmpty();
    assertThat(page.readiness().getValue().ready()).isTrue();
  }

  @Test
  void conditionOfAnOpenedSpecIsChecked() {
    draft.changeSource(source -> source.filter(Optional.of("ordr_id > 10")));
    page = new RangeViewModel(draft, executor, new Texts(Locale.ENGLISH));
    assertThat(page.rowFilter().problem().get()).contains("ordr_id");
  }

  @Test
  void conditionIsCheckedAgainOnceTheTableIsAnother() throws IOException {
    page.chooseAll();
    page.rowFilter().text().set("country = 'Ada'");
    page.rowFilter().apply();
    assertThat(page.rowFilter().problem().get()).contains("country");

    MigrationDraft customers = samples.lookedAt("customers");
    draft.facts().set(Optional.empty());
    assertThat(page.rowFilter().problem().get()).as("of a table that is not read").isEmpty();
    draft.source().set(customers.source().get().toBuilder().filter("customer_id > 0").build());
    draft.facts().set(customers.facts().get());
    page.chooseAll();
    assertThat(page.rowFilter().problem().get()).isEmpty();
    assertThat(page.readiness().getValue().ready()).isTrue();
  }

  @Test
  void conditionIsCheckedAgainWhenTheRangeIsMended() {
    page.chooseAll();
    draft.changeSource(source -> source.to(new Bound.Commit(4711)));
    page.rowFilter().text().set("ordr_id > 10");
    page.rowFilter().apply();
    assertThat(page.readiness().getValue().reason()).as("the range's own words").contains("4711");
    page.chooseAll();
    assertThat(page.rowFilter().problem().get()).contains("ordr_id");
  }
}
