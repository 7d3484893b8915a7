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
package dev.tributary.spec;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A whole migration, as a spec file states it.
 *
 * @param references which values came from the environment, so that they can be written back as
 *     references
 */
public record MigrationSpec(
    String name,
    SourceSpec source,
    TargetSpec target,
    List<ColumnMapping> mapping,
    InitialLoad initialLoad,
    SchemaChanges schemaChanges,
    RunSpec run,
    References references) {

  /** The version of the spec format that this release reads and writes. */
  public static final int FORMAT_VERSION = 1;

  public MigrationSpec {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(initialLoad, "initialLoad");
    Objects.requireNonNull(schemaChanges, "schemaChanges");
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(references, "references");
    mapping = List.copyOf(mapping);
  }

  /**
   * What rows of the source have to carry of their commits, so that the target can store it. Other
   * modes than append store none of it.
   */
  public List<MetadataColumn> metadataColumns() {
    if (target.mode() != TargetSpec.WriteMode.APPEND) {
      return List.of();
    }
    Set<MetadataColumn> columns = new LinkedHashSet<>(source.metadataColumns());
    changeColumns().values().forEach(columns::add);
    return List.copyOf(columns);
  }

  /**
   * The columns of a target with mode append that change_type_column and sequence_number_column
   * name, and what is written to them.
   */
  public Map<String, MetadataColumn> changeColumns() {
    Map<String, MetadataColumn> columns = new LinkedHashMap<>();
    if (target.mode() == TargetSpec.WriteMode.APPEND) {
      target
          .changeTypeColumn()
          .ifPresent(column -> columns.put(column, MetadataColumn.CHANGE_TYPE));
      target
          .sequenceNumberColumn()
          .ifPresent(column -> columns.put(column, MetadataColumn.sequence(source.format())));
    }
    return columns;
  }

  /** The same migration into one table: of those that the target's template names, say. */
  public MigrationSpec into(String table) {
    return toBuilder().target(target.toBuilder().table(table).build()).build();
  }

  /** A builder of a migration from {@code source} to {@code target}. */
  public static Builder builder(String name, SourceSpec source, TargetSpec target) {
    return new Builder(name, source, target);
  }

  /** A builder that starts with the values of this one. */
  public Builder toBuilder() {
    Builder builder = new Builder(name, source, target);
    builder.mapping = mapping;
    builder.initialLoad = initialLoad;
    builder.schemaChanges = schemaChanges;
    builder.run = run;
    builder.references = references;
    return builder;
  }

  /** Builds a MigrationSpec; what is not set has the default of the spec file. Not thread-safe. */
  public static final class Builder {
    private String name;
    private SourceSpec source;
    private TargetSpec target;
    private List<ColumnMapping> mapping = List.of();
    private InitialLoad initialLoad = InitialLoad.AUTO;
    private SchemaChanges schemaChanges = SchemaChanges.FAIL;
    private RunSpec run = RunSpec.LOCAL;
    private References references = References.IN_VALUES;

    private Builder(String name, SourceSpec source, TargetSpec target) {
      this.name = name;
      this.source = source;
      this.target = target;
    }

    public Builder name(String value) {
      this.name = value;
      return this;
    }

    public Builder source(SourceSpec value) {
      this.source = value;
      return this;
    }

    public Builder target(TargetSpec value) {
      this.target = value;
      return this;
    }

    public Builder mapping(List<ColumnMapping> value) {
      this.mapping = value;
      return this;
    }

    public Builder initialLoad(InitialLoad value) {
      this.initialLoad = value;
      return this;
    }

    public Builder schemaChanges(SchemaChanges value) {
      this.schemaChanges = value;
      return this;
    }

    public Builder run(RunSpec value) {
      this.run = value;
      return this;
    }

    public Builder references(References value) {
      this.references = value;
      return this;
    }

    public MigrationSpec build() {
      return new MigrationSpec(
          name, source, target, mapping, initialLoad, schemaChanges, run, references);
    }
  }

  /** How the target gets the state that the source had before the range. */
  public enum InitialLoad {
    AUTO,
    COPY,
    REWRITE,
    NONE
  }

  /** What happens when the source's columns changed since the target was made. */
  public enum SchemaChanges {
    FAIL,
    ADDITIVE
  }
}
