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

import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.task.BackgroundTask;
import dev.tributary.app.task.Failure;
import dev.tributary.app.task.RunningTask;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Formats;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.PageId;
import dev.tributary.app.wizard.Readiness;
import dev.tributary.app.wizard.Visit;
import dev.tributary.app.wizard.WizardNavigator;
import dev.tributary.app.wizard.WizardPageModel;
import dev.tributary.changes.ChangeKind;
import dev.tributary.preview.Preview;
import dev.tributary.preview.Previews;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.Specs;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javafx.beans.InvalidationListener;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Reads the first changes of the range, and decides which of them show. */
public final class ChangesViewModel implements WizardPageModel {
  /** Most change rows that are read. */
  static final int LIMIT = 1_000;

  private static final Set<Type.TypeID> NUMBERS =
      Set.of(
          Type.TypeID.INTEGER,
          Type.TypeID.LONG,
          Type.TypeID.FLOAT,
          Type.TypeID.DOUBLE,
          Type.TypeID.DECIMAL);

  private final MigrationDraft draft;
  private final WizardNavigator navigator;
  private final TaskExecutor tasks;
  private final Texts texts;

  private final ObjectProperty<Preview.View> view =
      new SimpleObjectProperty<>(this, "view", Preview.View.RAW);
  private final StringProperty filter = new SimpleStringProperty(this, "filter", "");
  private final ObjectProperty<Optional<String>> column =
      new SimpleObjectProperty<>(this, "column", Optional.empty());
  private final Map<Chip, BooleanProperty> chips = new EnumMap<>(Chip.class);
  private final Map<Chip, ReadOnlyStringWrapper> chipWords = new EnumMap<>(Chip.class);
  private final ObservableList<String> columns = FXCollections.observableArrayList();
  private final ObservableList<String> key = FXCollections.observableArrayList();
  private final ObservableList<ChangeRow> rows = FXCollections.observableArrayList();
  private final FilteredList<ChangeRow> shown = new FilteredList<>(rows);
  private final ReadOnlyBooleanWrapper loading = new ReadOnlyBooleanWrapper(this, "loading");
  private final ReadOnlyStringWrapper progress = new ReadOnlyStringWrapper(this, "progress", "");
  private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper(this, "status", "");
  private final ReadOnlyStringWrapper keyHint = new ReadOnlyStringWrapper(this, "keyHint", "");
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(this, "failure", Optional.empty());
  private final ReadOnlyObjectWrapper<Readiness> readiness =
      new ReadOnlyObjectWrapper<>(this, "readiness", Readiness.READY);
  private RunningTask reading = RunningTask.none();
  private Optional<Request> loaded = Optional.empty();
  private Optional<Preview> preview = Optional.empty();

  /** What a preview was read for. */
  private record Request(MigrationSpec written, Preview.View view) {}

  /** A page over the draft's range. */
  public ChangesViewModel(
      MigrationDraft draft, WizardNavigator navigator, TaskExecutor tasks, Texts texts) {
    this.draft = draft;
    this.navigator = navigator;
    this.tasks = tasks;
    this.texts = texts;
    InvalidationListener filtered = property -> applyFilter();
    for (Chip chip : Chip.values()) {
      BooleanProperty chosen = new SimpleBooleanProperty(this, chip.name(), true);
      chosen.addListener(filtered);
      chips.put(chip, chosen);
      chipWords.put(chip, new ReadOnlyStringWrapper(this, chip.name(), ""));
    }
    filter.addListener(filtered);
    column.addListener(filtered);
    view.addListener(property -> load());
    describe();
  }

  @Override
  public PageId id() {
    return PageId.CHANGES;
  }

  @Override
  public ObservableValue<Readiness> readiness() {
    return readiness.getReadOnlyProperty();
  }

  /** Nothing is decided here, so later pages do not depend on it. */
  @Override
  public ObservableValue<?> output() {
    return new ReadOnlyObjectWrapper<>("");
  }

  @Override
  public void enter(Visit visit) {
    if (!loaded.equals(Optional.of(request()))) {
      load();
    }
  }

  @Override
  public void leave() {
    reading.cancel();
  }

  private Request request() {
    return new Request(draft.sourceOnly(), view.get());
  }

  /** Reads the changes anew. */
  public void load() {
    reading.cancel();
    failure.set(Optional.empty());
    readiness.set(Readiness.READY);
    loading.set(true);
    progress.set(texts.text("changes.reading"));
    Request request = request();
    reading =
        BackgroundTask.<Preview>of(
                control ->
                    Previews.read(
                        Specs.resolve(request.written()),
                        request.view(),
                        LIMIT,
                        read -> control.progress(-1, texts.text("changes.rows-read", read)),
                        control::cancelled))
            .onProgress(now -> progress.set(now.message()))
            .onSuccess(
                found -> {
                  loaded = Optional.of(request);
                  show(found);
                })
            .onFailure(this::failed)
            .onFinished(
                () -> {
                  loading.set(false);
                  describe();
                })
            .executeWith(tasks);
  }

  private void failed(Failure problem) {
    loaded = Optional.empty();
    preview = Optional.empty();
    rows.clear();
    failure.set(Optional.of(problem));
    readiness.set(new Readiness.Blocked(texts.text("changes.failed")));
    navigator.report(problem);
  }

  /** Stops reading; what was shown before stays. */
  public void cancel() {
    reading.cancel();
  }

  private void show(Preview found) {
    preview = Optional.of(found);
    List<String> names = found.schema().columns().stream().map(Types.NestedField::name).toList();
    key.setAll(keyColumns());
    if (!names.equals(columns)) {
      column.set(Optional.empty());
      columns.setAll(names);
    }
    rows.setAll(ChangeRow.of(found, !key.isEmpty()));
    describe();
  }

  /**
   * The source columns that the preview paired updates by: the chosen ones, else the source's own.
   */
  private List<String> keyColumns() {
    List<String> chosen = draft.target().get().equalityColumns();
    return chosen.isEmpty()
        ? draft.facts().get().map(facts -> facts.description().identifierFields()).orElse(List.of())
        : chosen.stream().map(this::sourceColumn).toList();
  }

  private String sourceColumn(String target) {
    return draft.mapping().get().stream()
        .filter(mapping -> mapping.target().equals(target))
        .map(ColumnMapping::source)
        .findFirst()
        .orElse(target);
  }

  private String targetColumn(String source) {
    return draft.mapping().get().stream()
        .filter(mapping -> mapping.source().equals(source))
        .map(ColumnMapping::target)
        .findFirst()
        .orElse(source);
  }

  /**
   * Chooses the columns that identify a row. They become the equality columns of the target, which
   * the Mapping page shows, and the changes are read again, paired by them.
   */
  public void chooseKey(List<String> sourceColumns) {
    if (!sourceColumns.equals(key)) {
      draft.changeTarget(
          target ->
              target.equalityColumns(sourceColumns.stream().map(this::targetColumn).toList()));
      load();
    }
  }

  private void applyFilter() {
    String text = filter.get().strip().toLowerCase(Locale.ROOT);
    int only = column.get().map(columns::indexOf).orElse(-1);
    shown.setPredicate(
        row -> chips.get(row.kind().chip()).get() && (text.isEmpty() || matches(row, text, only)));
    describe();
  }

  private static boolean matches(ChangeRow row, String text, int onlyColumn) {
    return onlyColumn >= 0
        ? row.cells().get(onlyColumn).matches(text)
        : row.commitId().contains(text)
            || row.cells().stream().anyMatch(cell -> cell.matches(text));
  }

  private void describe() {
    Formats formats = texts.formats();
    for (Chip chip : Chip.values()) {
      chipWords.get(chip).set(texts.text("changes.chip", texts.name(chip), count(chip)));
    }
    status.set(preview.map(found -> status(found, formats)).orElse(""));
    boolean unpaired =
        rows.stream()
            .anyMatch(
                row -> row.kind() == RowKind.UPDATE_BEFORE || row.kind() == RowKind.UPDATE_AFTER);
    keyHint.set(
        preview.isPresent() && key.isEmpty() && unpaired ? texts.text("changes.no-key") : "");
  }

  private String count(Chip chip) {
    Optional<Map<ChangeKind, Long>> counts = preview.flatMap(Preview::counts);
    return texts
        .formats()
        .number(
            counts
                .map(all -> OptionalLong.of(all.getOrDefault(kind(chip), 0L)))
                .orElse(OptionalLong.empty()));
  }

  private static ChangeKind kind(Chip chip) {
    return switch (chip) {
      case INSERTS -> ChangeKind.INSERT;
      case UPDATES -> ChangeKind.UPDATE_AFTER;
      case DELETES -> ChangeKind.DELETE;
    };
  }

  private String status(Preview found, Formats formats) {
    long read = found.rows().size();
    Optional<Long> all =
        found.counts().map(counts -> counts.values().stream().mapToLong(Long::longValue).sum());
    String words =
        !found.truncated()
            ? texts.text("changes.all", read)
            : all.map(total -> texts.text("changes.first-of", read, formats.number(total)))
                .orElseGet(() -> texts.text("changes.first", read));
    return shown.size() == rows.size()
        ? words
        : words + " · " + texts.text("changes.matching", shown.size(), rows.size());
  }

  /** Every change, or the last state of each key. */
  public ObjectProperty<Preview.View> view() {
    return view;
  }

  /** Text that the rows have to contain. */
  public StringProperty filter() {
    return filter;
  }

  /** The only column that is searched; empty: all. */
  public ObjectProperty<Optional<String>> column() {
    return column;
  }

  /** The columns of the rows, in order. */
  public ObservableList<String> columns() {
    return columns;
  }

  /** Whether a column holds numbers. */
  boolean numeric(int index) {
    return preview
        .map(found -> found.schema().columns().get(index).type().typeId())
        .filter(NUMBERS::contains)
        .isPresent();
  }

  /** The columns that updates are paired by; empty: they are not. */
  public ObservableList<String> key() {
    return key;
  }

  /** Why updates are not paired; empty when they are or there are none. */
  public ReadOnlyStringProperty keyHint() {
    return keyHint.getReadOnlyProperty();
  }

  /** The rows that show. */
  ObservableList<ChangeRow> shown() {
    return shown;
  }

  /** Whether a kind is shown. */
  BooleanProperty chosen(Chip chip) {
    return Objects.requireNonNull(chips.get(chip));
  }

  /** A kind with its count over the whole range. */
  ReadOnlyStringProperty words(Chip chip) {
    return Objects.requireNonNull(chipWords.get(chip)).getReadOnlyProperty();
  }

  /** Whether changes are being read. */
  public ReadOnlyBooleanProperty loading() {
    return loading.getReadOnlyProperty();
  }

  /** How far reading is, in words. */
  public ReadOnlyStringProperty progress() {
    return progress.getReadOnlyProperty();
  }

  /** How many of how many rows are shown. */
  public ReadOnlyStringProperty status() {
    return status.getReadOnlyProperty();
  }

  /** Why the changes could not be read. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }
}
