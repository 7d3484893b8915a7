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

import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.draft.SourceFacts;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Formats;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.PageId;
import dev.tributary.app.wizard.Readiness;
import dev.tributary.app.wizard.Visit;
import dev.tributary.app.wizard.WizardPageModel;
import dev.tributary.history.SourceCommit;
import dev.tributary.spec.Bound;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.SourceFormat;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;

/**
 * Chooses the range of commits. The history is what the look at the source found; the range itself
 * lives in the draft, so the chart and the table cannot disagree.
 */
public final class RangeViewModel implements WizardPageModel {
  private final MigrationDraft draft;
  private final Texts texts;
  private final RowFilterViewModel rowFilter;
  private final ObservableList<CommitRow> rows = FXCollections.observableArrayList();
  private final FilteredList<CommitRow> shown = new FilteredList<>(rows);
  private final StringProperty filter = new SimpleStringProperty(this, "filter", "");
  private final ObjectProperty<Optional<CommitRow>> inspected =
      new SimpleObjectProperty<>(this, "inspected", Optional.empty());
  private final ReadOnlyBooleanWrapper followsLatest =
      new ReadOnlyBooleanWrapper(this, "followsLatest");
  private final ReadOnlyBooleanWrapper stays = new ReadOnlyBooleanWrapper(this, "stays");
  private final ReadOnlyIntegerWrapper pollSeconds =
      new ReadOnlyIntegerWrapper(this, "pollSeconds");
  private final ReadOnlyStringWrapper strip = new ReadOnlyStringWrapper(this, "strip", "");
  private final ReadOnlyObjectWrapper<Readiness> readiness =
      new ReadOnlyObjectWrapper<>(this, "readiness", Readiness.READY);
  private final ReadOnlyObjectWrapper<Range> output = new ReadOnlyObjectWrapper<>(this, "output");
  private CommitLine line = CommitLine.of(List.of());
  private OptionalInt anchor = OptionalInt.empty();
  private boolean chosen;

  /** Commits, whether and how often to look for more, and rows, as the spec has them. */
  record Range(
      Bound from, Bound to, boolean streaming, Duration pollInterval, Optional<String> filter) {}

  /** A page over the draft's range. */
  public RangeViewModel(MigrationDraft draft, TaskExecutor executor, Texts texts) {
    this.draft = draft;
    this.texts = texts;
    this.rowFilter = new RowFilterViewModel(draft, executor);
    rowFilter.problem().addListener((property, before, now) -> refresh());
    this.chosen = draft.file().get().isPresent() || draft.source().get().from() != Bound.OPEN;
    filter.addListener(
        (property, before, now) -> {
          String text = now.strip().toLowerCase(Locale.ROOT);
          shown.setPredicate(text.isEmpty() ? null : row -> row.matches(text));
        });
    draft.facts().addListener((property, before, now) -> load(now));
    draft.source().addListener((property, before, now) -> refresh());
    load(draft.facts().get());
  }

  private void load(Optional<SourceFacts> facts) {
    List<SourceCommit> history = facts.map(SourceFacts::history).orElse(List.of());
    line = CommitLine.of(history);
    rows.setAll(
        history.stream().map(commit -> new CommitRow(commit, line.indexOf(commit.id()))).toList());
    inspected.set(rows.stream().findFirst());
    anchor = OptionalInt.empty();
    refresh();
  }

  private void refresh() {
    SourceSpec source = draft.source().get();
    output.set(
        new Range(
            source.from(),
            source.to(),
            source.streaming(),
            source.pollInterval(),
            source.filter()));
    followsLatest.set(chosen && source.to() == Bound.OPEN);
    stays.set(source.streaming());
    pollSeconds.set((int) Math.min(Integer.MAX_VALUE, source.pollInterval().toSeconds()));
    OptionalInt first = first();
    OptionalInt last = last();
    for (CommitRow row : rows) {
      row.inRange.set(
          row.index().isPresent()
              && first.isPresent()
              && last.isPresent()
              && row.index().getAsInt() >= first.getAsInt()
              && row.index().getAsInt() <= last.getAsInt());
    }
    readiness.set(ready(source));
    strip.set(describe());
  }

  private OptionalInt first() {
    if (!chosen || line.size() == 0) {
      return OptionalInt.empty();
    }
    Bound from = draft.source().get().from();
    return from == Bound.OPEN ? OptionalInt.of(0) : line.start(from);
  }

  private OptionalInt last() {
    return chosen ? line.end(draft.source().get().to()) : OptionalInt.empty();
  }

  private Readiness ready(SourceSpec source) {
    if (draft.facts().get().isEmpty()) {
      return new Readiness.Missing(texts.text("range.no-history"));
    }
    if (!rowFilter.problem().get().isEmpty()) {
      // The field has the whole of it, and a small window no room for it twice.
      return new Readiness.Blocked(texts.text("range.row-filter-wrong"));
    }
    if (line.size() == 0) {
      return new Readiness.Blocked(texts.text("range.no-commits"));
    }
    if (!chosen || (source.from() == Bound.OPEN && source.format() == SourceFormat.DELTA)) {
      return new Readiness.Missing(texts.text("range.choose"));
    }
    if (source.from() != Bound.OPEN && first().isEmpty()) {
      return new Readiness.Blocked(texts.text("range.no-start", words(source.from())));
    }
    if (last().isEmpty()) {
      return new Readiness.Blocked(texts.text("range.no-end", words(source.to())));
    }
    if (first().isPresent() && first().getAsInt() > last().getAsInt()) {
      return new Readiness.Blocked(
          texts.text("range.reversed", words(source.from()), words(source.to())));
    }
    // Without a start the first run takes a state, so that no single commit has to be readable.
    return source.from() == Bound.OPEN ? Readiness.READY : unreadable();
  }

  private Readiness unreadable() {
    return covered().stream()
        .filter(commit -> !commit.readable())
        .findFirst()
        .<Readiness>map(
            commit ->
                new Readiness.Blocked(
                    texts.text(
                        "range.unreadable",
                        commit.id(),
                        commit.note().orElse(texts.text("range.no-reason")))))
        .orElse(Readiness.READY);
  }

  private String words(Bound bound) {
    if (bound instanceof Bound.Commit commit) {
      return Long.toString(commit.id());
    }
    return bound instanceof Bound.Time time
        ? texts.formats().utc(time.instant())
        : texts.text("range.latest");
  }

  private List<SourceCommit> covered() {
    OptionalInt first = first();
    OptionalInt last = last();
    return first.isPresent() && last.isPresent() && first.getAsInt() <= last.getAsInt()
        ? line.commits().subList(first.getAsInt(), last.getAsInt() + 1)
        : List.of();
  }

  private String describe() {
    List<SourceCommit> covered = covered();
    if (covered.isEmpty()) {
      return texts.text("range.nothing");
    }
    if (draft.source().get().from() == Bound.OPEN) {
      return texts.text("range.state-only");
    }
    Formats formats = texts.formats();
    Duration span =
        Duration.between(covered.get(0).timestamp(), covered.get(covered.size() - 1).timestamp());
    List<CommitRow> changing =
        rows.stream().filter(row -> row.inRange().get() && row.changesRows()).toList();
    long silent =
        changing.stream()
            .filter(row -> row.addedRows().isEmpty() || row.deletedRows().isEmpty())
            .count();
    String text =
        texts.text(
            "range.strip",
            covered.size(),
            formats.duration(span),
            sum(changing, CommitRow::addedRows),
            sum(changing, CommitRow::deletedRows));
    return silent == 0 ? text : text + " · " + texts.text("range.strip-unknown", silent);
  }

  /** A sum, or what is known of it: some commits may not say. */
  private String sum(List<CommitRow> commits, Function<CommitRow, OptionalLong> figure) {
    long sum = commits.stream().map(figure).mapToLong(value -> value.orElse(0)).sum();
    if (commits.stream().map(figure).allMatch(OptionalLong::isPresent)) {
      return texts.formats().number(sum);
    }
    return sum == 0
        ? texts.text("range.sum-unknown")
        : texts.text("range.sum-at-least", texts.formats().number(sum));
  }

  @Override
  public PageId id() {
    return PageId.RANGE;
  }

  @Override
  public ObservableValue<Readiness> readiness() {
    return readiness.getReadOnlyProperty();
  }

  @Override
  public ObservableValue<?> output() {
    return output.getReadOnlyProperty();
  }

  @Override
  public void enter(Visit visit) {
    refresh();
  }

  /** Chooses one commit. */
  public void choose(CommitRow row) {
    inspected.set(Optional.of(row));
    row.index()
        .ifPresent(
            index -> {
              anchor = OptionalInt.of(index);
              choose(index, index);
            });
  }

  /** Extends the choice from where it began to this commit. */
  public void extendTo(CommitRow row) {
    inspected.set(Optional.of(row));
    row.index()
        .ifPresent(
            index -> {
              int from = anchor.orElseGet(() -> first().orElse(index));
              anchor = OptionalInt.of(from);
              choose(Math.min(from, index), Math.max(from, index));
            });
  }

  /** Chooses from one commit to another, in whatever order. */
  public void choose(CommitRow one, CommitRow other) {
    if (one.index().isPresent() && other.index().isPresent()) {
      anchor = one.index();
      extendTo(other);
    }
  }

  /** Moves the start to this commit; an end before it moves along. */
  public void startAt(CommitRow row) {
    row.index()
        .ifPresent(
            index -> {
              boolean keepEnd = chosen && last().isPresent() && last().getAsInt() >= index;
              Bound to = keepEnd || !chosen ? draft.source().get().to() : bound(index);
              set(bound(index), to);
            });
  }

  /** Moves the end to this commit; a start after it, or none yet, moves along. */
  public void endAt(CommitRow row) {
    row.index()
        .ifPresent(
            index -> {
              boolean keepStart = chosen && (first().isEmpty() || first().getAsInt() <= index);
              set(keepStart ? draft.source().get().from() : bound(index), bound(index));
            });
  }

  /** Chooses everything that can be read, and what is still to come. */
  public void chooseAll() {
    line.firstReadable().ifPresent(first -> set(bound(first), Bound.OPEN));
  }

  /**
   * Chooses no change at all, only the state as it is: the initial load takes it. Not for Delta.
   */
  public void chooseStateOnly() {
    set(Bound.OPEN, Bound.OPEN);
  }

  /** Whether {@link #chooseStateOnly} makes a valid range. */
  public boolean canChooseStateOnly() {
    return draft.source().get().format() == SourceFormat.ICEBERG;
  }

  /** Leaves the end open, or sets it to the latest commit there is now. */
  public void followLatest(boolean follow) {
    if (chosen && follow != followsLatest.get() && line.size() > 0) {
      set(draft.source().get().from(), follow ? Bound.OPEN : bound(line.size() - 1));
    }
  }

  private void choose(int first, int last) {
    set(bound(first), bound(last));
  }

  private void set(Bound from, Bound to) {
    chosen = true;
    // With an end there is nothing to stay for.
    boolean streaming = draft.source().get().streaming() && to == Bound.OPEN;
    draft.changeSource(source -> source.from(from).to(to).streaming(streaming));
    refresh();
  }

  /** Goes on looking for new commits after the ones there are, or ends with them. */
  public void stay(boolean stay) {
    draft.changeSource(source -> source.streaming(stay && followsLatest.get()));
  }

  /**
   * Sets how often a job that stays looks for new commits.
   *
   * @param seconds at least 1
   */
  public void pollEvery(int seconds) {
    draft.changeSource(source -> source.pollInterval(Duration.ofSeconds(Math.max(1, seconds))));
  }

  private Bound bound(int index) {
    return new Bound.Commit(Long.parseLong(line.get(index).id()));
  }

  /** All commits, newest first. */
  public ObservableList<CommitRow> rows() {
    return rows;
  }

  /** The commits that the filter lets through. */
  public ObservableList<CommitRow> shown() {
    return shown;
  }

  /** Text that the rows of the table have to contain. */
  public StringProperty filter() {
    return filter;
  }

  /** The commit whose summary is shown. */
  public ObjectProperty<Optional<CommitRow>> inspected() {
    return inspected;
  }

  /** Whether the range has no end and takes in what is still to come. */
  public ReadOnlyBooleanProperty followsLatest() {
    return followsLatest.getReadOnlyProperty();
  }

  /** The condition that rows have to meet. */
  public RowFilterViewModel rowFilter() {
    return rowFilter;
  }

  /** Whether the job goes on looking for new commits. */
  public ReadOnlyBooleanProperty stays() {
    return stays.getReadOnlyProperty();
  }

  /** How often a job that stays looks for new commits, in seconds. */
  public ReadOnlyIntegerProperty pollSeconds() {
    return pollSeconds.getReadOnlyProperty();
  }

  /** The range in one line. */
  public ReadOnlyStringProperty strip() {
    return strip.getReadOnlyProperty();
  }

  /** Whether and why the range cannot be used. */
  public ReadOnlyObjectProperty<Readiness> state() {
    return readiness.getReadOnlyProperty();
  }
}
