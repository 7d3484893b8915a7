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

import java.util.List;
import java.util.Objects;

/** A whole migration, as a spec file states it. */
public record MigrationSpec(
    String name,
    SourceSpec source,
    TargetSpec target,
    List<ColumnMapping> mapping,
    InitialLoad initialLoad,
    SchemaChanges schemaChanges,
    RunSpec run) {

  /** The version of the spec format that this release reads and writes. */
  public static final int FORMAT_VERSION = 1;

  public MigrationSpec {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(initialLoad, "initialLoad");
    Objects.requireNonNull(schemaChanges, "schemaChanges");
    Objects.requireNonNull(run, "run");
    mapping = List.copyOf(mapping);
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
