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

import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.task.BackgroundTask;
import dev.tributary.app.task.Failure;
import dev.tributary.app.task.RunningTask;
import dev.tributary.app.task.TaskExecutor;
import dev.tributary.app.text.Texts;
import dev.tributary.app.wizard.PageId;
import dev.tributary.app.wizard.Readiness;
import dev.tributary.app.wizard.Visit;
import dev.tributary.app.wizard.WizardNavigator;
import dev.tributary.app.wizard.WizardPageModel;
import dev.tributary.errors.TributaryException;
import dev.tributary.mapping.MappedColumn;
import dev.tributary.mapping.RowMapping;
import dev.tributary.mapping.SchemaDifference;
import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Decides which columns go where, and follows what the chosen key is like. */
public final class MappingViewModel implements WizardPageModel {
  /** Above this, reading all keys is only done when asked for. */
  static final long MOST_ROWS_CHECKED_UNASKED = 2_000_000;

  private final MigrationDraft draft;
  private final WizardNavigator navigator;
  private final TaskExecutor executor;
  private final Texts texts;

  private final ObservableList<ColumnRow> rows = FXCollections.observableArrayList();
  private final ObservableList<KeyFinding> keyFindings = FXCollections.observableArrayList();
  private final ObservableList<MappedColumn> targetColumns = FXCollections.observableArrayList();
  private final ObservableList<SchemaDifference> differences = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper loading = new ReadOnlyBooleanWrapper(this, "loading");
  private final ReadOnlyBooleanWrapper checking = new ReadOnlyBooleanWrapper(this, "checking");
  private final ReadOnlyStringWrapper checkProgress =
      new ReadOnlyStringWrapper(this, "checkProgress", "");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper(this, "problem", "");
  private final ReadOnlyStringWrapper targetTitle =
      new ReadOnlyStringWrapper(this, "targetTitle", "");
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(this, "failure", Optional.empty());
  private final ReadOnlyObjectWrapper<Readiness> readiness;
  private final ReadOnlyObjectWrapper<Choice> output =
      new ReadOnlyObjectWrapper<>(this, "output", Choice.NONE);

  private RunningTask load = RunningTask.none();
  private RunningTask check = RunningTask.none();
  private Optional<MappingSource.Columns> columns = Optional.empty();
  private List<String> checkedKey = List.of();
  private boolean keyBad;
  private boolean filling;

  /** What the person chose here; later pages build on it. */
  record Choice(List<ColumnMapping> mapping, List<String> dropped, List<String> key) {
    static final Choice NONE = new Choice(List.of(), List.of(), List.of());
  }

  /** A page that has not looked at the source yet. */
  public MappingViewModel(
      MigrationDraft draft, WizardNavigator navigator, TaskExecutor executor, Texts texts) {
    this.draft = draft;
    this.navigator = navigator;
    this.executor = executor;
    this.texts = texts;
    this.readiness =
        new ReadOnlyObjectWrapper<>(
            this, "readiness", new Readiness.Missing(texts.text("mapping.loading")));
  }

  @Override
  public PageId id() {
    return PageId.MAPPING;
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
    if (visit != Visit.AGAIN || columns.isEmpty() && !load.running()) {
      load();
    }
  }

  @Override
  public void leave() {
    check.cancel();
  }

  /** Reads the columns; what was chosen for columns that are still there is kept. */
  public void load() {
    load.cancel();
    failure.set(Optional.empty());
    loading.set(true);
    MigrationSpec source = draft.sourceOnly();
    Optional<MigrationSpec> whole =
        Optional.of(draft.spec().get()).filter(spec -> !spec.target().table().isBlank());
    load =
        BackgroundTask.of(control -> MappingSource.columns(source, whole))
            .onSuccess(this::fill)
            .onFailure(
                reason -> {
                  failure.set(Optional.of(reason));
                  navigator.report(reason);
                })
            .onFinished(
                () -> {
                  loading.set(false);
                  refresh();
                })
            .executeWith(executor);
    refresh();
  }

  /** Gives up reading. */
  public void cancel() {
    load.cancel();
    check.cancel();
  }

  private void fill(MappingSource.Columns found) {
    columns = Optional.of(found);
    checkedKey = List.of();
    filling = true;
    MigrationSpec spec = draft.spec().get();
    List<String> key = draft.target().get().equalityColumns();
    List<ColumnRow> filled = new ArrayList<>();
    for (Types.NestedField field : found.schema().columns()) {
      ColumnRow row =
          new ColumnRow(
              field.name(),
              field.type().toString(),
              field.isRequired(),
              SafeTypes.of(field, spec),
              notKey(field.type()));
      row.used().set(used(field.name(), spec));
      spec.mapping().stream()
          .filter(column -> column.source().equals(field.name()))
          .findFirst()
          .ifPresent(
              column -> {
                row.target().set(column.target());
                column.type().filter(row.types()::contains).ifPresent(row.type()::set);
              });
      row.key()
          .set(
              key.isEmpty()
                  ? found.identifiers().contains(field.name())
                  : key.contains(row.target().get()));
      row.onChange(this::changed);
      filled.add(row);
    }
    rows.setAll(filled);
    filling = false;
    Choice choice = choice();
    if (key.isEmpty() && !choice.key().isEmpty()) {
      write(choice);
    }
    show(choice);
  }

  private Optional<String> notKey(Type type) {
    if (type.typeId() == Type.TypeID.FLOAT || type.typeId() == Type.TypeID.DOUBLE) {
      return Optional.of(texts.text("mapping.key.float", type.toString()));
    }
    return type.isPrimitiveType()
        ? Optional.empty()
        : Optional.of(
            texts.text(
                "mapping.key.nested", type.typeId().name().toLowerCase(java.util.Locale.ROOT)));
  }

  private static boolean used(String column, MigrationSpec spec) {
    List<String> keep = spec.source().keep();
    boolean kept =
        keep.isEmpty()
            || keep.stream().anyMatch(k -> k.equals(column) || k.startsWith(column + "."));
    return kept && !spec.source().drop().contains(column);
  }

  private void changed() {
    if (!filling) {
      Choice choice = choice();
      write(choice);
      show(choice);
    }
  }

  private Choice choice() {
    List<ColumnMapping> mapping = new ArrayList<>(nestedMappings());
    List<String> dropped = new ArrayList<>(nestedDrops());
    List<String> key = new ArrayList<>();
    for (ColumnRow row : rows) {
      if (!row.used().get()) {
        dropped.add(row.source());
        continue;
      }
      String name = row.target().get().strip();
      if (row.changed()) {
        boolean sameType = row.type().get().equals(row.types().get(0));
        mapping.add(
            new ColumnMapping(
                row.source(), name, sameType ? Optional.empty() : Optional.of(row.type().get())));
      }
      if (row.key().get()) {
        key.add(name);
      }
    }
    return new Choice(List.copyOf(mapping), List.copyOf(dropped), List.copyOf(key));
  }

  /** A spec that lists what to keep goes on doing so, others list what to drop. */
  private void write(Choice choice) {
    List<String> keep = draft.source().get().keep();
    draft.mapping().set(choice.mapping());
    if (keep.isEmpty()) {
      draft.changeSource(source -> source.drop(choice.dropped()));
    } else {
      List<String> kept = new ArrayList<>();
      for (ColumnRow row : rows) {
        List<String> nested =
            keep.stream().filter(path -> path.startsWith(row.source() + ".")).toList();
        if (row.used().get()) {
          kept.addAll(nested.isEmpty() ? List.of(row.source()) : nested);
        }
      }
      draft.changeSource(source -> source.keep(kept));
    }
    draft.changeTarget(target -> target.equalityColumns(choice.key()));
  }

  private void show(Choice choice) {
    output.set(choice);
    plan();
    keyChanged(choice.key());
    refresh();
  }

  /** Mappings of nested fields come from a spec file; this page shows whole columns. */
  private List<ColumnMapping> nestedMappings() {
    Set<String> shown = shownColumns();
    return draft.mapping().get().stream().filter(m -> !shown.contains(m.source())).toList();
  }

  private List<String> nestedDrops() {
    Set<String> shown = shownColumns();
    return draft.source().get().drop().stream().filter(d -> !shown.contains(d)).toList();
  }

  private Set<String> shownColumns() {
    Set<String> shown = new HashSet<>();
    rows.forEach(row -> shown.add(row.source()));
    return shown;
  }

  private void plan() {
    problem.set("");
    differences.clear();
    Schema source = columns.orElseThrow().schema();
    Optional<Schema> existing = columns.get().existing();
    try {
      RowMapping mapping = RowMapping.plan(source, draft.spec().get());
      targetColumns.setAll(mapping.columns());
      existing.ifPresent(schema -> differences.setAll(mapping.differences(schema)));
    } catch (TributaryException e) {
      targetColumns.clear();
      problem.set(e.getMessage());
    }
    targetTitle.set(
        texts.text(existing.isPresent() ? "mapping.target.existing" : "mapping.target.new"));
  }

  private void keyChanged(List<String> key) {
    if (key.equals(checkedKey) && (check.running() || !keyFindings.isEmpty())) {
      return;
    }
    check.cancel();
    keyBad = false;
    checkedKey = key;
    keyFindings.clear();
    if (key.isEmpty() || !problem.get().isEmpty()) {
      return;
    }
    if (columns.orElseThrow().rows().orElse(0) <= MOST_ROWS_CHECKED_UNASKED) {
      checkKey();
    } else {
      keyFindings.add(
          new KeyFinding(
              "mapping-key-unchecked",
              KeyFinding.Verdict.UNKNOWN,
              texts.text("mapping.key.unchecked"),
              texts.text("mapping.key.many-rows", columns.get().rows().orElse(0)),
              List.of()));
    }
  }

  /** Reads the key columns and tells whether they identify each row. */
  public void checkKey() {
    check.cancel();
    MigrationSpec spec = draft.sourceOnly();
    checking.set(true);
    checkProgress.set(texts.text("mapping.key.checking"));
    check =
        BackgroundTask.of(
                control ->
                    MappingSource.key(
                        spec,
                        rows -> control.progress(-1, Long.toString(rows)),
                        control::cancelled))
            .onProgress(
                progress ->
                    checkProgress.set(
                        texts.text("mapping.key.progress", Long.parseLong(progress.message()))))
            .onSuccess(this::keyChecked)
            .onFailure(
                reason ->
                    keyFindings.setAll(
                        new KeyFinding(
                            "mapping-key-failed",
                            KeyFinding.Verdict.BAD,
                            texts.text("mapping.key.failed"),
                            reason.message(),
                            List.of())))
            .onFinished(
                () -> {
                  checking.set(false);
                  checkProgress.set("");
                  refresh();
                })
            .executeWith(executor);
    refresh();
  }

  private void keyChecked(MappingSource.KeyStates states) {
    boolean nullsMatch = draft.target().get().nullKeys() == TargetSpec.NullKeys.MATCH;
    List<KeyFinding> found = KeyFindings.of(states, nullsMatch, texts);
    keyFindings.setAll(found);
    keyBad = found.stream().anyMatch(f -> f.verdict() == KeyFinding.Verdict.BAD);
  }

  private void refresh() {
    readiness.set(judge());
  }

  private Readiness judge() {
    if (loading.get()) {
      return new Readiness.Missing(texts.text("mapping.loading"));
    }
    if (failure.get().isPresent()) {
      return new Readiness.Blocked(failure.get().get().message());
    }
    if (columns.isEmpty()) {
      return new Readiness.Missing(texts.text("mapping.not-loaded"));
    }
    if (!problem.get().isEmpty()) {
      return new Readiness.Blocked(problem.get());
    }
    boolean keyed = draft.target().get().mode() != WriteMode.APPEND;
    if (keyed && draft.target().get().equalityColumns().isEmpty()) {
      return new Readiness.Missing(texts.text("mapping.key.none"));
    }
    if (keyed && keyBad) {
      return new Readiness.Blocked(texts.text("mapping.key.bad"));
    }
    // Those that a statement mends are for the pre-flight, which offers to, or knows that a run
    // will.
    return differences.stream().allMatch(difference -> difference.step().isPresent())
        ? Readiness.READY
        : new Readiness.Blocked(texts.text("mapping.differs", differences.size()));
  }

  /** One row a source column. */
  public ObservableList<ColumnRow> rows() {
    return rows;
  }

  /** What is known about the chosen key. */
  public ObservableList<KeyFinding> keyFindings() {
    return keyFindings;
  }

  /** The target's columns as the mapping makes them; empty while it cannot be planned. */
  public ObservableList<MappedColumn> targetColumns() {
    return targetColumns;
  }

  /** How the existing target differs from what the mapping makes. */
  public ObservableList<SchemaDifference> differences() {
    return differences;
  }

  /** What the list of target columns is: to be created, or existing. */
  public ReadOnlyStringProperty targetTitle() {
    return targetTitle.getReadOnlyProperty();
  }

  /** What is wrong with the mapping; blank if nothing is. */
  public ReadOnlyStringProperty problem() {
    return problem.getReadOnlyProperty();
  }

  /** Whether the columns are being read. */
  public ReadOnlyBooleanProperty loading() {
    return loading.getReadOnlyProperty();
  }

  /** Whether the key is being checked. */
  public ReadOnlyBooleanProperty checking() {
    return checking.getReadOnlyProperty();
  }

  /** How far the check of the key is. */
  public ReadOnlyStringProperty checkProgress() {
    return checkProgress.getReadOnlyProperty();
  }

  /** Why the columns could not be read. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }

  /** The draft's target properties that shape a table that has to be created. */
  public ReadOnlyObjectProperty<MigrationSpec> spec() {
    return draft.spec();
  }
}
