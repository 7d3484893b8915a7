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
import dev.tributary.errors.Area;
import dev.tributary.spec.Capabilities;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.spec.TargetSpec;
import dev.tributary.spec.TargetSpec.NullKeys;
import dev.tributary.spec.TargetSpec.WriteMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.beans.InvalidationListener;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;

/** Decides where the rows go and how, and what is there already. */
public final class TargetViewModel implements WizardPageModel {
  private static final String FORMAT_VERSION = "format-version";
  private static final int DEFAULT_FORMAT_VERSION = 3;

  /** How long nothing is typed before a folder on this computer is looked at by itself. */
  private static final Duration PAUSE = Duration.ofMillis(600);

  private final MigrationDraft draft;
  private final WizardNavigator navigator;
  private final TaskExecutor executor;
  private final Texts texts;

  private final ObjectProperty<Preset> preset =
      new SimpleObjectProperty<>(this, "preset", Preset.LOCAL);
  private final Map<Preset.Field, StringProperty> fields = new EnumMap<>(Preset.Field.class);
  private final StringProperty more = new SimpleStringProperty(this, "more", "");
  private final StringProperty table = new SimpleStringProperty(this, "table", "");
  private final IntegerProperty formatVersion =
      new SimpleIntegerProperty(this, "formatVersion", DEFAULT_FORMAT_VERSION);
  private final ObjectProperty<WriteMode> mode =
      new SimpleObjectProperty<>(this, "mode", WriteMode.MERGE_ON_READ);
  private final ObjectProperty<NullKeys> nullKeys =
      new SimpleObjectProperty<>(this, "nullKeys", NullKeys.REJECT);
  private final ObjectProperty<InitialLoad> initialLoad =
      new SimpleObjectProperty<>(this, "initialLoad", InitialLoad.AUTO);
  private final ObjectProperty<SchemaChanges> schemaChanges =
      new SimpleObjectProperty<>(this, "schemaChanges", SchemaChanges.FAIL);

  private final ReadOnlyBooleanWrapper looking = new ReadOnlyBooleanWrapper(this, "looking");
  private final ReadOnlyBooleanWrapper exists = new ReadOnlyBooleanWrapper(this, "exists");
  private final ReadOnlyStringWrapper found = new ReadOnlyStringWrapper(this, "found", "");
  private final ReadOnlyStringWrapper moreProblem =
      new ReadOnlyStringWrapper(this, "moreProblem", "");
  private final ReadOnlyObjectWrapper<Optional<Failure>> failure =
      new ReadOnlyObjectWrapper<>(this, "failure", Optional.empty());
  private final ReadOnlyObjectWrapper<Readiness> readiness;
  private final ReadOnlyObjectWrapper<Object> output =
      new ReadOnlyObjectWrapper<>(this, "output", "");

  private RunningTask look = RunningTask.none();
  private RunningTask pause = RunningTask.none();
  private boolean looked;
  private boolean filling;

  /** A page over the draft's target; a draft without one gets a folder on this computer. */
  public TargetViewModel(
      MigrationDraft draft, WizardNavigator navigator, TaskExecutor executor, Texts texts) {
    this.draft = draft;
    this.navigator = navigator;
    this.executor = executor;
    this.texts = texts;
    this.readiness =
        new ReadOnlyObjectWrapper<>(
            this, "readiness", new Readiness.Missing(texts.text("target.not-looked")));
    for (Preset.Field field : Preset.Field.values()) {
      fields.put(field, new SimpleStringProperty(this, field.name(), ""));
    }
    fill();
    InvalidationListener changed = property -> changed();
    preset.addListener(changed);
    fields.values().forEach(field -> field.addListener(changed));
    List.of(more, table, formatVersion, mode, nullKeys, initialLoad, schemaChanges)
        .forEach(property -> property.addListener(changed));
  }

  @Override
  public PageId id() {
    return PageId.TARGET;
  }

  @Override
  public ObservableValue<Readiness> readiness() {
    return readiness.getReadOnlyProperty();
  }

  @Override
  public ObservableValue<?> output() {
    return output.getReadOnlyProperty();
  }

  private void fill() {
    filling = true;
    TargetSpec target = draft.target().get();
    if (target.catalogProperties().isEmpty()) {
      preset.set(Preset.LOCAL);
      fields
          .get(Preset.Field.FOLDER)
          .set(Path.of(System.getProperty("user.home"), "tributary-lake").toString());
    } else {
      Connection connection = Connection.of(target.catalogProperties());
      preset.set(connection.preset());
      connection.fields().forEach((field, value) -> fields.get(field).set(value));
      more.set(lines(connection.more()));
    }
    table.set(target.table());
    formatVersion.set(version(target));
    mode.set(target.mode());
    nullKeys.set(target.nullKeys());
    initialLoad.set(draft.initialLoad().get());
    schemaChanges.set(draft.schemaChanges().get());
    filling = false;
  }

  private static int version(TargetSpec target) {
    String given = target.tableProperties().getOrDefault(FORMAT_VERSION, "");
    return given.equals("2") ? 2 : DEFAULT_FORMAT_VERSION;
  }

  @Override
  public void enter(Visit visit) {
    if (table.get().isBlank()) {
      table.set(suggestedTable(draft.source().get().table()));
    }
    changed();
    if (!looked) {
      look();
    }
  }

  /** The lakehouse's namespace and the source's own table name. */
  static String suggestedTable(String source) {
    String path = source.replaceAll("/metadata/[^/]*$", "").replaceAll("[/\\\\]+$", "");
    String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    if (name.equals(path)) {
      name = path.substring(path.lastIndexOf('.') + 1);
    }
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]+", "_");
    return plain.isEmpty() ? "" : "lake." + plain;
  }

  @Override
  public void leave() {
    pause.cancel();
    look.cancel();
  }

  private void changed() {
    if (filling) {
      return;
    }
    Map<String, String> furtherProperties = parse(more.get());
    Connection connection = connection(furtherProperties);
    Map<String, String> properties = connection.properties();
    boolean sameCatalog =
        draft.target().get().catalogProperties().equals(properties)
            && draft.target().get().table().equals(table.get().strip());
    draft.changeTarget(
        target ->
            target
                .table(table.get().strip())
                .catalogProperties(properties)
                .mode(mode.get())
                .nullKeys(nullKeys.get())
                .tableProperties(tableProperties(draft.target().get().tableProperties())));
    draft.initialLoad().set(initialLoad.get());
    draft.schemaChanges().set(schemaChanges.get());
    if (!sameCatalog) {
      look.cancel();
      looked = false;
      exists.set(false);
      found.set("");
      failure.set(Optional.empty());
      lookAfterPause();
    }
    output.set(
        List.of(
            draft.target().get().toBuilder().equalityColumns(List.of()).build(),
            initialLoad.get(),
            schemaChanges.get()));
    refresh();
  }

  private void lookAfterPause() {
    pause.cancel();
    if (preset.get().fields().contains(Preset.Field.FOLDER)) {
      pause =
          executor.every(
              PAUSE,
              () -> {
                pause.cancel();
                look();
              });
    }
  }

  private Connection connection(Map<String, String> furtherProperties) {
    Map<Preset.Field, String> values = new EnumMap<>(Preset.Field.class);
    fields.forEach((field, value) -> values.put(field, value.get()));
    return new Connection(preset.get(), values, furtherProperties);
  }

  private Map<String, String> tableProperties(Map<String, String> before) {
    Map<String, String> properties = new LinkedHashMap<>(before);
    properties.put(FORMAT_VERSION, Integer.toString(formatVersion.get()));
    return properties;
  }

  private Map<String, String> parse(String text) {
    Map<String, String> properties = new LinkedHashMap<>();
    moreProblem.set("");
    for (String line : text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList()) {
      int equals = line.indexOf('=');
      if (equals <= 0) {
        moreProblem.set(texts.text("target.more.not-a-property", line));
      } else {
        properties.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
      }
    }
    return properties;
  }

  private static String lines(Map<String, String> properties) {
    StringBuilder lines = new StringBuilder();
    properties.forEach((key, value) -> lines.append(key).append('=').append(value).append('\n'));
    return lines.toString().stripTrailing();
  }

  /** Looks at what is there; changes nothing. */
  public void look() {
    pause.cancel();
    look.cancel();
    failure.set(Optional.empty());
    found.set("");
    if (missing().isPresent()) {
      refresh();
      return;
    }
    looking.set(true);
    MigrationSpec spec = draft.spec().get();
    boolean local = preset.get().fields().contains(Preset.Field.FOLDER);
    Optional<String> folder =
        local ? Optional.of(fields.get(Preset.Field.FOLDER).get().strip()) : Optional.empty();
    look =
        BackgroundTask.of(control -> TargetLook.at(spec, folder))
            .onSuccess(this::show)
            .onFailure(
                reason -> {
                  failure.set(Optional.of(reason));
                  if (reason.area().filter(area -> area != Area.TARGET).isPresent()) {
                    navigator.report(reason);
                  }
                })
            .onFinished(
                () -> {
                  looking.set(false);
                  refresh();
                })
            .executeWith(executor);
    refresh();
  }

  /** Gives up looking. */
  public void cancel() {
    look.cancel();
  }

  private void show(TargetLook seen) {
    looked = true;
    exists.set(seen.exists());
    if (!seen.exists()) {
      found.set(texts.text("target.found.absent", table.get().strip()));
      return;
    }
    String rows = texts.formats().number(seen.rows());
    String version = texts.formats().number(seen.formatVersion());
    found.set(
        seen.committedThrough().isPresent()
            ? texts.text(
                "target.found.progress",
                table.get().strip(),
                version,
                rows,
                seen.committedThrough().get().commitId())
            : texts.text("target.found.existing", table.get().strip(), version, rows));
  }

  private void refresh() {
    Optional<String> missing = missing();
    List<String> unsupported =
        missing.isPresent() ? List.of() : Capabilities.unsupported(draft.spec().get());
    if (looking.get()) {
      readiness.set(new Readiness.Missing(texts.text("target.looking")));
    } else if (missing.isPresent()) {
      readiness.set(new Readiness.Missing(missing.get()));
    } else if (failure.get().isPresent()) {
      readiness.set(new Readiness.Blocked(failure.get().get().message()));
    } else if (!unsupported.isEmpty()) {
      readiness.set(new Readiness.Blocked(String.join(" ", unsupported)));
    } else if (!looked) {
      readiness.set(new Readiness.Missing(texts.text("target.not-looked")));
    } else {
      readiness.set(Readiness.READY);
    }
  }

  private Optional<String> missing() {
    for (Preset.Field field : preset.get().fields()) {
      boolean optional =
          field == Preset.Field.PROJECT
              || field == Preset.Field.WAREHOUSE && preset.get() != Preset.BIGLAKE;
      if (!optional && fields.get(field).get().isBlank()) {
        return Optional.of(texts.text("target.missing", texts.text("target.field." + field)));
      }
    }
    if (!moreProblem.get().isEmpty()) {
      return Optional.of(moreProblem.get());
    }
    if (preset.get() == Preset.OTHER && more.get().isBlank()) {
      return Optional.of(texts.text("target.missing", texts.text("target.more")));
    }
    return table.get().strip().matches("[^.\\s]+(\\.[^.\\s]+)+")
        ? Optional.empty()
        : Optional.of(texts.text("target.table.wrong"));
  }

  @Override
  public void pointOutMissing() {
    if (!looked && !looking.get()) {
      look();
    }
  }

  /** The chosen card. */
  public ObjectProperty<Preset> preset() {
    return preset;
  }

  /** A field of the card. */
  public StringProperty field(Preset.Field field) {
    return fields.get(field);
  }

  /** Further catalog properties, one {@code key=value} a line. */
  public StringProperty more() {
    return more;
  }

  /** What is wrong with the further properties; blank if nothing is. */
  public ReadOnlyStringProperty moreProblem() {
    return moreProblem.getReadOnlyProperty();
  }

  /** Namespace and name of the table. */
  public StringProperty table() {
    return table;
  }

  /** Iceberg format version of a table that has to be created. */
  public IntegerProperty formatVersion() {
    return formatVersion;
  }

  /** How changes reach the table. */
  public ObjectProperty<WriteMode> mode() {
    return mode;
  }

  /** What a null in the key means. */
  public ObjectProperty<NullKeys> nullKeys() {
    return nullKeys;
  }

  /** How the state before the range gets there. */
  public ObjectProperty<InitialLoad> initialLoad() {
    return initialLoad;
  }

  /** What happens when columns of the source change. */
  public ObjectProperty<SchemaChanges> schemaChanges() {
    return schemaChanges;
  }

  /** Whether the target is being looked at. */
  public ReadOnlyBooleanProperty looking() {
    return looking.getReadOnlyProperty();
  }

  /** Whether the table is there already, so that it keeps its format version. */
  public ReadOnlyBooleanProperty exists() {
    return exists.getReadOnlyProperty();
  }

  /** What the look found, in one line; blank before it. */
  public ReadOnlyStringProperty found() {
    return found.getReadOnlyProperty();
  }

  /** Why the target could not be looked at. */
  public ReadOnlyObjectProperty<Optional<Failure>> failure() {
    return failure.getReadOnlyProperty();
  }
}
