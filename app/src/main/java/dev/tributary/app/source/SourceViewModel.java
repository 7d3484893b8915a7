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

import dev.tributary.app.dialog.Dialogs;
import dev.tributary.app.draft.MigrationDraft;
import dev.tributary.app.draft.Pair;
import dev.tributary.app.draft.SourceFacts;
import dev.tributary.app.settings.Settings;
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
import dev.tributary.history.SourceCommit;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.Bound;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.PathRewrite;
import dev.tributary.spec.Secrets;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.SourceSpec.ChangeFeed;
import dev.tributary.spec.SourceSpec.SourceFormat;
import dev.tributary.spec.Specs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.InvalidationListener;
import javafx.beans.Observable;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.ObservableList;

/** Says which table is read, and looks at it. */
public final class SourceViewModel implements WizardPageModel {
  private final MigrationDraft draft;
  private final WizardNavigator navigator;
  private final TaskExecutor tasks;
  private final Dialogs dialogs;
  private final Settings settings;
  private final Texts texts;

  private final ObjectProperty<SourceFormat> format = new SimpleObjectProperty<>(this, "format");
  private final ObjectProperty<Access> access = new SimpleObjectProperty<>(this, "access");
  private final ObjectProperty<CatalogPreset> preset = new SimpleObjectProperty<>(this, "preset");
  private final StringProperty table = new SimpleStringProperty(this, "table", "");
  private final StringProperty catalogName = new SimpleStringProperty(this, "catalogName", "");
  private final StringProperty branch = new SimpleStringProperty(this, "branch", "");
  private final ObjectProperty<ChangeFeed> changeFeed =
      new SimpleObjectProperty<>(this, "changeFeed");
  private final ObservableList<Pair> catalogProperties = Pair.list();
  private final ObservableList<Pair> configProperties = Pair.list();
  private final ObservableList<Pair> pathRewrites = Pair.list();

  private final ReadOnlyBooleanWrapper looking = new ReadOnlyBooleanWrapper(this, "looking");
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(this, "failure", Optional.empty());
  private final ReadOnlyStringWrapper secretHint = new ReadOnlyStringWrapper(this, "hint", "");
  private final ReadOnlyStringWrapper tableProblem =
      new ReadOnlyStringWrapper(this, "tableProblem", "");
  private final ReadOnlyObjectWrapper<Readiness> readiness =
      new ReadOnlyObjectWrapper<>(this, "readiness", Readiness.READY);
  private final ReadOnlyObjectWrapper<SourceSpec> output =
      new ReadOnlyObjectWrapper<>(this, "output");
  private RunningTask look = RunningTask.none();
  private boolean filling;

  /** A page over the draft's source. */
  public SourceViewModel(
      MigrationDraft draft,
      WizardNavigator navigator,
      TaskExecutor tasks,
      Dialogs dialogs,
      Settings settings,
      Texts texts) {
    this.draft = draft;
    this.navigator = navigator;
    this.tasks = tasks;
    this.dialogs = dialogs;
    this.settings = settings;
    this.texts = texts;
    fill(draft.source().get());
    output.set(tableOnly(draft.source().get()));
    InvalidationListener edited = property -> edited();
    List.<Observable>of(
            format,
            access,
            table,
            catalogName,
            branch,
            changeFeed,
            catalogProperties,
            configProperties,
            pathRewrites)
        .forEach(property -> property.addListener(edited));
    preset.addListener((property, before, now) -> presetChosen(now));
    checkSecrets();
    refresh();
  }

  private void fill(SourceSpec source) {
    filling = true;
    format.set(source.format());
    table.set(source.table());
    access.set(accessOf(source));
    catalogName.set(source.catalogName().orElse(""));
    branch.set(source.branch().orElse(""));
    changeFeed.set(source.changeFeed());
    Map<String, String> properties = source.catalogProperties();
    boolean fresh = properties.isEmpty() && access.get() == Access.CATALOG;
    preset.set(fresh ? CatalogPreset.HADOOP : CatalogPreset.of(properties));
    catalogProperties.setAll(
        Pair.rows(fresh ? CatalogPreset.HADOOP.applyTo(properties) : properties));
    configProperties.setAll(Pair.rows(source.configProperties()));
    pathRewrites.setAll(
        source.pathRewrites().stream().map(each -> new Pair(each.from(), each.to())).toList());
    filling = false;
  }

  private static Access accessOf(SourceSpec source) {
    if (!source.catalogProperties().isEmpty() || source.table().isEmpty()) {
      return Access.CATALOG;
    }
    return source.table().endsWith(".metadata.json") ? Access.METADATA_FILE : Access.LOCATION;
  }

  private void presetChosen(CatalogPreset chosen) {
    if (!filling) {
      catalogProperties.setAll(Pair.rows(chosen.applyTo(Pair.map(catalogProperties))));
    }
  }

  private void edited() {
    if (filling) {
      return;
    }
    boolean iceberg = format.get() == SourceFormat.ICEBERG;
    boolean inCatalog = iceberg && access.get() == Access.CATALOG;
    draft.changeSource(
        source ->
            source
                .format(format.get())
                .table(table.get().strip())
                .catalogName(optional(inCatalog ? catalogName.get() : ""))
                .catalogProperties(inCatalog ? Pair.map(catalogProperties) : Map.of())
                .configProperties(Pair.map(configProperties))
                .pathRewrites(
                    pathRewrites.stream()
                        .filter(pair -> !pair.left().get().isBlank())
                        .map(pair -> new PathRewrite(pair.left().get(), pair.right().get()))
                        .toList())
                .branch(optional(iceberg ? branch.get() : ""))
                .changeFeed(iceberg ? ChangeFeed.REQUIRE : changeFeed.get()));
    SourceSpec now = tableOnly(draft.source().get());
    if (!now.equals(output.get())) {
      look.cancel();
      draft.facts().set(Optional.empty());
      failure.set(Optional.empty());
      tableProblem.set("");
      output.set(now);
    }
    checkSecrets();
    refresh();
  }

  private static Optional<String> optional(String text) {
    return Optional.of(text.strip()).filter(stripped -> !stripped.isEmpty());
  }

  /** The part of the source that later pages depend on because of this page. */
  private static SourceSpec tableOnly(SourceSpec source) {
    return source.toBuilder()
        .from(Bound.OPEN)
        .to(Bound.OPEN)
        .keep(List.of())
        .drop(List.of())
        .filter(Optional.empty())
        .streaming(false)
        .pollInterval(SourceSpec.DEFAULT_POLL_INTERVAL)
        .build();
  }

  private void checkSecrets() {
    List<Pair> all = new ArrayList<>(catalogProperties);
    all.addAll(configProperties);
    secretHint.set(
        all.stream()
            .filter(pair -> !pair.right().get().isBlank() && !pair.right().get().contains("${"))
            .map(pair -> pair.left().get())
            .filter(Secrets::isSecret)
            .findFirst()
            .map(key -> texts.text("source.secret", key))
            .orElse(""));
  }

  private void refresh() {
    readiness.set(ready());
  }

  private Readiness ready() {
    if (looking.get()) {
      return new Readiness.Missing(texts.text("source.looking"));
    }
    if (failure.get().isPresent()) {
      return new Readiness.Blocked(texts.text("source.failed"));
    }
    if (table.get().isBlank()) {
      return new Readiness.Missing(texts.text("source.no-table"));
    }
    return draft.facts().get().isPresent()
        ? Readiness.READY
        : new Readiness.Missing(texts.text("source.not-looked"));
  }

  @Override
  public PageId id() {
    return PageId.SOURCE;
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
    if (draft.facts().get().isEmpty() && !table.get().isBlank() && !looking.get()) {
      look();
    }
  }

  @Override
  public void leave() {
    look.cancel();
  }

  @Override
  public void pointOutMissing() {
    if (table.get().isBlank()) {
      tableProblem.set(texts.text("source.no-table"));
    } else if (!looking.get() && failure.get().isEmpty()) {
      look();
    }
  }

  /** Reads the table's metadata. */
  public void look() {
    if (table.get().isBlank()) {
      pointOutMissing();
      return;
    }
    look.cancel();
    failure.set(Optional.empty());
    draft.facts().set(Optional.empty());
    looking.set(true);
    MigrationSpec written = draft.sourceOnly();
    look =
        BackgroundTask.of(control -> read(written))
            .onSuccess(found -> draft.facts().set(Optional.of(found)))
            .onFailure(this::failed)
            .onFinished(
                () -> {
                  looking.set(false);
                  refresh();
                })
            .executeWith(tasks);
    refresh();
  }

  private static SourceFacts read(MigrationSpec written) throws IOException {
    try (SourceTable table = SourceTables.open(Specs.resolve(written).source())) {
      List<SourceCommit> history = table.history();
      return new SourceFacts(
          table.identity(),
          table.describe(),
          history,
          history.stream()
              .filter(SourceCommit::current)
              .findFirst()
              .map(commit -> table.schema(commit.position())));
    }
  }

  private void failed(Failure problem) {
    failure.set(Optional.of(problem));
    navigator.report(problem);
  }

  /** Stops looking. */
  public void cancel() {
    look.cancel();
  }

  /** Asks for the folder or file of the table. */
  public void browse() {
    if (format.get() == SourceFormat.ICEBERG && access.get() == Access.METADATA_FILE) {
      dialogs
          .openFile(texts.text("source.choose-metadata"), settings.specsFolder().get())
          .ifPresent(file -> table.set(file.toString()));
    } else {
      dialogs
          .chooseFolder(texts.text("source.choose-folder"), settings.specsFolder().get())
          .ifPresent(folder -> table.set(folder.toString()));
    }
  }

  /** Iceberg or Delta. */
  public ObjectProperty<SourceFormat> format() {
    return format;
  }

  /** How an Iceberg table is found. */
  public ObjectProperty<Access> access() {
    return access;
  }

  /** The kind of catalog; choosing one fills in the properties that it needs. */
  public ObjectProperty<CatalogPreset> preset() {
    return preset;
  }

  /** The table's name in the catalog, its location, or its metadata file. */
  public StringProperty table() {
    return table;
  }

  /** What is wrong with the table's name; empty: nothing. */
  public ReadOnlyStringProperty tableProblem() {
    return tableProblem.getReadOnlyProperty();
  }

  /** The catalog's own name; may stay empty. */
  public StringProperty catalogName() {
    return catalogName;
  }

  /** A branch or tag of an Iceberg table; empty: main. */
  public StringProperty branch() {
    return branch;
  }

  /** Where a Delta table's changes come from. */
  public ObjectProperty<ChangeFeed> changeFeed() {
    return changeFeed;
  }

  /** The catalog's properties. */
  public ObservableList<Pair> catalogProperties() {
    return catalogProperties;
  }

  /** Hadoop configuration. */
  public ObservableList<Pair> configProperties() {
    return configProperties;
  }

  /** Prefixes of stored paths, and what replaces them. */
  public ObservableList<Pair> pathRewrites() {
    return pathRewrites;
  }

  /** A remark about a secret that stands in the open; empty: there is none. */
  public ReadOnlyStringProperty secretHint() {
    return secretHint.getReadOnlyProperty();
  }

  /** Whether the table is being read. */
  public ReadOnlyBooleanProperty looking() {
    return looking.getReadOnlyProperty();
  }

  /** Why the table could not be read. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }

  /** What was found. */
  public ReadOnlyObjectProperty<Optional<SourceFacts>> facts() {
    return draft.facts();
  }
}
