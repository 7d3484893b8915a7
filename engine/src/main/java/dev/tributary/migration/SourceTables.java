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
package dev.tributary.migration;

import dev.tributary.delta.DeltaSource;
import dev.tributary.filter.FilteredSource;
import dev.tributary.filter.TaskChoice;
import dev.tributary.iceberg.IcebergSource;
import dev.tributary.source.MetadataSource;
import dev.tributary.source.SourceTable;
import dev.tributary.spec.MigrationSpec;
import dev.tributary.spec.SourceSpec;
import dev.tributary.spec.TableTemplate;

/** Opens source tables by their format. */
public final class SourceTables {
  private SourceTables() {}

  /**
   * Opens the source of a migration, at its latest state, as its target needs it: with metadata of
   * the commits where that is stored.
   *
   * @throws dev.tributary.errors.SourceException when it does not exist or cannot be read
   */
  public static SourceTable open(MigrationSpec spec) {
    return MetadataSource.with(spec.metadataColumns(), open(spec.source()));
  }

  /**
   * Opens the table that the spec names, at its latest state; where the spec has a filter, as it is
   * without the rows that do not pass.
   *
   * @throws dev.tributary.errors.SourceException when it does not exist or cannot be read
   * @throws dev.tributary.errors.SpecException when the filter is no condition in SQL
   */
  public static SourceTable open(SourceSpec spec) {
    return FilteredSource.of(spec, SourceTables::unfiltered);
  }

  /**
   * A source as one of the tables sees it that the target's template names, with metadata of the
   * commits where that is stored.
   *
   * @param source as {@link #open(SourceSpec)} opens it
   * @param tasks those that may have rows of the table
   */
  public static SourceTable ofDestination(
      MigrationSpec spec, SourceTable source, String table, TaskChoice tasks) {
    TableTemplate template = TableTemplate.of(spec.target()).orElseThrow();
    return MetadataSource.with(
        spec.metadataColumns(), FilteredSource.ofDestination(source, template, table, tasks));
  }

  private static SourceTable unfiltered(SourceSpec spec) {
    return switch (spec.format()) {
      case ICEBERG -> IcebergSource.open(spec);
      case DELTA -> DeltaSource.open(spec);
    };
  }
}
