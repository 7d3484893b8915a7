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
package dev.tributary.run;

import dev.tributary.errors.MappingException;
import dev.tributary.errors.SourceException;
import dev.tributary.errors.TargetException;
import dev.tributary.history.Position;
import dev.tributary.mapping.MigratedRows;
import dev.tributary.mapping.RowMapping;
import dev.tributary.mapping.SchemaDifference;
import dev.tributary.mapping.SchemaStep;
import dev.tributary.migration.SourceTables;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.MigrationSpec.SchemaChanges;
import dev.tributary.target.CommitAttempts;
import dev.tributary.target.TargetTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateSchema;

/**
 * Brings the columns of an existing target in line with its source. That is a commit of its own
 * before that of the rows: should the run end between the two, the next one finds columns that fit,
 * and columns without values harm nobody.
 */
public final class TargetAlteration {
  private final MigrationSpec spec;
  private final RowMapping mapping;
  private final MigratedRows rows;

  TargetAlteration(MigrationSpec spec, RowMapping mapping, MigratedRows rows) {
    this.spec = spec;
    this.mapping = mapping;
    this.rows = rows;
  }

  /**
   * The alteration that brings the spec's target in line with the end of its range; empty when
   * there is no target yet.
   *
   * @throws dev.tributary.errors.TributaryException when source or target cannot be read, or the
   *     mapping does not fit the source
   */
  public static Optional<TargetAlteration> of(MigrationSpec spec) {
    Optional<TargetTable> opened = TargetTable.open(spec.target());
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    try (TargetTable target = opened.get();
        SourceTable source = SourceTables.open(spec)) {
      Optional<Position> end =
          target
              .progress()
              .filter(progress -> progress.sourceId().equals(source.identity()))
              .map(progress -> Continuity.rangeAfter(source, progress))
              .orElseGet(source::range)
              .end();
      return end.map(
          it ->
              new TargetAlteration(
                  spec, RowMapping.plan(source.schema(it), spec), migrated(source, target)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The alteration that brings an existing target in line with a mapping of its source. */
  public static TargetAlteration of(
      MigrationSpec spec, RowMapping mapping, SourceTable source, TargetTable target) {
    return new TargetAlteration(spec, mapping, migrated(source, target));
  }

  /** What a target holds of a source. */
  static MigratedRows migrated(SourceTable source, TargetTable target) {
    if (target.progress().isEmpty()) {
      return target.empty() ? MigratedRows.NONE : MigratedRows.UNKNOWN;
    }
    try {
      return target
          .progress()
          .filter(progress -> progress.sourceId().equals(source.identity()))
          .map(
              progress ->
                  MigratedRows.of(
                      source.schema(progress.committedThrough()), written(target.table())))
          .orElse(MigratedRows.UNKNOWN);
    } catch (SourceException e) {
      return MigratedRows.UNKNOWN;
    }
  }

  private static Optional<Schema> written(Table table) {
    return Optional.ofNullable(table.currentSnapshot())
        .map(Snapshot::schemaId)
        .map(id -> table.schemas().get(id));
  }

  /** How the target's columns differ from what the mapping needs. */
  public List<SchemaDifference> differences() {
    Optional<TargetTable> opened = TargetTable.open(spec.target());
    if (opened.isEmpty()) {
      return List.of();
    }
    try (TargetTable target = opened.get()) {
      return differences(target);
    }
  }

  /** How the target's columns differ from what the mapping needs. */
  public List<SchemaDifference> differences(TargetTable target) {
    return mapping.differences(target.schema(), rows);
  }

  /** Whether a run mends these differences by itself. */
  public boolean unasked(List<SchemaDifference> differences) {
    return spec.schemaChanges() == SchemaChanges.ADDITIVE
        && differences.stream().allMatch(SchemaDifference::additive);
  }

  /**
   * The mapping onto a target as it will be.
   *
   * @throws MappingException when it does not fit, and may not or cannot be altered unasked
   */
  public RowMapping onto(TargetTable target) {
    List<SchemaDifference> differences = differences(target);
    if (differences.isEmpty() || spec.schemaChanges() != SchemaChanges.ADDITIVE) {
      return mapping.onto(target.schema(), rows);
    }
    requireAll(differences, SchemaDifference::additive);
    return mapping.onto(update(target, differences).apply(), rows);
  }

  /**
   * Alters the target by additive differences where the spec wants that.
   *
   * @return the statements that do the same
   * @throws MappingException when there are other differences too; nothing is altered then
   */
  List<String> applyAdditive() {
    return spec.schemaChanges() == SchemaChanges.ADDITIVE
        ? apply(SchemaDifference::additive)
        : List.of();
  }

  /**
   * Alters the target by all differences for which there is a statement.
   *
   * @return the statements that do the same
   * @throws MappingException when there is a difference without; nothing is altered then
   * @throws TargetException when the table cannot be altered so
   */
  public List<String> apply() {
    return apply(difference -> difference.step().isPresent());
  }

  private List<String> apply(Predicate<SchemaDifference> allowed) {
    return CommitAttempts.repeat(spec.target().table(), new Attempts(allowed)::next, this::refused);
  }

  /** Attempts to alter the target; each looks at what its columns are by then. */
  private final class Attempts {
    private final Predicate<SchemaDifference> allowed;
    private List<String> statements = List.of();
    private Optional<Schema> tried = Optional.empty();

    Attempts(Predicate<SchemaDifference> allowed) {
      this.allowed = allowed;
    }

    List<String> next() {
      Optional<TargetTable> opened = TargetTable.open(spec.target());
      if (opened.isEmpty()) {
        return List.of();
      }
      try (TargetTable target = opened.get()) {
        List<SchemaDifference> differences = differences(target);
        if (differences.isEmpty()) {
          // Perhaps the last attempt stands, and only its answer was lost or was a wrong one.
          return tried.filter(target.schema()::sameSchema).isPresent() ? statements : List.of();
        }
        requireAll(differences, allowed);
        UpdateSchema update = update(target, differences);
        statements = differences.stream().map(TargetAlteration::inWords).toList();
        tried = Optional.of(update.apply());
        update.commit();
        return statements;
      } catch (IllegalArgumentException | IllegalStateException e) {
        throw refused(e);
      }
    }
  }

  private TargetException refused(RuntimeException e) {
    return new TargetException(
        String.format(
            "Cannot alter the columns of target %s: %s. Alter it yourself, and run again.",
            spec.target().table(), e.getMessage()),
        e);
  }

  private static String inWords(SchemaDifference difference) {
    return difference.alter().orElse(difference.message());
  }

  private static UpdateSchema update(TargetTable target, List<SchemaDifference> differences) {
    UpdateSchema update = target.table().updateSchema();
    Schema existing = target.schema();
    SchemaStep.addAll(
        differences.stream().flatMap(difference -> difference.step().stream()).toList(),
        update,
        existing);
    return update;
  }

  private void requireAll(List<SchemaDifference> differences, Predicate<SchemaDifference> allowed) {
    List<SchemaDifference> others = differences.stream().filter(allowed.negate()).toList();
    if (others.isEmpty()) {
      return;
    }
    String found =
        others.stream()
            .map(
                difference ->
                    difference.message()
                        + difference.obstacle().map(why -> " (" + why + ")").orElse(""))
            .collect(Collectors.joining("; "));
    boolean mendable = others.stream().allMatch(difference -> difference.step().isPresent());
    throw new MappingException(
        String.format(
            "The columns of target %s do not fit the source, and are not altered unasked: %s. %s",
            spec.target().table(),
            found,
            mendable
                ? "Run "
                    + others.stream()
                        .map(TargetAlteration::inWords)
                        .collect(Collectors.joining("; "))
                    + "; or let the alter command do so; or map the columns so that they fit."
                : "Map the columns so that they fit, or choose another target."));
  }
}
