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
import dev.tributary.errors.TargetException;
import dev.tributary.history.Position;
import dev.tributary.mapping.ChangeLog;
import dev.tributary.mapping.MappedColumn;
import dev.tributary.mapping.RowMapping;
import dev.tributary.source.SourceTable;
import dev.tributary.source.StoredState;
import dev.tributary.source.StoredState.Unfit;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.MigrationSpec.InitialLoad;
import dev.tributary.spec.TargetSpec.WriteMode;
import dev.tributary.target.PartitionMatch;
import dev.tributary.target.TableDefinition;
import dev.tributary.target.TargetTable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * Decides whether the files of a source's state can stand in the target as they are: every column
 * is taken over whole, under the field id that the files know it by, and the target's partitions
 * can be told from the source's. Whether one file has what it needs is known only when it is
 * opened.
 */
final class FileTakeover {
  // What picks, judges or routes single rows needs rows.
  private static final List<String> ROW_OPTIONS =
      List.of("change_type_column", "dead_letter", "error_handling");

  private final MigrationSpec spec;
  private final SourceTable source;
  private final Optional<TargetTable> target;

  FileTakeover(MigrationSpec spec, SourceTable source, Optional<TargetTable> target) {
    this.spec = spec;
    this.source = source;
    this.target = target;
  }

  /**
   * @param position the state to load
   * @param end the end of the run's range: the target gets the columns that the source has there
   */
  StoredState decide(Position position, Position end) {
    Optional<String> rowWise = rowWise();
    if (rowWise.isPresent()) {
      return new Unfit(rowWise.get());
    }
    Schema columns = source.schema(end);
    RowMapping mapping;
    PartitionSpec partitioning;
    try {
      RowMapping planned = RowMapping.plan(columns, spec);
      mapping = target.map(it -> onto(planned, it)).orElse(planned);
      partitioning = partitioning(mapping.targetSchema());
      if (ChangeLog.of(columns, spec).isPresent()) {
        return new Unfit("the source's rows are changes themselves, to be applied one by one");
      }
    } catch (MappingException | TargetException e) {
      // The run ends with this very error, so there is nothing to decide.
      return new Unfit("the columns do not fit");
    }
    Optional<String> converted = converted(columns, mapping);
    if (converted.isPresent()) {
      return new Unfit(converted.get());
    }
    StoredState state = source.storedState(position);
    return state instanceof StoredState.Files files
        ? check(files, mapping.targetSchema(), partitioning)
        : state;
  }

  /** The mapping onto the target as it is when the files come: altered, if the spec wants that. */
  private RowMapping onto(RowMapping planned, TargetTable it) {
    return new TargetAlteration(spec, planned, TargetAlteration.migrated(source, it)).onto(it);
  }

  private Optional<String> rowWise() {
    if (spec.source().filter().isPresent()) {
      return Optional.of("source.filter selects rows");
    }
    if (spec.target().mode() == WriteMode.COPY_ON_WRITE) {
      return Optional.of("mode copy-on-write leaves no deletes beside the files");
    }
    if (spec.target().table().contains("{")) {
      return Optional.of("the rows go to several tables");
    }
    return ROW_OPTIONS.stream()
        .filter(spec.target().writeOptions()::containsKey)
        .findFirst()
        .map(option -> "target." + option + " looks at each row");
  }

  private static Optional<String> converted(Schema source, RowMapping mapping) {
    Set<String> taken = new HashSet<>();
    for (MappedColumn column : mapping.columns()) {
      Types.NestedField from = source.asStruct().field(column.source());
      Types.NestedField into = mapping.targetSchema().asStruct().field(column.target());
      if (from == null || !taken.add(column.source())) {
        return Optional.of(
            String.format("column '%s' is taken out of '%s'", column.target(), column.source()));
      }
      if (!from.type().equals(column.sourceType())) {
        return Optional.of(String.format("column '%s' is taken over in part", column.source()));
      }
      if (from.fieldId() != into.fieldId() || !from.type().equals(into.type())) {
        return Optional.of(
            String.format(
                "column '%s' has another type or field id in the target than in the source's files",
                column.target()));
      }
    }
    return source.columns().stream()
        .map(Types.NestedField::name)
        .filter(name -> !taken.contains(name))
        .findFirst()
        .map(name -> String.format("column '%s' is left out", name))
        .or(
            () ->
                mapping.targetSchema().columns().size() == taken.size()
                    ? Optional.empty()
                    : Optional.of("the target has columns of its own"));
  }

  private PartitionSpec partitioning(Schema columns) {
    return target
        .map(it -> it.table().spec())
        .orElseGet(() -> TableDefinition.of(spec.target(), columns).partitioning());
  }

  private StoredState check(StoredState.Files files, Schema columns, PartitionSpec partitioning) {
    int highest = highestId(columns);
    if (files.lastFieldId() > highest) {
      return new Unfit(
          String.format(
              "the source's files may hold columns that were dropped (field ids up to %d, the"
                  + " target would know %d)",
              files.lastFieldId(), highest));
    }
    if (files.nameMapping().isPresent() && spec.initialLoad() != InitialLoad.COPY) {
      return new Unfit(
          "the source's files have no field ids, and not every reader finds columns by name"
              + " (initial_load: copy copies them)");
    }
    if (files.nameMapping().isPresent() && !maps(files.nameMapping().get())) {
      return new Unfit("the target finds columns by other names than the source's files have");
    }
    boolean told =
        files.specs().stream().allMatch(from -> PartitionMatch.of(from, partitioning).isPresent());
    return told ? files : new Unfit("the target is partitioned otherwise than the source");
  }

  /** Whether the target will find columns by these names: one that is created gets them. */
  private boolean maps(String names) {
    Map<String, String> properties =
        target.map(it -> it.table().properties()).orElse(spec.target().tableProperties());
    String own = properties.get(TableProperties.DEFAULT_NAME_MAPPING);
    return own == null
        ? target.isEmpty()
        : NameMappingParser.fromJson(own)
            .asMappedFields()
            .equals(NameMappingParser.fromJson(names).asMappedFields());
  }

  private int highestId(Schema columns) {
    int known =
        TypeUtil.getProjectedIds(columns).stream().mapToInt(Integer::intValue).max().orElse(0);
    return target.map(it -> Math.max(known, it.lastColumnId())).orElse(known);
  }
}
