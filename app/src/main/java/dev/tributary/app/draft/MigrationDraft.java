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
package dev.tributary.app.draft;

import dev.tributary.spec.ColumnMapping;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.RunSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.TargetSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.beans.InvalidationListener;
import javafx.beans.Observable;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/**
 * The spec as it is being edited, shared by all pages. Its values are immutable; pages replace them
 * whole. They are as a spec file has them: secrets stand as {@code ${NAME}}, and {@link
 * dev.tributary.spec.Specs#resolve} gives the form to work with. UI thread only.
 */
public final class MigrationDraft {
  private final StringProperty name = new SimpleStringProperty(this, "name");
  private final ObjectProperty<SourceSpec> source = new SimpleObjectProperty<>(this, "source");
  private final ObjectProperty<TargetSpec> target = new SimpleObjectProperty<>(this, "target");
  private final ObjectProperty<List<ColumnMapping>> mapping =
      new SimpleObjectProperty<>(this, "mapping");
  private final ObjectProperty<MigrationSpec.InitialLoad> initialLoad =
      new SimpleObjectProperty<>(this, "initialLoad");
  private final ObjectProperty<MigrationSpec.SchemaChanges> schemaChanges =
      new SimpleObjectProperty<>(this, "schemaChanges");
  private final ObjectProperty<RunSpec> run = new SimpleObjectProperty<>(this, "run");
  private final ObjectProperty<Optional<SourceFacts>> facts =
      new SimpleObjectProperty<>(this, "facts", Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<Path>> file =
      new ReadOnlyObjectWrapper<>(this, "file", Optional.empty());
  private final ReadOnlyObjectWrapper<MigrationSpec> spec =
      new ReadOnlyObjectWrapper<>(this, "spec");
  private final ReadOnlyBooleanWrapper dirty = new ReadOnlyBooleanWrapper(this, "dirty");
  private MigrationSpec saved;

  private MigrationDraft(MigrationSpec start, Optional<Path> startFile) {
    name.set(start.name());
    source.set(start.source());
    target.set(start.target());
    mapping.set(start.mapping());
    initialLoad.set(start.initialLoad());
    schemaChanges.set(start.schemaChanges());
    run.set(start.run());
    file.set(startFile);
    saved = start;
    spec.set(start);
    InvalidationListener changed = property -> refresh();
    List.<Observable>of(name, source, target, mapping, initialLoad, schemaChanges, run)
        .forEach(property -> property.addListener(changed));
  }

  /** An empty draft with the defaults of the spec format. */
  public static MigrationDraft fresh(String name) {
    MigrationSpec start =
        MigrationSpec.builder(
                name,
                SourceSpec.builder(SourceSpec.SourceFormat.ICEBERG, "").build(),
                TargetSpec.builder("").build())
            .build();
    return new MigrationDraft(start, Optional.empty());
  }

  /**
   * A draft of what a spec file says.
   *
   * @param asWritten the spec with its {@code ${NAME}} references, as {@link
   *     dev.tributary.spec.Specs#asWritten} gives it
   */
  public static MigrationDraft of(MigrationSpec asWritten, Path file) {
    return new MigrationDraft(asWritten, Optional.of(file));
  }

  private void refresh() {
    // The target that is edited keeps what its mode has no use for, as a mode may be changed back.
    spec.set(
        MigrationSpec.builder(name.get(), source.get(), target.get().fitting())
            .mapping(mapping.get())
            .initialLoad(initialLoad.get())
            .schemaChanges(schemaChanges.get())
            .run(run.get())
            .build());
    dirty.set(!spec.get().equals(saved));
  }

  /** The migration's name. */
  public StringProperty name() {
    return name;
  }

  /** The source and its range; never null, its table is empty until one is chosen. */
  public ObjectProperty<SourceSpec> source() {
    return source;
  }

  /** The target; never null, its table is empty until one is chosen. */
  public ObjectProperty<TargetSpec> target() {
    return target;
  }

  /** Column mappings; unlisted columns keep name and type. */
  public ObjectProperty<List<ColumnMapping>> mapping() {
    return mapping;
  }

  /** How the target gets the state before the range. */
  public ObjectProperty<MigrationSpec.InitialLoad> initialLoad() {
    return initialLoad;
  }

  /** What happens when source columns change. */
  public ObjectProperty<MigrationSpec.SchemaChanges> schemaChanges() {
    return schemaChanges;
  }

  /** Where the job runs. */
  public ObjectProperty<RunSpec> run() {
    return run;
  }

  /** What the latest look at the source found; empty before it and once the source changed. */
  public ObjectProperty<Optional<SourceFacts>> facts() {
    return facts;
  }

  /** The spec file; empty until the draft is saved for the first time. */
  public ReadOnlyObjectProperty<Optional<Path>> file() {
    return file.getReadOnlyProperty();
  }

  /** The whole spec as it stands, as written. */
  public ReadOnlyObjectProperty<MigrationSpec> spec() {
    return spec.getReadOnlyProperty();
  }

  /** Whether the spec differs from what was last saved or opened. */
  public ReadOnlyBooleanProperty dirty() {
    return dirty.getReadOnlyProperty();
  }

  /** Notes that {@code what} is now in the file. */
  public void savedAs(MigrationSpec what, Path path) {
    saved = what;
    file.set(Optional.of(path));
    dirty.set(!spec.get().equals(saved));
  }

  /**
   * The spec for reading the source before there is a target: the target is a stand-in that has
   * only the equality columns. As written; resolve it off the UI thread.
   */
  public MigrationSpec sourceOnly() {
    TargetSpec standIn =
        TargetSpec.builder("tributary.preview")
            .catalogProperties(Map.of("type", "hadoop", "warehouse", "not-used"))
            .equalityColumns(target.get().equalityColumns())
            .nullKeys(target.get().nullKeys())
            .build();
    return MigrationSpec.builder("preview", source.get(), standIn).mapping(mapping.get()).build();
  }

  /** Replaces the source by what {@code change} makes of it. */
  public void changeSource(UnaryOperator<SourceSpec.Builder> change) {
    source.set(change.apply(source.get().toBuilder()).build());
  }

  /** Replaces the target by what {@code change} makes of it. */
  public void changeTarget(UnaryOperator<TargetSpec.Builder> change) {
    target.set(change.apply(target.get().toBuilder()).build());
  }
}
